// Models and their parts as kinds of arguments.
import { having, type Kind, typedArray } from "@espalier/arguments";
import { vocabularyKind } from "@espalier/vocabulary";

/** Any model, from an adapter of ours or another. */
export const modelKind: Kind = having(
  "a model",
  { vocabulary: vocabularyKind, logitsSize: "number", encode: "function", session: "function" },
  (value) => {
    if (value === undefined || typeof value === "string") return "Load one with loadModel(folder).";
    if (value instanceof Promise) return "Await it: loading a model takes a while.";
    return undefined;
  },
);

/** A session of a model. */
export const sessionKind: Kind = having("a session", {
  length: "number",
  append: "function",
  checkpoint: "function",
  restore: "function",
});

/** An abort signal, native or a replacement. */
export const signalKind: Kind = having("an AbortSignal", { aborted: "boolean" });

/** A row of logits. */
export const rowKind: Kind = typedArray("Float32Array");

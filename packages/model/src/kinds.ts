// What a model is, as a kind of argument.
import { having, type Kind, typedArray } from "@espalier/arguments";
import { vocabularyKind } from "@espalier/vocabulary";

/** Any model, of an adapter here or another. */
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

/** An abort signal, of the platform or another. */
export const signalKind: Kind = having("an AbortSignal", { aborted: "boolean" });

/** A row of logits. */
export const rowKind: Kind = typedArray("Float32Array");

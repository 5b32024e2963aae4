// Argument checks that several functions share.

import { called, having, integer, type Kind, type KindsOf, options, required, text } from "@espalier/arguments";
import type { RetrievalLimits } from "./relevant.js";

/** A hole server. */
export const serverKind: Kind = required(
  having("a server of holes { language, getExpectedType, … }", {
    language: "string",
    getExpectedType: "function",
    getTypingContext: "function",
    getStaticErrors: "function",
  }),
);

/** A place in a file. */
export const placeKind: Kind = required(
  called(
    "a place { path, before, after }",
    options({ path: required(text), before: required(text), after: required(text), writtenFrom: integer({ min: 0 }) }),
  ),
);

export const limitKinds: KindsOf<RetrievalLimits> = { definitions: integer({ min: 1 }), headers: integer({ min: 1 }) };

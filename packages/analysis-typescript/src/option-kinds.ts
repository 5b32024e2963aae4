// What the options that several functions take may be.

import { integer, type Kind, type KindsOf, listOf, oneOf, type Required, required, text } from "@espalier/arguments";
import { QUESTIONS } from "./project-monitor.js";
import type { RefusalOptions } from "./refusals.js";

/** The options of a project. */
export const PROJECT: { readonly project: Required; readonly watching: Kind } = {
  project: required(text),
  watching: integer({ min: 0 }),
};

export const REFUSALS: KindsOf<RefusalOptions> = {
  refuse: listOf(oneOf("nullable", "deprecated", "asserted")),
  denied: listOf(text),
};

export const QUESTION_KINDS: Kind = listOf(
  oneOf(...QUESTIONS, "casesMissing", "expectedStrings", "inScope", "objectKeys"),
);

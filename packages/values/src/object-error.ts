// The error for generated text without a valid value: the text was cut short, or the schema's own validator rejected
// its value.

import type { ValueIssue } from "@espalier/json-schema";

/** The generated text has no valid value. */
export class ObjectError extends Error {
  override readonly name = "ObjectError";
  /**
   * `invalid-value`: the schema's validator rejected the value, because of a refinement or transform that JSON Schema
   * cannot express. `incomplete`: the text is only the beginning of a valid one, because the generation was allowed to
   * start with too few tokens.
   */
  readonly code: "invalid-value" | "incomplete";
  /** The issues from the validator; empty for an incomplete text. */
  readonly issues: readonly ValueIssue[];
  /** The JSON text; of several attempts, the last one. */
  readonly text: string;
  readonly attempts: number;

  constructor(
    code: ObjectError["code"],
    details: { readonly issues: readonly ValueIssue[]; readonly text: string; readonly attempts: number },
  ) {
    const { issues, text, attempts } = details;
    const tried = attempts > 1 ? ` in ${attempts} attempts` : "";
    super(
      code === "incomplete"
        ? `The text ended before its value did: ${JSON.stringify(text.slice(-40))}.`
        : `The value is not valid${tried}: ${issues.map(issueText).slice(0, 4).join("; ")}.`,
    );
    this.code = code;
    this.issues = issues;
    this.text = text;
    this.attempts = attempts;
  }
}

function issueText({ message, path }: ValueIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}

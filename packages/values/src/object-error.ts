// A generation whose text is no value: it was cut short, or the schema's own validator refused what it says.

import type { ValueIssue } from "@espalier/json-schema";

/** The text that was generated gives no valid value. */
export class ObjectError extends Error {
  override readonly name = "ObjectError";
  /**
   * `invalid-value`: the schema's validator refused it, by a refinement or a transform that JSON Schema cannot carry. `incomplete`:
   * the text is only the beginning of a valid one, since it was allowed to go on with too few tokens.
   */
  readonly code: "invalid-value" | "incomplete";
  /** What the validator said; empty for an incomplete text. */
  readonly issues: readonly ValueIssue[];
  /** The JSON text, the last one where there were several attempts. */
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

// Failures of a command: one message, and an exit code that says who must act.
//
//   0  done; the answer is yes            2  the command line or its input is wrong
//   1  done; the answer is no             3  something failed while running      130  interrupted

import type { FillError } from "@espalier/gaps";
import type { SchemaError } from "@espalier/json-schema";
import { formatNotationError } from "@espalier/notation";

export const EXIT = { yes: 0, no: 1, usage: 2, failure: 3, interrupted: 130 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** An error for the user at the terminal. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit: Exit;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(exit: Exit, code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.details = details;
  }
}

/** Creates the failure for an invalid command line or input. */
export function usage(message: string): Failure {
  return new Failure(EXIT.usage, "usage", message);
}

/** Errors that mean that the input is invalid, by name; for a ModelError, by code. */
const INPUT_ERRORS = new Set([
  "NotationError",
  "RegexSyntaxError",
  "GrammarError",
  "SyntaxSourceError",
  "SchemaError",
  "SampleLengthError",
  "ArgumentError",
  "BudgetError",
  "FillError",
  "QuotientError",
  "VocabularyError",
  "TokenizerError",
  "RangeError",
]);
const SHOWN_ISSUES = 8;
const INPUT_CODES = new Set([
  "file-missing",
  "file-malformed",
  "model-unsupported",
  "vocabulary-mismatch",
  "context-exceeded",
]);

/** Converts any error to a failure. Errors are identified by name and code. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (!(thrown instanceof Error)) return new Failure(EXIT.failure, "unknown", String(thrown));
  const { code } = thrown as { readonly code?: unknown };
  const word = typeof code === "string" ? code : thrown.name;
  if (thrown.name === "AbortError") return new Failure(EXIT.interrupted, "interrupted", "interrupted");
  const isInput = thrown.name === "ModelError" ? INPUT_CODES.has(word) : isInputError(thrown);
  const exit = isInput ? EXIT.usage : EXIT.failure;
  if (thrown.name === "NotationError") {
    const { issues } = thrown as unknown as Parameters<typeof formatNotationError>[0];
    return new Failure(exit, word, formatNotationError({ issues }), { issues });
  }
  if (thrown.name === "SchemaError") {
    const { issues } = thrown as SchemaError;
    const lines = issues.slice(0, SHOWN_ISSUES).map(({ pointer, message, hint }) => `${pointer}: ${message}. ${hint}`);
    const more = issues.length > SHOWN_ISSUES ? [`and ${issues.length - SHOWN_ISSUES} more`] : [];
    return new Failure(exit, word, [...lines, ...more].join("\n"), { issues });
  }
  if (thrown.name === "FillError") {
    const { offset, line, column, expected } = thrown as FillError;
    return new Failure(exit, word, thrown.message, { offset, line, column, expected });
  }
  return new Failure(exit, word, thrown.message);
}

function isInputError({ name, message }: Error): boolean {
  return INPUT_ERRORS.has(name) && !message.startsWith("Maximum call stack");
}

/** Returns the failure with `subject` before its message. */
export function about(subject: string, thrown: unknown): Failure {
  const { exit, code, message, details } = failureOf(thrown);
  return new Failure(exit, code, `${subject}:${message.includes("\n") ? "\n" : " "}${message}`, details);
}

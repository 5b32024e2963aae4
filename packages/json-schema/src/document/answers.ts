// The answers of the caller's resolver; each URI is requested once.

import { beyondLimit, type DocumentLimits } from "./findings.js";

/** A document, or why there is none. `value` is `undefined` if the resolver does not know it. */
export interface Answer {
  readonly value: unknown;
  readonly failure: string | undefined;
}

/** @throws SchemaError `schema-limit` if more documents are requested than the limit allows. */
export function createAnswers(
  resolve: ((uri: string) => unknown) | undefined,
  limits: DocumentLimits,
): (uri: string) => Answer {
  const answers = new Map<string, Answer>();
  return (uri) => {
    const known = answers.get(uri);
    if (known !== undefined) return known;
    if (answers.size >= limits.documents) throw beyondLimit(limits, "documents", "#");
    const answer = ask(resolve, uri);
    answers.set(uri, answer);
    return answer;
  };
}

function ask(resolve: ((uri: string) => unknown) | undefined, uri: string): Answer {
  try {
    const value = resolve?.(uri);
    if (value instanceof Promise) return { value: undefined, failure: "the resolver answered with a promise" };
    return { value, failure: undefined };
  } catch (cause) {
    return {
      value: undefined,
      failure: `the resolver failed: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
}

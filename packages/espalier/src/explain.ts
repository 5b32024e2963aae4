// Explains why a token is rejected and what a state means, which a mask cannot tell.

import { integer, signature } from "@espalier/arguments";
import { FIRST_CONTROL, type Monitor, type RefusingPart, refusalOf } from "@espalier/monitor";
import type { ReadingView } from "@espalier/syntax";
import { buildTrie, createMasker, forcedBytes } from "@espalier/trie";
import { type TokenId, utf8Decode, utf8Encode, type Vocabulary, vocabularyKind } from "@espalier/vocabulary";
import { checkLanguageAndText } from "./arguments.js";
import { type Check, read } from "./check.js";

/** The position of a text in a language. */
export interface Explanation extends Check {
  /**
   * The number of bytes to the end of the shortest known completion; absent if the text is dead or the cost unknown.
   */
  readonly cost?: number;
  /**
   * If the text is dead: the parts of the language that reject the byte at `offset`, and what each expects there.
   * Otherwise empty.
   */
  readonly refusedBy: readonly RefusingPart[];
  /** The beginning of every completion; empty if the text is dead. */
  readonly forced: string;
  /** The readings of the lexer and the parser; empty if the text is dead, and for languages without a grammar. */
  readonly readings: readonly ReadingView[];
}

/** What a token spells: bytes as text (with U+FFFD for invalid UTF-8), the name of a control token, or nothing. */
export type TokenSpelling =
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "control"; readonly name: string }
  | { readonly kind: "hole" };

/** Why a token may or must not follow a text. */
export type TokenReason =
  /** Its bytes, or its control symbol, can be read here. */
  | "fits"
  /** It ends the text, which may end here. */
  | "may-end"
  /** Its byte at `offset` cannot follow. */
  | "byte-refused"
  /** It is a control token of the language that must not come here. */
  | "control-refused"
  /** It is a control token that the language does not have. */
  | "control-unknown"
  /** It ends the text, which must not end here. */
  | "may-not-end"
  /** It spells nothing. */
  | "spells-nothing"
  /** It could be read, but no tokens of this vocabulary spell what would have to follow. */
  | "unspellable-after"
  /** The text itself is dead: nothing may follow it. */
  | "text-dead";

/** Whether a token may follow a text, and why. */
export interface TokenExplanation {
  readonly id: TokenId;
  readonly spelling: TokenSpelling;
  readonly allowed: boolean;
  readonly reason: TokenReason;
  /** The byte of the token that cannot follow, or the number of bytes read. */
  readonly offset: number;
  /** A description of what could have stood there. */
  readonly expected: readonly string[];
}

/** The most forced bytes in an explanation. */
const LONGEST_FORCED = 256;

/**
 * Explains how the language reads `text`: whether it is valid so far (as {@link check}), what must come next, and in
 * which ways the parser can read it.
 *
 * @throws ArgumentError if an argument is missing or has the wrong type.
 *
 * @example
 * const { forced, cost } = explain(lark('start: "SELECT " ("name" | "nation") ";"'), "SEL");
 * [forced, cost]; // => ["ECT na", 9]
 */
export function explain<State>(
  language: Monitor<State> & { describe?(state: State): readonly ReadingView[] },
  text: string | Uint8Array,
): Explanation {
  checkLanguageAndText("explain", language, text);
  const { state, ...check } = read(language, text);
  if (check.verdict === "dead") {
    const symbol = (typeof text === "string" ? utf8Encode(text) : text)[check.offset]!;
    return { ...check, refusedBy: refusalOf(language, state, symbol), forced: "", readings: [] };
  }
  return {
    ...check,
    refusedBy: [],
    ...(language.cost === undefined ? {} : { cost: language.cost(state) }),
    forced: utf8Decode(forcedBytes(language, state, LONGEST_FORCED)),
    readings: language.describe?.(state) ?? [],
  };
}

const checkToken = signature("explainToken", { vocabulary: vocabularyKind, id: integer({ min: 0 }) });

/**
 * Returns whether token `id` of the vocabulary may follow `text`; if not, at which of its bytes it fails and what was
 * expected there. Agrees with the mask. For single questions: each call builds a trie.
 *
 * @throws RangeError if the vocabulary has no such id.
 *
 * @example
 * import { vocabularyOfBytes } from "@espalier/vocabulary";
 *
 * const vocabulary = vocabularyOfBytes(["tr", "true", "try"]);
 * const { allowed, reason, offset, expected } = explainToken(lark('start: "true"'), vocabulary, "", 2);
 * [allowed, reason, offset, expected]; // => [false, "byte-refused", 2, ['"true"']]
 */
export function explainToken<State>(
  language: Monitor<State>,
  vocabulary: Vocabulary,
  text: string | Uint8Array,
  id: TokenId,
): TokenExplanation {
  checkLanguageAndText("explainToken", language, text);
  checkToken(vocabulary, id);
  if (id >= vocabulary.size) throw new RangeError(`There is no token ${id}: ids are numbered [0, ${vocabulary.size}).`);
  const reading = read(language, text);
  const answer = (allowed: boolean, reason: TokenReason, offset: number, state: State): TokenExplanation => {
    const expected = language.expected?.(state) ?? [];
    return { id, spelling: spellingOf(vocabulary, id), allowed, reason, offset, expected };
  };
  if (reading.verdict === "dead") return answer(false, "text-dead", 0, reading.state);
  const finishable = (): boolean =>
    createMasker(buildTrie(vocabulary), language, { ahead: 0 }).allows(reading.state, id);
  const name = vocabulary.control(id);
  if (name !== undefined) {
    const known = language.controls?.indexOf(name) ?? -1;
    const fits = known >= 0 && language.step(reading.state, FIRST_CONTROL + known) !== undefined;
    const ends = vocabulary.ends.includes(id);
    if (ends && reading.verdict === "accepted") return answer(true, "may-end", 0, reading.state);
    if (fits)
      return finishable()
        ? answer(true, "fits", 0, reading.state)
        : answer(false, "unspellable-after", 0, reading.state);
    return answer(false, known >= 0 ? "control-refused" : ends ? "may-not-end" : "control-unknown", 0, reading.state);
  }
  const bytes = vocabulary.bytes(id);
  if (bytes === undefined || bytes.length === 0) return answer(false, "spells-nothing", 0, reading.state);
  let { state } = reading;
  for (let offset = 0; offset < bytes.length; offset++) {
    const next = language.step(state, bytes[offset]!);
    if (next === undefined) return answer(false, "byte-refused", offset, state);
    state = next;
  }
  return finishable()
    ? answer(true, "fits", bytes.length, state)
    : answer(false, "unspellable-after", bytes.length, state);
}

function spellingOf(vocabulary: Vocabulary, id: TokenId): TokenSpelling {
  const name = vocabulary.control(id);
  if (name !== undefined) return { kind: "control", name };
  const bytes = vocabulary.bytes(id);
  return bytes === undefined ? { kind: "hole" } : { kind: "text", text: utf8Decode(bytes), bytes: bytes.length };
}

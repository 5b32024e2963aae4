// Why a token is refused, and what stands behind a state: the answers that a mask, which is a set, cannot give.

import { integer, signature } from "@espalier/arguments";
import { FIRST_CONTROL, type Monitor, type RefusingPart, refusalOf } from "@espalier/monitor";
import type { ReadingView } from "@espalier/syntax";
import { buildTrie, createMasker, forcedBytes } from "@espalier/trie";
import { type TokenId, utf8Decode, utf8Encode, type Vocabulary, vocabularyKind } from "@espalier/vocabulary";
import { checkLanguageAndText } from "./arguments.js";
import { type Check, read } from "./check.js";

/** Where a text stands in a language. */
export interface Explanation extends Check {
  /** Bytes from the end of the text to the end of a shortest completion known; absent when dead or unknown. */
  readonly cost?: number;
  /** When dead: the parts of the language that refuse the byte at `offset`, and what each expects there. Else empty. */
  readonly refusedBy: readonly RefusingPart[];
  /** What every completion begins with; empty when dead. */
  readonly forced: string;
  /** What the lexer and the parser see, a reading each; empty when dead, and for languages that are no grammar. */
  readonly readings: readonly ReadingView[];
}

/** What a token spells: bytes as text (U+FFFD where they are no UTF-8), a control token's name, or nothing at all. */
export type TokenSpelling =
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "control"; readonly name: string }
  | { readonly kind: "hole" };

/** Why a token may follow a text, or not. */
export type TokenReason =
  /** Its bytes, or its control symbol, can be read here. */
  | "fits"
  /** It ends the text, which may end here. */
  | "may-end"
  /** Its byte at `offset` cannot follow. */
  | "byte-refused"
  /** It is a control token that the language knows, but not here. */
  | "control-refused"
  /** It is a control token that the language does not know. */
  | "control-unknown"
  /** It ends the text, which may not end here. */
  | "may-not-end"
  /** It spells nothing. */
  | "spells-nothing"
  /** It could be read, but what would have to come then is spelt by no tokens of this vocabulary. */
  | "unspellable-after"
  /** The text itself is dead: nothing may follow it. */
  | "text-dead";

/** Whether a token may follow a text, and why. */
export interface TokenExplanation {
  readonly id: TokenId;
  readonly spelling: TokenSpelling;
  readonly allowed: boolean;
  readonly reason: TokenReason;
  /** The byte of the token that cannot follow, or how many were read. */
  readonly offset: number;
  /** What could have stood there, in words. */
  readonly expected: readonly string[];
}

/** How many forced bytes an explanation shows. */
const LONGEST_FORCED = 256;

/**
 * Where `text` stands in the language: what {@link check} says, what must come next, and what the parser sees.
 *
 * @throws ArgumentError when an argument is missing or of a wrong type.
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
 * Whether token `id` of the vocabulary may follow `text`, and if not, at which of its bytes it fails and what was expected
 * there. Agrees with the mask. For one question at a time: a trie is built for each.
 *
 * @throws RangeError when the vocabulary has no such id.
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

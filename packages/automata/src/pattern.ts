// The syntax tree of a regex pattern, and its translation to a language of whole texts.
//
// Anchors and look-aheads constrain the surrounding text, so the translation takes the continuation K: `meaning(p, K)`
// is the set of texts that p followed by K matches. Then
//
//   end, K         =  K ∩ ε                     p(?=y)q, K   =  p · (y·Σ* ∩ meaning(q, K))
//   p(?!y)q, K     =  p · (¬(y·Σ*) ∩ meaning(q, K))
//
// `^` constrains the preceding text, so there are two continuations: one at the start of the text, and one after at
// least one character. Parts without anchors and look-aheads ("plain") are translated directly and share K.
import { anyCharacter, createTrie, makeCharacters, type Trie } from "./characters.js";
import type { CodePointRanges } from "./code-points.js";
import type { ByteRanges, Regex } from "./make-regex.js";
import {
  anyByte,
  empty,
  epsilon,
  hasEmpty,
  makeAnd,
  makeBytes,
  makeChoice,
  makeNot,
  makeRepeat,
  makeSequence,
} from "./make-regex.js";
import { RegexSyntaxError } from "./regex-syntax-error.js";

/** One character or byte of a set. */
export type CharacterSet =
  | { readonly kind: "characters"; readonly ranges: CodePointRanges }
  | { readonly kind: "bytes"; readonly ranges: ByteRanges };

/** A parsed pattern. Offsets point into its text, for error messages. */
export type Pattern =
  | CharacterSet
  | { readonly kind: "sequence"; readonly items: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  | {
      readonly kind: "repeat";
      readonly item: Pattern;
      readonly min: number;
      readonly max: number;
      readonly offset: number;
    }
  | { readonly kind: "start" | "end"; readonly offset: number }
  | { readonly kind: "ahead" | "not-ahead"; readonly item: Pattern; readonly offset: number };

/** The continuation, at the start of the text and inside it. */
interface Rest {
  readonly start: Regex;
  readonly inside: Regex;
}

type Place = keyof Rest;

interface Translation {
  readonly text: string;
  readonly plain: Map<Pattern, boolean>;
  readonly made: Map<CodePointRanges, Regex>;
  readonly trie: Trie;
  /** How many more parts may be translated: counted repeats copy their item. */
  budget: number;
}

const ANYTHING = makeRepeat(anyByte, 0, Number.POSITIVE_INFINITY);
const ANY_TEXT = makeRepeat(anyCharacter, 0, Number.POSITIVE_INFINITY);

/** The texts that `pattern` matches from their first to their last byte. */
export function wholeMeaning(pattern: Pattern, text: string): Regex {
  return meaning(createTranslation(text), pattern, { start: epsilon, inside: epsilon }, "start");
}

/** The UTF-8 texts in which `pattern` matches somewhere. */
export function searchMeaning(pattern: Pattern, text: string): Regex {
  const translation = createTranslation(text);
  const rest: Rest = { start: ANY_TEXT, inside: ANY_TEXT };
  const later = makeSequence([ANY_TEXT, meaning(translation, pattern, rest, "inside")]);
  if (!mentionsStart(pattern)) return later;
  // Matches from the start, or after at least one character.
  const first = meaning(translation, pattern, rest, "start");
  return makeChoice([first, later.kind === "empty" ? empty : makeSequence([anyCharacter, later])]);
}

function createTranslation(text: string): Translation {
  return { text, plain: new Map(), made: new Map(), trie: createTrie(), budget: 20_000 };
}

function meaning(translation: Translation, pattern: Pattern, rest: Rest, place: Place): Regex {
  if (isPlain(translation, pattern)) return after(plainly(translation, pattern), rest, place);
  if (translation.budget-- <= 0) {
    throw new RegexSyntaxError(
      "unsupported",
      translation.text,
      0,
      "too many copies of repeated anchors or look-aheads",
    );
  }
  switch (pattern.kind) {
    case "start":
      return place === "start" ? rest.start : empty;
    case "end":
      return hasEmpty(rest[place]) ? epsilon : empty;
    case "ahead":
    case "not-ahead": {
      const seen = meaning(translation, pattern.item, { start: ANYTHING, inside: ANYTHING }, place);
      return makeAnd([pattern.kind === "ahead" ? seen : makeNot(seen), rest[place]]);
    }
    case "choice":
      return makeChoice(pattern.options.map((option) => meaning(translation, option, rest, place)));
    case "sequence": {
      const parts = withPlainRuns(translation, pattern.items);
      let following = rest;
      for (let i = parts.length - 1; i > 0; i--) following = both(translation, parts[i]!, following);
      return meaning(translation, parts[0]!, following, place);
    }
    case "repeat":
      return repeated(translation, pattern, rest, place);
    default:
      throw new RangeError(`a ${pattern.kind} pattern is plain`);
  }
}

/** Merges adjacent plain items, so that the continuation is not copied for each of them. */
function withPlainRuns(translation: Translation, items: readonly Pattern[]): Pattern[] {
  const parts: Pattern[] = [];
  let run: Pattern[] | undefined;
  for (const item of items) {
    if (!isPlain(translation, item)) {
      parts.push(item);
      run = undefined;
    } else if (run === undefined) {
      run = [item];
      parts.push({ kind: "sequence", items: run });
    } else {
      run.push(item);
    }
  }
  return parts;
}

/** The meaning of `pattern` before `rest`, at the start and inside. */
function both(translation: Translation, pattern: Pattern, rest: Rest): Rest {
  const inside = meaning(translation, pattern, rest, "inside");
  const agrees = rest.start === rest.inside && !mentionsStart(pattern);
  return { inside, start: agrees ? inside : meaning(translation, pattern, rest, "start") };
}

/** A plain part, then the continuation that fits: inside if the part consumed a character, else that of `place`. */
function after(part: Regex, rest: Rest, place: Place): Regex {
  if (place === "inside" || rest.start === rest.inside) return makeSequence([part, rest.inside]);
  if (!hasEmpty(part)) return makeSequence([part, rest.inside]);
  return makeChoice([rest.start, makeSequence([makeAnd([part, makeNot(epsilon)]), rest.inside])]);
}

/** Maximum number of copies of a repeated part with an anchor or a look-ahead. */
const MOST_COPIES = 64;

function repeated(
  translation: Translation,
  pattern: Pattern & { readonly kind: "repeat" },
  rest: Rest,
  place: Place,
): Regex {
  const { item, min, max } = pattern;
  const guarded = guardedCharacters(pattern);
  if (guarded !== undefined && rest.start === rest.inside && rest.inside === epsilon) {
    // (?:(?!y)c)* up to the end of the text: characters c, with no match of y at any of them.
    const seen = meaning(translation, guarded.unless, { start: ANYTHING, inside: ANYTHING }, "inside");
    const bad = makeSequence([ANY_TEXT, makeAnd([seen, makeNot(epsilon)])]);
    return makeAnd([makeRepeat(makeCharacters(guarded.ranges), min, max), makeNot(bad)]);
  }
  if (max > MOST_COPIES) {
    throw new RegexSyntaxError(
      "unsupported",
      translation.text,
      pattern.offset,
      "an anchor or look-ahead inside an unbounded repeat",
      "Move it out of the repeat, or subtract what must not occur with an intersection (`and`, `not`).",
    );
  }
  let following = rest;
  for (let count = max; count > 0; count--) {
    const next = both(translation, item, following);
    // From the minimum count on, the repeat may stop. The continuation is then that of the whole repeat.
    following =
      count > min
        ? { start: makeChoice([rest.start, next.start]), inside: makeChoice([rest.inside, next.inside]) }
        : next;
  }
  return following[place];
}

/** `(?!y)c` for one character c, the usual way to write "anything but y"; `undefined` for other patterns. */
function guardedCharacters(
  pattern: Pattern & { readonly kind: "repeat" },
): { readonly unless: Pattern; readonly ranges: CodePointRanges } | undefined {
  const { item } = pattern;
  if (item.kind !== "sequence" || item.items.length !== 2) return undefined;
  const [guard, character] = item.items;
  if (guard?.kind !== "not-ahead" || character?.kind !== "characters" || mentionsStart(guard.item)) return undefined;
  return { unless: guard.item, ranges: character.ranges };
}

function plainly(translation: Translation, pattern: Pattern): Regex {
  switch (pattern.kind) {
    case "characters": {
      const made = translation.made.get(pattern.ranges) ?? makeCharacters(pattern.ranges, translation.trie);
      translation.made.set(pattern.ranges, made);
      return made;
    }
    case "bytes":
      return makeBytes(pattern.ranges);
    case "sequence":
      return makeSequence(pattern.items.map((item) => plainly(translation, item)));
    case "choice":
      return makeChoice(pattern.options.map((option) => plainly(translation, option)));
    case "repeat":
      return makeRepeat(plainly(translation, pattern.item), pattern.min, pattern.max);
    default:
      throw new RangeError(`a ${pattern.kind} pattern is not plain`);
  }
}

/** Whether the pattern has no anchors and look-aheads. */
function isPlain(translation: Translation, pattern: Pattern): boolean {
  const known = translation.plain.get(pattern);
  if (known !== undefined) return known;
  const plain = childrenOf(pattern)?.every((child) => isPlain(translation, child)) ?? false;
  translation.plain.set(pattern, plain);
  return plain;
}

function mentionsStart(pattern: Pattern): boolean {
  if (pattern.kind === "ahead" || pattern.kind === "not-ahead") return mentionsStart(pattern.item);
  return pattern.kind === "start" || (childrenOf(pattern)?.some(mentionsStart) ?? false);
}

/** The parts of a pattern; `undefined` if the pattern is itself an anchor or look-ahead. */
function childrenOf(pattern: Pattern): readonly Pattern[] | undefined {
  switch (pattern.kind) {
    case "characters":
    case "bytes":
      return [];
    case "sequence":
      return pattern.items;
    case "choice":
      return pattern.options;
    case "repeat":
      return [pattern.item];
    default:
      return undefined;
  }
}

// Decision procedures for regular languages: membership, emptiness, inclusion, equivalence, shortest and random
// members.

import { callable, integer, number, optionally, options, signature } from "@espalier/arguments";
import type { Expr } from "./arena.js";
import { EMPTY_EXPR } from "./arena.js";
import type { Engine } from "./engine.js";
import { defaultEngine } from "./engine.js";
import { bytesKind, engineKind, regexSourceKind } from "./kinds.js";
import type { Regex } from "./make-regex.js";
import { makeAnd, makeChoice, makeNot } from "./make-regex.js";
import { parseEcmaRegex } from "./parse-regex.js";

/** A regex as data, or an ECMA-262 pattern that must match the whole text. */
export type RegexSource = Regex | string;

/** An answer with a proof: if the claim fails, `witness` is a shortest text for which it fails. */
export type Comparison = { readonly holds: true } | { readonly holds: false; readonly witness: Uint8Array };

/** Interns a regex or pattern. */
export function exprOf(engine: Engine, source: RegexSource): Expr {
  return engine.intern(typeof source === "string" ? parseEcmaRegex(source) : source);
}

const checkMatches = signature("matches", { source: regexSourceKind, text: bytesKind, engine: optionally(engineKind) });

/**
 * Returns whether `source` matches the whole of `text`. Cost: one table read for each byte once the states are known.
 */
export function matches(source: RegexSource, text: ArrayLike<number>, engine: Engine = defaultEngine()): boolean {
  checkMatches(source, text, engine);
  let state = exprOf(engine, source);
  for (let offset = 0; offset < text.length && state !== EMPTY_EXPR; offset++) {
    state = engine.derivative(state, text[offset]!);
  }
  return engine.nullable(state);
}

const checkIsEmpty = signature("isEmpty", { source: regexSourceKind, engine: optionally(engineKind) });

/** Returns whether `source` matches no text. @throws LimitError past a limit of the engine. */
export function isEmpty(source: RegexSource, engine: Engine = defaultEngine()): boolean {
  checkIsEmpty(source, engine);
  return exprOf(engine, source) === EMPTY_EXPR;
}

const checkContains = signature("contains", {
  outer: regexSourceKind,
  inner: regexSourceKind,
  engine: optionally(engineKind),
});

/**
 * Returns whether `outer` matches every text that `inner` matches. If `outer` rejects some of these texts, the witness
 * is a shortest one.
 *
 * @throws LimitError past a limit of the engine.
 *
 * @example
 * ```ts
 * import { contains } from "@espalier/automata";
 *
 * contains("[a-z]+", "a[a-z0-9]?"); // => { holds: false, witness: new Uint8Array([0x61, 0x30]) }
 * ```
 */
export function contains(outer: RegexSource, inner: RegexSource, engine: Engine = defaultEngine()): Comparison {
  checkContains(outer, inner, engine);
  return refutation(engine, makeAnd([regexOf(inner), makeNot(regexOf(outer))]));
}

const checkEquivalent = signature("equivalent", {
  left: regexSourceKind,
  right: regexSourceKind,
  engine: optionally(engineKind),
});

/** Returns whether both match the same texts. If not, the witness is a shortest text that only one of them matches. */
export function equivalent(left: RegexSource, right: RegexSource, engine: Engine = defaultEngine()): Comparison {
  checkEquivalent(left, right, engine);
  const l = regexOf(left);
  const r = regexOf(right);
  if (engine.intern(l) === engine.intern(r)) return { holds: true };
  return refutation(engine, makeChoice([makeAnd([l, makeNot(r)]), makeAnd([r, makeNot(l)])]));
}

function regexOf(source: RegexSource): Regex {
  return typeof source === "string" ? parseEcmaRegex(source) : source;
}

function refutation(engine: Engine, counterexamples: Regex): Comparison {
  const witness = shortestMember(counterexamples, engine);
  return witness === undefined ? { holds: true } : { holds: false, witness };
}

const checkShortestMember = signature("shortestMember", { source: regexSourceKind, engine: optionally(engineKind) });

/**
 * Returns a shortest text that `source` matches. Among several shortest texts, it is the first in byte order. Returns
 * `undefined` if `source` matches nothing.
 */
export function shortestMember(source: RegexSource, engine: Engine = defaultEngine()): Uint8Array | undefined {
  checkShortestMember(source, engine);
  let state = exprOf(engine, source);
  if (state === EMPTY_EXPR) return undefined;
  const text = new Uint8Array(memberLength(engine.distance(state)));
  for (let offset = 0; offset < text.length; offset++) {
    const left = engine.distance(state) - 1;
    for (let byte = 0; byte < 256; byte++) {
      const next = engine.derivative(state, byte);
      if (engine.distance(next) !== left) continue;
      text[offset] = byte;
      state = next;
      break;
    }
  }
  return text;
}

/** The maximum length, in bytes, of a shortest member that can be returned. */
const LONGEST_MEMBER = 0x7fffffff;

function memberLength(distance: number): number {
  if (distance > LONGEST_MEMBER)
    throw new RangeError(`the shortest text has ${distance} bytes; at most ${LONGEST_MEMBER} are supported`);
  return distance;
}

/** Options of {@link randomMember}. */
export interface RandomMemberOptions {
  /** Maximum length in bytes, included; 64 by default. */
  readonly maxBytes?: number;
  /** Probability of stopping at each offset where the text may end; 0.2 by default. */
  readonly stop?: number;
  readonly engine?: Engine;
}

const checkRandomMember = signature("randomMember", {
  source: regexSourceKind,
  random: callable,
  options: options({ maxBytes: integer({ min: 0 }), stop: number({ min: 0, max: 1 }), engine: engineKind }),
});

/**
 * Returns a random text of at most `maxBytes` bytes that `source` matches; `undefined` if there is none that short.
 * Each step first picks uniformly among the byte classes from which the text can still end in time, then uniformly
 * among the bytes of that class. Rare structure therefore occurs more often than in a uniform draw over texts.
 *
 * `random` returns numbers in [0, 1), as `Math.random` does. Pass a seeded generator to repeat a draw.
 *
 * @example
 * ```ts
 * import { randomMember } from "@espalier/automata";
 *
 * randomMember("[0-9]{4}", () => 0.5)?.length; // => 4
 * ```
 */
export function randomMember(
  source: RegexSource,
  random: () => number,
  options: RandomMemberOptions = {},
): Uint8Array | undefined {
  checkRandomMember(source, random, options);
  const { maxBytes = 64, stop = 0.2, engine = defaultEngine() } = options;
  let state = exprOf(engine, source);
  if (engine.distance(state) > maxBytes) return undefined;
  const { classOf, classCount, representatives } = engine.alphabet([state]);
  const members: number[][] = Array.from({ length: classCount }, () => []);
  for (let byte = 0; byte < 256; byte++) members[classOf[byte]!]!.push(byte);
  const pick = <T>(from: readonly T[]): T => from[Math.min(from.length - 1, Math.floor(random() * from.length))]!;
  const text: number[] = [];
  for (;;) {
    if (engine.nullable(state) && random() < stop) break;
    const left = maxBytes - text.length - 1;
    const open: number[] = [];
    for (let k = 0; k < classCount; k++) {
      if (engine.distance(engine.derivative(state, representatives[k]!)) <= left) open.push(k);
    }
    if (open.length === 0) break;
    const byte = pick(members[pick(open)]!);
    text.push(byte);
    state = engine.derivative(state, byte);
  }
  return Uint8Array.from(text);
}

// Languages and models for tests: regular expressions by derivatives (Brzozowski 1964), small enough to be seen to be right, and
// models that want whatever a test says.

import { logitsOf, type Model, ModelError, type Session } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { createVocabulary, type TokenId, utf8Decode, utf8Encode, type Vocabulary } from "@espalier/vocabulary";

export type Regex =
  | { readonly kind: "none" }
  | { readonly kind: "empty" }
  | { readonly kind: "bytes"; readonly bytes: readonly number[] }
  | { readonly kind: "then"; readonly a: Regex; readonly b: Regex }
  | { readonly kind: "or"; readonly a: Regex; readonly b: Regex }
  | { readonly kind: "star"; readonly a: Regex };

const NONE: Regex = { kind: "none" };
const EMPTY: Regex = { kind: "empty" };

export const oneOf = (text: string): Regex => ({ kind: "bytes", bytes: [...utf8Encode(text)] });
export const inOrder = (...parts: readonly Regex[]): Regex => parts.reduceRight((b, a) => seq(a, b), EMPTY);
export const or = (...parts: readonly Regex[]): Regex => parts.reduceRight((b, a) => alt(a, b), NONE);
export const star = (a: Regex): Regex => (a.kind === "none" || a.kind === "empty" ? EMPTY : { kind: "star", a });
export const plus = (a: Regex): Regex => seq(a, star(a));
export const text = (literal: string): Regex =>
  inOrder(...[...utf8Encode(literal)].map((byte): Regex => ({ kind: "bytes", bytes: [byte] })));

function seq(a: Regex, b: Regex): Regex {
  if (a.kind === "none" || b.kind === "none") return NONE;
  if (a.kind === "empty") return b;
  if (b.kind === "empty") return a;
  return a.kind === "then" ? seq(a.a, seq(a.b, b)) : { kind: "then", a, b };
}

function alt(a: Regex, b: Regex): Regex {
  if (a.kind === "none") return b;
  if (b.kind === "none" || JSON.stringify(a) === JSON.stringify(b)) return a;
  return { kind: "or", a, b };
}

function nullable(regex: Regex): boolean {
  switch (regex.kind) {
    case "none":
    case "bytes":
      return false;
    case "empty":
    case "star":
      return true;
    case "then":
      return nullable(regex.a) && nullable(regex.b);
    case "or":
      return nullable(regex.a) || nullable(regex.b);
  }
}

function derivative(regex: Regex, byte: number): Regex {
  switch (regex.kind) {
    case "none":
    case "empty":
      return NONE;
    case "bytes":
      return regex.bytes.includes(byte) ? EMPTY : NONE;
    case "star":
      return seq(derivative(regex.a, byte), regex);
    case "or":
      return alt(derivative(regex.a, byte), derivative(regex.b, byte));
    case "then": {
      const first = seq(derivative(regex.a, byte), regex.b);
      return nullable(regex.a) ? alt(first, derivative(regex.b, byte)) : first;
    }
  }
}

function shortest(regex: Regex): number {
  switch (regex.kind) {
    case "none":
      return Number.POSITIVE_INFINITY;
    case "empty":
    case "star":
      return 0;
    case "bytes":
      return 1;
    case "then":
      return shortest(regex.a) + shortest(regex.b);
    case "or":
      return Math.min(shortest(regex.a), shortest(regex.b));
  }
}

/** A trim monitor of a regular expression, with integer states and exact costs. */
export function monitorOf(regex: Regex): Monitor<number> {
  const states: Regex[] = [];
  const ids = new Map<string, number>();
  const steps: (Int32Array | undefined)[] = [];
  const idOf = (state: Regex): number => {
    const key = JSON.stringify(state);
    const id = ids.get(key) ?? states.push(state) - 1;
    ids.set(key, id);
    return id;
  };
  return {
    start: idOf(regex),
    step: (state, symbol) => {
      if (symbol > 255) return undefined;
      steps[state] ??= Int32Array.from({ length: 256 }, (_, byte) => {
        const next = derivative(states[state]!, byte);
        return next.kind === "none" ? -1 : idOf(next);
      });
      const next = steps[state][symbol]!;
      return next < 0 ? undefined : next;
    },
    accepts: (state) => nullable(states[state]!),
    cost: (state) => shortest(states[state]!),
    trim: true,
  };
}

/** The same monitor, which also tells a bound of its cost and the way to its end. */
export function wellInformed(monitor: Monitor<number>): Monitor<number> {
  const witness = (state: number): number[] | undefined => {
    const cost = monitor.cost!(state);
    if (cost === Number.POSITIVE_INFINITY) return undefined;
    for (let byte = 0; byte < 256 && cost > 0; byte++) {
      const next = monitor.step(state, byte);
      if (next !== undefined && monitor.cost!(next) < cost) return [byte, ...witness(next)!];
    }
    return [];
  };
  return { ...monitor, costAtMost: (state) => monitor.cost!(state) + 1, witness };
}

/** What both allow: not trim, and without a cost. States are pairs, the same object for the same pair. */
export function both<A, B>(a: Monitor<A>, b: Monitor<B>): Monitor<readonly [A, B]> {
  const pairs = new Map<A, Map<B, readonly [A, B]>>();
  const pair = (x: A, y: B): readonly [A, B] => {
    const row = pairs.get(x) ?? new Map<B, readonly [A, B]>();
    pairs.set(x, row);
    const known = row.get(y) ?? ([x, y] as const);
    row.set(y, known);
    return known;
  };
  return {
    start: pair(a.start, b.start),
    step: ([x, y], symbol) => {
      const [p, q] = [a.step(x, symbol), b.step(y, symbol)];
      return p === undefined || q === undefined ? undefined : pair(p, q);
    },
    accepts: ([x, y]) => a.accepts(x) && b.accepts(y),
  };
}

export function acceptsText<State>(monitor: Monitor<State>, written: string | Uint8Array): boolean {
  let state: State | undefined = monitor.start;
  for (const byte of typeof written === "string" ? utf8Encode(written) : written) {
    state = monitor.step(state, byte);
    if (state === undefined) return false;
  }
  return monitor.accepts(state);
}

/** Every byte, then `words`, then tokens that end: `<end>`, and `<stop>` if asked for. */
export function vocabularyWith(words: readonly (string | readonly number[])[], ends: 1 | 2 = 1): Vocabulary {
  const first = 256 + words.length;
  return createVocabulary({
    tokens: [
      ...Array.from({ length: 256 }, (_, byte) => ({ id: byte, bytes: [byte] })),
      ...words.map((bytes, i) => ({ id: 256 + i, bytes })),
      { id: first, control: "<end>" },
      { id: first + 1, control: "<stop>" },
    ],
    ends: ends === 1 ? [first] : [first, first + 1],
  });
}

/** The logits after the ids of a session. */
export type Wants = (ids: readonly TokenId[]) => Float32Array;

export interface FakeModel extends Model {
  /** How many appends there were. */
  readonly calls: () => number;
  /** How many sessions are open. */
  readonly sessions: () => number;
}

/** A model of the tokens so far. Literal text is cut into the longest tokens, left to right. */
export function fakeModel(
  vocabulary: Vocabulary,
  wants: Wants,
  options: { readonly contextLength?: number; readonly logitsSize?: number } = {},
): FakeModel {
  let calls = 0;
  let open = 0;
  const { contextLength } = options;
  const session = (): Session => {
    let ids: readonly TokenId[] = [];
    const points = new WeakMap<object, readonly TokenId[]>();
    open++;
    return {
      get length() {
        return ids.length;
      },
      append: async (more, signal) => {
        if (signal?.aborted) throw signal.reason;
        if (more.length === 0) throw new RangeError("nothing to append");
        calls++;
        await Promise.resolve();
        if (contextLength !== undefined && ids.length + more.length > contextLength) {
          throw new ModelError("context-exceeded", "too long");
        }
        ids = [...ids, ...more];
        return logitsOf(wants(ids));
      },
      checkpoint: () => {
        const point = { length: ids.length };
        points.set(point, ids);
        return point;
      },
      restore: (point) => {
        const to = points.get(point);
        if (to === undefined) throw new RangeError("not mine");
        ids = to;
      },
      dispose: () => {
        open--;
      },
    };
  };
  return {
    vocabulary,
    logitsSize: options.logitsSize ?? vocabulary.size,
    contextLength,
    encode: (written) => encodeLongest(vocabulary, utf8Encode(written)),
    session,
    dispose: async () => {},
    calls: () => calls,
    sessions: () => open,
  };
}

export function encodeLongest(vocabulary: Vocabulary, bytes: Uint8Array): TokenId[] {
  const ids: TokenId[] = [];
  for (let at = 0; at < bytes.length; ) {
    let best = -1;
    let length = 0;
    for (let id = 0; id < vocabulary.size; id++) {
      const spelt = vocabulary.bytes(id);
      if (spelt === undefined || spelt.length <= length || at + spelt.length > bytes.length) continue;
      if (spelt.every((byte, i) => byte === bytes[at + i])) [best, length] = [id, spelt.length];
    }
    ids.push(best);
    at += length;
  }
  return ids;
}

export function spell(vocabulary: Vocabulary, ids: readonly TokenId[]): string {
  return utf8Decode(Uint8Array.from(ids.flatMap((id) => [...(vocabulary.bytes(id) ?? [])])));
}

/** Logits that look random and depend on everything so far. */
export function noise(size: number, seed: number): Wants {
  return (ids) => {
    let hash = seed | 0;
    for (const id of ids) hash = Math.imul(hash ^ id, 0x01000193) + 0x9e3779b9;
    return Float32Array.from({ length: size }, (_, id) => {
      let x = Math.imul(hash ^ Math.imul(id + 1, 0x85ebca6b), 0xc2b2ae35);
      x ^= x >>> 15;
      return ((Math.imul(x, 0x27d4eb2f) >>> 0) / 2 ** 32) * 10 - 5;
    });
  };
}

/** Wants one text, then to end. */
export function script(vocabulary: Vocabulary, promptLength: number, ids: readonly TokenId[]): Wants {
  return (sofar) => {
    const wanted = ids[sofar.length - promptLength] ?? vocabulary.ends[0]!;
    return Float32Array.from({ length: vocabulary.size }, (_, id) => (id === wanted ? 10 : -(id % 17)));
  };
}

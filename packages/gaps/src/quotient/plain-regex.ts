// Converts a deterministic automaton to an expression without intersection or complement. The automaton is minimised (Moore 1956), and its states are then
// eliminated (Brzozowski and McCluskey 1963). States inside UTF-8 characters are eliminated first, so that the result consists of whole characters.

import { type ByteRanges, choiceOf, epsilon, optional, plus, type Regex, sequenceOf, star } from "@espalier/automata";

/** A deterministic automaton as functions; 0 is the dead state. */
export interface StepFunction {
  readonly start: number;
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
}

/** An automaton as rows of 256 entries. */
interface Rows {
  readonly next: readonly Int32Array[];
  readonly accepting: readonly boolean[];
}

/** The texts that `automaton` accepts; `undefined` if there are none. @throws RangeError for more than `most` states. */
export function plainRegex(automaton: StepFunction, most: number): Regex | undefined {
  const rows = minimal(trimmed(explored(automaton, most)));
  return rows.next.length === 0 ? undefined : eliminated(rows);
}

function explored({ start, step, accepts }: StepFunction, most: number): Rows {
  const states = [start];
  const number = new Map([[start, 0]]);
  const next: Int32Array[] = [];
  for (let at = 0; at < states.length; at++) {
    const row = new Int32Array(256).fill(-1);
    for (let byte = 0; byte < 256; byte++) {
      const to = step(states[at]!, byte);
      if (to === 0) continue;
      let known = number.get(to);
      if (known === undefined) {
        if (states.length >= most) throw new RangeError(`more than ${most} states`);
        known = states.push(to) - 1;
        number.set(to, known);
      }
      row[byte] = known;
    }
    next.push(row);
  }
  return { next, accepting: states.map(accepts) };
}

/** Removes the states that lead nowhere. The start becomes 0, if anything remains. */
function trimmed({ next, accepting }: Rows): Rows {
  const before: number[][] = next.map(() => []);
  next.forEach((row, from) => {
    for (const to of new Set(row)) if (to >= 0) before[to]?.push(from);
  });
  const live = new Set<number>();
  const open = accepting.flatMap((yes, state) => (yes ? [state] : []));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (live.has(state)) continue;
    live.add(state);
    open.push(...before[state]!);
  }
  if (!live.has(0)) return { next: [], accepting: [] };
  const kept = [...live].sort((a, b) => a - b);
  const number = new Map(kept.map((state, k) => [state, k]));
  return {
    next: kept.map((state) => next[state]!.map((to) => (to < 0 ? -1 : (number.get(to) ?? -1)))),
    accepting: kept.map((state) => accepting[state]!),
  };
}

function minimal({ next, accepting }: Rows): Rows {
  let classOf = accepting.map(Number);
  for (let count = 0; ; ) {
    const known = new Map<string, number>();
    const refined = next.map((row, state) => {
      const key = `${classOf[state]};${Array.from(row, (to) => (to < 0 ? -1 : classOf[to])).join()}`;
      if (!known.has(key)) known.set(key, known.size);
      return known.get(key)!;
    });
    classOf = refined;
    if (known.size === count) break;
    count = known.size;
  }
  // Classes are numbered in order of discovery, so the start's class is 0.
  const first: number[] = [];
  classOf.forEach((its, state) => {
    first[its] ??= state;
  });
  return {
    next: first.map((state) => next[state]!.map((to) => (to < 0 ? -1 : classOf[to]!))),
    accepting: first.map((state) => accepting[state]!),
  };
}

function eliminated({ next, accepting }: Rows): Regex {
  const count = next.length;
  const [first, last] = [count, count + 1];
  const edges = Array.from({ length: count + 2 }, () => new Map<number, Regex>());
  const add = (from: number, to: number, label: Regex): void => {
    const row = edges[from]!;
    const known = row.get(to);
    row.set(to, known === undefined ? label : either(known, label));
  };
  add(first, 0, epsilon);
  next.forEach((row, from) => {
    const ranges = new Map<number, [number, number][]>();
    row.forEach((to, byte) => {
      if (to < 0) return;
      const list = ranges.get(to) ?? [];
      ranges.set(to, list);
      const end = list.at(-1);
      if (end !== undefined && end[1] === byte - 1) end[1] = byte;
      else list.push([byte, byte]);
    });
    for (const [to, list] of ranges) add(from, to, { kind: "bytes", ranges: list as ByteRanges });
    if (accepting[from] === true) add(from, last, epsilon);
  });
  const inside = insideCharacters(next);
  const left = new Set(next.keys());
  while (left.size > 0) {
    const state = cheapest(left, edges, inside);
    left.delete(state);
    const out = edges[state]!;
    const again = out.get(state);
    const loop = again === undefined ? epsilon : star(again);
    edges.forEach((row, from) => {
      const enter = row.get(state);
      if (enter === undefined || from === state) return;
      row.delete(state);
      const isSame = again !== undefined && JSON.stringify(again) === JSON.stringify(enter);
      const through = isSame ? [plus(again)] : [enter, loop];
      for (const [to, leave] of out) if (to !== state) add(from, to, joined(...through, leave));
    });
    out.clear();
  }
  return edges[first]!.get(last)!;
}

/** The state whose elimination adds the least to the expression. States inside characters come first. */
function cheapest(
  left: ReadonlySet<number>,
  edges: readonly ReadonlyMap<number, Regex>[],
  inside: ReadonlySet<number>,
): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const state of left) {
    const into = edges.reduce((sum, row, from) => sum + Number(from !== state && row.has(state)), 0);
    const cost = (inside.has(state) ? 0 : 1_000_000) + into * edges[state]!.size;
    if (cost < least) [found, least] = [state, cost];
  }
  return found;
}

/** The states that occur only inside a character. */
function insideCharacters(next: readonly Int32Array[]): ReadonlySet<number> {
  const whole = new Set([0]);
  const within = new Set<number>();
  const open: [state: number, missing: number][] = [[0, 0]];
  const met = new Set<string>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const [state, missing] = place;
    if (met.has(place.join())) continue;
    met.add(place.join());
    (missing === 0 ? whole : within).add(state);
    next[state]!.forEach((to, byte) => {
      if (to < 0) return;
      if (missing > 0) open.push([to, missing - 1]);
      else open.push([to, byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3]);
    });
  }
  for (const state of whole) within.delete(state);
  return within;
}

const isEpsilon = (regex: Regex): boolean =>
  (regex.kind === "literal" && regex.bytes.length === 0) || (regex.kind === "sequence" && regex.items.length === 0);

function joined(...parts: readonly Regex[]): Regex {
  const kept = parts.filter((part) => !isEpsilon(part));
  return kept.length === 0 ? epsilon : kept.length === 1 ? kept[0]! : sequenceOf(kept);
}

function either(left: Regex, right: Regex): Regex {
  if (isEpsilon(left)) return isEpsilon(right) ? left : optional(right);
  return isEpsilon(right) ? optional(left) : choiceOf([left, right]);
}

// A slow twin of the engine: what a regex means, by the definition, one text at a time; and random regexes to try it on.
import { automatonRegex, deferred, type Regex } from "@espalier/automata";
import fc from "fast-check";

/** Does `regex` match the whole of `text`? Straight from the definition of each operator. */
export function means(regex: Regex, text: readonly number[]): boolean {
  const memo = new Map<Regex, Map<number, boolean>>();
  const match = (r: Regex, from: number, to: number): boolean => {
    let known = memo.get(r);
    if (known === undefined) memo.set(r, (known = new Map()));
    const key = from * 1000 + to;
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = decide(r, from, to);
    known.set(key, result);
    return result;
  };
  const decide = (r: Regex, from: number, to: number): boolean => {
    switch (r.kind) {
      case "empty":
        return false;
      case "bytes":
        return to === from + 1 && r.ranges.some(([low, high]) => low <= text[from]! && text[from]! <= high);
      case "literal":
        return to - from === r.bytes.length && r.bytes.every((byte, i) => text[from + i] === byte);
      case "sequence": {
        let ends = new Set([from]);
        for (const item of r.items) {
          const next = new Set<number>();
          for (const start of ends) for (let end = start; end <= to; end++) if (match(item, start, end)) next.add(end);
          ends = next;
        }
        return ends.has(to);
      }
      case "choice":
        return r.options.some((option) => match(option, from, to));
      case "and":
        return r.operands.every((operand) => match(operand, from, to));
      case "not":
        return !match(r.operand, from, to);
      case "repeat": {
        // Once every reachable end has been seen at count `to − from + 1`, more counting adds nothing but ε.
        let ends = new Set([from]);
        const most = Math.min(r.max, r.min + (to - from) + 1);
        for (let count = 0; count <= most; count++) {
          if (count >= r.min && ends.has(to)) return true;
          const next = new Set<number>();
          for (const start of ends)
            for (let end = start; end <= to; end++) if (match(r.item, start, end)) next.add(end);
          ends = next;
        }
        return false;
      }
      case "automaton": {
        const { classOf, classCount, next, accepting } = r.automaton;
        let state = r.start;
        for (let at = from; at < to && state >= 0; at++) state = next[state * classCount + classOf[text[at]!]!]!;
        return state >= 0 && accepting[state] === 1;
      }
      case "deferred":
        return match(r.load(), from, to);
    }
  };
  return match(regex, 0, text.length);
}

/** Every text over `alphabet` of at most `length` bytes, shortest first. */
export function textsUpTo(alphabet: readonly number[], length: number): number[][] {
  const out: number[][] = [[]];
  for (let start = 0, n = 0; n < length; n++) {
    const end = out.length;
    for (; start < end; start++) for (const byte of alphabet) out.push([...out[start]!, byte]);
  }
  return out;
}

/** Automata of up to four states that tell a, b and c apart, dead and unreachable states among them. */
const automata: fc.Arbitrary<Regex> = fc.integer({ min: 1, max: 4 }).chain((states) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: -1, max: states - 1 }), { minLength: states * 3, maxLength: states * 3 }),
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: states, maxLength: states }),
      fc.nat(states - 1),
    )
    .map(([edges, accepting, start]): Regex => {
      const classOf = new Uint8Array(256).fill(3);
      for (let k = 0; k < 3; k++) classOf[0x61 + k] = k;
      const next = new Int32Array(states * 4).fill(-1);
      for (const [edge, target] of edges.entries()) next[Math.floor(edge / 3) * 4 + (edge % 3)] = target;
      return automatonRegex({ classOf, classCount: 4, next, accepting: Uint8Array.from(accepting) }, start);
    }),
);

/** Automata that are loaded later, but for those that nothing or the empty text leads through. */
const deferrals: fc.Arbitrary<Regex> = automata.map((regex): Regex => {
  const shortest = textsUpTo([0x61, 0x62, 0x63], 3).find((text) => means(regex, text));
  if (shortest === undefined || shortest.length === 0 || regex.kind !== "automaton") return regex;
  const { classOf, classCount } = regex.automaton;
  return deferred({ classOf, classCount, least: shortest.length, load: () => regex });
});

/** Small regexes over a, b and c, every kind of node. */
export const regexes: fc.Arbitrary<Regex> = fc.letrec<{ regex: Regex }>((tie) => {
  const byte = fc.integer({ min: 0x61, max: 0x63 });
  const leaf: fc.Arbitrary<Regex> = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Regex>({ kind: "empty" }) },
    { weight: 1, arbitrary: fc.constant<Regex>({ kind: "sequence", items: [] }) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(byte, byte)
        .map(([x, y]): Regex => ({ kind: "bytes", ranges: [[Math.min(x, y), Math.max(x, y)]] })),
    },
    {
      weight: 4,
      arbitrary: fc.array(byte, { maxLength: 3 }).map((bytes): Regex => ({ kind: "literal", bytes })),
    },
    { weight: 2, arbitrary: automata },
    { weight: 1, arbitrary: deferrals },
  );
  const several = fc.array(tie("regex"), { minLength: 1, maxLength: 3 });
  return {
    regex: fc.oneof(
      { depthSize: "medium", maxDepth: 5, withCrossShrink: true },
      leaf,
      several.map((items): Regex => ({ kind: "sequence", items })),
      several.map((options): Regex => ({ kind: "choice", options })),
      several.map((operands): Regex => ({ kind: "and", operands })),
      tie("regex").map((operand): Regex => ({ kind: "not", operand })),
      fc
        .tuple(tie("regex"), fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY))
        .map(([item, min, more]): Regex => ({ kind: "repeat", item, min, max: min + more })),
    ),
  };
}).regex;

/** The seed of this run's random cases. */
export const seed: number = Number(process.env.ESPALIER_SEED ?? 20261120);

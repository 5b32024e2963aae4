// Over-approximates the bytes that occur in the texts of an expression, from its structure.

import type { Regex } from "@espalier/automata";

const known = new WeakMap<object, ReadonlySet<number>>();

export function usedBytes(regex: Regex): ReadonlySet<number> {
  let bytes = known.get(regex);
  if (bytes === undefined) known.set(regex, (bytes = find(regex)));
  return bytes;
}

const EVERY: ReadonlySet<number> = new Set(Array.from({ length: 256 }, (_, byte) => byte));

function find(regex: Regex): ReadonlySet<number> {
  switch (regex.kind) {
    case "empty":
      return new Set();
    case "bytes":
      return new Set([...EVERY].filter((byte) => regex.ranges.some(([from, to]) => from <= byte && byte <= to)));
    case "literal":
      return new Set(regex.bytes);
    case "sequence":
      return united(regex.items);
    case "choice":
      return united(regex.options);
    case "and": {
      const [first, ...others] = regex.operands.map(usedBytes);
      return new Set([...(first ?? EVERY)].filter((byte) => others.every((other) => other.has(byte))));
    }
    case "not":
      return EVERY;
    case "repeat":
      return usedBytes(regex.item);
    case "automaton":
      return ofAutomaton(regex);
    case "deferred":
      return usedBytes(regex.load());
  }
}

function united(parts: readonly Regex[]): ReadonlySet<number> {
  return new Set(parts.flatMap((part) => [...usedBytes(part)]));
}

/** Returns the bytes of the classes by which some state has a step. */
function ofAutomaton({ automaton }: Extract<Regex, { readonly kind: "automaton" }>): ReadonlySet<number> {
  const { classOf, classCount, next } = automaton;
  const leads = new Uint8Array(classCount);
  for (let entry = 0; entry < next.length; entry++) if (next[entry]! >= 0) leads[entry % classCount] = 1;
  return new Set([...EVERY].filter((byte) => leads[classOf[byte]!] === 1));
}

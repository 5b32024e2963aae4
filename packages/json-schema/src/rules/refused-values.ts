// The keys and items that must not come again: the tries of used keys and strings (used-keys.ts) and of used numbers (used-numbers.ts) as one, as the language
// reads them. Nodes of the former are even here, nodes of the latter odd.

import { OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import { usedKeys } from "./used-keys.js";
import type { UsedNames } from "./used-names.js";
import { usedNumbers } from "./used-numbers.js";
import type { UsedFamily, UsedTexts } from "./used-tries.js";

export interface RefusedValues extends RefusedTexts {
  /** The tries of used keys or strings with some reserved ones. */
  readonly keys: UsedTexts["family"];
  /** The tries of used numbers with some reserved ones. */
  numbers(reserved: readonly string[]): UsedFamily;
  /** The memory of all nodes, in bytes. */
  heldBytes(): number;
}

export function refusedValues(used: UsedNames): RefusedValues {
  const keys = usedKeys(used);
  const numbers = usedNumbers(used);
  const both = [keys, numbers] as const;
  const partOf = (node: number): RefusedTexts => both[node & 1]!;
  const outer = (own: number, part: number): number => (own === OUTSIDE ? OUTSIDE : 2 * own + part);
  return {
    keys(reserved, textsOf) {
      const { before } = keys.family(reserved, textsOf);
      return { before: (set) => outer(before(set), 0) };
    },
    numbers(reserved) {
      const { before } = numbers.family(reserved);
      return { before: (set) => outer(before(set), 1) };
    },
    next: (node, byte) => outer(partOf(node).next(node >>> 1, byte), node & 1),
    refuses: (node) => partOf(node).refuses(node >>> 1),
    ends: (node) => partOf(node).ends(node >>> 1),
    bytes: (node) => partOf(node).bytes(node >>> 1),
    reserved: (node) => partOf(node).reserved(node >>> 1),
    heldBytes: () => keys.heldBytes() + numbers.heldBytes(),
  };
}

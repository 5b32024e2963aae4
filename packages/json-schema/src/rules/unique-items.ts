// Edges over items that must be distinct. Texts of used items are rejected. Each value is identified by one canonical spelling of its JSON text, whatever
// spelling the input uses. No automaton is built for used strings (used-keys.ts) and numbers (used-numbers.ts), except if the schema lists the numbers.
//
// Numbers are compared as JSON readers compare them, as doubles (distinct.ts).

import type { Regex } from "@espalier/automata";
import { utf8Decode } from "@espalier/utf8";
import type { ArrayPlan, ItemVariant } from "../nodes/plan.js";
import { FALSE, NULL, type Scalars, TRUE } from "../nodes/scalar-values.js";
import { NO_NUMBER, numbersOf } from "../numbers/number-set.js";
import { quoted } from "../strings/quoting.js";
import { NO_STRING, stringRegex } from "../strings/string-set.js";
import { once, onceFor } from "../text/recall.js";
import type { EdgeList, RuleMaker } from "./rule-maker.js";

export interface UniqueItems {
  /**
   * Adds edges over the items that are not in the set `used` (used-names.ts). `target` returns the state to which an edge leads; its argument is `undefined`
   * for an unknown value.
   */
  add(edges: EdgeList, used: number, target: (value: string | undefined) => number): void;
  /** Whether an item outside of the set `used` exists, whatever its unknown items are, or may exist. May explore an expression's derivatives. */
  another(used: number): boolean;
  /** The length in bytes of the item that a completion uses: a reserved one, or the shortest that is not in the set `used`. */
  least(used: number): number;
  /** An upper bound of that length. It holds for all items that the unknown ones in `used` may be. */
  longest(used: number): number;
}

const CONSTANTS: readonly (readonly [bit: number, value: string])[] = [
  [NULL, "null"],
  [TRUE, "true"],
  [FALSE, "false"],
];

export function uniqueItems(make: RuleMaker, plan: ArrayPlan): UniqueItems {
  const [{ node }] = plan.variants(0) as [ItemVariant];
  const scalars = node.scalars();
  const { terminals, numbers, escapes, usedNames: values } = make;
  const { atLeast, atMost, ample } = plan.distinct();
  const most = Math.min(atMost, plan.mostUnique);

  const constants = CONSTANTS.filter(([bit]) => (scalars.constants & bit) !== 0);
  const unusedConstants = (set: number) => constants.filter(([, value]) => !values.names(set).has(value));

  const reserved = plan.reserved();
  const usedStrings = make.refused.keys(reserved.flatMap(stringsIn), stringsIn);
  const usedNumbers = make.refused.numbers(reserved.filter((text) => stringsIn(text).length === 0));
  const numberRegex = numbers.comparable;

  /** The node before the numbers that are rejected; −1 for listed numbers, of which {@link candidates} leaves out the used ones. */
  const refusedNumber = (set: number): number => (scalars.numbers.kind === "finite" ? -1 : usedNumbers.before(set));

  /** The texts of numbers of which {@link refusedNumber} rejects those in `set`. */
  function candidates(set: number): Regex {
    if (scalars.numbers.kind !== "finite") return numberRegex(scalars.numbers);
    const used = values.names(set);
    return numberRegex(numbersOf([...scalars.numbers.values].filter((value) => !used.has(String(value + 0)))));
  }

  const stringTexts = once(() => quoted(stringRegex(scalars.strings), escapes));

  /** The terminal of one part of the scalars. */
  const terminalOf = (part: Partial<Scalars>): number =>
    terminals.scalars({ constants: 0, numbers: NO_NUMBER, strings: NO_STRING, ...part })[0]!;
  const constantTerminal = onceFor((bit: number) => terminalOf({ constants: bit }));
  const stringTerminal = once(() => terminals.telling(terminalOf({ strings: scalars.strings }), stringTexts));
  const numberTerminal = once(() =>
    terminals.telling(terminalOf({ numbers: scalars.numbers }), () => numberRegex(scalars.numbers)),
  );

  function least(set: number): number {
    const string = make.least(stringTexts(), usedStrings.before(set));
    if (make.reserves(usedStrings.before(set))) return string;
    const number = make.least(candidates(set), refusedNumber(set));
    if (make.reserves(refusedNumber(set))) return number;
    return Math.min(...unusedConstants(set).map(([, value]) => value.length), string, number);
  }

  return {
    least,
    longest(set) {
      if (values.size(set) === values.names(set).size) return least(set);
      // `atLeast` counts one string and one number whose lengths may be unknown.
      return values.size(set) + 2 < atLeast ? ample : Number.POSITIVE_INFINITY;
    },
    another(set) {
      const count = values.size(set);
      if (count >= most) return false;
      if (count < atLeast) return true;
      if (unusedConstants(set).length > 0) return true;
      return make.takes(stringTexts(), usedStrings.before(set)) || make.takes(candidates(set), refusedNumber(set));
    },
    add(edges, set, target) {
      const used = values.names(set);
      const unsure = values.size(set) > used.size;
      // Completions use the reserved items while some are left.
      const cheapest = (): boolean => !make.reserves(usedStrings.before(set)) && !make.reserves(refusedNumber(set));
      // If an item is certainly left after one more, whichever it is, what may follow that one does not depend on it.
      const any = (): number => (!unsure && values.size(set) + 1 < atLeast ? target(undefined) : -1);
      for (const [bit, value] of unusedConstants(set)) edges.terminals.push(constantTerminal(bit), target(value));
      if (scalars.strings.kind !== "none") {
        const follow = (text: Uint8Array): number => unlessUsed(JSON.stringify(JSON.parse(utf8Decode(text))));
        const refused = (): number => usedStrings.before(set);
        edges.terminals.push(stringTerminal(), make.edge({ follow, refused, any, unsure, cheapest }));
      }
      if (scalars.numbers.kind !== "none") {
        const follow = (text: Uint8Array): number => unlessUsed(String(Number(utf8Decode(text)) + 0));
        const allowed = (): Regex | undefined => (used.size === 0 ? undefined : candidates(set));
        const refused = (): number => refusedNumber(set);
        edges.terminals.push(numberTerminal(), make.edge({ follow, allowed, refused, any, unsure, cheapest }));
      }
      function unlessUsed(value: string): number {
        return used.has(value) ? -1 : target(value);
      }
    },
  };
}

/** Returns the string that a JSON text spells; none for other values. */
const stringsIn = (text: string): readonly string[] => (text.startsWith('"') ? [JSON.parse(text) as string] : []);

// Edges over items that must be distinct. Texts of used items are rejected. Each value is identified by one canonical spelling of its JSON text, whatever
// spelling the input uses. Used strings are rejected like used keys (used-keys.ts); for used numbers, which have infinitely many spellings, an automaton is
// built.
//
// Numbers are compared as JSON readers compare them, as doubles (distinct.ts).

import { and, type Regex } from "@espalier/automata";
import { utf8Decode } from "@espalier/utf8";
import { unusedStrings } from "../nodes/distinct.js";
import type { ArrayPlan, ItemVariant } from "../nodes/plan.js";
import { FALSE, NULL, type Scalars, TRUE } from "../nodes/scalar-values.js";
import { numbersOf } from "../numbers/number-set.js";
import { type Escapes, quoted } from "../strings/quoting.js";
import { stringRegex } from "../strings/string-set.js";
import type { EdgeList, RuleMaker } from "./rule-maker.js";

/** The sizes of the groups in which used numbers are rejected. */
const GROUP_SIZES = [16, 1];
/** The largest number of groups whose texts are cached. */
const MOST_REMEMBERED = 4_096;

export interface UniqueItems {
  /**
   * Adds edges over the items that are not in the set `used` (used-names.ts). `target` returns the state to which an edge leads; its argument is `undefined`
   * for an unknown value.
   */
  add(edges: EdgeList, used: number, target: (value: string | undefined) => number): void;
  /** Whether an item outside of `used` exists. `count` is the number of used items, including unknown ones. May explore an expression's derivatives. */
  another(used: ReadonlySet<string>, count: number): boolean;
  /** The length in bytes of the item that a completion uses: a reserved one, or the shortest that is not in the set `used`. */
  least(used: number): number;
  /** The largest number of distinct items in an array. */
  readonly most: number;
}

export function uniqueItems(make: RuleMaker, plan: ArrayPlan, escapes: Escapes): UniqueItems {
  const [{ node }] = plan.variants(0) as [ItemVariant];
  const scalars = node.scalars();
  const { terminals, numbers, strings, usedNames: values } = make;
  const { atLeast, atMost } = plan.distinct();
  const most = Math.min(atMost, plan.mostUnique);

  const constants: readonly (readonly [bit: number, value: string])[] = [
    [NULL, "null"],
    [TRUE, "true"],
    [FALSE, "false"],
  ];

  const family = make.usedKeys.family(plan.reserved(), stringIn);
  const numberRegex = numbers.comparable;
  const others = new Map<string, Regex>();

  /** The texts of all numbers except these. */
  function otherThan(values: readonly number[]): Regex {
    const key = values.join();
    let known = others.get(key);
    if (known === undefined) {
      if (others.size >= MOST_REMEMBERED) others.clear();
      others.set(key, (known = numberRegex(numbers.other(numbersOf(values)))));
    }
    return known;
  }

  /**
   * The texts of numbers that have not been used. The used numbers are divided, in array order, into groups with one automaton each. Most groups are the same
   * as for the previous item, so few automata are new.
   */
  function unusedNumbers(used: ReadonlySet<string>): Regex {
    const values = [...used].filter((text) => /^[-\d]/u.test(text)).map(Number);
    if (scalars.numbers.kind === "finite") {
      const known = new Set(values);
      return numberRegex(numbersOf([...scalars.numbers.values].filter((value) => !known.has(value))));
    }
    const groups = inGroups(values).map(otherThan);
    return groups.length === 0 ? numberRegex(scalars.numbers) : and(numberRegex(scalars.numbers), ...groups);
  }

  const manyStrings = once(() => make.plentiful(stringRegex(scalars.strings), most + 1));
  const manyNumbers = once(() => make.plentiful(numberRegex(scalars.numbers), most + 1));

  return {
    most,
    another(used, count) {
      if (count >= most) return false;
      if (count < atLeast) return true;
      if (constants.some(([bit, value]) => (scalars.constants & bit) !== 0 && !used.has(value))) return true;
      if (!strings.isEmpty(unusedStrings(scalars.strings, used, strings))) return true;
      return make.matchable(unusedNumbers(used));
    },
    least(set) {
      const node = family.before(set);
      const string = make.leastKey(stringRegex(scalars.strings), node);
      if (make.reserves(node)) return string;
      const used = values.names(set);
      const constant = constants.filter(([bit, value]) => (scalars.constants & bit) !== 0 && !used.has(value));
      return Math.min(...constant.map(([, value]) => value.length), string, make.distance(unusedNumbers(used)));
    },
    add(edges, set, target) {
      const used = values.names(set);
      const unsure = values.size(set) > used.size;
      // Completions use the reserved strings while some are left.
      const cheapest = (): boolean => !make.reserves(family.before(set));
      for (const [bit, value] of constants) {
        if ((scalars.constants & bit) === 0 || used.has(value)) continue;
        const [terminal] = terminals.scalars(only({ constants: bit }, scalars)) as [number];
        edges.terminals.push(terminal, target(value));
      }
      if (scalars.strings.kind !== "none") {
        const [plain] = terminals.scalars(only({ strings: scalars.strings }, scalars)) as [number];
        const terminal = terminals.telling(plain, () => quoted(stringRegex(scalars.strings), escapes));
        const follow = (text: Uint8Array): number => unlessUsed(JSON.stringify(JSON.parse(utf8Decode(text))));
        const refused = (): number => family.before(set);
        const any = (): number => (!unsure && manyStrings() ? target(undefined) : -1);
        edges.terminals.push(terminal, make.edge({ follow, refused, any, unsure, cheapest }));
      }
      if (scalars.numbers.kind !== "none") {
        const [plain] = terminals.scalars(only({ numbers: scalars.numbers }, scalars)) as [number];
        const terminal = terminals.telling(plain, () => numberRegex(scalars.numbers));
        const follow = (text: Uint8Array): number => unlessUsed(String(Number(utf8Decode(text)) + 0));
        const allowed = (): Regex => unusedNumbers(used);
        const any = (): number => (!unsure && manyNumbers() ? target(undefined) : -1);
        edges.terminals.push(
          terminal,
          make.edge({ follow, allowed: used.size === 0 ? () => undefined : allowed, any, unsure, cheapest }),
        );
      }
      function unlessUsed(value: string): number {
        return used.has(value) ? -1 : target(value);
      }
    },
  };
}

/** Returns the string that a JSON text spells; `undefined` for other values. */
const stringIn = (text: string): string | undefined =>
  text.startsWith('"') ? (JSON.parse(text) as string) : undefined;

/** The values in order, in the largest groups that fit. */
function inGroups(values: readonly number[]): readonly (readonly number[])[] {
  const groups: (readonly number[])[] = [];
  let at = 0;
  for (const size of GROUP_SIZES) {
    for (; at + size <= values.length; at += size) groups.push(values.slice(at, at + size));
  }
  return groups;
}

function once(ask: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => (known ??= ask());
}

const parts = new WeakMap<object, Map<string, Scalars>>();

/** Restricts a node's scalars to a part. Equal arguments return the same object, because terminals are cached by identity. */
function only(part: Partial<Scalars>, of: Scalars): Scalars {
  let known = parts.get(of);
  if (known === undefined) parts.set(of, (known = new Map()));
  const key = `${Object.keys(part)[0]} ${part.constants ?? ""}`;
  let made = known.get(key);
  if (made === undefined) {
    made = { constants: 0, numbers: { kind: "none" }, strings: { kind: "none" }, ...part };
    known.set(key, made);
  }
  return made;
}

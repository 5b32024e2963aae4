// Edges over items that must be distinct. Texts of used items are rejected. Each value is identified by one canonical spelling of its JSON text, whatever
// spelling the input uses.
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
   * Adds edges over the items that are not in `used`. `target` returns the state to which an edge leads; its argument is `undefined` for an unknown value.
   * `unsure` means that the array already contains an unknown value.
   */
  add(edges: EdgeList, used: ReadonlySet<string>, unsure: boolean, target: (value: string | undefined) => number): void;
  /** Whether an item outside of `used` exists. `count` is the number of used items, including unknown ones. May explore an expression's derivatives. */
  another(used: ReadonlySet<string>, count: number): boolean;
  /** The length in bytes of the shortest item that is not in `used`. */
  least(used: ReadonlySet<string>): number;
  /** The largest number of distinct items in an array. */
  readonly most: number;
}

export function uniqueItems(make: RuleMaker, plan: ArrayPlan, escapes: Escapes): UniqueItems {
  const [{ node }] = plan.variants(0) as [ItemVariant];
  const scalars = node.scalars();
  const { terminals, numbers, strings } = make;
  const { atLeast, atMost } = plan.distinct();
  const most = Math.min(atMost, plan.mostUnique);

  const constants: readonly (readonly [bit: number, value: string])[] = [
    [NULL, "null"],
    [TRUE, "true"],
    [FALSE, "false"],
  ];

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
    least(used) {
      const constant = constants.filter(([bit, value]) => (scalars.constants & bit) !== 0 && !used.has(value));
      return Math.min(
        ...constant.map(([, value]) => value.length),
        make.distance(quoted(stringRegex(unusedStrings(scalars.strings, used, strings)), escapes)),
        make.distance(unusedNumbers(used)),
      );
    },
    add(edges, used, unsure, target) {
      for (const [bit, value] of constants) {
        if ((scalars.constants & bit) === 0 || used.has(value)) continue;
        const [terminal] = terminals.scalars(only({ constants: bit }, scalars)) as [number];
        edges.terminals.push(terminal, target(value));
      }
      if (scalars.strings.kind !== "none") {
        const [plain] = terminals.scalars(only({ strings: scalars.strings }, scalars)) as [number];
        const terminal = terminals.telling(plain, () => quoted(stringRegex(scalars.strings), escapes));
        const follow = (text: Uint8Array): number => unlessUsed(JSON.stringify(JSON.parse(utf8Decode(text))));
        const allowed = (): Regex => quoted(stringRegex(unusedStrings(scalars.strings, used, strings)), escapes);
        const any = (): number => (!unsure && manyStrings() ? target(undefined) : -1);
        edges.terminals.push(
          terminal,
          make.edge({ follow, allowed: used.size === 0 ? () => undefined : allowed, any, unsure }),
        );
      }
      if (scalars.numbers.kind !== "none") {
        const [plain] = terminals.scalars(only({ numbers: scalars.numbers }, scalars)) as [number];
        const terminal = terminals.telling(plain, () => numberRegex(scalars.numbers));
        const follow = (text: Uint8Array): number => unlessUsed(String(Number(utf8Decode(text)) + 0));
        const allowed = (): Regex => unusedNumbers(used);
        const any = (): number => (!unsure && manyNumbers() ? target(undefined) : -1);
        edges.terminals.push(
          terminal,
          make.edge({ follow, allowed: used.size === 0 ? () => undefined : allowed, any, unsure }),
        );
      }
      function unlessUsed(value: string): number {
        return used.has(value) ? -1 : target(value);
      }
    },
  };
}

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

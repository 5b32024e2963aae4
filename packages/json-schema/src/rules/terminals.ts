// The terminals of a schema's language, numbered in order of first use. Terminals that match the same texts share a
// number, so the parser and the lexer have one state wherever the same texts can follow.

import { literal, type Regex } from "@espalier/automata";
import { FALSE, NULL, type Scalars, TRUE } from "../nodes/scalar-values.js";
import type { IntegerSpelling } from "../numbers/constant-texts.js";
import type { NumberSet } from "../numbers/number-set.js";
import type { NumberSets } from "../numbers/number-sets.js";
import { type Escapes, quoted } from "../strings/quoting.js";
import { type StringSet, stringRegex } from "../strings/string-set.js";
import { onceFor } from "../text/recall.js";
import { numberName, type SetName, stringName } from "./set-names.js";
import type { Layout } from "./whitespace.js";

export interface Terminals {
  open(bracket: "{" | "["): number;
  /** −1 if the whitespace style has nothing there. */
  first(depth: number): number;
  closeEmpty(bracket: "}" | "]"): number;
  close(bracket: "}" | "]", depth: number): number;
  comma(depth: number): number;
  colon(): number;
  /** A declared name. */
  key(name: string): number;
  /** The names in a language over decoded text. What follows depends on the name. */
  keys(names: Regex): number;
  /** The terminals for the scalars of a node, in ascending order. Each has its own number. */
  scalars(scalars: Scalars): readonly number[];
  /** A variant of a terminal of {@link Terminals.scalars}, for places where what follows depends on the value. */
  telling(terminal: number, make: () => Regex): number;
  /** Whether what follows depends on the text. */
  tells(terminal: number): boolean;
  regex(terminal: number): Regex;
  /** Returns the length of the shortest text of a terminal, if it is known without its expression. */
  shortest(terminal: number): number | undefined;
  name(terminal: number): string;
}

export function createTerminals(
  layout: Layout,
  escapes: Escapes,
  sets: Pick<NumberSets, "written"> & Partial<Pick<NumberSets, "shortest">>,
  integers: IntegerSpelling,
): Terminals {
  const makers: (() => Regex)[] = [];
  const names: (string | (() => string))[] = [];
  const byKey = new Map<string, number>();
  const ofSet = new Map<StringSet | NumberSet, number>();
  const tellingOf = new Map<number, number>();
  const tells = new Set<number>();
  /** Of terminals whose shortest texts are known. */
  const lengths = new Map<number, number>();

  /** @param name a function if computing the name takes work; it is called on demand. */
  function add(name: string | (() => string), make: () => Regex): number {
    names.push(name);
    return makers.push(make) - 1;
  }

  function shared(key: string, name: string, make: () => Regex): number {
    let terminal = byKey.get(key);
    if (terminal === undefined) {
      terminal = add(name, make);
      byKey.set(key, terminal);
    }
    return terminal;
  }

  /** One terminal for each key or, without a key, for each set. */
  function named({ key, name }: SetName, set: StringSet | NumberSet, make: () => Regex): number {
    if (key !== undefined) return shared(key, name, make);
    let terminal = ofSet.get(set);
    if (terminal === undefined) ofSet.set(set, (terminal = add(name, make)));
    return terminal;
  }

  /** One terminal for each depth, if they differ by depth. */
  function byDepth(name: string, make: (depth: number) => Regex): (depth: number) => number {
    const known: number[] = [];
    return (depth) => {
      const at = layout.nested ? depth : 0;
      return (known[at] ??= add(name, () => make(at)));
    };
  }

  const opens = onceFor((bracket: "{" | "[") => add(`"${bracket}"`, () => layout.open(bracket)));
  const closesEmpty = onceFor((bracket: "}" | "]") => add(`"${bracket}"`, () => layout.closeEmpty(bracket)));
  const closes = onceFor((bracket: "}" | "]") => byDepth(`"${bracket}"`, (depth) => layout.close(bracket, depth)));
  const commas = byDepth('","', layout.comma);
  const colons = byDepth('":"', () => layout.colon);

  return {
    open: opens,
    first(depth) {
      const made = layout.first(depth);
      return made === undefined ? -1 : shared(`first ${depth}`, "line break", () => made);
    },
    closeEmpty: closesEmpty,
    close: (bracket, depth) => closes(bracket)(depth),
    comma: commas,
    colon: () => colons(0),
    key: onceFor((name) =>
      add(
        () => JSON.stringify(name),
        () => quoted(literal(name), escapes),
      ),
    ),
    keys: onceFor((regex) => {
      const terminal = add("name", () => quoted(regex, escapes));
      tells.add(terminal);
      return terminal;
    }),
    telling(terminal, make) {
      let twin = tellingOf.get(terminal);
      if (twin === undefined) {
        twin = add(names[terminal]!, make);
        tellingOf.set(terminal, twin);
        tells.add(twin);
      }
      return twin;
    },
    tells: (terminal) => tells.has(terminal),
    scalars: onceFor(({ constants, numbers, strings }) => {
      const made: number[] = [];
      if ((constants & NULL) !== 0) made.push(shared("null", "null", () => literal("null")));
      if ((constants & TRUE) !== 0) made.push(shared("true", "true", () => literal("true")));
      if ((constants & FALSE) !== 0) made.push(shared("false", "false", () => literal("false")));
      if (numbers.kind !== "none") {
        const terminal = named(numberName(numbers), numbers, () => sets.written(numbers, integers));
        const length = sets.shortest?.(numbers, integers);
        if (length !== undefined) lengths.set(terminal, length);
        made.push(terminal);
      }
      if (strings.kind !== "none")
        made.push(named(stringName(strings), strings, () => quoted(stringRegex(strings), escapes)));
      return made.sort((a, b) => a - b);
    }),
    regex: (terminal) => makers[terminal]!(),
    shortest: (terminal) => lengths.get(terminal),
    name(terminal) {
      const name = names[terminal]!;
      return typeof name === "string" ? name : name();
    },
  };
}

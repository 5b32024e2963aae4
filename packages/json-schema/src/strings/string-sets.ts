// Operations on sets of strings. They may have to explore a regular expression, so they need an engine.

import { and, type Engine, type Regex } from "@espalier/automata";
import { bytesOf } from "@espalier/monitor";
import { onceFor } from "../text/recall.js";
import { eitherWithin, restOf } from "../text/within.js";
import { anyText } from "./quoting.js";
import {
  ANY_STRING,
  isAnyString,
  isWritable,
  NO_STRING,
  type StringSet,
  stringRegex,
  stringsMatching,
  stringsOf,
  stringsOfLength,
} from "./string-set.js";

/** Operations that may have to explore a regular expression. */
export interface StringSets {
  has(set: StringSet, value: string): boolean;
  both(a: StringSet, b: StringSet): StringSet;
  either(a: StringSet, b: StringSet): StringSet;
  other(set: StringSet): StringSet;
  /** Whether the set is empty. May explore the expression. */
  isEmpty(set: StringSet): boolean;
}

/** Says that a choice has options that are no literals. */
const NO_TEXTS: ReadonlySet<string> = new Set();
const keyOf = (bytes: Iterable<number>): string => [...bytes].join();

export function createStringSets(engine: Engine): StringSets {
  const matching = onceFor(
    (regex: Regex) => onceFor((value: string): boolean => isWritable(value) && decide(regex, value)),
    new WeakMap(),
  );
  const matches = (regex: Regex, value: string): boolean => matching(regex)(value);

  /** Operands of intersections and complements are asked one by one, because their derivatives would be built for this question alone. */
  function decide(regex: Regex, value: string): boolean {
    if (regex === anyText) return true;
    switch (regex.kind) {
      case "and":
        return regex.operands.every((operand) => matches(operand, value));
      case "not":
        return !matches(regex.operand, value);
      case "choice": {
        const texts = textsOf(regex.options);
        return texts === NO_TEXTS ? run(regex, value) : texts.has(keyOf(bytesOf(value)));
      }
      default:
        return run(regex, value);
    }
  }

  /** The texts of a choice between literals, as keys; `NO_TEXTS` if other options are among them. */
  const textsOf = onceFor((options: readonly Regex[]): ReadonlySet<string> => {
    const literals = options.flatMap((option) => (option.kind === "literal" ? [keyOf(option.bytes)] : []));
    return literals.length === options.length ? new Set(literals) : NO_TEXTS;
  }, new WeakMap());

  function run(regex: Regex, value: string): boolean {
    let state = engine.intern(regex);
    for (const byte of bytesOf(value)) {
      if (state === 0) return false;
      state = engine.derivative(state, byte);
    }
    return engine.nullable(state);
  }

  function has(set: StringSet, value: string): boolean {
    if (set.kind === "none") return false;
    if (set.kind === "finite") return set.values.has(value);
    if (set.min > 0 || set.max !== Number.POSITIVE_INFINITY) {
      const length = codePoints(value);
      if (length < set.min || length > set.max) return false;
    }
    return set.regex === undefined ? isWritable(value) : matches(set.regex, value);
  }

  function both(a: StringSet, b: StringSet): StringSet {
    if (a === b || isAnyString(b)) return a;
    if (isAnyString(a)) return b;
    if (a.kind === "none" || b.kind === "none") return NO_STRING;
    if (a.kind === "finite") return stringsOf([...a.values].filter((value) => has(b, value)));
    if (b.kind === "finite") return both(b, a);
    const min = Math.max(a.min, b.min);
    const max = Math.min(a.max, b.max);
    if (min > max) return NO_STRING;
    if (a.regex === undefined || b.regex === undefined || a.regex === b.regex) {
      const regex = a.regex ?? b.regex;
      return regex === undefined ? { kind: "text", min, max } : { kind: "text", min, max, regex };
    }
    return { kind: "text", min, max, regex: intersecting(a.regex)(b.regex) };
  }

  /** One expression for each pair, because the same sets meet in many cases of a schema. */
  const intersecting = onceFor((a: Regex) => onceFor((b: Regex) => and(a, b), new WeakMap()), new WeakMap());

  function either(a: StringSet, b: StringSet): StringSet {
    if (a === b || b.kind === "none") return a;
    if (a.kind === "none") return b;
    if (isAnyString(a)) return a;
    if (isAnyString(b)) return b;
    if (a.kind === "finite" && b.kind === "finite") return stringsOf([...a.values, ...b.values]);
    if (a.kind === "finite") return either(b, a);
    if (b.kind === "finite") {
      const rest = [...b.values].filter((value) => !has(a, value));
      return rest.length === 0
        ? a
        : stringsMatching(eitherWithin(anyText, [stringRegex(a), stringRegex(stringsOf(rest))]));
    }
    if (a.regex === undefined && b.regex === undefined && a.min <= b.max + 1 && b.min <= a.max + 1) {
      return { kind: "text", min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
    }
    return stringsMatching(eitherWithin(anyText, [stringRegex(a), stringRegex(b)]));
  }

  function other(set: StringSet): StringSet {
    if (set.kind === "none") return ANY_STRING;
    if (isAnyString(set)) return NO_STRING;
    if (set.kind === "text" && set.regex === undefined) {
      const shorter = set.min === 0 ? NO_STRING : stringsOfLength(0, set.min - 1);
      const longer =
        set.max === Number.POSITIVE_INFINITY ? NO_STRING : stringsOfLength(set.max + 1, Number.POSITIVE_INFINITY);
      return either(shorter, longer);
    }
    return stringsMatching(restOf(anyText, stringRegex(set)));
  }

  function isEmpty(set: StringSet): boolean {
    if (set.kind === "none") return true;
    if (set.kind === "finite" || set.regex === undefined) return false;
    const whole = stringRegex(set);
    return !surelyMatches(whole) && engine.intern(whole) === 0;
  }

  return { has, both, either, other, isEmpty };
}

/** Whether an expression without intersection and complement matches something; `false` can mean "unknown". */
export function surelyMatches(regex: Regex): boolean {
  switch (regex.kind) {
    case "empty":
    case "and":
    case "not":
      return false;
    case "bytes":
    case "literal":
      return true;
    case "sequence":
      return regex.items.every(surelyMatches);
    case "choice":
      return regex.options.some(surelyMatches);
    case "repeat":
      return regex.min === 0 || surelyMatches(regex.item);
    default:
      return false;
  }
}

function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

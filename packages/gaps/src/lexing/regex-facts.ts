// What the shape of a regular expression says about its texts, without an engine: which bytes they contain, whether there are few of them, and whether an
// unfinished text can be finished with certain bytes. If the shape is not conclusive, the answer is the conservative one.

import type { Regex } from "@espalier/automata";
import { remembered } from "../source/remembered.js";

/** A set of bytes: bit b stands for byte b. */
export type ByteSet = bigint;

/** Facts about the bytes in the texts of an expression. */
export interface ByteFacts {
  /** Whether the empty text may be among them. */
  readonly empty: boolean;
  /** Supersets of the bytes that occur, that begin a text, and that end one. */
  readonly used: ByteSet;
  readonly first: ByteSet;
  readonly last: ByteSet;
  /** A subset of the bytes that occur in every text. */
  readonly required: ByteSet;
}

/** What can be done with certain bytes alone. */
export interface Finishing {
  /** Whether some text consists of them. */
  readonly whole: boolean;
  /** Whether every unfinished text, whatever its bytes, has an end that consists of them. */
  readonly ends: boolean;
}

const NONE = 0n;
const EVERY = (1n << 256n) - 1n;
export const byteSet = (bytes: Iterable<number>): ByteSet => {
  let set = NONE;
  for (const byte of bytes) set |= 1n << BigInt(byte);
  return set;
};
export const holds = (set: ByteSet, byte: number): boolean => ((set >> BigInt(byte)) & 1n) === 1n;

/** Linear in the expression. Results are cached for as long as the expression exists. */
export const byteFacts: (regex: Regex) => ByteFacts = remembered(find);

const NO_TEXT: ByteFacts = { empty: false, used: NONE, first: NONE, last: NONE, required: EVERY };
const ANY_TEXT: ByteFacts = { empty: true, used: EVERY, first: EVERY, last: EVERY, required: NONE };

function find(regex: Regex): ByteFacts {
  switch (regex.kind) {
    case "empty":
      return NO_TEXT;
    case "bytes": {
      let used = NONE;
      for (const [from, to] of regex.ranges) used |= ((1n << BigInt(to - from + 1)) - 1n) << BigInt(from);
      const single = (used & (used - 1n)) === NONE;
      return { empty: false, used, first: used, last: used, required: single ? used : NONE };
    }
    case "literal": {
      const used = byteSet(regex.bytes);
      const [first, last] = [byteSet(regex.bytes.slice(0, 1)), byteSet(regex.bytes.slice(-1))];
      return { empty: regex.bytes.length === 0, used, first, last, required: used };
    }
    case "sequence":
      return inSequence(regex.items.map(byteFacts));
    case "choice":
      return regex.options.map(byteFacts).reduce(
        (a, b) => ({
          empty: a.empty || b.empty,
          used: a.used | b.used,
          first: a.first | b.first,
          last: a.last | b.last,
          required: a.required & b.required,
        }),
        NO_TEXT,
      );
    case "and":
      return regex.operands.map(byteFacts).reduce(
        (a, b) => ({
          empty: a.empty && b.empty,
          used: a.used & b.used,
          first: a.first & b.first,
          last: a.last & b.last,
          required: a.required | b.required,
        }),
        ANY_TEXT,
      );
    case "repeat": {
      const item = byteFacts(regex.item);
      return regex.min === 0 ? { ...item, empty: true, required: NONE } : item;
    }
    case "deferred":
      return { ...ANY_TEXT, empty: false };
    case "not":
    case "automaton":
      return ANY_TEXT;
  }
}

function inSequence(items: readonly ByteFacts[]): ByteFacts {
  let [first, last, used, required] = [NONE, NONE, NONE, NONE];
  let [empty, emptyFrom] = [true, 0];
  items.forEach((item, i) => {
    if (empty) first |= item.first;
    empty &&= item.empty;
    if (!item.empty) emptyFrom = i;
    used |= item.used;
    required |= item.required;
  });
  for (const item of items.slice(emptyFrom)) last |= item.last;
  return { empty, used, first, last, required };
}

/**
 * Returns bytes that continue every text of an expression: each text, followed by one of these bytes, begins another
 * text of the expression. All such bytes are returned if the texts end with a repeated part; otherwise, some such bytes
 * may be missing.
 */
export function continuing(regex: Regex): ByteSet {
  switch (regex.kind) {
    case "repeat":
      return regex.max === Number.POSITIVE_INFINITY ? beginning(regex.item) : NONE;
    case "sequence":
      return regex.items.length === 0 ? NONE : continuing(regex.items.at(-1)!);
    case "choice":
      return regex.options.reduce((set, option) => set & continuing(option), EVERY);
    default:
      return NONE;
  }
}

/** Some bytes that begin texts of an expression. */
function beginning(regex: Regex): ByteSet {
  switch (regex.kind) {
    case "bytes":
    case "literal":
      return byteFacts(regex).first;
    case "sequence":
      return regex.items.every(hasTexts) ? beginning(regex.items[0]!) : NONE;
    case "choice":
      return regex.options.reduce((set, option) => set | beginning(option), NONE);
    case "repeat":
      return regex.max === 0 ? NONE : beginning(regex.item);
    default:
      return NONE;
  }
}

/** Whether the shape of an expression shows that it has a text. */
function hasTexts(regex: Regex): boolean {
  switch (regex.kind) {
    case "bytes":
      return regex.ranges.length > 0;
    case "literal":
      return true;
    case "sequence":
      return regex.items.every(hasTexts);
    case "choice":
      return regex.options.some(hasTexts);
    case "repeat":
      return regex.min === 0 || hasTexts(regex.item);
    default:
      return false;
  }
}

/** The texts of an expression, if its shape shows that there are at most `most` of them. */
export function fewTexts(regex: Regex, most: number): readonly (readonly number[])[] | undefined {
  return count(regex, most) > most ? undefined : listed(regex);
}

/** The number of texts that `listed` would list; more than `most` if there are too many, or if the shape does not say. */
function count(regex: Regex, most: number): number {
  switch (regex.kind) {
    case "empty":
      return 0;
    case "literal":
      return 1;
    case "bytes":
      return regex.ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    case "sequence":
    case "choice": {
      const isSequence = regex.kind === "sequence";
      const parts = regex.kind === "sequence" ? regex.items : regex.options;
      let total = isSequence ? 1 : 0;
      for (const part of parts) {
        const its = count(part, most);
        total = isSequence ? total * its : total + its;
        if (total > most || its > most) return most + 1;
      }
      return total;
    }
    default:
      return most + 1;
  }
}

function listed(regex: Regex): readonly (readonly number[])[] {
  switch (regex.kind) {
    case "literal":
      return [regex.bytes];
    case "bytes":
      return regex.ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => [from + i]));
    case "sequence": {
      let texts: readonly (readonly number[])[] = [[]];
      for (const item of regex.items) {
        const its = listed(item);
        texts = texts.flatMap((text) => its.map((more) => [...text, ...more]));
      }
      return texts;
    }
    case "choice":
      return regex.options.flatMap(listed);
    default:
      return [];
  }
}

/**
 * Returns a function that says whether bytes of `plain` alone can begin, continue or finish the texts of an expression.
 * Each answer is `false` if the shape of the expression is not conclusive.
 *
 * @param follows returns whether a given text can be read after each of some bytes. Called for texts with bytes that are not plain.
 */
export function createFinishing(
  plain: ByteSet,
  follows: (text: readonly number[], after: ByteSet) => boolean,
): (regex: Regex) => Finishing {
  const ask = remembered(derive);

  /** Whether plain bytes form a text of an optional item that is not empty, so that what follows the item need not come first. */
  const canBeLeft = (regex: Regex): boolean =>
    regex.kind === "repeat" && !byteFacts(regex.item).empty && ask(regex.item).whole;

  function derive(regex: Regex): Finishing {
    switch (regex.kind) {
      case "empty":
        return { whole: false, ends: true };
      case "bytes":
        return { whole: (byteFacts(regex).used & plain) !== NONE, ends: true };
      case "literal":
        return {
          whole: regex.bytes.every((byte) => holds(plain, byte)),
          ends: regex.bytes.slice(1).every((byte) => holds(plain, byte)),
        };
      case "sequence": {
        const items = regex.items.map((item, i): Finishing => {
          const its = ask(item);
          const before = regex.items[i - 1];
          if (its.whole || before === undefined || item.kind !== "literal") return its;
          if (byteFacts(before).empty && !(item.bytes.length === 1 && canBeLeft(before))) return its;
          return follows(item.bytes, byteFacts(before).last) ? { whole: true, ends: true } : its;
        });
        return {
          whole: items.every(({ whole }) => whole),
          ends: items.every(({ whole, ends }, i) => ends && (i === 0 || whole)),
        };
      }
      case "choice": {
        const options = regex.options.map(ask);
        return { whole: options.some(({ whole }) => whole), ends: options.every(({ ends }) => ends) };
      }
      case "repeat": {
        const item = ask(regex.item);
        return { whole: regex.min === 0 || item.whole, ends: item.ends && (regex.min <= 1 || item.whole) };
      }
      case "and":
        return butFor(regex.operands);
      case "deferred": {
        // An expression does not distinguish the bytes of one class, so each of its texts has another form.
        const met = new Set(regex.classOf.filter((_, byte) => holds(plain, byte)));
        return { whole: met.size === regex.classCount, ends: met.size === regex.classCount };
      }
      case "not":
      case "automaton":
        return { whole: false, ends: false };
    }
  }

  /**
   * Returns what plain bytes can do for an intersection of one expression with complements, that is, for the texts of
   * the expression without some excluded texts. There are two cases. If the texts are single bytes, only bytes with
   * which no excluded text begins are counted. If the texts are repetitions, such as names without keywords, a plain
   * byte with which no excluded text ends can be appended: the result is never an excluded text.
   */
  function butFor(operands: readonly Regex[]): Finishing {
    const runs = operands.filter(({ kind }) => kind !== "not");
    const [run] = runs;
    if (run === undefined || runs.length > 1) return { whole: false, ends: false };
    let [first, last] = [NONE, NONE];
    for (const operand of operands) {
      if (operand.kind !== "not") continue;
      const facts = byteFacts(operand.operand);
      if (facts.empty && run.kind !== "bytes") return { whole: false, ends: false };
      first |= facts.first;
      last |= facts.last;
    }
    if (run.kind === "bytes") return { whole: (byteFacts(run).used & plain & ~first) !== NONE, ends: true };
    const item = lastItem(run);
    const leadsOut = item !== undefined && (singles(item) & plain & ~last) !== NONE;
    return leadsOut ? ask(run) : { whole: false, ends: false };
  }
  return ask;
}

/** The item that may end the texts of an expression any number of times. */
function lastItem(regex: Regex): Regex | undefined {
  if (regex.kind === "repeat") return regex.max === Number.POSITIVE_INFINITY ? regex.item : undefined;
  const last = regex.kind === "sequence" ? regex.items[regex.items.length - 1] : undefined;
  return last === undefined ? undefined : lastItem(last);
}

/** Bytes that are whole texts of an expression, as far as its shape shows. */
function singles(regex: Regex): ByteSet {
  switch (regex.kind) {
    case "bytes":
      return byteFacts(regex).used;
    case "literal":
      return regex.bytes.length === 1 ? byteSet(regex.bytes) : NONE;
    case "choice":
      return regex.options.reduce((all, option) => all | singles(option), NONE);
    default:
      return NONE;
  }
}

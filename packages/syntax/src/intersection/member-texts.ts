// Finds the shortest texts of an expression that lead a finite automaton from one state to each other state. It
// excludes a finite set of refused texts, such as keys that are in use (refused-texts.ts). The search is A*.
// It visits triples: the residual of the expression, the node in the trie of refused texts, and the state of the
// automaton. The shortest text of the residual gives the lower bound. This bound keeps the search near the shortest
// texts, even if the expression has many states, as for the multiples of a number.

import type { Engine, Expr } from "@espalier/automata";
import { burn, createPairTable, type Monitor } from "@espalier/monitor";
import { OUTSIDE, type RefusedTexts } from "../tracking/refused-texts.js";
import { COSTLY, createAgenda } from "./agenda.js";
import { type FiniteReader, REFUSED } from "./finite-reader.js";
import { createReachable } from "./reachable.js";

/** A text, as a linked list from its end. */
export interface MemberText {
  /** The state of the automaton after it. */
  readonly finite: number;
  readonly length: number;
  readonly last: number;
  readonly before: MemberText | undefined;
}

interface Visit extends MemberText {
  readonly left: Expr;
  readonly node: number;
}

export interface MemberTexts {
  /**
   * Returns, for each state that the automaton can reach from `finite` by a text of `left`, a shortest such text (which
   * may be empty). `used` must contain all bytes that occur in texts of `left`. If some texts are refused, the results
   * are short allowed texts, but perhaps not the shortest.
   */
  of(left: Expr, node: number, finite: number, used: ReadonlySet<number>): readonly MemberText[];
  /**
   * Considers the prefixes of texts of `left` that the automaton reads from `finite`. Returns whether each such prefix
   * can be continued to a whole text of `left` that the automaton reads. Also returns false if this takes too long to
   * decide.
   */
  clear(left: Expr, finite: number, used: ReadonlySet<number>): boolean;
  /** Returns whether no text has been omitted because of a limit. */
  complete(): boolean;
}

/** The most places visited for one answer. */
const MOST_VISITS = 20_000;
/** The most bytes of cached texts, each in an object, and as many cached answers of `clear`. */
const MOST_HELD = 400_000;
/**
 * The most nodes of a trie of refused texts that are visited after a first text has been found. A name can be written
 * in many ways, and any of them suffices.
 */
const FEW_VISITS = 64;

export function createMemberTexts(
  engine: Engine,
  refused: RefusedTexts,
  reader: FiniteReader,
  automaton: Monitor<number>,
): MemberTexts {
  const classes = automaton.table?.classOf;
  const { reachable, refusesSome } = createReachable(reader, classes);
  const bytesAt = createBytesAt(engine, refused, classes);
  // The cache, and the number of bytes of its texts. It is emptied when it holds too many.
  const plain = createPairTable();
  let lists: (readonly MemberText[])[] = [];
  let held = 0;
  const clears = createPairTable();
  let allFound = true;

  /** Searches among refused texts. A text that leaves the trie continues like any other. */
  function search(from: Expr, at: number, start: number, used: ReadonlySet<number>): readonly MemberText[] {
    const most = reachable(start, used).size;
    const found = new Map<number, MemberText>();
    const seen = createPairTable();
    const places = createPairTable();
    const agenda = createAgenda<Visit>();
    const leastLength = engine.distance(from);
    // How much longer than the shortest text of the expression each text through a place is, at least.
    const detour = ({ left, length }: Visit): number => length + engine.distance(left) - leastLength;
    const keep = (text: MemberText): void => {
      const known = found.get(text.finite);
      if (known === undefined || text.length < known.length) found.set(text.finite, text);
    };
    const add = (text: Visit): void => {
      const { left, node, finite, length } = text;
      let place = places.get(left, node + 1);
      if (place < 0) places.set(left, node + 1, (place = places.size));
      const known = seen.get(place, finite);
      if (known >= 0 && known <= length) return;
      seen.set(place, finite, length);
      agenda.add(detour(text), text);
    };
    add({ left: from, node: at, finite: start, length: 0, last: -1, before: undefined });
    for (let text = agenda.next(), visits = 0; text !== undefined; text = agenda.next()) {
      if (found.size >= most && detour(text) < COSTLY) break;
      if (at !== OUTSIDE && found.size > 0 && seen.size >= FEW_VISITS) break;
      if (++visits > MOST_VISITS) {
        allFound = false;
        break;
      }
      if (text.node === OUTSIDE && at !== OUTSIDE) {
        for (const ending of of(text.left, OUTSIDE, text.finite, used)) keep(joined(text, ending));
        continue;
      }
      if (engine.nullable(text.left) && (text.node === OUTSIDE || !refused.refuses(text.node))) keep(text);
      burn("search", 1);
      for (const byte of bytesAt(text.left, text.node)) {
        const left = engine.derivative(text.left, byte);
        if (left === 0) continue;
        const finite = reader.step(text.finite, byte);
        if (finite === REFUSED) continue;
        const node = text.node === OUTSIDE ? OUTSIDE : refused.next(text.node, byte);
        add({ left, node, finite, length: text.length + 1, last: byte, before: text });
      }
    }
    return [...found.values()];
  }

  function of(left: Expr, node: number, finite: number, used: ReadonlySet<number>): readonly MemberText[] {
    if (node !== OUTSIDE) return search(left, node, finite, used);
    const known = plain.get(left, finite);
    if (known >= 0) return lists[known]!;
    const texts = search(left, node, finite, used);
    if (held > MOST_HELD) {
      plain.clear();
      lists = [];
      held = 0;
    }
    held++;
    for (const text of texts) held += 1 + text.length;
    plain.set(left, finite, lists.length);
    lists.push(texts);
    return texts;
  }

  /** Visits all prefixes and propagates backwards from the complete texts: Moore (1959). */
  function finishesAlways(from: Expr, start: number): boolean {
    const numbers = createPairTable();
    const lefts = [from];
    const states = [start];
    const sources: number[][] = [[]];
    numbers.set(from, start, 0);
    for (let at = 0; at < lefts.length; at++) {
      if (lefts.length > MOST_VISITS) return false;
      for (const byte of bytesAt(lefts[at]!, OUTSIDE)) {
        const left = engine.derivative(lefts[at]!, byte);
        const finite = left === 0 ? REFUSED : reader.step(states[at]!, byte);
        if (finite === REFUSED) continue;
        let number = numbers.get(left, finite);
        if (number < 0) {
          number = lefts.length;
          numbers.set(left, finite, number);
          lefts.push(left);
          states.push(finite);
          sources.push([]);
        }
        sources[number]!.push(at);
      }
    }
    burn("search", lefts.length);
    const finishes = new Set(lefts.flatMap((left, number) => (engine.nullable(left) ? [number] : [])));
    for (const number of finishes) for (const source of sources[number]!) finishes.add(source);
    return finishes.size === lefts.length;
  }

  function clear(left: Expr, finite: number, used: ReadonlySet<number>): boolean {
    const known = clears.get(left, finite);
    if (known >= 0) return known === 1;
    const its = !refusesSome(finite, used) || finishesAlways(left, finite);
    if (clears.size >= MOST_HELD) clears.clear();
    clears.set(left, finite, its ? 1 : 0);
    return its;
  }

  return { of, clear, complete: () => allFound };
}

/**
 * Creates the function that returns the bytes by which a search goes on from a residual and a node: those that continue a
 * refused text, and one other of each class.
 */
function createBytesAt(
  engine: Engine,
  refused: RefusedTexts,
  classes: ArrayLike<number> | undefined,
): (left: Expr, node: number) => readonly number[] {
  const classesBy = new Map<number, { lists: readonly (readonly number[])[]; firsts: readonly number[] }>();

  /**
   * Returns the classes of bytes that neither the expression nor the automaton distinguishes, each in ascending order, and
   * the first byte of each.
   */
  function classesOf(left: Expr): { lists: readonly (readonly number[])[]; firsts: readonly number[] } {
    const partition = engine.firstPartition(left);
    let known = classesBy.get(partition);
    if (known === undefined) {
      const { classOf } = engine.partition(partition);
      const byClass = new Map<number, number[]>();
      for (let byte = 0; byte < 256; byte++) {
        const own = 256 * classOf[byte]! + (classes === undefined ? byte : classes[byte]!);
        const list = byClass.get(own);
        if (list === undefined) byClass.set(own, [byte]);
        else list.push(byte);
      }
      const lists = [...byClass.values()];
      known = { lists, firsts: lists.map(([first]) => first!) };
      classesBy.set(partition, known);
    }
    return known;
  }

  return (left, node) => {
    const { lists, firsts } = classesOf(left);
    if (node === OUTSIDE) return firsts;
    const own = refused.bytes(node);
    const bytes = [...own];
    for (const list of lists) {
      const other = list.find((byte) => !own.includes(byte));
      if (other !== undefined) bytes.push(other);
    }
    return bytes;
  };
}

/** Appends `ending` to `text`. */
function joined(text: MemberText, ending: MemberText): MemberText {
  if (ending.length === 0) return text;
  const before = joined(text, ending.before!);
  return { finite: ending.finite, length: before.length + 1, last: ending.last, before };
}

/** Returns the bytes of a text, after those of `start`. */
export function spelt(text: MemberText, start: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(start.length + text.length);
  bytes.set(start);
  for (let at: MemberText | undefined = text; at !== undefined && at.length > 0; at = at.before)
    bytes[start.length + at.length - 1] = at.last;
  return bytes;
}

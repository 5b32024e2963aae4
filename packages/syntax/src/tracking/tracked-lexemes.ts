// Tracked lexemes, whose text decides what follows: object keys and array items that must not repeat.
//
// An edge over a tracked terminal takes a subset of what the terminal matches. The state keeps the text of the lexeme
// until the lexeme ends and `follow` is called. The source describes the subset in one of two ways. `allowed` returns
// it as an expression, which the lexer then reads like another terminal. `refused` returns finitely many excluded texts
// as a trie. The lexer reads the whole terminal, and the node of the text in the trie tells whether it may still be
// refused. The second way creates no expressions while a text is written.
//
// A mask tries many continuations at once, and following each text separately would create a state for each. So masks
// use `followAny`, which returns one state for all texts. It is exact except for its *unsure* edges, whose subsets
// depend on the text.

import type { Expr } from "@espalier/automata";
import { type Chart, DEAD_SET, type LazyRules, type SetId } from "@espalier/earley";
import type { OpenLexer } from "@espalier/lexer";
import { burn, createPairTable } from "@espalier/monitor";
import type { LazySource } from "./lazy-source.js";
import type { LazyTerminals } from "./lazy-terminals.js";
import { type LexemeTexts, UNKNOWN_TEXT } from "./lexeme-texts.js";
import { createLeastTaken, NOTHING_REFUSED, OUTSIDE } from "./refused-texts.js";
import { createTrackedEdges, type TrackedEdge } from "./tracked-edges.js";

export interface TrackedLexemes {
  /** Returns the tracked edges in `set`; the same empty list if there are none. */
  of(set: SetId): readonly TrackedEdge[];
  /**
   * Returns whether an edge in `set` is unsure: it may refuse one text more than those that are known to be refused. If
   * so, a lexeme that begins there may be refused although the lexer reads it.
   */
  unsure(set: SetId): boolean;
  /** Returns whether the cost of `set` is only a lower bound, because an unsure edge may be the cheapest way on. */
  unsureCost(set: SetId): boolean;
  /**
   * Returns the node that `text` leads to in the trie of texts that `edge` refuses; {@link OUTSIDE} if no refused text
   * begins with `text`, or if `text` is unknown.
   */
  node(edge: TrackedEdge, text: number): number;
  /**
   * Returns whether `text` begins a reserved text of `edge`. The edge certainly takes that text, even if it is unsure.
   */
  reserves(edge: TrackedEdge, text: number): boolean;
  /**
   * Returns whether `edge`, which is unsure, still takes some text that finishes `left` after `text`, whichever value it refuses in addition. Returns false if
   * that is not evident.
   */
  outlasts(edge: TrackedEdge, text: number, left: Expr): boolean;
  /** Returns whether some text finishes `left` after `text` and is taken by `edge`. */
  takesAny(edge: TrackedEdge, text: number, left: Expr): boolean;
  /**
   * Returns the fewest bytes that complete a lexeme after `text` so that `edge` takes it; Infinity if this is
   * impossible. `left` is the expression of what the lexer can still read of the edge's terminal.
   */
  least(edge: TrackedEdge, text: number, left: Expr): number;
  /** Returns the first byte of such a text. Call it only if {@link TrackedLexemes.least} is finite and at least 1. */
  leastByte(edge: TrackedEdge, text: number, left: Expr): number;
  /**
   * Returns the bytes after which a lexeme that began in `set` may still become one of its trie; none if it cannot. They
   * are all bytes if `text` itself is in the trie, because a byte that cannot continue the lexeme ends it.
   */
  narrowBytes(set: SetId, text: number): readonly number[];
  /** Returns the lexer state before a lexeme in `set`. */
  begin(set: SetId): number;
  /**
   * Returns the Earley set after a lexeme with the text `text` that began in `set`; `exit` says which terminals have
   * matched. Returns {@link VAGUE_SET} if the result depends on an unknown text. An unsure edge takes a text that it is
   * not known to refuse.
   */
  crossed(set: SetId, exit: number, text: number): SetId;
  /** Returns whether an unsure edge in `set` may refuse a lexeme with the text `text`, of which `exit` says what it may be. */
  mayRefuse(set: SetId, exit: number, text: number): boolean;
  /** The same for each terminal that the lexeme may be; only {@link VAGUE_SET} if it is unknown. */
  crossedEach(set: SetId, exit: number, text: number): readonly TerminalCrossing[];
  bytes(): number;
}

/** A terminal, and the set after it. */
export interface TerminalCrossing {
  readonly terminal: number;
  readonly after: SetId;
}

/** What follows depends on an unknown text. */
export const VAGUE_SET = -1;
const NOBODY_KNOWS: readonly TerminalCrossing[] = [{ terminal: -1, after: VAGUE_SET }];

/** Units of fuel for what follows a text that is known, which takes some kilobytes, beside those for the bytes of the text. */
const FOLLOWING = 200;

const NO_BYTES: readonly number[] = [];
const EVERY_BYTE: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

export function createTrackedLexemes(
  source: LazySource,
  chart: Chart<LazyRules>,
  lexer: OpenLexer,
  terminals: LazyTerminals,
  texts: LexemeTexts,
): TrackedLexemes {
  const { rules } = source;
  const edges = createTrackedEdges(source, chart, lexer, terminals);
  const { of } = edges;
  const unsureCosts = new Map<SetId, boolean>();
  // Ids of pairs (set, text); for these and an exit, the next set plus one; 0 for the vague one.
  const places = createPairTable();
  const crossings = createPairTable();
  // For (root, text): the node plus one.
  const nodes = createPairTable();
  const refusedTexts = source.refusedTexts ?? NOTHING_REFUSED;
  const leastTaken = createLeastTaken(lexer.engine, refusedTexts);

  /** Returns the state after an edge; −1 if it refuses the text, or if it is unknown. */
  function follow(edge: number, text: number): number {
    if (text === UNKNOWN_TEXT) return source.followAny?.(edge) ?? -1;
    const bytes = texts.bytesOf(text);
    burn("parser", FOLLOWING + (bytes.length >>> 2));
    return rules.follow?.(edge, bytes) ?? -1;
  }

  function cross(set: SetId, exit: number, text: number): SetId {
    if (text === UNKNOWN_TEXT) {
      const slots = lexer.exitSlots(exit);
      for (const { slot, edge } of of(set)) if (slots.includes(slot) && follow(edge, text) < 0) return VAGUE_SET;
    }
    return crossEach(set, exit, text).reduce((after, each) => chart.merge(after, each.after), 0 as SetId);
  }

  function crossEach(set: SetId, exit: number, text: number): readonly TerminalCrossing[] {
    const slots = lexer.exitSlots(exit);
    const its = of(set);
    const tracked = edges.terminalsOf(set);
    const each: TerminalCrossing[] = [];
    for (const t of terminals.ofExit(exit))
      if (!tracked.includes(t)) each.push({ terminal: t, after: chart.scan(set, t) });
    const followed = (edge: number): number =>
      its.some((each) => each.edge === edge && slots.includes(each.slot)) ? follow(edge, text) : -1;
    for (const terminal of tracked) {
      if (!its.some((each) => each.terminal === terminal && slots.includes(each.slot))) continue;
      each.push({ terminal, after: chart.scanFollowing(set, terminal, followed) });
    }
    return each;
  }

  function node({ refused }: TrackedEdge, text: number): number {
    if (refused < 0 || text === UNKNOWN_TEXT) return OUTSIDE;
    if (text === 0) return refused;
    const known = nodes.get(refused, text);
    if (known >= 0) return known - 1;
    // Texts grow byte by byte, so usually the previous text is cached.
    const pending = [text];
    let at = texts.before(text);
    while (at !== 0 && nodes.get(refused, at) < 0) {
      pending.push(at);
      at = texts.before(at);
    }
    let its = at === 0 ? refused : nodes.get(refused, at) - 1;
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      if (its !== OUTSIDE) its = refusedTexts.next(its, texts.lastByte(each));
      nodes.set(refused, each, its + 1);
    }
    return its;
  }

  const reserved = (edge: TrackedEdge, text: number): number => {
    const at = node(edge, text);
    return at === OUTSIDE ? Number.POSITIVE_INFINITY : refusedTexts.reserved(at);
  };
  const reserves = (edge: TrackedEdge, text: number): boolean => reserved(edge, text) !== Number.POSITIVE_INFINITY;

  function mayRefuse(set: SetId, exit: number, text: number): boolean {
    const edges = of(set);
    if (!edges.some(({ unsure }) => unsure)) return false;
    const slots = lexer.exitSlots(exit);
    return edges.some((edge) => edge.unsure && slots.includes(edge.slot) && reserved(edge, text) > 0);
  }

  function crossed(set: SetId, exit: number, text: number): SetId {
    let place = places.get(set, text);
    if (place < 0) {
      place = places.size;
      places.set(set, text, place);
    }
    let after = crossings.get(place, exit);
    if (after < 0) {
      after = cross(set, exit, text) + 1;
      crossings.set(place, exit, after);
    }
    return after - 1;
  }

  return {
    of,
    node,
    reserves,
    outlasts: (edge, text, left) => reserves(edge, text) || leastTaken.outlasts(left, node(edge, text)),
    takesAny: (edge, text, left) => leastTaken.isEndless(left) || leastTaken.any(left, node(edge, text)),
    least: (edge, text, left) => leastTaken.least(left, node(edge, text)),
    leastByte: (edge, text, left) => leastTaken.byte(left, node(edge, text)),
    narrowBytes(set, text) {
      let bytes: readonly number[] = NO_BYTES;
      for (const edge of of(set)) {
        const at = node(edge, text);
        if (at === OUTSIDE) continue;
        if (refusedTexts.ends(at)) return EVERY_BYTE;
        const its = refusedTexts.bytes(at);
        bytes = bytes.length === 0 ? its : [...new Set([...bytes, ...its])];
      }
      return bytes;
    },
    unsure: (set) => of(set).some(({ unsure }) => unsure),
    unsureCost(set: SetId): boolean {
      let known = unsureCosts.get(set);
      if (known === undefined) {
        known = of(set).some(({ unsure, edge }) => unsure && source.mayBeCheapest?.(edge) !== false);
        unsureCosts.set(set, known);
      }
      return known;
    },
    begin: edges.begin,
    crossed,
    mayRefuse,
    crossedEach(set, exit, text) {
      if (text === UNKNOWN_TEXT && crossed(set, exit, text) === VAGUE_SET) return NOBODY_KNOWS;
      return crossEach(set, exit, text).filter(({ after }) => after !== DEAD_SET);
    },
    bytes(): number {
      return 96 * unsureCosts.size + edges.bytes() + places.bytes() + crossings.bytes() + nodes.bytes();
    },
  };
}

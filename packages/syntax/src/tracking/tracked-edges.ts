// The edges of Earley sets over tracked terminals, and the lexer state before a lexeme that can be one of them.

import type { Chart, LazyRules, SetId } from "@espalier/earley";
import type { OpenLexer } from "@espalier/lexer";
import type { LazySource } from "./lazy-source.js";
import type { LazyTerminals } from "./lazy-terminals.js";

/** An edge over a tracked terminal. */
export interface TrackedEdge {
  readonly terminal: number;
  readonly edge: number;
  /** The slot of the texts that it takes. */
  readonly slot: number;
  /** Whether those are not known exactly. */
  readonly unsure: boolean;
  /** The root of the texts that it refuses nevertheless (refused-texts.ts); −1 if there are none. */
  readonly refused: number;
}

export interface TrackedEdges {
  /** Returns the tracked terminals that can follow `set`. */
  terminalsOf(set: SetId): readonly number[];
  /** Returns the tracked edges in `set`; the same empty list if there are none. */
  of(set: SetId): readonly TrackedEdge[];
  /** Returns the lexer state before a lexeme in `set`. */
  begin(set: SetId): number;
  bytes(): number;
}

const NONE: readonly TrackedEdge[] = [];
const NO_TERMINALS: readonly number[] = [];
/** Scratch for the slots before a lexeme. */
let slots = new Int32Array(64);

export function createTrackedEdges(
  source: LazySource,
  chart: Chart<LazyRules>,
  lexer: OpenLexer,
  terminals: LazyTerminals,
): TrackedEdges {
  const { rules } = source;
  const byLookahead: (readonly number[] | undefined)[] = [];
  const bySet: (readonly TrackedEdge[] | undefined)[] = [];
  const slotOf = new Map<number, number>();
  const beginnings = new Map<SetId, number>();

  /** Returns the tracked terminals of a lookahead. */
  function trackedOf(lookahead: number): readonly number[] {
    const known = byLookahead[lookahead];
    if (known !== undefined) return known;
    let list = NO_TERMINALS;
    if (rules.tracked !== undefined) {
      const all = chart.lookaheadTerminals(lookahead);
      let some: number[] | undefined;
      for (let i = 0; i < all.length; i++) {
        const terminal = all[i]!;
        if (!rules.tracked(terminal)) continue;
        some ??= [];
        some.push(terminal);
      }
      list = some ?? NO_TERMINALS;
    }
    while (byLookahead.length < lookahead) byLookahead.push(undefined);
    byLookahead[lookahead] = list;
    return list;
  }

  function slot(terminal: number, edge: number): number {
    let its = slotOf.get(edge);
    if (its === undefined) {
      const allowed = source.allowed?.(edge);
      its = allowed === undefined ? terminals.slot(terminal) : lexer.slot(allowed);
      slotOf.set(edge, its);
    }
    return its;
  }

  const terminalsOf = (set: SetId): readonly number[] => trackedOf(chart.lookahead(set));

  function of(set: SetId): readonly TrackedEdge[] {
    const known = bySet[set];
    if (known !== undefined) return known;
    const tracked = terminalsOf(set);
    const edges = tracked.length === 0 ? NONE : edgesOf(set, tracked);
    while (bySet.length < set) bySet.push(undefined);
    bySet[set] = edges;
    return edges;
  }

  function edgesOf(set: SetId, tracked: readonly number[]): readonly TrackedEdge[] {
    const edges: TrackedEdge[] = [];
    for (const terminal of tracked) {
      for (const edge of chart.edgesOver(set, terminal)) {
        const refused = source.refused?.(edge) ?? -1;
        edges.push({ terminal, edge, slot: slot(terminal, edge), unsure: source.unsure?.(edge) === true, refused });
      }
    }
    return edges;
  }

  function begin(set: SetId): number {
    const edges = of(set);
    if (edges.length === 0) return terminals.begin(chart.lookahead(set));
    let state = beginnings.get(set);
    if (state === undefined) {
      const lookahead = chart.lookahead(set);
      const tracked = trackedOf(lookahead);
      const all = chart.lookaheadTerminals(lookahead);
      for (let i = 0; i < all.length; i++) {
        const terminal = all[i]!;
        if (!tracked.includes(terminal)) terminals.slot(terminal);
      }
      // From here on, the source is not called, because it might use the same scratch.
      const most = all.length + edges.length;
      if (most > slots.length) slots = new Int32Array(2 * most);
      let count = 0;
      for (let i = 0; i < all.length; i++) {
        const terminal = all[i]!;
        if (!tracked.includes(terminal)) slots[count++] = terminals.slot(terminal);
      }
      for (let i = 0; i < edges.length; i++) slots[count++] = edges[i]!.slot;
      state = lexer.begin(slots, count);
      beginnings.set(set, state);
    }
    return state;
  }

  return {
    terminalsOf,
    of,
    begin,
    bytes: () => 96 * (byLookahead.length + bySet.length + slotOf.size + beginnings.size),
  };
}

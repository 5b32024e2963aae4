// Lexemes whose text decides what follows: keys and items that may not come again.
//
// An edge over a tracked terminal takes a subset of what the terminal matches. What is left of that subset after the text so far is
// its *rest*, a derivative: the edge is still possible exactly while its rest is not empty, and no text leads to a dead end.

import type { Engine } from "@espalier/automata";
import type { Chart, LazyRules, SetId } from "@espalier/earley";
import { createPairTable } from "@espalier/monitor";
import type { LazySource } from "./lazy-source.js";
import type { LexemeTexts } from "./lexeme-texts.js";

/** The edges over one tracked terminal that a set has. */
export interface TrackedEdges {
  readonly terminal: number;
  readonly edges: readonly number[];
}

export interface TrackedLexemes {
  /** The tracked terminals allowed in `set`, with their edges; the same empty list where there are none. */
  of(set: SetId): readonly TrackedEdges[];
  /** What is left of the texts that `edge` takes after `text`: an expression, 0 for nothing, −1 for all that the terminal matches. */
  rest(edge: number, text: number): number;
  /** The set after a lexeme of a tracked terminal that reads `text`. */
  scan(set: SetId, terminal: number, text: number): SetId;
  readonly bytes: number;
}

const NONE: readonly TrackedEdges[] = [];
const EVERYTHING = -1;

export function createTrackedLexemes(
  source: LazySource,
  chart: Chart<LazyRules>,
  engine: Engine,
  texts: LexemeTexts,
): TrackedLexemes {
  const { rules } = source;
  const byContext = new Map<number, readonly number[]>();
  const bySet = new Map<SetId, readonly TrackedEdges[]>();
  const wholes = new Map<number, number>();
  const rests = createPairTable();

  /** All texts that an edge takes. */
  function whole(edge: number): number {
    let expression = wholes.get(edge);
    if (expression === undefined) {
      const regex = source.allowed?.(edge);
      expression = regex === undefined ? EVERYTHING : engine.intern(regex);
      wholes.set(edge, expression);
    }
    return expression;
  }

  function rest(edge: number, text: number): number {
    const all = whole(edge);
    if (all === EVERYTHING) return EVERYTHING;
    // Back to a text whose rest is known, then forward again.
    const path: number[] = [];
    let at = text;
    let left = all;
    for (; at !== 0; at = texts.before(at)) {
      const known = rests.get(edge, at);
      if (known >= 0) {
        left = known;
        break;
      }
      path.push(at);
    }
    for (let i = path.length - 1; i >= 0; i--) {
      const longer = path[i] as number;
      left = engine.derivative(left, texts.lastByte(longer));
      rests.set(edge, longer, left);
    }
    return left;
  }

  /** The tracked terminals of a context. */
  function trackedOf(context: number): readonly number[] {
    let list = byContext.get(context);
    if (list === undefined) {
      list = chart.contextTerminals(context).filter((terminal) => rules.tracked?.(terminal) === true);
      byContext.set(context, list);
    }
    return list;
  }

  return {
    of(set: SetId): readonly TrackedEdges[] {
      if (rules.tracked === undefined) return NONE;
      const terminals = trackedOf(chart.context(set));
      if (terminals.length === 0) return NONE;
      let tracked = bySet.get(set);
      if (tracked === undefined) {
        tracked = terminals.map((terminal) => ({ terminal, edges: chart.edgesOver(set, terminal) }));
        bySet.set(set, tracked);
      }
      return tracked;
    },
    rest,
    scan(set: SetId, terminal: number, text: number): SetId {
      const bytes = texts.bytesOf(text);
      return chart.scanFollowing(set, terminal, (edge) => rules.follow?.(edge, bytes) ?? -1);
    },
    get bytes(): number {
      return rests.bytes + 96 * (byContext.size + bySet.size + wholes.size);
    },
  };
}

// The *clean* cost of a lexer state and an Earley set: the least number of bytes to the end of the text, counting only spellings that are valid whichever other
// terminals compete in the lexer. It ignores guards (longer lexemes that must not match).

import type { SetId } from "@espalier/earley";
import type { LexerState } from "@espalier/lexer";
import { createPairTable } from "@espalier/monitor";
import { SyntaxLimitError, type SyntaxLimits } from "../states/error.js";
import type { Boundaries } from "./boundary.js";
import type { CompletionCost } from "./completion-cost.js";
import { ENDINGS_VISITED, type Ending, type Endings, endingsFrom } from "./endings.js";
import type { Parts } from "./parts.js";
import type { Munch, Reader } from "./reading.js";

export interface CleanCosts {
  /** The clean cost; Infinity if no completion is found. @throws SyntaxLimitError */
  cleanCost(lexeme: LexerState, set: SetId): number;
  endingsOf(lexeme: LexerState): Endings;
  bytes(): number;
}

/** The most bytes to the nearest ending of a lexeme, because the lexer stores a state for each. */
const LONGEST_LEXEME = 1_500_000;
/** The cached cost for "no way"; larger than any finite cost. */
const UNFINISHABLE = 2 ** 31 - 1;

/** What the costs of readings are computed from. */
export interface CostSources {
  readonly parts: Parts;
  readonly reader: Reader;
  readonly munch: Munch;
  readonly boundaries: Boundaries;
  readonly completion: CompletionCost;
  readonly limits: SyntaxLimits;
}

export function createCleanCosts({ parts, reader, munch, boundaries, completion, limits }: CostSources): CleanCosts {
  const { lexer, chart } = parts;
  const endings: (Endings | undefined)[] = [];
  const endingsOf = (lexeme: LexerState): Endings => endings[lexeme] ?? endingsFrom(lexer, lexeme);

  // The results of `cleanCost`, by lexer state and Earley set. The cost of every lexer state on the path that was found
  // is stored, too. So a long lexeme is searched once, not once for each byte. Infinite costs are stored as
  // UNFINISHABLE.
  const cleanCosts = createPairTable();

  function cleanCost(lexeme: LexerState, set: SetId): number {
    if (lexer.begins(lexeme)) return completion.rest(set)[0]!;
    const known = cleanCosts.get(lexeme, set);
    if (known >= 0) return known === UNFINISHABLE ? Number.POSITIVE_INFINITY : known;
    const ways = endingsOf(lexeme);
    let best = Number.POSITIVE_INFINITY;
    let end: Ending | undefined;
    // The search goes straight to the nearest ending, and visits at most all successors of each state on the path.
    const distance = lexer.distance(lexeme);
    const direct = distance <= LONGEST_LEXEME ? lexer.classCount * distance : 0;
    for (let i = 0; ; i++) {
      const allowed = end === undefined ? limits.searchSteps + direct : ENDINGS_VISITED;
      if (i === ways.found.length && (ways.horizon() >= best || !ways.more(allowed))) break;
      const ending = ways.found[i]!;
      if (ending.distance >= best) break;
      const total = ending.distance + restAfter(ending, set);
      if (total >= best) continue;
      best = total;
      end = ending;
    }
    if (end === undefined && ways.horizon() !== Number.POSITIVE_INFINITY) {
      const names = lexer.possible(lexeme).map((t) => parts.patterns[t]?.name);
      throw new SyntaxLimitError(
        "searchSteps",
        limits.searchSteps,
        `${names.join(", ")} needs too many bytes to be completed; shorten its texts, or raise the limit`,
      );
    }
    if (ways.visited() <= ENDINGS_VISITED) endings[lexeme] = ways;
    if (end === undefined) cleanCosts.set(lexeme, set, UNFINISHABLE);
    else cleanCosts.set(end.state, set, best - end.distance);
    for (let at = end?.before; at !== undefined; at = at.before) cleanCosts.set(at.state, set, best - at.distance);
    return best;
  }

  /** Returns the least bytes to the end of the text after this ending of a lexeme. */
  function restAfter(ending: Ending, set: SetId): number {
    const after = reader.cross(set, ending.exit);
    if (chart.accepts(after)) return 0;
    const rest = completion.rest(after);
    if (munch === "none") return rest[0]!;
    let least = Number.POSITIVE_INFINITY;
    for (const k of boundaries.within(ending.state)) least = Math.min(least, rest[k]!);
    return least;
  }

  return { cleanCost, endingsOf, bytes: () => cleanCosts.bytes() };
}

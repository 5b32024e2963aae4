// What the parser receives where a lexeme of a committing lexer ends, or a line starts.

import { createPairTable } from "@espalier/monitor";
import type { CommittedStates } from "./committed-states.js";
import type { Guards } from "./guards.js";
import type { KindLists } from "./kind-lists.js";
import type { PlainLexer } from "./lexer.js";
import type { LineStarts } from "./line-starts.js";

/** What the parser receives at a boundary: a lexeme of some kind, or the start of a line. */
export type Boundary =
  | { readonly kind: number; readonly guard: number }
  | { readonly kind: "line"; readonly column: number; readonly alternate: number };

export interface Boundaries {
  /** Returns the id of the boundary at `state`; 0 if there is none. */
  of(state: number): number;
  at(id: number): Boundary;
  /** Returns the kind of the lexeme in progress if it ends here, whether or not it is allowed; −1 if there is none. */
  matched(state: number): number;
  bytes(): number;
}

export function createBoundaries(
  { dfaAt, allowedAt, beginsAt, isLine }: CommittedStates,
  lists: KindLists,
  lexer: PlainLexer,
  guards: Guards,
  lines: LineStarts | undefined,
): Boundaries {
  const ids = createPairTable();
  const boundaries: Boundary[] = [{ kind: -1, guard: 0 }];

  function idOf(a: number, b: number, boundary: Boundary): number {
    const known = ids.get(a, b);
    if (known >= 0) return known;
    const id = boundaries.push(boundary) - 1;
    ids.set(a, b, id);
    return id;
  }

  function matched(state: number): number {
    if (isLine(state) || beginsAt(state)) return -1;
    const exit = lexer.exit(dfaAt(state));
    return exit === 0 ? -1 : lexer.exitTerminals(exit)[0]!;
  }

  return {
    of(state: number): number {
      if (state === 0) return 0;
      if (isLine(state)) {
        const columns = lines!.columns(allowedAt(state));
        if (columns === undefined) return 0;
        const [column, alternate] = columns;
        // The first number is below that of any lexeme.
        return idOf(-3 - alternate, column + 1, { kind: "line", column, alternate });
      }
      const kind = matched(state);
      if (kind < 0 || !lists.has(allowedAt(state), kind)) return 0;
      const guard = guards.behind(dfaAt(state), kind);
      return idOf(kind, guard, { kind, guard });
    },
    at: (id: number): Boundary => boundaries[id]!,
    matched,
    bytes: (): number => 64 * boundaries.length,
  };
}

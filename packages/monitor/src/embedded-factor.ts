// The `factor` of a combination such as a sequence. (A factor splits each state into a lexer state and a rest.) Each
// state of the combination is a state of one of its parts, under another number. So this factor converts the number and
// calls the factor of that part.

import { withAutomaton } from "./engine/changing-automaton.js";
import type { Factor, Narrowed } from "./engine/factor.js";
import type { Monitor } from "./monitor.js";

/** How the states of a combination relate to those of its parts. */
export interface Embedding {
  /** Returns the part whose state a state holds; −1 for none. */
  partAt(state: number): number;
  /** Returns the state of that part. */
  ownOf(state: number): number;
  /** Returns the combination's state for a state of a part. */
  embed(part: number, own: number): number;
  /** Returns a symbol of the combination in the numbering of a part; negative if the part does not have it. */
  ownSymbol(part: number, symbol: number): number;
}

/** Returns whether a state is vague (`Factor.vague`). Do not call `accepts` on such a state. */
export function isVague<State>({ factor }: Monitor<State>, state: State): boolean {
  return factor?.vague?.(state) === true;
}

/**
 * Returns the factor of a combination; empty if no part has one.
 *
 * @param split says, for each part, whether its states may be split into a lexer state and a rest. This requires that
 * no other part can begin in the middle of one of its lexemes.
 */
export function embeddedFactor(
  parts: readonly Monitor<number>[],
  split: readonly boolean[],
  { partAt, ownOf, embed, ownSymbol }: Embedding,
): { readonly factor?: Factor<number> } {
  // The local parts are states of one automaton: that of the last split part with a factor.
  const leading =
    parts.findLast(({ factor }, part) => factor !== undefined && split[part])?.factor ??
    parts.find(({ factor }) => factor !== undefined)?.factor;
  if (leading === undefined) return {};
  const factorAt = (state: number): Factor<number> | undefined => parts[partAt(state)]?.factor;
  /**
   * Returns the factor of the state's part if that part may be split and still uses the common automaton; a part may
   * change its automaton.
   */
  const splitAt = (state: number): Factor<number> | undefined => {
    const part = partAt(state);
    const factor = split[part] ? parts[part]?.factor : undefined;
    return factor?.automaton === leading.automaton ? factor : undefined;
  };
  const within = (state: number, own: number | undefined): number | undefined =>
    own === undefined ? undefined : embed(partAt(state), own);
  const some = (method: keyof Factor<number>): boolean => parts.some(({ factor }) => factor?.[method] !== undefined);
  const everySplit = (method: keyof Factor<number>): boolean =>
    parts.every(({ factor }, part) => factor === undefined || !split[part] || factor[method] !== undefined);
  return {
    factor: withAutomaton(() => leading.automaton, {
      local: (state) => splitAt(state)?.local(ownOf(state)) ?? 0,
      cross: (state, exit) => within(state, splitAt(state)?.cross(ownOf(state), exit)),
      ...(everySplit("replace") && {
        replace: (state: number, local: number): number =>
          embed(partAt(state), splitAt(state)!.replace!(ownOf(state), local)),
      }),
      ...(everySplit("inside") && {
        inside: (state: number, local: number): number | undefined =>
          within(state, splitAt(state)?.inside?.(ownOf(state), local)),
      }),
      ...(some("sketch") && {
        sketch(state: number): number {
          const own = ownOf(state);
          const sketch = factorAt(state)?.sketch?.(own) ?? own;
          return sketch === own ? state : embed(partAt(state), sketch);
        },
        costsAlike: (state: number): boolean => {
          const factor = factorAt(state);
          return factor?.sketch === undefined || factor.costsAlike?.(ownOf(state)) === true;
        },
      }),
      ...(some("narrowed") && {
        narrowed(state: number): Narrowed<number> | undefined {
          const narrowed = factorAt(state)?.narrowed?.(ownOf(state));
          return narrowed && { wider: embed(partAt(state), narrowed.wider), bytes: narrowed.bytes };
        },
      }),
      ...(some("leastVague") && {
        leastVague: (state: number, symbol: number): number =>
          factorAt(state)?.leastVague?.(ownOf(state), ownSymbol(partAt(state), symbol)) ?? 0,
      }),
      ...(some("lowering") && {
        lowering: (state: number): number | undefined => factorAt(state)?.lowering?.(ownOf(state)),
      }),
      ...(some("vague") && { vague: (state: number): boolean => factorAt(state)?.vague?.(ownOf(state)) === true }),
      ...(some("loose") && { loose: (state: number): boolean => factorAt(state)?.loose?.(ownOf(state)) === true }),
    }),
  };
}

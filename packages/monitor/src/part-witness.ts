// A completion that one part of a product knows: its own witness, or symbols that lower its cost.

import { type Allowance, takeSteps } from "./best-first.js";
import type { Monitor } from "./monitor.js";
import { type Completion, completionOfSymbols } from "./pair.js";
import { symbolsToTry } from "./symbols.js";

/** The number of cached completions of a part with numbered states; the cache is then cleared. */
const REMEMBERED = 4096;

/** The price of a step that creates a state of a text, in steps over sketches. */
export const UNSKETCHED = 8;

/**
 * Returns a function that finds a completion of a part's state; `undefined` if the part has no completions to offer.
 * The completion may be that of the state's sketch (an abstract state for many states), so the caller must check each
 * step.
 */
export function createPartWitness<State>(
  part: Monitor<State>,
): (state: State, allowance: Allowance) => Completion | undefined {
  const { cost, factor } = part;
  const known = new Map<State, Completion | undefined>();
  const remember = (state: State, completion: Completion | undefined): Completion | undefined => {
    if (known.size >= REMEMBERED) known.clear();
    known.set(state, completion);
    return completion;
  };
  if (part.witness !== undefined)
    return (state) => {
      if (known.has(state)) return known.get(state);
      const symbols = part.witness!(state);
      const completion = symbols && completionOfSymbols(symbols);
      return part.table === undefined ? completion : remember(state, completion);
    };
  if (cost === undefined || part.table === undefined) return () => undefined;
  const symbols = symbolsToTry(part);

  /** Returns the sketch if its cost is that of the state. */
  function standing(state: State): State {
    const sketch = factor?.sketch?.(state) ?? state;
    return factor?.costsAlike?.(sketch) === false ? state : sketch;
  }

  /** Returns "cut" if the allowance is used up. */
  function descend(from: State, allowance: Allowance): Completion | "cut" | undefined {
    const path: number[] = [];
    let at = from;
    let left = cost!.call(part, at);
    if (left === Number.POSITIVE_INFINITY) return undefined;
    while (left > 0) {
      const before: number = left;
      const price = factor?.costsAlike?.(at) === false ? UNSKETCHED : 0;
      if (allowance.left <= 0) return "cut";
      for (const symbol of symbols) {
        takeSteps(allowance, price);
        const next = part.step(at, symbol);
        if (next === undefined || factor?.vague?.(next) === true) continue;
        const its = standing(next);
        const after = cost!.call(part, its);
        if (after >= before) continue;
        path.push(symbol);
        [at, left] = [its, after];
        break;
      }
      if (left === before) return undefined;
    }
    return completionOfSymbols(path);
  }

  return (state, allowance) => {
    const from = standing(state);
    if (known.has(from)) return known.get(from);
    const found = descend(from, allowance);
    return found === "cut" ? undefined : remember(from, found);
  };
}

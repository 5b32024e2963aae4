// Explains why a text cannot continue: which parts of a combination reject it, at any nesting depth, and what each
// would have read instead.

import { anything, integer, optionally, signature } from "@espalier/arguments";
import { monitorKind } from "./kinds.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { createNesting, type Nesting } from "./nesting.js";

/** A part that rejects the text. */
export interface RefusingPart {
  /**
   * The indices that lead to the part, from the outermost combination inwards. Empty for a monitor that is not a
   * combination.
   */
  readonly path: readonly number[];
  /** The label of the part. */
  readonly label: string | undefined;
  /**
   * `refuses`: it cannot read the symbol, or does not let the text end. `no-common-text`: its own parts can, but no
   * common text continues. `unproven`: its own parts can, and within the limits of the decision, neither a common text
   * nor a proof that there is none was found.
   */
  readonly reason: "refuses" | "no-common-text" | "unproven";
  /** What it expects, in words; empty if unknown. */
  readonly expected: readonly string[];
}

/** Parts nested deeper than this contain themselves. */
const MOST_NESTED = 2_000;
/** The largest number of parts that are returned. */
const MOST_PARTS = 256;

const checkRefusalOf = signature("refusalOf", {
  monitor: monitorKind,
  state: anything,
  symbol: optionally(integer({ min: 0 })),
});

/**
 * Returns the parts of `monitor` that reject `symbol` after `state`; without a symbol, those that do not let the text
 * end there. Empty if nothing is rejected. A part that occurs several times in equal states is returned once, with its
 * first path. Returns the first 256 parts if there are more. Costs two steps of each part on the way to these.
 *
 * @example
 * const monitor = product(strings(["print(x)", "eval(x)"]), { ...deny(["eval"]), label: "no eval" });
 * refusalOf(monitor, run(monitor, "eva")!, 0x6c); // => [{ path: [1], label: "no eval", reason: "refuses", expected: [] }]
 */
export function refusalOf<State>(monitor: Monitor<State>, state: State, symbol?: number): readonly RefusingPart[] {
  checkRefusalOf(monitor, state, symbol);
  const found: RefusingPart[] = [];
  collect(monitor as Monitor<unknown>, state, symbol, {
    path: [],
    found,
    visited: new Map(),
    nesting: createNesting(MOST_NESTED),
  });
  return found;
}

/** The results so far, and the current path. */
interface Collected {
  readonly path: readonly number[];
  readonly found: RefusingPart[];
  /**
   * Whether each monitor rejects the symbol, by the keys of the states in which it has been visited. Every occurrence
   * of a monitor reads the same symbol, because symbols are matched by name.
   */
  readonly visited: Map<Monitor<unknown>, Map<unknown, boolean>>;
  readonly nesting: Nesting;
}

/** Returns whether `monitor` rejects `symbol`; appends the parts that do so and have not been visited before. */
function collect(
  monitor: Monitor<unknown>,
  state: unknown,
  symbol: number | undefined,
  { path, found, visited, nesting }: Collected,
): boolean {
  const states = visited.get(monitor) ?? new Map<unknown, boolean>();
  visited.set(monitor, states);
  const key = monitor.key === undefined ? state : monitor.key(state);
  const known = states.get(key);
  if (known !== undefined) return known;
  const refuses = symbol === undefined ? !monitor.accepts(state) : monitor.step(state, symbol) === undefined;
  if (!refuses || found.length >= MOST_PARTS) {
    states.set(key, refuses);
    return refuses;
  }
  let isPart = false;
  const parts = [...(monitor.constituents?.(state) ?? [])].sort((a, b) => a.index - b.index);
  const name = symbol === undefined || symbol < FIRST_CONTROL ? undefined : monitor.controls?.[symbol - FIRST_CONTROL];
  nesting.enter();
  for (const { index, monitor: part, state: own } of parts) {
    if (found.length >= MOST_PARTS) break;
    const within = { path: [...path, index], found, visited, nesting };
    if (name === undefined) {
      isPart = collect(part, own, symbol, within) || isPart;
      continue;
    }
    const number = part.controls?.indexOf(name) ?? -1;
    // A symbol that the part does not have, so that it cannot be read.
    const unknown = FIRST_CONTROL + (part.controls?.length ?? 0);
    isPart = collect(part, own, number < 0 ? unknown : FIRST_CONTROL + number, within) || isPart;
  }
  nesting.leave();
  // Only now, so that a monitor that contains itself is noticed.
  states.set(key, true);
  if (isPart) return true;
  const isUnproven = symbol !== undefined && monitor.isUnproven?.(state, symbol) === true;
  const reason = parts.length === 0 ? "refuses" : isUnproven ? "unproven" : "no-common-text";
  found.push({ path, label: monitor.label, reason, expected: monitor.expected?.(state) ?? [] });
  return true;
}

// Why a text cannot go on: which parts of a combination refuse, however deep they lie, and what each would have read instead.

import { anything, integer, optionally, signature } from "@espalier/arguments";
import { monitorKind } from "./kinds.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { createNesting, type Nesting } from "./nesting.js";

/** A part that refuses. */
export interface RefusingPart {
  /** Where the part lies: by its number in the combination, from the outermost in. Empty for a monitor that is no combination. */
  readonly path: readonly number[];
  /** What the part calls itself. */
  readonly label: string | undefined;
  /** `refuses`: it cannot read the symbol, or does not let the text end. `no-common-text`: its own parts can, but no text of all of them goes on. */
  readonly reason: "refuses" | "no-common-text";
  /** What it expects, in words; empty where it does not say. */
  readonly expected: readonly string[];
}

/** Parts within parts: more than this lie in each other only where one contains itself. */
const MOST_NESTED = 2_000;

const checkRefusalOf = signature("refusalOf", {
  monitor: monitorKind,
  state: anything,
  symbol: optionally(integer({ min: 0 })),
});

/**
 * The parts of `monitor` that refuse `symbol` after `state`; without a symbol, those that do not let the text end there. Empty where the whole refuses nothing.
 * Costs two steps of each part.
 *
 * @example
 * const monitor = product(strings(["print(x)", "eval(x)"]), { ...deny(["eval"]), label: "no eval" });
 * refusalOf(monitor, run(monitor, "eva")!, 0x6c); // => [{ path: [1], label: "no eval", reason: "refuses", expected: [] }]
 */
export function refusalOf<State>(monitor: Monitor<State>, state: State, symbol?: number): readonly RefusingPart[] {
  checkRefusalOf(monitor, state, symbol);
  const found: RefusingPart[] = [];
  collect(monitor as Monitor<unknown>, state, symbol, { path: [], found, nesting: createNesting(MOST_NESTED) });
  return found;
}

/** What is collected, and where. */
interface Collected {
  readonly path: readonly number[];
  readonly found: RefusingPart[];
  readonly nesting: Nesting;
}

function collect(
  monitor: Monitor<unknown>,
  state: unknown,
  symbol: number | undefined,
  { path, found, nesting }: Collected,
): void {
  const refuses = symbol === undefined ? !monitor.accepts(state) : monitor.step(state, symbol) === undefined;
  if (!refuses) return;
  const before = found.length;
  const parts = [...(monitor.constituents?.(state) ?? [])].sort((a, b) => a.index - b.index);
  const name = symbol === undefined || symbol < FIRST_CONTROL ? undefined : monitor.controls?.[symbol - FIRST_CONTROL];
  nesting.enter();
  for (const { index, monitor: part, state: own } of parts) {
    const within = { path: [...path, index], found, nesting };
    if (name === undefined) {
      collect(part, own, symbol, within);
      continue;
    }
    const number = part.controls?.indexOf(name) ?? -1;
    // One symbol more than the part has: it cannot read that.
    const unknown = FIRST_CONTROL + (part.controls?.length ?? 0);
    collect(part, own, number < 0 ? unknown : FIRST_CONTROL + number, within);
  }
  nesting.leave();
  if (found.length > before) return;
  const reason = parts.length === 0 ? "refuses" : "no-common-text";
  found.push({ path, label: monitor.label, reason, expected: monitor.expected?.(state) ?? [] });
}

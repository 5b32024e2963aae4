// The intersection of two languages: both monitors read every symbol. A state is a pair.

import { expectedOfBoth } from "./expected-of-both.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { DEAD, type Part, partsOf } from "./parts.js";
import { tupled } from "./tupled.js";

/**
 * The texts that are in both languages. A control symbol that only one of the two knows is in neither's intersection; see
 * `ignoreControls`.
 *
 * The product of trim monitors is *not* trim: each may go on where no common text does ({aa} and {a}, after `a`), so `trim`
 * and `cost` are absent. A step costs one step of each.
 *
 * `expected` never names a next byte that either refuses: it is what one part expects where the other can read all of that, and
 * otherwise the bytes that both can read, `[a-c]`; nothing where there are none. Beyond the next byte, words promise nothing.
 *
 * @throws LimitError from a step that meets more distinct states than `limits` allow.
 * @example
 * const monitor = product(strings(["ab", "cd"]), deny(["c"]));
 * verdict(monitor, "ab").kind; // => "accepted"
 */
export function product<A, B>(a: Monitor<A>, b: Monitor<B>, limits?: Limits): Monitor<number> {
  const parts = partsOf([a, b] as readonly Monitor<unknown>[], limits);
  const [left, right] = parts.all as readonly [Part, Part];
  const mode = left.mode !== undefined ? { part: left, at: 0 } : { part: right, at: 1 };
  return tupled(
    {
      parts,
      trim: false,
      prefixFree: left.prefixFree || right.prefixFree,
      start: (into) => into.push(left.start(), right.start()),
      step: (pair, symbol, into) => {
        const first = left.step(pair[0]!, symbol);
        if (first === DEAD) return false;
        const second = right.step(pair[1]!, symbol);
        if (second === DEAD) return false;
        into.push(first, second);
        return true;
      },
      accepts: (pair) => left.accepts(pair[0]!) && right.accepts(pair[1]!),
      ...(mode.part.mode && { mode: (pair: readonly number[]) => mode.part.mode!(pair[mode.at]!) }),
      expected: (pair) => expectedOfBoth([left, pair[0]!], [right, pair[1]!], parts.controls),
      forEach: (pair, visit) => {
        visit(left, pair[0]!);
        visit(right, pair[1]!);
      },
      replace: (pair, by, into) => into.push(by(left, pair[0]!), by(right, pair[1]!)),
    },
    limits,
  );
}

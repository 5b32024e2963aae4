// Regular expressions whose texts something else gives: an automaton, or a function that is called when they are needed.
// They need the arena of an engine, so they are apart from the constructors that pages download first.

import { ArgumentError, integer, signature } from "@espalier/arguments";
import type { ByteAutomaton } from "./automaton.js";
import { automatonFrom } from "./automaton-exprs.js";
import { deferredFrom } from "./deferred-exprs.js";
import { automatonKind, deferralKind } from "./kinds.js";
import { type Deferral, EXPRESSION, type Regex } from "./make-regex.js";

const checkAutomatonRegex = signature("automatonRegex", { automaton: automatonKind, start: integer({ min: 0 }) });

/**
 * Matches the texts that `automaton` accepts from state `start`. An engine checks the table when it first interns the
 * regex.
 *
 * @throws ArgumentError if there is no such state.
 */
export function automatonRegex(automaton: ByteAutomaton, start = 0): Regex {
  checkAutomatonRegex(automaton, start);
  if (!Number.isInteger(start) || start < 0 || start >= automaton.accepting.length) {
    throw new ArgumentError(
      "out-of-range",
      "start",
      `automatonRegex: start must be one of the ${automaton.accepting.length} states, not ${start}.`,
    );
  }
  return { kind: "automaton", automaton, start, [EXPRESSION]: (arena) => automatonFrom(arena, automaton, start) };
}

const checkDeferred = signature("deferred", { deferral: deferralKind });

/**
 * Matches the texts of `deferral.load()`. An engine calls `load` once, when it first needs the regex. Use it for large
 * regexes that few texts reach. The engine then throws a RangeError if `least` is not the length of the shortest text,
 * or if the regex distinguishes bytes of one class.
 *
 * @example
 * ```ts
 * import { deferred, literal, matches, sequence } from "@espalier/automata";
 *
 * const classOf = new Uint8Array(256);
 * classOf[0x61] = 1;
 * const regex = deferred({ classOf, classCount: 2, least: 3, load: () => literal("aaa") });
 * matches(sequence(literal("b"), regex), new TextEncoder().encode("baaa")); // => true
 * ```
 */
export function deferred(deferral: Deferral): Regex {
  checkDeferred(deferral);
  const { classOf, classCount, least } = deferral;
  let regex: Regex | undefined;
  const load = (): Regex => (regex ??= deferral.load());
  const declared = { classOf, classCount, least, load };
  return {
    kind: "deferred",
    ...declared,
    [EXPRESSION]: (arena, intern) => deferredFrom(arena, declared, () => intern(load())),
  };
}

// Compares a monitor with an oracle for whole texts, on random members, members with one change, and prefixes of
// members. A member that the oracle rejects shows that the monitor's language is too large. A changed text can also
// show that it is too small.

import { callable, signature } from "@espalier/arguments";
import { FIRST_CONTROL, type Monitor, monitorKind, run } from "@espalier/monitor";
import fc from "fast-check";
import { edited } from "./edits.js";
import { checkedTexts, membershipKind } from "./kinds.js";
import { type CheckOptions, type CounterExample, guarded, LawError, tryLaw } from "./law-error.js";
import { type MembersOptions, members, type Symbols } from "./members.js";

/** Options of {@link checkMembership}. */
export interface MembershipCheckOptions extends CheckOptions, MembersOptions {
  /** Texts to check in addition to random ones, as bytes. */
  readonly texts?: Iterable<Uint8Array>;
}

/** What both agreed on. */
export interface MembershipReport {
  /** Texts in the language. */
  readonly members: number;
  /** Texts outside the language. */
  readonly refused: number;
}

const checkCheckMembership = signature("checkMembership", {
  monitor: monitorKind,
  oracle: callable,
  options: membershipKind,
});

/**
 * Compares `monitor` and `oracle` on random members of the monitor, their near misses and their prefixes: both must
 * agree. Texts with control symbols are skipped, because an oracle reads bytes.
 *
 * @throws LawError with the smallest text found on which they disagree or one of them throws. An oracle that rejects by
 * throwing, as `JSON.parse` does, needs a `try` around it.
 * @throws TypeError if the oracle returns anything but true or false.
 * @throws RangeError if no member of the monitor can be found.
 *
 * @example
 * import { strings } from "@espalier/monitor";
 *
 * const even = strings(["", "aa", "aaaa"]);
 * const report = checkMembership(even, (text) => text.every((byte) => byte === 97) && [0, 2, 4].includes(text.length));
 * report.members > 0 && report.refused > 0; // => true
 */
export function checkMembership<State>(
  monitor: Monitor<State>,
  oracle: (text: Uint8Array) => boolean,
  options: MembershipCheckOptions = {},
): MembershipReport {
  checkCheckMembership(monitor, oracle, options);
  let belong = 0;
  let refused = 0;
  function compare(text: Symbols | Uint8Array): void {
    const where = (): CounterExample => ({ text: [...text] });
    const bytes = Uint8Array.from(text);
    const state = guarded(where, () => run(monitor, bytes));
    const accepted = state !== undefined && guarded(where, () => monitor.accepts(state));
    const wanted = askOracle(oracle, bytes, where);
    if (accepted !== wanted) {
      const [monitorSays, oracleSays] = [accepted, wanted].map((yes) => (yes ? "a member" : "not"));
      throw new LawError("membership", `the monitor says ${monitorSays}, the oracle ${oracleSays}`, where());
    }
    if (accepted) belong++;
    else refused++;
  }

  for (const text of checkedTexts("checkMembership", options.texts ?? [])) compare(text);
  const number = fc.noBias(fc.nat());
  const kind = fc.constantFrom("delete" as const, "insert" as const, "replace" as const, "swap" as const);
  const { symbols, searched } = options;
  const drawing = { ...(symbols !== undefined && { symbols }), ...(searched !== undefined && { searched }) };
  tryLaw(fc.tuple(members(monitor, drawing), kind, number, number), options, ([text, how, where, what]) => {
    if (text.some((symbol) => symbol >= FIRST_CONTROL)) return;
    compare(text);
    compare(edited(text, how, where, what));
    compare(text.slice(0, where % (text.length + 1)));
  });
  return { members: belong, refused };
}

/** Returns the result of the oracle, which must be true or false. */
function askOracle(oracle: (text: Uint8Array) => unknown, text: Uint8Array, where: () => CounterExample): boolean {
  let said: unknown;
  try {
    said = oracle(text);
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new LawError("throws", `the oracle threw ${what}; to refuse a text it returns false`, where(), error);
  }
  if (typeof said === "boolean") return said;
  if (said instanceof Promise) {
    said.catch(() => undefined); // the error is reported here; this prevents an additional unhandled rejection
    throw new TypeError("the oracle returned a Promise; it must return true or false at once");
  }
  throw new TypeError(`the oracle returned ${printValue(said)}; it must return true or false`);
}

function printValue(value: unknown): string {
  return typeof value === "object" || typeof value === "function" ? `a value of type ${typeof value}` : String(value);
}

// A gap between a *place* (the state after some text) and a suffix, as a monitor: the middles after which the suffix
// can follow. A policy says how far lexemes of the middle may extend into the suffix (policy.ts). The monitor starts at
// the place. A lexeme is allowed only if some text after it leads to the suffix. The middle may end where the suffix
// can follow directly.
//
// Everything on the left side belongs to the language and is independent of the suffix. The suffix is read once.

import { NO_FRAME } from "@espalier/lexer";
import { DEFAULT_SYNTAX_LIMITS } from "@espalier/syntax";
import type { Goal } from "../language/goal.js";
import { createMonitor } from "../language/language.js";
import type { GapProducts, LexedLanguage, LexedMonitor } from "../language/lexed-language.js";
import { createMachine, DEAD_STATE, type LexedMachine, type LexedState } from "../language/machine.js";
import { createWitnesses } from "../language/witness.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { OpaqueRegion } from "../repairs/opaque.js";
import { type FillError, TOLERATE } from "../source/fill-error.js";
import type { StraddlePolicy } from "../source/policy.js";
import { asBegun } from "../suffix/begun.js";
import type { Connections } from "../suffix/connections.js";
import type { GapSuffix, Origin } from "../suffix/gap-suffix.js";
import { leadingBlanks } from "../suffix/openings.js";
import type { Columns } from "../suffix/suffix-outline.js";
import { kindsThatReach } from "./gap-allowed-kinds.js";
import { createConnects } from "./gap-ends.js";
import type { GapParts } from "./gap-products.js";
import { type GapFile, unconnected } from "./unconnected.js";

export interface GapOptions {
  /** Default `noSwallow`. */
  readonly policy?: StraddlePolicy;
  /** `inner`: what is open where the middle begins (a block, brackets, the body of a string) stays open until the middle ends. Default `any`. */
  readonly scope?: "any" | "inner";
  /** The largest number of states (8,000,000). */
  readonly states?: number;
  /**
   * What to do if the text around the gap has errors, so that no middle makes it a text of the language. `refuse` (default): throw a FillError. `tolerate`:
   * replace unreadable regions by placeholders and list them in `opaque` of the gap. Without errors, both give the same gap.
   */
  readonly errors?: "refuse" | "tolerate";
}

/** A gap: a monitor for the middles that connect the prefix to the suffix. */
export interface Gap extends LexedMonitor {
  /** The policy in force. */
  readonly policy: StraddlePolicy;
  /** Why another policy is in force than the one requested; absent if it is the requested one. */
  readonly fallback?: PolicyFallback;
  /**
   * The unreadable regions that placeholders replace, in order; empty if there are none. With the placeholders, prefix, middle and suffix form a text of the
   * language.
   */
  readonly opaque: readonly OpaqueRegion[];
}

/** The requested policy, under which no middle was found that connects the prefix to the suffix. */
export interface PolicyFallback {
  /** The policy that was requested. */
  readonly asked: StraddlePolicy;
  /** One sentence for people. */
  readonly reason: string;
}

/** The sentence that ends the error for a gap that does not exist. */
export function adviceFor({ core }: LexedLanguage, { errors }: GapOptions): string {
  return errors === "tolerate" || core.compiled.source.placeholders === undefined ? "" : TOLERATE;
}

/** What an error message needs to know about the text around a gap. */
export interface GapSurroundings {
  /** The error for text before the gap that turns out to be unreadable. */
  unread(): FillError;
  file(): GapFile;
}

/**
 * Like `fillMiddle`, but starts from the state after a text that has been read, and takes a suffix that several gaps
 * can share.
 *
 * @throws FillError if no middle connects the text to the suffix.
 */
export function fillFrom(
  language: LexedLanguage,
  place: Place,
  suffix: GapSuffix,
  options: GapOptions,
  { unread, file }: GapSurroundings,
): Gap {
  const found = gapAt(language, place, suffix, options);
  if (found === "unread") throw unread();
  if (typeof found === "object") return found;
  const states = options.states ?? DEFAULT_SYNTAX_LIMITS.configurations;
  const search = { farthest: suffix.lexing.farthest(), undecided: found === "undecided" };
  throw unconnected(language, file(), search, (from, to) => typeof openGap(language, from, to, states) === "object");
}

/**
 * Returns the gap between a text and a suffix. `place` is the state after the text, which has already been read.
 * Instead of a gap, returns `unread` if the text is no prefix of a text of the language, `none` if no middle connects
 * it to the suffix, and `undecided` if the search for a middle reached its limit.
 *
 * @param policies the rules to try for lexemes that begin in the middle and end in the suffix.
 */
export function gapAt(
  language: LexedLanguage,
  place: Place,
  suffix: GapSuffix,
  options: GapOptions,
  policies: readonly StraddlePolicy[] = policiesOf(options),
): Gap | "unread" | "none" | "undecided" {
  // The text before the place may end in a lexeme that is not allowed there.
  if (language.machine.adopt(place.local, place.set, place.frames) === DEAD_STATE) return "unread";
  const begun = asBegun(language.core, place);
  const lowest = options.scope === "inner" ? begun.frames : NO_FRAME;
  const states = options.states ?? DEFAULT_SYNTAX_LIMITS.configurations;
  const asked = options.policy ?? "noSwallow";
  let undecided = false;
  for (const policy of policies) {
    const gap = openGap(language, { ...begun, policy, lowest }, suffix, states);
    if (typeof gap === "object") return policy === asked ? gap : Object.assign(gap, { fallback: SWALLOWED });
    undecided ||= gap === "undecided";
  }
  return undecided ? "undecided" : "none";
}

/** The policies to try, in order. */
function policiesOf({ policy = "noSwallow" }: GapOptions): readonly StraddlePolicy[] {
  return policy === "noSwallow" ? ["noSwallow", "all"] : [policy];
}

const SWALLOWED: PolicyFallback = {
  asked: "noSwallow",
  reason:
    "No middle was found that connects the prefix to the suffix and leaves all of the suffix outside of its strings and comments.",
};

/** The gap under one policy. If no middle was found, says whether the search shows that there is none. */
function openGap(
  language: LexedLanguage,
  origin: Origin,
  suffix: GapSuffix,
  states: number,
): Gap | "none" | "undecided" {
  const { core } = language;
  const connections = suffix.connections(origin);
  // If statements (or other items) can follow each other freely and the suffix ends some text, then the suffix can be
  // reached from every state of the middle. The gap then steps like the language itself, so all gaps share the results
  // of these steps, above all the masks. Policy `all` always uses the language's own steps. It accepts each text that
  // `noSwallow` accepts, so the suffix can be reached with it if it can be reached with `noSwallow`.
  const all = origin.policy === "all";
  const unswallowed = all ? suffix.connections({ ...origin, policy: "noSwallow" }) : connections;
  const reachable = core.compiled.repeats && unswallowed.viable(core.chart.start, NO_FRAME);
  const free = origin.lowest === NO_FRAME && (all || reachable);
  const machine = free ? language.machine : createMachine(core, kindsThatReach(core, connections, origin), states);
  const start = machine.adopt(origin.local, origin.set, origin.frames);
  const connects = createConnects(machine, connections, origin);
  // Under policy `all`, there are many places where a quote or a comment could swallow the suffix, so ways without them are tried first, if there are any.
  const ways = unswallowed.viable(origin.set, origin.frames) ? [unswallowed, connections] : [connections];
  const goals = [...new Set(ways)].map((its) => completionsOf(core, its, connects)) as [Goal, ...Goal[]];
  const witnesses = createWitnesses(machine, ...goals);
  const doubtful = free || lexemeLeadsOn(core, connections, origin) ? undefined : inMarkedLexeme(machine);
  // Usually, every step guarantees that the suffix can still be reached. There are two exceptions: policy `all` does
  // not check that a lexeme leads to the suffix, and the check ignores which blocks must stay open. In these cases, a
  // search must decide whether any middle connects the two sides.
  const promised = !all && origin.lowest === NO_FRAME;
  if (start === DEAD_STATE) return "none";
  // Every state of the language has a completion after which the suffix can be reached. Elsewhere, a completion must be found.
  const shown = reachable && free;
  if (!shown && witnesses.cost(start) === Number.POSITIVE_INFINITY)
    return witnesses.undecided(start) ? "undecided" : "none";
  // Without the guarantee, a search that runs out of moves proves nothing, because nesting depth is limited too.
  const undecided = (state: LexedState): boolean => witnesses.cost(state) === Number.POSITIVE_INFINITY;
  const parts: GapParts = {
    language,
    suffix,
    origin,
    machine,
    connections,
    accepts: connects,
    witnesses,
    goals,
    shown,
  };
  return createMonitor(
    { machine, start, accepts: connects, witnesses, ...(doubtful && { doubtful }) },
    {
      policy: origin.policy,
      opaque: [],
      ...(promised ? { trim: true as const } : { undecided }),
      ...(free && { stepsOf: language }),
      ...(language.products ?? NO_PRODUCTS).capabilities(parts),
    },
  );
}

/** For languages without `products`: a product with one of their gaps is not decided, and says why. */
const NO_PRODUCTS: GapProducts = {
  capabilities: () => ({
    whyUndecided: () =>
      "Its language is made without `products`. Pass { products: gapProducts }, of @espalier/gaps, to createPython or createLexedLanguage.",
  }),
};

/** Completions up to a state where the middle connects. */
function completionsOf(core: LexedCore, connections: Connections, reached: (state: LexedState) => boolean): Goal {
  const lead = leadingBlanks(core, connections.lexing.bytes());
  const [column, alternate] = lead;
  let last: readonly (readonly number[])[] | undefined;
  return {
    reached,
    rest: connections.least,
    restOfLine: connections.leastOfLine,
    next: connections.next,
    last(): readonly (readonly number[])[] {
      last ??= [[32], [10], ...connections.beginnings().flatMap((bytes) => [bytes, [32, ...bytes]])];
      return last;
    },
    lead,
    columns(): readonly Columns[] {
      const columns = connections.columns();
      return column === 0 ? columns : [...columns, lead, [column + 1, alternate + 1]];
    },
  };
}

/** Whether the lexeme that the prefix left unfinished, if any, can end before the suffix whatever it becomes. */
function lexemeLeadsOn(core: LexedCore, connections: Connections, { local, set, frames }: Origin): boolean {
  const { lexer, kinds } = core.compiled;
  if (lexer.isLine(local) || lexer.begins(local)) return true;
  return lexer.possible(local).every((k) => {
    const kind = kinds[k]!;
    const [after, behind] = [core.read(set, kind), core.framesAfter(frames, kind)];
    return connections.viable(after, behind) || connections.follows(after, behind);
  });
}

/** The states inside the lexeme that the prefix left unfinished. */
function inMarkedLexeme({ core, local }: LexedMachine): (state: LexedState) => boolean {
  return (state) => core.compiled.lexer.isMarked(local(state));
}

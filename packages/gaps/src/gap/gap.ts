// A gap between a place and a suffix as a monitor: the middles after which the suffix follows, by a policy (policy.ts). Its start is where the
// prefix leads; a lexeme is welcome only where the suffix can be reached behind it; the middle may end where the suffix follows.
//
// Everything the left side knows is the language's own, whatever the suffix; the suffix is read once.

import { NO_FRAME } from "@espalier/lexer";
import { bytesOf } from "@espalier/monitor";
import { DEFAULT_SYNTAX_LIMITS } from "@espalier/syntax";
import { createMonitor } from "../language/language.js";
import type { LexedLanguage, LexedMonitor } from "../language/lexed-language.js";
import { createMachine, DEAD_STATE, type LexedMachine, type LexedState } from "../language/machine.js";
import { createWitnesses, type Witnesses } from "../language/witness.js";
import type { Goal } from "../language/witness-moves.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { OpaqueRegion } from "../repairs/opaque.js";
import type { CompiledKind } from "../source/compiled.js";
import type { FillError } from "../source/fill-error.js";
import type { StraddlePolicy } from "../source/policy.js";
import { asBegun, mayReach } from "../suffix/begun.js";
import { type Connections, sharedQuotient } from "../suffix/connections.js";
import type { GapSuffix, Origin } from "../suffix/gap-suffix.js";
import { leadingBlanks } from "../suffix/openings.js";
import type { Columns } from "../suffix/suffix-outline.js";
import { createConnects } from "./gap-ends.js";
import { createGapIntersection, decidesGaps } from "./gap-intersection.js";
import { welcomeTo } from "./gap-welcome.js";
import { type GapFile, unconnected } from "./unconnected.js";
import { isUnhindered } from "./unhindered.js";
import { createUnhinderedIntersection } from "./unhindered-costs.js";

export interface GapOptions {
  /** Default `noSwallow`. */
  readonly policy?: StraddlePolicy;
  /** `inner`: what is open where the middle begins (a block, brackets, the body of a string) stays open up to its end. Default `any`. */
  readonly scope?: "any" | "inner";
  /** States at most (8,000,000). */
  readonly states?: number;
  /**
   * What happens where the text around the gap has errors, so that no middle makes it a text of the language. `refuse` (default): a FillError.
   * `tolerate`: regions that cannot be read give way to placeholders, and `opaque` of the gap lists them. Without errors both give the same gap.
   */
  readonly errors?: "refuse" | "tolerate";
}

/** A gap: the middles that connect, as a monitor. */
export interface Gap extends LexedMonitor {
  /** The policy in force. */
  readonly policy: StraddlePolicy;
  /** Why that is not the policy that was asked for; absent where it is. */
  readonly fallback?: PolicyFallback;
  /**
   * The regions that were left out because they cannot be read, in order; empty where there is none. With each of them replaced by its
   * placeholder, prefix, middle and suffix are a text of the language.
   */
  readonly opaque: readonly OpaqueRegion[];
}

/** A policy by which no middle was found that connects the prefix to the suffix. */
export interface PolicyFallback {
  /** The policy that was asked for. */
  readonly asked: StraddlePolicy;
  /** One sentence for a person. */
  readonly reason: string;
}

/** What an error needs to know of the text around a gap. */
export interface GapSurroundings {
  /** The error of the text before the gap, where it turns out that it cannot be read. */
  unread(): FillError;
  file(): GapFile;
}

/**
 * The same from a place that has been read, to a suffix that other gaps may lead to as well.
 *
 * @throws FillError when no middle connects the two.
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
 * The gap from a place that has been read. Where there is none: `unread` when the text up to the place cannot go on, `none` when no middle connects
 * it to the suffix, `undecided` when the search for one ended at its bound.
 *
 * @param policies those that are tried.
 */
export function gapAt(
  language: LexedLanguage,
  place: Place,
  suffix: GapSuffix,
  options: GapOptions,
  policies: readonly StraddlePolicy[] = policiesOf(options),
): Gap | "unread" | "none" | "undecided" {
  // What the text up to there ends with may be a lexeme that nothing welcomes.
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

/** The policies that are tried, one after the other. */
function policiesOf({ policy = "noSwallow" }: GapOptions): readonly StraddlePolicy[] {
  return policy === "noSwallow" ? ["noSwallow", "all"] : [policy];
}

const SWALLOWED: PolicyFallback = {
  asked: "noSwallow",
  reason:
    "No middle was found that connects the prefix to the suffix and leaves all of the suffix outside of its strings and comments.",
};

/** The gap by one policy; where no middle was found, whether none is there as far as the search sees. */
function openGap(
  language: LexedLanguage,
  origin: Origin,
  suffix: GapSuffix,
  states: number,
): Gap | "none" | "undecided" {
  const { core } = language;
  const connections = suffix.connections(origin);
  // Where any text may be followed by any other, as statements are, a suffix that ends some text can be reached from wherever the middle
  // gets to. Then the steps are the language's own, and what has been worked out for those (masks, above all) serves every gap.
  // By the policy `all` the language's own steps do as well, but nothing shows that they lead to the suffix.
  const all = origin.policy === "all";
  const reachable = !all && core.compiled.repeats && connections.viable(core.chart.start, NO_FRAME);
  const free = origin.lowest === NO_FRAME && (all || reachable);
  const machine = free ? language.machine : createMachine(core, welcomeTo(core, connections, origin), states);
  const start = machine.adopt(origin.local, origin.set, origin.frames);
  const connects = createConnects(machine, connections, origin);
  // By the policy `all` the places where a quote or a comment could take the suffix in are many, so ways that need none are looked for first.
  const plain = all ? [suffix.connections({ ...origin, policy: "noSwallow" })] : [];
  const goals = [...plain, connections].map((its) => completionsOf(core, its, connects)) as [Goal, ...Goal[]];
  const witnesses = createWitnesses(machine, ...goals);
  const doubtful = free || lexemeLeadsOn(core, connections, origin) ? undefined : inMarkedLexeme(machine);
  // By the policy `all` nothing is refused for what it leads to, and labels do not know which blocks have to stay open: then nothing is
  // promised, and whether anything connects must be found out.
  const promised = !all && origin.lowest === NO_FRAME;
  if (start === DEAD_STATE) return "none";
  // A state of the language can be completed to a text, and the suffix reached after that; elsewhere a completion has to be found.
  const shown = reachable && free;
  if (!shown && witnesses.cost(start) === Number.POSITIVE_INFINITY)
    return witnesses.undecided(start) ? "undecided" : "none";
  // Without the promise a search that runs out of moves shows nothing: how deep they nest is bounded, too.
  const undecided = (state: LexedState): boolean => witnesses.cost(state) === Number.POSITIVE_INFINITY;
  return createMonitor(
    { machine, start, accepts: connects, witnesses, ...(doubtful && { doubtful }) },
    {
      policy: origin.policy,
      opaque: [],
      ...(promised ? { trim: true as const } : { undecided }),
      ...(free && { stepsOf: language }),
      ...(decidesGaps(core) && { intersection: intersectionOf(language, suffix, origin, machine, connects) }),
      ...(shown && !decidesGaps(core) && { intersection: unhinderedOf(language, origin, connects, witnesses, goals) }),
    },
  );
}

/** What the gap decides about automata beside it. */
function intersectionOf(
  { core, engine }: LexedLanguage,
  { lexing }: GapSuffix,
  { policy }: Origin,
  machine: LexedMachine,
  accepts: (state: LexedState) => boolean,
): NonNullable<LexedMonitor["intersection"]> {
  const { suffixes, quotient } = sharedQuotient(core, engine);
  const reaches = mayReach(core, lexing);
  const mayEndIn = (kind: CompiledKind, at: number): boolean =>
    policy === "all" || (policy === "noSwallow" && reaches(kind, NO_FRAME, at));
  const gap = { machine, suffixes, lexing, accepts, complete: quotient.complete, mayEndIn };
  return (automaton) => createGapIntersection(gap, automaton);
}

/** What a gap whose steps are those of the language knows about automata beside it. */
function unhinderedOf(
  language: LexedLanguage,
  { local }: Origin,
  connects: (state: LexedState) => boolean,
  witnesses: Witnesses,
  goals: readonly [Goal, ...Goal[]],
): NonNullable<LexedMonitor["intersection"]> {
  const { machine, core } = language;
  const headers = core.compiled.source.placeholders?.header ?? [];
  const likely = ["", ...headers.map((header) => `${header}\n`)].map(bytesOf);
  const leads = (text: Uint8Array): boolean => connects(text.reduce(machine.step, machine.start));
  function* connecting(): Generator<Uint8Array | readonly number[]> {
    yield* likely.filter(leads);
    const text = witnesses.of(machine.start);
    if (text !== undefined) yield text;
  }
  return (automaton) =>
    isUnhindered(language, { local, connecting }, automaton)
      ? createUnhinderedIntersection(machine, goals, automaton)
      : undefined;
}

/** Completions up to where the middle connects. */
function completionsOf(core: LexedCore, connections: Connections, reached: (state: LexedState) => boolean): Goal {
  const lead = leadingBlanks(core, connections.lexing.bytes);
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

/** Whether what the prefix left unfinished can end before the suffix, whatever it comes to be; or is nothing. */
function lexemeLeadsOn(core: LexedCore, connections: Connections, { local, set, frames }: Origin): boolean {
  const { lexer, kinds } = core.compiled;
  if (lexer.isLine(local) || lexer.begins(local)) return true;
  return lexer.possible(local).every((k) => {
    const kind = kinds[k]!;
    const [after, behind] = [core.read(set, kind), core.framesAfter(frames, kind)];
    return connections.viable(after, behind) || connections.follows(after, behind);
  });
}

/** The states in the lexeme that the prefix left unfinished. */
function inMarkedLexeme({ core, local }: LexedMachine): (state: LexedState) => boolean {
  return (state) => core.compiled.lexer.isMarked(local(state));
}

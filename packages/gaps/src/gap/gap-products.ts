// Decides products of gaps with finite automata: which states can be completed, and how. A language that is created
// with `gapProducts` passes it on to its gaps. A gap does not import this file, so a page loads it only if the page
// makes products.

import { NO_FRAME } from "@espalier/lexer";
import { bytesOf, type Intersection, type Monitor } from "@espalier/monitor";
import { createBoundedIntersections } from "@espalier/syntax";
import type { Goal } from "../language/goal.js";
import type { GapProducts, LexedLanguage, LexedMonitor } from "../language/lexed-language.js";
import type { LexedMachine, LexedState } from "../language/machine.js";
import type { Witnesses } from "../language/witness.js";
import type { CompiledKind } from "../source/compiled.js";
import { remembered } from "../source/remembered.js";
import { mayReach } from "../suffix/begun.js";
import { type Connections, sharedQuotient } from "../suffix/connections.js";
import type { GapSuffix, Origin } from "../suffix/gap-suffix.js";
import { createGapIntersection, decidesGaps } from "./gap-intersection.js";
import { createHinderedIntersection, type HinderedGap } from "./hindered-costs.js";
import type { LayoutGap } from "./layout-gap.js";
import { createLayoutIntersection } from "./layout-intersection.js";
import type { SearchedGap } from "./searched-completions.js";
import { wayAround } from "./unhindered.js";
import { createUnhinderedIntersection } from "./unhindered-costs.js";

/** What decides products of a gap, as far as the gap is concerned. */
export interface GapParts {
  readonly language: LexedLanguage;
  readonly suffix: GapSuffix;
  readonly origin: Origin;
  readonly machine: LexedMachine;
  readonly connections: Connections;
  accepts(state: LexedState): boolean;
  /** Completions of the gap alone. */
  readonly witnesses: Witnesses;
  readonly goals: readonly [Goal, ...Goal[]];
  /** Whether the gap uses the language's own steps, and its suffix can be reached from every state. */
  readonly shown: boolean;
}

/**
 * Decides products of gaps with finite automata: pass it to `createLexedLanguage` or `createPython` as `products`. `python()` has it.
 *
 * @example
 * import { literal, parseRegex } from "@espalier/automata";
 * import { plus, sequence, terminal } from "@espalier/grammar";
 * import { deny, product, verdict } from "@espalier/monitor";
 * import { createLexedLanguage, fillMiddle } from "@espalier/gaps";
 *
 * const source = {
 *   grammar: { start: "list", rules: [{ name: "list", body: plus(sequence(terminal("number"), terminal(";"))) }] },
 *   kinds: [
 *     { name: "number", regex: parseRegex("[0-9]+"), modes: ["list"], terminals: ["number"] },
 *     { name: ";", regex: literal(";"), modes: ["list"], terminals: [";"] },
 *   ],
 *   modes: [{ name: "list" }],
 * };
 * const middles = (language: ReturnType<typeof createLexedLanguage>) =>
 *   product(fillMiddle(language, { prefix: "1", suffix: "2;" }), deny(["3"]));
 * const decided = middles(createLexedLanguage(source, { products: gapProducts }));
 * decided.trim; // => true
 * verdict(decided, "0;").kind; // => "accepted"
 * middles(createLexedLanguage(source)).deadEnds?.()?.path; // => [0]
 */
export const gapProducts: GapProducts = {
  capabilities(gap: GapParts) {
    const { language, suffix, origin, machine, connections, accepts, witnesses, goals, shown } = gap;
    const { core, engine } = language;
    if (decidesGaps(core)) return intersectionOf(language, suffix, origin, machine, accepts);
    const { suffixes } = sharedQuotient(core, engine);
    const hindered = shown ? { language, goals, connecting: connectingOf(language, accepts, witnesses) } : undefined;
    return layoutIntersectionOf(
      { machine, origin, connections, suffixes, accepts, witnesses },
      { language, machine, goals, hindered },
    );
  },
};

/** What the gap decides about intersections with automata. */
function intersectionOf(
  { core, engine }: LexedLanguage,
  { lexing }: GapSuffix,
  origin: Origin,
  machine: LexedMachine,
  accepts: (state: LexedState) => boolean,
): Required<Pick<LexedMonitor, "intersection">> & Pick<LexedMonitor, "whyUndecided"> {
  const { suffixes, quotient } = sharedQuotient(core, engine);
  const reaches = mayReach(core, lexing);
  const { policy } = origin;
  const mayEndIn = (kind: CompiledKind, at: number): boolean =>
    policy === "all" || (policy === "noSwallow" && reaches(kind, NO_FRAME, at));
  const gap = { machine, suffixes, lexing, accepts, complete: quotient.complete, mayEndIn };
  const start = machine.adopt(origin.local, origin.set, origin.frames);
  const bounded = createBoundedIntersections<LexedState>();
  return {
    intersection: (automaton) => bounded.of(automaton, () => createGapIntersection(gap, automaton), start),
    whyUndecided: bounded.whyNone,
  };
}

/** Texts that lead from the start of a text to the suffix of a gap that uses the language's own steps. */
function connectingOf(
  { machine, core }: LexedLanguage,
  connects: (state: LexedState) => boolean,
  witnesses: Witnesses,
): HinderedGap["connecting"] {
  const headers = core.compiled.source.placeholders?.header ?? [];
  const likely = ["", ...headers.map((header) => `${header}\n`)].map(bytesOf);
  const leads = (text: Uint8Array): boolean => connects(text.reduce(machine.step, machine.start));
  return function* () {
    yield* likely.filter(leads);
    const text = witnesses.of(machine.start);
    if (text !== undefined) yield text;
  };
}

/** What a gap in a language with lines or modes decides about intersections with automata. */
function layoutIntersectionOf(
  gap: LayoutGap,
  searched: SearchedGap,
): Required<Pick<LexedMonitor, "intersection" | "whyUndecided">> {
  const { hindered } = searched;
  const decide = remembered((automaton: Monitor<number>): Intersection<LexedState> | string => {
    const found = hindered === undefined ? "" : decideUnhindered(hindered, gap.origin.local, automaton);
    return typeof found === "string" ? createLayoutIntersection(gap, automaton, searched) : found;
  });
  return {
    whyUndecided(automaton) {
      const found = decide(automaton);
      return typeof found === "string" ? found : undefined;
    },
    intersection(automaton) {
      const found = decide(automaton);
      return typeof found === "string" ? undefined : found;
    },
  };
}

/** Returns the intersection with an automaton, or what prevents its decision, in a sentence. */
function decideUnhindered(
  gap: HinderedGap,
  local: number,
  automaton: Monitor<number>,
): Intersection<LexedState> | string {
  const way = wayAround(gap.language, local, automaton);
  if (typeof way === "string") return way;
  const { states, lines, finishes } = way;
  if (states.acceptsEverywhere && finishes) {
    const isRead = (line: number, text: ArrayLike<number>): boolean =>
      Array.from(text).reduce((at, byte) => states.next(at, byte), line) !== -1;
    for (const text of gap.connecting())
      if ([...lines].every((line) => isRead(line, text)))
        return createUnhinderedIntersection(gap.language.machine, gap.goals, automaton);
  }
  return createHinderedIntersection(gap, way);
}

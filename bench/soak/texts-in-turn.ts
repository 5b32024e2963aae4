// The work list of a soak: texts by number, each a language and what is drawn for it. Some are written at the same time, a token of one
// and then of another. Texts and their turns depend on the seed alone; only where the run ends may depend on the time.

import { setImmediate } from "node:timers/promises";
import { createStopwatch } from "../maskbench/stopwatch.js";
import { type Draw, drawFor } from "./draw.js";
import { type Writing, write } from "./generation.js";
import { createLongestMasks, type LongMask } from "./longest-masks.js";
import type { Noise } from "./noise.js";
import type { Plan } from "./plan.js";
import { dropShared, RefusedSubject, type Subject, type Surroundings, subjectOf } from "./subjects.js";

/** An error that no option asked for. */
export interface Failure {
  readonly error: string;
  readonly generation: number;
  readonly kind: string;
  readonly source: string;
  /** The command that writes the text alone. Where it passes there, the texts before it matter: run them all, up to this one. */
  readonly repeat: string;
  readonly stack: string;
}

export interface Tally {
  tokens: number;
  generations: number;
  /** Texts that were left in the middle. */
  abandoned: number;
  /** Languages compiled, those made again included. */
  compiles: number;
  /** Different languages, by kind. */
  readonly languages: Record<string, number>;
  /** Draws that were refused when compiled, by kind and code. */
  readonly refused: Record<string, number>;
  failed: number;
  /** The first of them. */
  readonly failures: Failure[];
}

export interface Turns {
  readonly tally: Tally;
  /** The masks that took longest. */
  readonly longest: readonly LongMask[];
  /** Goes on by one token of one text. */
  step(): Promise<void>;
  /** Ends the texts that are under way and drops every language. */
  drain(): Promise<void>;
}

/** So many failures are told. */
const MOST_FAILURES = 50;
/** So many characters of the text before a long mask are told. */
const MOST_SHOWN = 120;

interface Text {
  readonly number: number;
  readonly subject: Subject;
  readonly steps: AsyncGenerator<void, void, undefined>;
}

// Where the numbers of other draws begin: those of languages are below.
const TEXTS = 1 << 28;
const CHOICES = 1 << 29;
const TURNS = 3 << 28;

export function createTurns(plan: Plan, around: Surroundings, noise: Noise, onMask: (us: number) => void): Turns {
  const watch = createStopwatch();
  const turns = drawFor(plan.seed, TURNS);
  const longest = createLongestMasks();
  const tally: Tally = {
    ...{ tokens: 0, generations: 0, abandoned: 0, compiles: 0 },
    ...{ languages: {}, refused: {}, failed: 0, failures: [] },
  };
  let live: Subject[] = [];
  let fresh = 0;
  let started = 0;
  const open: Text[] = [];

  const count = (of: Record<string, number>, key: string): void => {
    of[key] = (of[key] ?? 0) + 1;
  };

  /** The command that writes a text alone. */
  function repeatOf(generation: number, language: number): string {
    const data = plan.data === undefined ? "" : ` --data ${plan.data}`;
    const kinds = plan.kind === undefined ? "" : ` --kind ${JSON.stringify(plan.kind)}`;
    return `pnpm run soak --seed ${plan.seed} --length ${plan.length}${data}${kinds} --only ${generation}:${language}`;
  }

  function fail(error: unknown, generation: number, language: number, kind: string, source: string): void {
    const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    tally.failed++;
    if (tally.failures.length >= MOST_FAILURES) return;
    tally.failures.push({
      error: `${name}: ${message}`,
      generation,
      kind,
      source,
      repeat: repeatOf(generation, language),
      stack,
    });
  }

  /** The language `number`; `undefined` where its source is refused, or fails. */
  function compiled(number: number, generation: number): Subject | undefined {
    try {
      const subject = subjectOf(number, around, plan.kind);
      tally.compiles++;
      return subject;
    } catch (error) {
      if (error instanceof RefusedSubject) count(tally.refused, error.message);
      else fail(error, generation, number, "compile", `language ${number}`);
      return undefined;
    }
  }

  /** A language for a text: mostly one of those that are there, else a new one, or one that was dropped. */
  function subjectFor(draw: Draw, generation: number): Subject {
    for (;;) {
      if (live.length > 0 && draw.percent(72)) return draw.pick(live);
      const again = fresh > 0 && draw.percent(5);
      const number = again ? draw.below(fresh) : fresh++;
      const subject = compiled(number, generation);
      if (subject === undefined) continue;
      if (!again) count(tally.languages, subject.kind);
      live.push(subject);
      if (live.length > plan.live) live = live.slice(1);
      return subject;
    }
  }

  function start(): void {
    const number = plan.only?.text ?? started++;
    const subject =
      plan.only === undefined
        ? subjectFor(drawFor(plan.seed, CHOICES + number), number)
        : subjectOf(plan.only.language, around, plan.kind);
    const draw = drawFor(plan.seed, TEXTS + number);
    const told: Writing["onMask"] = (us, after, budget) => {
      onMask(us);
      longest.add(us, () => {
        const text = after();
        const repeat = repeatOf(number, subject.number);
        return { kind: subject.kind, after: text.slice(-MOST_SHOWN), budget, repeat };
      });
    };
    const steps = write({ subject, noise, draw, length: plan.length, watch, onMask: told });
    open.push({ number, subject, steps });
  }

  async function advance(at: number): Promise<void> {
    const { number, subject, steps } = open[at]!;
    let done = true;
    try {
      done = (await steps.next()).done === true;
      if (!done) tally.tokens++;
    } catch (error) {
      fail(error, number, subject.number, subject.kind, `language ${subject.number}: ${subject.source}`);
    }
    if (!done) return;
    tally.generations++;
    open.splice(at, 1);
  }

  return {
    tally,
    longest: longest.masks,
    async step() {
      while (open.length < plan.interleave) start();
      const at = turns.below(open.length);
      // A client that goes away.
      if (turns.below(2000) === 0) {
        await open[at]!.steps.return();
        open.splice(at, 1);
        tally.abandoned++;
        tally.generations++;
      } else await advance(at);
      // A process returns to its event loop while its model works. Until then, every object that a weak reference returned stays alive.
      await setImmediate();
    },
    async drain() {
      while (open.length > 0) await advance(open.length - 1);
      live = [];
      dropShared();
    },
  };
}

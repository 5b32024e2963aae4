// Runs the parts of the attack in turns, each for a slice of the time, and collects what they find.
import type { Counts, OpenPart, Part } from "./part.js";
import { explained } from "./smallest.js";

export interface AttackOptions {
  readonly seconds: number;
  /** The seed of the first round; each further round of a part takes the next one. */
  readonly seed: number;
  /** How many rounds of each part there are at most. */
  readonly rounds: number;
  /** Called with each failure when it is found. */
  onFailure?(failure: Failure): void;
  /** Called after each round with the report of all rounds so far, so that a run that is ended early leaves its counts. */
  onRound?(report: AttackReport): void;
}

export interface Failure {
  readonly part: string;
  readonly seed: number;
  /** The smallest input found, and what is wrong with it. */
  readonly said: string;
}

export interface PartReport {
  readonly part: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly counts: Counts;
  /** Why the part did not run, or what it ran without. */
  readonly skipped?: string;
}

export interface AttackReport {
  readonly seed: number;
  readonly seconds: number;
  readonly parts: readonly PartReport[];
  readonly failures: readonly Failure[];
}

/** The longest turn of a part, in milliseconds, where it has further turns. */
const SLICE = 10_000;
const MOST_FAILURES = 20;

interface Runner {
  readonly part: Part;
  readonly open: OpenPart | string;
  rounds: number;
  milliseconds: number;
}

/** Attacks with `parts` until the time is up; every part gets the same share of it. */
export async function attack(parts: readonly Part[], options: AttackOptions): Promise<AttackReport> {
  const began = performance.now();
  const runners: Runner[] = [];
  for (const part of parts) runners.push({ part, open: await part.open(), rounds: 0, milliseconds: 0 });
  const failures: Failure[] = [];
  const left = (): number => 1000 * options.seconds - (performance.now() - began);
  const share = (1000 * options.seconds) / Math.max(1, parts.length);
  const report = (): AttackReport => ({
    seed: options.seed,
    seconds: (performance.now() - began) / 1000,
    parts: runners.map(reportOf),
    failures,
  });
  const slice = options.rounds === 1 ? share : Math.min(SLICE, share);
  const canGoOn = ({ open, rounds }: Runner): boolean => typeof open !== "string" && rounds < options.rounds;
  try {
    while (left() > 0 && failures.length < MOST_FAILURES) {
      const next = runners.filter(canGoOn).sort((a, b) => a.milliseconds - b.milliseconds)[0];
      if (next === undefined) break;
      const failure = await turn(next, options.seed, Math.min(slice, left()));
      if (failure !== undefined) {
        failures.push(failure);
        options.onFailure?.(failure);
      }
      options.onRound?.(report());
    }
  } finally {
    for (const { open } of runners) if (typeof open !== "string") open.close();
  }
  return report();
}

async function turn(runner: Runner, first: number, milliseconds: number): Promise<Failure | undefined> {
  const { part, open } = runner;
  if (typeof open === "string") return undefined;
  const seed = first + runner.rounds++;
  const began = performance.now();
  let said: string | undefined;
  try {
    said = await open.round(seed, milliseconds);
  } catch (error) {
    said = explained(error);
  }
  runner.milliseconds += performance.now() - began;
  return said === undefined ? undefined : { part: part.name, seed, said };
}

function reportOf({ part, open, rounds, milliseconds }: Runner): PartReport {
  const done = { part: part.name, rounds, seconds: Math.round(milliseconds / 100) / 10 };
  if (typeof open === "string") return { ...done, counts: {}, skipped: open };
  return { ...done, counts: open.counts, ...(open.missing === undefined ? {} : { skipped: open.missing }) };
}

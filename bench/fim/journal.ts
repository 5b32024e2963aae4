// The cuts that have been tried, a line of JSON each, so that a run that was cut off goes on where it stopped. The first line says
// what the run is of; a journal of another run is not continued.

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Trial } from "./trial.js";

export interface Journal {
  readonly trials: readonly Trial[];
  has(file: string, index: number): boolean;
  add(trial: Trial): void;
  /** Done: nothing is left to go on with. */
  remove(): void;
}

/** The journal at `file`, begun anew unless it is of this same `run`. */
export function openJournal(file: string, run: object): Journal {
  const head = JSON.stringify(run);
  const [first, ...lines] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const trials = first === head ? lines.flatMap(readLine) : [];
  writeFileSync(file, [head, ...trials.map((trial) => JSON.stringify(trial)), ""].join("\n"));
  const keyOf = (name: string, index: number): string => `${index} ${name}`;
  const known = new Set(trials.map((trial) => keyOf(trial.file, trial.index)));
  return {
    trials,
    has: (name, index) => known.has(keyOf(name, index)),
    add(trial) {
      trials.push(trial);
      known.add(keyOf(trial.file, trial.index));
      appendFileSync(file, `${JSON.stringify(trial)}\n`);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** A line that was cut off in the middle counts for nothing. */
function readLine(line: string): readonly Trial[] {
  try {
    return [JSON.parse(line) as Trial];
  } catch {
    return [];
  }
}

// What is counted over broken files: the rows of the table, for all of them and by kind, side and distance.

import type { Verdict } from "../../test/judges/cpython/oracle.js";
import type { Made } from "./broken-files.js";
import type { Outcome } from "./trial.js";

/** Counts of broken files, unless said otherwise. */
interface Counts {
  files: number;
  opened: number;
  /** Those in which nothing had to be left out: a middle mends the breakage. */
  mendable: number;
  /** Those in which only broken lines were left out; in which something beyond the block of the breakage was. */
  onlyBroken: number;
  beyondBlock: number;
  /** Files, verdicts on middles, steps and tokens that are as in the unbroken twin. */
  asTwin: number;
  verdicts: number;
  verdictsAsTwin: number;
  steps: number;
  stepsAsTwin: number;
  tokens: number;
  tokensDiffering: number;
  /** Files with placeholders and a random fill that CPython was asked about; that it refuses. */
  judged: number;
  refusedByCPython: number;
  /** Unbroken twins that are not the same with errors tolerated. */
  twinsChanged: number;
}

const NOTHING: Counts = {
  files: 0,
  opened: 0,
  mendable: 0,
  onlyBroken: 0,
  beyondBlock: 0,
  asTwin: 0,
  verdicts: 0,
  verdictsAsTwin: 0,
  steps: 0,
  stepsAsTwin: 0,
  tokens: 0,
  tokensDiffering: 0,
  judged: 0,
  refusedByCPython: 0,
  twinsChanged: 0,
};

export interface Tally {
  add(name: string, made: Made, outcome: Outcome, verdict: Verdict | undefined, same: boolean): void;
  trials(): number;
  result(): object;
}

/** @param shown so many failures of each sort are kept. */
export function createTally(shown: number): Tally {
  const all = { ...NOTHING };
  const groups = new Map<string, Counts>();
  const failures: Record<string, object[]> = {};
  const milliseconds: number[] = [];

  function count(counts: Counts, outcome: Outcome, verdict: Verdict | undefined, same: boolean): void {
    counts.files++;
    counts.twinsChanged += same ? 0 : 1;
    if (!outcome.opened) return;
    const { verdicts, steps, tokens } = outcome;
    counts.opened++;
    counts.mendable += outcome.opaque.length === 0 ? 1 : 0;
    counts.onlyBroken += outcome.exact ? 1 : 0;
    counts.beyondBlock += outcome.beyond ? 1 : 0;
    counts.asTwin += isAsTwin(outcome) ? 1 : 0;
    counts.verdictsAsTwin += verdicts[0];
    counts.verdicts += verdicts[1];
    counts.stepsAsTwin += steps[0];
    counts.steps += steps[1];
    counts.tokensDiffering += tokens[0];
    counts.tokens += tokens[1];
    counts.judged += verdict === undefined || verdict.kind === "resource" ? 0 : 1;
    counts.refusedByCPython += verdict?.kind === "reject" ? 1 : 0;
  }

  function keep(sort: string, failure: object): void {
    failures[sort] ??= [];
    if (failures[sort].length < shown) failures[sort].push(failure);
  }

  return {
    add(name: string, made: Made, outcome: Outcome, verdict: Verdict | undefined, same: boolean): void {
      const { kind, side, distance, file } = made;
      milliseconds.push(outcome.milliseconds);
      count(all, outcome, verdict, same);
      for (const group of [kind, side, `${distance} lines away`]) {
        const counts = groups.get(group) ?? { ...NOTHING };
        groups.set(group, counts);
        count(counts, outcome, verdict, same);
      }
      const told = {
        name,
        kind,
        side,
        distance,
        gap: file.broken.prefix.split("\n").length,
        broken: [...file.lines],
        opaque: outcome.opaque,
        middle: file.middle,
      };
      if (!outcome.opened) keep("refused", told);
      else if (verdict?.kind === "reject") keep("refused by CPython", { ...told, verdict, filled: outcome.filled });
      else if (outcome.opaque.length === 0) keep("mendable", told);
      else if (!outcome.exact) keep("left out more", told);
      else if (!isAsTwin(outcome))
        keep("other than the twin", { ...told, verdicts: outcome.verdicts, tokens: outcome.tokens });
      if (!same) keep("twin changed", told);
    },
    trials: () => all.files,
    result(): object {
      const sorted = milliseconds.sort((a, b) => a - b);
      const at = (share: number): number => Math.round(10 * (sorted[Math.floor(share * sorted.length)] ?? 0)) / 10;
      return {
        all,
        openingMs: { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(0.9999) },
        groups: Object.fromEntries([...groups].sort(([a], [b]) => (a < b ? -1 : 1))),
        failures,
      };
    },
  };
}

const isAsTwin = ({ verdicts, tokens }: Outcome): boolean => verdicts[0] === verdicts[1] && tokens[0] === 0;

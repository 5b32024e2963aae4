// The figures of a run. Counts are of cuts, so that a share is a count divided by `cuts`.

import { statistics } from "../row.js";
import type { AfterEdit } from "./edits.js";
import type { Constrained, Trial, Way } from "./trial.js";

/** Counts of cuts, and times: microseconds for a token, milliseconds for a context. */
export interface Summary {
  readonly cuts: number;
  /** Cuts of which the language takes the middle that stood there. */
  readonly truthAccepted: number;
  /** Tokens of those middles, and how many of them were in the mask at their place; after one that is not, none is counted. */
  readonly tokens: number;
  readonly tokensInMask: number;
  /** Cuts whose least cost is above the budget; no constrained text is asked for there. */
  readonly doesNotFit: number;
  readonly constrained: { readonly connected: number; readonly parsed: number };
  readonly checked: { readonly parsed: number };
  readonly unconstrained: { readonly parsed: number };
  /** Constrained texts, of any way, that connect although CPython does not parse the file with them. */
  readonly unsound: number;
  /** The same without the budget in the mask, and by the published loop; null where not asked for. */
  readonly unbudgeted: { readonly connected: number; readonly parsed: number } | null;
  readonly attempts: { readonly connected: number; readonly parsed: number } | null;
  /** Texts of which CPython said nothing, for want of memory or time. */
  readonly unknown: number;
  /** In masks, for every token of the constrained texts, as the run goes: most states are met for the first time. */
  readonly perToken: Times;
  /** The same once more when all states have been met: with the language's tables but no mask remembered; and as it is, with all masks. */
  readonly perTokenWarm: Times;
  readonly perTokenAgain: Times;
  /** The same along the middles that stood there: one mask and one step for each token. */
  readonly perTokenOfTruth: Times;
  /** As the run goes, and warm, by size of context, to see that it stays flat. */
  readonly perTokenByLines: readonly {
    readonly lines: string;
    readonly tokens: number;
    readonly avg: number;
    readonly warm: number | null;
  }[];
  /** From prefix and suffix to the first mask: the median over the files' first cuts of at least 100 lines. */
  readonly oneTimePer1000Lines: number | null;
  /** Of the same cuts: all of their time over all of their lines; and for a cut. */
  readonly oneTimePer1000LinesOfAll: number | null;
  readonly oneTime: Times;
  /** Of the same cuts: from a line put in at the gap, or far before or behind it, to the gap's first mask. */
  readonly oneTimeAfterEdit: AfterEdits;
  /** All cuts, those of files that were seen before among them. */
  readonly oneTimeByLines: readonly { readonly lines: string; readonly cuts: number; readonly avgMs: number }[];
  /** What a document of 10,000 lines with a gap in it makes the process hold, what its language learns included. */
  readonly bytesPer10000Lines: number | null;
}

export interface AfterEdits extends Times {
  /** The median over the cuts, and all of their time over all of their lines. */
  readonly per1000Lines: number | null;
  readonly per1000LinesOfAll: number | null;
  readonly early: Times;
  readonly late: Times;
}

export interface Times {
  readonly avg: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
}

const BANDS = [100, 300, 1000, 3000, Number.POSITIVE_INFINITY];
const LEAST_LINES = 100;

export function summarize(trials: readonly Trial[], bytesPer10000Lines: number | null): Summary {
  const count = (holds: (trial: Trial) => boolean): number => trials.filter(holds).length;
  const way = (of: (trial: Trial) => Constrained | undefined) => ({
    connected: count((trial) => of(trial)?.connected === true),
    parsed: count((trial) => of(trial)?.parsed === "yes"),
  });
  const texts = trials.flatMap(({ constrained, unbudgeted, attempts }) =>
    [constrained, unbudgeted, attempts].filter((text) => text !== undefined),
  );
  const asked = trials.some(({ constrained }) => constrained !== undefined);
  const firsts = trials.filter(
    ({ index, lines, refused }) => index === 0 && lines >= LEAST_LINES && refused === undefined,
  );
  return {
    cuts: trials.length,
    truthAccepted: count(({ truth }) => truth.accepted),
    tokens: sum(trials, ({ truth }) => truth.tokens),
    tokensInMask: sum(trials, ({ truth }) => truth.inMask),
    doesNotFit: asked ? count(({ constrained, refused }) => constrained === undefined && refused === undefined) : 0,
    constrained: way(({ constrained }) => constrained),
    checked: { parsed: count(({ checked }) => checked?.parsed === "yes") },
    unconstrained: { parsed: count(({ unconstrained }) => unconstrained?.parsed === "yes") },
    unsound: texts.filter(({ connected, parsed }) => connected && parsed === "no").length,
    unbudgeted: trials.some(({ unbudgeted }) => unbudgeted !== undefined) ? way(({ unbudgeted }) => unbudgeted) : null,
    attempts: trials.some(({ attempts }) => attempts !== undefined) ? way(({ attempts }) => attempts) : null,
    unknown: texts.filter(({ parsed }) => parsed === "unknown").length,
    perToken: timesOf(trials.flatMap(({ constrained }) => constrained?.microseconds ?? [])),
    perTokenOfTruth: timesOf(trials.flatMap(({ truth }) => truth.microseconds)),
    perTokenWarm: timesOf(trials.flatMap(({ constrained }) => constrained?.warm ?? [])),
    perTokenAgain: timesOf(trials.flatMap(({ constrained }) => constrained?.again ?? [])),
    perTokenByLines: byLines(trials, (band) => {
      const samples = band.flatMap(({ constrained, truth }) => constrained?.microseconds ?? truth.microseconds);
      const warm = timesOf(band.flatMap(({ constrained }) => constrained?.warm ?? []));
      return { tokens: samples.length, avg: timesOf(samples).avg ?? 0, warm: warm.avg };
    }),
    oneTimePer1000Lines: per1000Lines(firsts, ({ oneTimeMs }) => oneTimeMs).median,
    oneTimePer1000LinesOfAll: per1000Lines(firsts, ({ oneTimeMs }) => oneTimeMs).ofAll,
    oneTime: timesOf(firsts.map(({ oneTimeMs }) => oneTimeMs)),
    oneTimeAfterEdit: afterEdit(firsts),
    oneTimeByLines: byLines(trials, (band) => ({
      cuts: band.length,
      avgMs: rounded(sum(band, ({ oneTimeMs }) => oneTimeMs) / band.length),
    })),
    bytesPer10000Lines,
  };
}

function afterEdit(firsts: readonly Trial[]): AfterEdits {
  const at = (place: keyof AfterEdit) => timesOf(firsts.flatMap(({ afterEditMs }) => afterEditMs?.[place] ?? []));
  const { median, ofAll } = per1000Lines(firsts, ({ afterEditMs }) => afterEditMs?.at);
  return { ...at("at"), per1000Lines: median, per1000LinesOfAll: ofAll, early: at("early"), late: at("late") };
}

/** Milliseconds for 1,000 lines: the median over the cuts, and all of their time over all of their lines. */
function per1000Lines(trials: readonly Trial[], of: (trial: Trial) => number | undefined) {
  const timed = trials.flatMap((trial) => {
    const ms = of(trial);
    return ms === undefined ? [] : [{ ms, lines: trial.lines }];
  });
  const lines = timed.reduce((total, sample) => total + sample.lines, 0);
  return {
    median: medianOf(timed.map((sample) => (1000 * sample.ms) / sample.lines)),
    ofAll: lines === 0 ? null : rounded((1000 * timed.reduce((total, sample) => total + sample.ms, 0)) / lines),
  };
}

function byLines<Figures>(
  trials: readonly Trial[],
  figuresOf: (band: readonly Trial[]) => Figures,
): readonly (Figures & { readonly lines: string })[] {
  return BANDS.flatMap((to, at) => {
    const from = at === 0 ? 0 : BANDS[at - 1]!;
    const band = trials.filter(({ lines }) => lines >= from && lines < to);
    const lines = to === Number.POSITIVE_INFINITY ? `${from} and more` : `${from} to ${to - 1}`;
    return band.length === 0 ? [] : [{ lines, ...figuresOf(band) }];
  });
}

function timesOf(samples: readonly number[]): Times {
  if (samples.length === 0) return { avg: null, p50: null, p99: null };
  const { avg, p50, p99 } = statistics(samples);
  return { avg, p50, p99 };
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : statistics(values).p50;
}

function sum(trials: readonly Trial[], of: (trial: Trial) => number): number {
  return trials.reduce((total, trial) => total + of(trial), 0);
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** The published tables: how often the free text parsed, or some beginning of it, against how often the constrained one did. */
export function contingency(
  trials: readonly Trial[],
  way: Exclude<Way, "unconstrained">,
): readonly (readonly number[])[] {
  const rows: readonly ((trial: Trial) => boolean)[] = [
    ({ unconstrained }) => unconstrained!.parsed === "yes",
    ({ unconstrained, checked }) => unconstrained!.parsed !== "yes" && checked!.parsed === "yes",
    ({ checked }) => checked!.parsed !== "yes",
  ];
  const succeeds = (trial: Trial): boolean => trial[way]?.connected === true && trial[way].parsed === "yes";
  const counted = rows.map((row) => {
    const inRow = trials.filter((trial) => trial.unconstrained !== undefined && row(trial));
    const yes = inRow.filter(succeeds).length;
    return [yes, inRow.length - yes, inRow.length];
  });
  const totals = [0, 1, 2].map((column) => counted.reduce((total, row) => total + row[column]!, 0));
  return [...counted, totals];
}

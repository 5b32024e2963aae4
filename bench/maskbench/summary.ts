// The figures of a run: for each engine the verdicts counted and the times of all schemas together, and for each peer how its
// times compare with ours, over the schemas that both took, refusing neither.

import { ratioInterval } from "./interval.js";
import type { Entry } from "./journal.js";
import { type Answer, type Mode, OURS, type Place } from "./protocol.js";
import { type MaskStatistics, rounded, statisticsOf } from "./statistics.js";
import { VERDICTS, type Verdict, verdictOf } from "./verdict.js";

/** Times are microseconds of CPU. */
export interface EngineSummary {
  readonly version: string;
  readonly schemas: number;
  readonly passing: number;
  /** Schemas that pass only with the keys of an instance in declared order; not among the passing. */
  readonly order: number;
  readonly refused: number;
  /** Schemas of which a valid instance was refused, those with both errors included. */
  readonly validationErrors: number;
  /** Schemas of which an invalid instance was accepted, those with both errors included. */
  readonly invalidationErrors: number;
  readonly both: number;
  readonly timeouts: number;
  readonly memory: number;
  readonly crashes: number;
  /** Masks against commits, or one mode against another. */
  readonly contradictions: number;
  readonly tokens: number;
  readonly instances: {
    readonly valid: number;
    readonly accepted: number;
    readonly invalid: number;
    readonly refused: number;
  };
  /** A token's mask and commit. Where an engine remembers nothing, `warm` is `cold`. */
  readonly tbm: { readonly cold: MaskStatistics | null; readonly warm: MaskStatistics | null } & Readonly<
    Partial<Record<Mode, MaskStatistics | null>>
  >;
  /** From the schema to the first mask, in a warm process: with what other schemas left there, where an engine shares. */
  /** The tokens that took longest, by mode, the longest first. */
  readonly longest: Readonly<Partial<Record<Mode, readonly LongToken[]>>>;
  readonly ttfm: MaskStatistics | null;
  readonly ttfmCold: MaskStatistics | null;
  readonly refusedBy: Readonly<Record<string, number>>;
  readonly refusedCodes: Readonly<Record<string, number>>;
  /** The most that the process held, all schemas before it included; and by how much one schema made it grow. */
  readonly peakMegabytes: number | null;
  readonly grownMegabytes: number | null;
  readonly cpuShare: number;
}

/** One token of one instance of a schema. */
export interface LongToken extends Place {
  readonly schema: string;
}

/** How many of the longest tokens a summary has. */
const LONGEST = 10;

/** Ours over the peer's: below 1 is faster. */
export interface Ratios {
  /** Schemas that neither refused nor failed at. */
  readonly schemas: number;
  readonly tbm: Readonly<Record<"cold" | "warm", Readonly<Record<string, number>> | null>>;
  readonly ttfm: Readonly<Record<string, number>> | null;
  /** 95 % intervals of the ratios of the averages, over samples of the schemas; null where there are no times. */
  readonly averageWithin: Readonly<Record<"cold" | "warm" | "ttfm", readonly [number, number] | null>>;
}

export interface Summary extends EngineSummary {
  readonly peers: Readonly<Record<string, EngineSummary & { readonly ratios?: Ratios }>>;
}

/** `limit` is the seconds after which a schema was given up: what its first mask took at least. */
export function summarize(entries: readonly Entry[], peers: readonly string[], limit: number): Summary {
  const of = (engine: string): readonly Entry[] => entries.filter((entry) => entry.engine === engine);
  const ours = of(OURS);
  const peerSummaries = peers.map((peer) => {
    const summary = summarizeEngine(of(peer), limit);
    return [peer, ours.length === 0 ? summary : { ...summary, ratios: ratios(ours, of(peer), limit) }] as const;
  });
  return { ...summarizeEngine(ours, limit), peers: Object.fromEntries(peerSummaries) };
}

function summarizeEngine(entries: readonly Entry[], limit: number): EngineSummary {
  const verdicts = new Map<Verdict, number>(VERDICTS.map((verdict) => [verdict, 0]));
  for (const { answer, valid } of entries) add(verdicts, verdictOf(answer, valid));
  const count = (verdict: Verdict): number => verdicts.get(verdict)!;
  const refusals = entries.flatMap(({ answer }) => answer.refusal ?? []);
  const keywords = new Map<string, number>();
  const codes = new Map<string, number>();
  for (const { keyword, code } of refusals) {
    add(keywords, keyword ?? "(none named)");
    add(codes, code);
  }
  const fates = entries.flatMap(({ answer, valid }) =>
    (answer.passes[0]?.fates ?? []).map((fate, i) => ({ valid: valid[i]!, accepted: fate === "accepted" })),
  );
  const cold = maskTimes(entries, "cold");
  const warm = maskTimes(entries, "warm") ?? cold;
  const second = maskTimes(entries, "second");
  const shared = maskTimes(entries, "process");
  const budget = maskTimes(entries, "budget");
  return {
    version: entries.at(-1)?.version ?? "not run",
    schemas: entries.length,
    passing: count("passing"),
    order: count("order"),
    refused: count("refused"),
    validationErrors: count("validation error") + count("both"),
    invalidationErrors: count("invalidation error") + count("both"),
    both: count("both"),
    timeouts: count("timeout"),
    memory: count("memory"),
    crashes: count("crash"),
    contradictions: entries.reduce((sum, { answer }) => sum + answer.contradictions.length, 0),
    tokens: (cold ?? warm ?? shared ?? budget)?.n ?? 0,
    instances: {
      valid: fates.filter(({ valid }) => valid).length,
      accepted: fates.filter(({ valid, accepted }) => valid && accepted).length,
      invalid: fates.filter(({ valid }) => !valid).length,
      refused: fates.filter(({ valid, accepted }) => !valid && !accepted).length,
    },
    tbm: {
      cold,
      warm,
      ...(second === null ? {} : { second }),
      ...(shared === null ? {} : { process: shared }),
      ...(budget === null ? {} : { budget }),
    },
    longest: longestTokens(entries),
    ttfm: firstMasks(entries, "process", limit),
    ttfmCold: firstMasks(entries, "cold", limit),
    refusedBy: descending(keywords),
    refusedCodes: descending(codes),
    peakMegabytes: mostMegabytes(entries.flatMap(({ answer }) => answer.peakBytes ?? [])),
    grownMegabytes: mostMegabytes(entries.flatMap(({ answer }) => answer.grownBytes ?? [])),
    cpuShare: rounded(entries.reduce((sum, { answer }) => sum + answer.cpuShare, 0) / Math.max(1, entries.length)),
  };
}

function mostMegabytes(sizes: readonly number[]): number | null {
  return sizes.length === 0 ? null : Math.round(sizes.reduce((most, size) => Math.max(most, size), 0) / 2 ** 20);
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function descending(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

function maskTimes(entries: readonly Entry[], mode: Mode): MaskStatistics | null {
  return statisticsOf(entries.flatMap(({ answer }) => passIn(answer, mode)?.times ?? []));
}

function longestTokens(entries: readonly Entry[]): EngineSummary["longest"] {
  const byMode: Partial<Record<Mode, LongToken[]>> = {};
  for (const { schema, answer } of entries)
    for (const { mode, longest = [] } of answer.passes)
      (byMode[mode] ??= []).push(...longest.map((place) => ({ schema, ...place, us: rounded(place.us) })));
  return Object.fromEntries(
    Object.entries(byMode).map(([mode, places]) => [mode, places.sort((a, b) => b.us - a.us).slice(0, LONGEST)]),
  );
}

function passIn({ passes }: Answer, mode: Mode): Answer["passes"][number] | undefined {
  return passes.find((pass) => pass.mode === mode);
}

/** Times to the first mask in `mode`, or in the first mode an engine has; where there was none in time, all the time. */
function firstMasks(entries: readonly Entry[], mode: Mode, limit: number): MaskStatistics | null {
  const times = entries.flatMap(({ answer }) => {
    if (answer.refusal !== undefined) return [];
    const pass = passIn(answer, mode) ?? answer.passes[0];
    return pass?.ttfm ?? (answer.failure?.kind === "timeout" ? [1e6 * limit] : []);
  });
  return statisticsOf([times]);
}

function ratios(ours: readonly Entry[], theirs: readonly Entry[], limit: number): Ratios {
  const taken = (entry: Entry): boolean => entry.answer.refusal === undefined && entry.answer.failure === undefined;
  const byName = new Map(theirs.filter(taken).map((entry) => [entry.schema, entry]));
  const a = ours.filter((entry) => taken(entry) && byName.has(entry.schema));
  const b = a.map(({ schema }) => byName.get(schema)!);
  const statistics = {
    cold: (entries: readonly Entry[]) => maskTimes(entries, "cold"),
    warm: (entries: readonly Entry[]) => maskTimes(entries, "warm") ?? maskTimes(entries, "cold"),
    ttfm: (entries: readonly Entry[]) => firstMasks(entries, "process", limit),
  };
  const compared = (of: (entries: readonly Entry[]) => MaskStatistics | null) => over(of(a), of(b));
  const within = (of: (entries: readonly Entry[]) => MaskStatistics | null) =>
    ratioInterval(
      a.flatMap((entry, index) => {
        const [one, other] = [of([entry]), of([b[index]!])];
        return one === null || other === null
          ? []
          : [{ ours: [one.avg * one.n, one.n] as const, theirs: [other.avg * other.n, other.n] as const }];
      }),
    );
  const { cold, warm, ttfm } = statistics;
  return {
    schemas: a.length,
    tbm: { cold: compared(cold), warm: compared(warm) },
    ttfm: compared(ttfm),
    averageWithin: { cold: within(cold), warm: within(warm), ttfm: within(ttfm) },
  };
}

function over(a: MaskStatistics | null, b: MaskStatistics | null): Readonly<Record<string, number>> | null {
  if (a === null || b === null) return null;
  const keys = ["avg", "p50", "p90", "p99", "p999", "max"] as const;
  return Object.fromEntries(keys.map((key) => [key, rounded(a[key] / b[key])]));
}

// How long it takes to say of a whole file that it is Python, beside `ast.parse`: both are given the text as their language has it, and are
// timed inside their own process, file by file in turn. *Cold* is a file read for the first time, in a process that has read
// others; *warm* the same file again, in a document of its own. CPython's collector is off, as in all that the judge does.

import type { Oracle } from "../../test/judges/cpython/oracle.js";
import { timed } from "../clock.js";
import { median, statistics } from "../row.js";
import type { SourceFile } from "./cuts.js";
import type { Subject } from "./subject.js";

/** Rounds of which the median counts. */
const ROUNDS = 5;
/** Lines from which on a file's own ratio says something. */
const LEAST_LINES = 100;

/** Milliseconds of CPU for one file. */
export interface FileTimes {
  readonly file: string;
  readonly lines: number;
  /** Whether we take it; CPython does. */
  readonly accepted: boolean;
  readonly cold: number;
  readonly warm: number;
  readonly astParse: number;
}

export interface Ratio {
  /** All of our time over all of CPython's. */
  readonly ofAll: number;
  /** Over the files of at least 100 lines. */
  readonly p50: number | null;
  readonly max: number | null;
}

export interface MembershipSummary {
  readonly files: number;
  readonly lines: number;
  /** Files that both take; the times are of these. */
  readonly accepted: number;
  /** Milliseconds for 1,000 lines, all of the time over all of the lines. */
  readonly per1000Lines: { readonly cold: number; readonly warm: number; readonly astParse: number };
  /** Ours as multiples of CPython's. */
  readonly ratio: { readonly cold: Ratio; readonly warm: Ratio };
}

export async function timeFile({ name, text }: SourceFile, subject: Subject, oracle: Oracle): Promise<FileTimes> {
  const read = () => timed(() => subject.document(text).problem() === undefined);
  const first = read();
  const again = Array.from({ length: ROUNDS }, () => read().us / 1000);
  const astParse = median(await oracle.time(text, ROUNDS));
  const lines = text.split("\n").length - 1;
  return { file: name, lines, accepted: first.result, cold: first.us / 1000, warm: median(again), astParse };
}

/** @throws RangeError where no file is accepted. */
export function summarizeTimes(files: readonly FileTimes[]): MembershipSummary {
  const timed = files.filter(({ accepted }) => accepted);
  const total = (of: (file: FileTimes) => number): number => timed.reduce((sum, file) => sum + of(file), 0);
  const lines = total((file) => file.lines);
  const astParse = total((file) => file.astParse);
  const per1000 = (ms: number): number => Number(((1000 * ms) / lines).toPrecision(4));
  const ratio = (of: (file: FileTimes) => number): Ratio => {
    const ofAll = Number((total(of) / astParse).toPrecision(4));
    const long = timed.filter((file) => file.lines >= LEAST_LINES);
    if (long.length === 0) return { ofAll, p50: null, max: null };
    const { p50, max } = statistics(long.map((file) => of(file) / file.astParse));
    return { ofAll, p50, max };
  };
  const cold = (file: FileTimes): number => file.cold;
  const warm = (file: FileTimes): number => file.warm;
  return {
    files: files.length,
    lines,
    accepted: timed.length,
    per1000Lines: { cold: per1000(total(cold)), warm: per1000(total(warm)), astParse: per1000(astParse) },
    ratio: { cold: ratio(cold), warm: ratio(warm) },
  };
}

export function formatTimes({ files, lines, accepted, per1000Lines, ratio }: MembershipSummary, exact: string): string {
  const row = (name: string, ms: number, times?: Ratio): string => {
    const ofFiles = times?.p50 == null ? "" : `; of a file of 100 lines or more × ${times.p50}, at most × ${times.max}`;
    return `  ${name.padEnd(12)}${ms.toFixed(2).padStart(8)}${times === undefined ? "" : `   × ${times.ofAll}${ofFiles}`}`;
  };
  return [
    `${accepted} of ${files} files accepted, ${lines} lines`,
    `  ms for 1,000 lines, as multiples of ast.parse (CPython ${exact})`,
    row("ast.parse", per1000Lines.astParse),
    row("ours, cold", per1000Lines.cold, ratio.cold),
    row("ours, warm", per1000Lines.warm, ratio.warm),
  ].join("\n");
}

// The ledger: every difference from CPython that is known, with its reason. Campaigns pass over what an entry explains; the judge of the tests
// fails where an entry no longer holds for a CPython at hand.
import { readFileSync } from "node:fs";
import type { Difference } from "./checks.js";
import type { Oracle } from "./oracle.js";
import { kindOfError, observed } from "./reduce.js";
import type { Subject } from "./subject.js";
import type { Cut } from "./texts.js";

export interface Entry {
  /** Versions it holds for: `3.12`, or exact ones, `3.12.1`. */
  readonly versions: readonly string[];
  readonly check: "membership" | "cut";
  readonly prefix?: string;
  /** The whole text where neither prefix nor suffix is given. */
  readonly middle: string;
  readonly suffix?: string;
  /** What we do; of a cut, whether it connects. CPython, or the whole text, is otherwise. */
  readonly ours: "accepts" | "refuses";
  /** CPython's error where it rejects. */
  readonly error?: string;
  /** Other texts of the same cause: a pattern for the reduced text, beside the same side and, but for `errors`, kind of error. */
  readonly like?: string;
  /** Says that other texts of the same cause have other errors. */
  readonly errors?: "any";
  readonly reason: string;
}

export interface Ledger {
  readonly differences: readonly Entry[];
}

export const ledgerFile: URL = new URL("ledger.json", import.meta.url);

export const readLedger = (): Ledger => JSON.parse(readFileSync(ledgerFile, "utf8")) as Ledger;

const cutOf = ({ prefix = "", middle, suffix = "" }: Entry): Cut => ({ prefix, middle, suffix });

export const holdsFor = ({ versions }: Entry, { version, exact }: Oracle): boolean =>
  versions.includes(version) || versions.includes(exact);

/** The entry that explains a reduced difference; undefined when none does. */
export async function explained(
  ledger: Ledger,
  subject: Subject,
  oracle: Oracle,
  difference: Difference,
): Promise<Entry | undefined> {
  const { cut } = difference;
  const seen = await observed(subject, oracle, difference.check, cut);
  if (seen === undefined) return undefined;
  return ledger.differences.find((entry) => {
    if (!holdsFor(entry, oracle) || entry.check !== seen.check || entry.ours !== seen.ours) return false;
    const alike =
      kindOfError(entry.error ?? "") === kindOfError(seen.error ?? "") ||
      (entry.errors === "any" && seen.error !== undefined);
    if (!alike) return false;
    const same = JSON.stringify(cutOf(entry)) === JSON.stringify(cut);
    return same || (entry.like !== undefined && new RegExp(entry.like, "u").test(cut.prefix + cut.middle + cut.suffix));
  });
}

/** Whether what an entry says is so. */
export async function holds(entry: Entry, subject: Subject, oracle: Oracle): Promise<boolean> {
  const seen = await observed(subject, oracle, entry.check, cutOf(entry));
  return seen !== undefined && seen.ours === entry.ours && (seen.error ?? "") === (entry.error ?? "");
}

/** An entry for a reduced difference, its reason to be written by hand. */
export async function entryFor(subject: Subject, oracle: Oracle, difference: Difference): Promise<Entry | undefined> {
  const seen = await observed(subject, oracle, difference.check, difference.cut);
  if (seen === undefined) return undefined;
  const { prefix, middle, suffix } = difference.cut;
  return {
    versions: [oracle.exact],
    check: seen.check,
    ...(prefix === "" ? {} : { prefix }),
    middle,
    ...(suffix === "" ? {} : { suffix }),
    ours: seen.ours,
    ...(seen.error === undefined ? {} : { error: seen.error }),
    reason: "",
  };
}

/** The ledger as text; entries of one difference, found with several versions, joined. */
export function writtenLedger(entries: readonly Entry[]): string {
  const joined = new Map<string, Entry>();
  for (const entry of entries) {
    const key = JSON.stringify([
      entry.check,
      entry.prefix,
      entry.middle,
      entry.suffix,
      entry.ours,
      kindOfError(entry.error ?? ""),
    ]);
    const other = joined.get(key);
    const versions = [...new Set([...(other?.versions ?? []), ...entry.versions])].sort((one, two) =>
      one.localeCompare(two, "en", { numeric: true }),
    );
    joined.set(key, { ...(other ?? entry), versions });
  }
  return `${JSON.stringify({ differences: [...joined.values()] }, undefined, 2)}\n`;
}

// The ledger: what became of every group of the suite, by the group's hash, so that it says nothing of a group that has changed since.
// Groups of which every case is right are only listed; the others are told, refusals gathered by their reason.
import type { Outcome, Reason } from "./judge.js";
import type { SuiteFile } from "./suite.js";

/** Of one file of the suite. */
export interface FileEntry {
  readonly cases: number;
  /** Cases of which we say what the suite says; a schema said to be unsatisfiable, of which every case is invalid, is right too. */
  readonly right: number;
  /** The hashes of groups without anything to tell, space between. */
  readonly groups: string;
  readonly refused?: readonly (Reason & {
    readonly cases: number;
    readonly groups: Readonly<Record<string, string>>;
  })[];
  readonly reordered?: Readonly<Record<string, readonly string[]>>;
  /** Only in `optional`: nothing required may be wrong. */
  readonly wrong?: Readonly<Record<string, readonly string[]>>;
}

export interface Count {
  readonly cases: number;
  readonly right: number;
  readonly refused: number;
  readonly reordered: number;
  readonly wrong: number;
}

export interface Ledger {
  /** By draft, then by part, `all` of them last. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, Count>>>>;
  /** By draft, part and name: `2020-12/optional/format/date`. */
  readonly files: Readonly<Record<string, FileEntry>>;
}

/** A file with what became of its groups, in their order. */
export interface Judged {
  readonly file: SuiteFile;
  readonly outcomes: readonly Outcome[];
}

export const keyOf = ({ draft, part, name }: SuiteFile): string =>
  part === "required" ? `${draft}/${name}` : `${draft}/${part}/${name}`;

/** A refusal that is a right verdict on every case. */
const isRight = ({ refused, wrong }: Outcome): boolean =>
  refused?.code === "unsatisfiable-schema" && wrong.length === 0;

export function ledgerOf(judged: readonly Judged[]): Ledger {
  const counts: Record<string, Record<string, Count>> = {};
  for (const each of judged) {
    const of = (counts[each.file.draft] ??= {});
    const count = countOf(each);
    for (const part of [each.file.part, "all"]) of[part] = sum(of[part], count);
  }
  // What is of all parts comes last.
  for (const of of Object.values(counts)) {
    const all = of.all!;
    delete of.all;
    of.all = all;
  }
  return { counts, files: Object.fromEntries(judged.map((each) => [keyOf(each.file), entryOf(each)])) };
}

function countOf({ file, outcomes }: Judged): Count {
  let count: Count = { cases: 0, right: 0, refused: 0, reordered: 0, wrong: 0 };
  file.groups.forEach(({ cases }, i) => {
    const outcome = outcomes[i]!;
    const n = cases.length;
    const [reordered, wrong] = [outcome.reordered.length, Math.min(n, outcome.wrong.length)];
    if (outcome.refused === undefined || isRight(outcome)) {
      count = sum(count, { cases: n, right: n - wrong, refused: 0, reordered, wrong });
    } else count = sum(count, { cases: n, right: 0, refused: n - wrong, reordered: 0, wrong });
  });
  return count;
}

function sum(a: Count | undefined, b: Count): Count {
  if (a === undefined) return b;
  return {
    cases: a.cases + b.cases,
    right: a.right + b.right,
    refused: a.refused + b.refused,
    reordered: a.reordered + b.reordered,
    wrong: a.wrong + b.wrong,
  };
}

function entryOf(judged: Judged): FileEntry {
  const { cases, right } = countOf(judged);
  const quiet: string[] = [];
  const refused = new Map<string, Reason & { cases: number; groups: Record<string, string> }>();
  const reordered: Record<string, readonly string[]> = {};
  const wrong: Record<string, readonly string[]> = {};
  judged.file.groups.forEach((group, i) => {
    const outcome = judged.outcomes[i]!;
    if (isQuiet(outcome)) quiet.push(group.hash);
    if (outcome.refused !== undefined) {
      const { code, keyword } = outcome.refused;
      const reason = `${code} ${keyword}`;
      const of = refused.get(reason) ?? { code, keyword, cases: 0, groups: {} };
      of.cases += group.cases.length;
      of.groups[group.hash] = group.description;
      refused.set(reason, of);
    }
    if (outcome.reordered.length > 0) reordered[group.hash] = outcome.reordered;
    if (outcome.wrong.length > 0) wrong[group.hash] = outcome.wrong.map(withoutStack);
  });
  return {
    cases,
    right,
    groups: quiet.join(" "),
    ...(refused.size === 0 ? {} : { refused: [...refused.values()] }),
    ...(Object.keys(reordered).length === 0 ? {} : { reordered }),
    ...(Object.keys(wrong).length === 0 ? {} : { wrong }),
  };
}

const isQuiet = ({ refused, reordered, wrong }: Outcome): boolean =>
  refused === undefined && reordered.length === 0 && wrong.length === 0;

const withoutStack = (text: string): string => text.split("\n")[0]!;

/** What an entry says of the group of this hash; undefined when it says nothing. */
function toldOf(entry: FileEntry, hash: string): string | undefined {
  const told: string[] = [];
  for (const { code, keyword, groups } of entry.refused ?? []) {
    if (hash in groups) told.push(`refused: ${code}${keyword === "" ? "" : ` (${keyword})`}`);
  }
  for (const text of entry.reordered?.[hash] ?? []) told.push(`in another order only: ${text}`);
  for (const text of entry.wrong?.[hash] ?? []) told.push(text);
  if (told.length > 0) return told.join("; ");
  return entry.groups.split(" ").includes(hash) ? "right" : undefined;
}

/** Where `now` is otherwise than the ledger says; groups that it does not know are counted. */
export function differences(
  ledger: Ledger,
  now: Ledger,
  judged: readonly Judged[],
): { readonly different: readonly string[]; readonly unknown: number } {
  const different: string[] = [];
  let unknown = 0;
  for (const { file } of judged) {
    const key = keyOf(file);
    const [before, after] = [ledger.files[key], now.files[key]!];
    for (const { hash, description } of file.groups) {
      const was = before === undefined ? undefined : toldOf(before, hash);
      const is = toldOf(after, hash)!;
      if (was === undefined) unknown++;
      else if (was !== is) different.push(`${key} > ${description}: was ${was}; is ${is}`);
    }
  }
  return { different, unknown };
}

/** The ledger as text, as the formatter of this repository has it: lists on one line where they fit. */
export function writeLedger(ledger: Ledger): string {
  const text = JSON.stringify(ledger, undefined, 2);
  const short = text.replace(
    /^( *"[^\n]*": )\[\n((?: +"[^\n]*\n)+) *\](,?)$/gm,
    (whole, key: string, list: string, comma: string) => {
      const line = `${key}[${list.trim().split(/\n */).join(" ")}]${comma}`;
      return line.length <= 120 ? line : whole;
    },
  );
  return `${short}\n`;
}

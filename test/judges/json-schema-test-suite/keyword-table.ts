// The documentation's table of keywords, made from the ledger: for each keyword and draft how many of the suite's cases we get right, and
// why the others are refused. As a program it writes the tables into a Markdown file, between the marks:
//
//     tsx test/judges/json-schema-test-suite/keyword-table.ts packages/json-schema/README.md
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { FileEntry, Ledger } from "./ledger.js";
import { DRAFTS, type Draft } from "./suite.js";

/** The marks in a Markdown file between which a table stands. */
export const MARKS = {
  required: ["<!-- keywords: written from the ledger -->", "<!-- /keywords -->"],
  "optional/format": ["<!-- formats: written from the ledger -->", "<!-- /formats -->"],
} as const;

type Tabled = keyof typeof MARKS;

/** What the suite's files are about, where their name is not the keyword. */
const TITLES: Readonly<Record<string, string>> = {
  anchor: "`$anchor`",
  boolean_schema: "schemas `true` and `false`",
  content: "`contentEncoding`, `contentMediaType`",
  definitions: "`definitions`",
  defs: "`$defs`",
  dynamicRef: "`$dynamicRef`",
  "if-then-else": "`if`, `then`, `else`",
  id: "`$id`",
  "infinite-loop-detection": "references in a circle",
  recursiveRef: "`$recursiveRef`",
  ref: "`$ref`",
  refRemote: "`$ref` to other documents",
  unknownKeyword: "unknown keywords",
  vocabulary: "`$vocabulary`",
};

const drafts: readonly Draft[] = Object.values(DRAFTS);

/** A Markdown table of the files of one part: a row a keyword or format, a column a draft, and the reasons of refusals. */
export function table({ files }: Ledger, part: Tabled): string {
  const prefix = part === "required" ? "" : `${part}/`;
  const entryOf = (draft: Draft, name: string): FileEntry | undefined => files[`${draft}/${prefix}${name}`];
  const names = new Set<string>();
  for (const key of Object.keys(files)) {
    const [draft, ...rest] = key.split("/");
    const name = rest.at(-1)!;
    if (entryOf(draft as Draft, name) !== undefined && rest.join("/") === `${prefix}${name}`) names.add(name);
  }
  const title = (name: string): string => TITLES[name] ?? `\`${name}\``;
  const head = [part === "required" ? "keyword" : "format", ...drafts, "refused"];
  const rows = [...names]
    .sort((a, b) => title(a).toLowerCase().localeCompare(title(b).toLowerCase(), "en"))
    .map((name) => {
      const entries = drafts.map((draft) => entryOf(draft, name));
      return [title(name), ...entries.map(cell), reasons(entries)];
    });
  return [head, head.map((_, i) => (i > 0 && i <= drafts.length ? "---:" : "---")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function cell(entry: FileEntry | undefined): string {
  if (entry === undefined) return "";
  return entry.right === entry.cases ? `all ${entry.cases}` : `${entry.right} of ${entry.cases}`;
}

/** Why schemas of these files were refused: the keyword to blame, or the kind of refusal. */
function reasons(entries: readonly (FileEntry | undefined)[]): string {
  const blamed = new Map<string, number>();
  for (const entry of entries) {
    for (const { code, keyword, cases } of entry?.refused ?? []) {
      if (code === "unsatisfiable-schema") continue;
      const reason = keyword === "" ? code : `\`${keyword}\``;
      blamed.set(reason, (blamed.get(reason) ?? 0) + cases);
    }
  }
  return [...blamed]
    .sort(([, m], [, n]) => n - m)
    .map(([reason, cases]) => `${reason} ${cases}`)
    .join(", ");
}

/** `text` with the tables between their marks made anew; marks that it has not are passed over. */
export function withTables(text: string, ledger: Ledger): string {
  let result = text;
  for (const [part, [open, close]] of Object.entries(MARKS)) {
    const [from, to] = [result.indexOf(open), result.indexOf(close)];
    if (from < 0 || to < from) continue;
    result = `${result.slice(0, from + open.length)}\n${table(ledger, part as Tabled)}\n${result.slice(to)}`;
  }
  return result;
}

export function readLedger(): Ledger {
  return JSON.parse(readFileSync(new URL("ledger.json", import.meta.url), "utf8")) as Ledger;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const file of process.argv.slice(2)) writeFileSync(file, withTables(readFileSync(file, "utf8"), readLedger()));
}

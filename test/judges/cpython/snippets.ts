// Snippets of Python with what each version says of them: snippets.json holds them by flags, one for each of 3.9 to 3.15 in order: Y accepted, n
// rejected, ? not known for want of memory. The flags were made by the CPythons that `ESPALIER_LEDGER=write` finds; so the table judges without one.
//
// More snippets are read from a file that ESPALIER_PYTHON_PROBES names: JSON lines of { s: text }, and
// with flags { s, p } under a line { about } that names their versions.
import { existsSync, readFileSync } from "node:fs";
import { VERSIONS, type Version } from "./pythons.js";
import type { Sourced } from "./texts.js";

export const snippetsFile: URL = new URL("snippets.json", import.meta.url);

export interface Snippet {
  readonly text: string;
  /** One of `Y`, `n` and `?` for each of {@link VERSIONS}. */
  readonly flags: string;
}

export function snippets(): readonly Snippet[] {
  const byFlags = JSON.parse(readFileSync(snippetsFile, "utf8")) as Record<string, readonly string[]>;
  return Object.entries(byFlags).flatMap(([flags, texts]) => texts.map((text) => ({ text, flags })));
}

/** The table as it is kept: by flags, snippets in their order. */
export function written(list: readonly Snippet[]): Record<string, string[]> {
  const byFlags = new Map<string, string[]>();
  for (const { text, flags } of list) byFlags.set(flags, [...(byFlags.get(flags) ?? []), text]);
  return Object.fromEntries([...byFlags].sort(([one], [other]) => (one < other ? 1 : -1)));
}

/** Whether a version accepts a snippet; undefined where it is not known. */
export function isAccepted({ flags }: Snippet, version: Version): boolean | undefined {
  const flag = flags[VERSIONS.indexOf(version)];
  return flag === "?" ? undefined : flag === "Y";
}

/** A snippet of the file of probes: what exact versions said of it. */
export interface Probe {
  readonly text: string;
  /** By exact version, `3.12.1`. */
  readonly accepted: ReadonlyMap<string, boolean>;
}

export const PROBES = "ESPALIER_PYTHON_PROBES";

/** The snippets of the file of probes; undefined where there is none. */
export function probes(): readonly Probe[] | undefined {
  const file = process.env[PROBES];
  if (file === undefined || !existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { readonly about?: string; readonly s?: string; readonly p?: string });
  const versions = lines[0]?.about?.match(/\b3\.\d+\.\d+\b/g) ?? [];
  return lines.flatMap(({ s, p = "" }) => {
    if (s === undefined) return [];
    const told = versions.slice(0, p.length).map((version, i) => [version, p[i] === "Y"] as const);
    return [{ text: s, accepted: new Map(told) }];
  });
}

/** All snippets as texts. */
export const snippetTexts = (): readonly Sourced[] => [
  ...snippets().map(({ text }) => ({ text, from: "snippets" })),
  ...(probes() ?? []).map(({ text }) => ({ text, from: "probes" })),
];

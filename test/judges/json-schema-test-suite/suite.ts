// The official JSON Schema Test Suite, from where ESPALIER_JSON_SCHEMA_TEST_SUITE says: a folder that has `tests` and `remotes`, at any
// depth, or a .tar.gz of one. Its npm package cannot be installed without access to GitHub, so nothing of it is in the repository.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type JsonText, plainValue, readJsonText, writeJsonText } from "../../../bench/maskbench/json-text.js";
import { readTarball } from "../../../bench/maskbench/tar.js";

export const VARIABLE = "ESPALIER_JSON_SCHEMA_TEST_SUITE";

/** Why there is no suite on this machine and how to get one; undefined when there is one. */
export function whyNoSuite(): string | undefined {
  if (process.env[VARIABLE]) return undefined;
  return (
    `needs the JSON Schema Test Suite: ${VARIABLE}=PLACE, a checkout of json-schema-org/JSON-Schema-Test-Suite or a .tar.gz of it; ` +
    "`pip download --no-deps --no-binary :all: jsonschema` gives one that has a copy in it"
  );
}

/** The drafts that are judged, by the names of their folders. Draft 3 and the coming version 1 are not read by us. */
export const DRAFTS = {
  draft4: "draft-04",
  draft6: "draft-06",
  draft7: "draft-07",
  "draft2019-09": "2019-09",
  "draft2020-12": "2020-12",
} as const;

export type Draft = (typeof DRAFTS)[keyof typeof DRAFTS];

/** What every implementation must do; what one that asserts `format` must; what it may. */
export const PARTS = ["required", "optional/format", "optional"] as const;
export type Part = (typeof PARTS)[number];

export interface Case {
  readonly description: string;
  readonly data: JsonText;
  readonly valid: boolean;
}

/** One schema and what is said of it. */
export interface Group {
  readonly description: string;
  readonly schema: JsonText;
  readonly cases: readonly Case[];
  /** Of all of it, so that a group that was changed counts as another. */
  readonly hash: string;
}

export interface SuiteFile {
  readonly draft: Draft;
  readonly part: Part;
  /** Mostly a keyword, or a format. */
  readonly name: string;
  readonly groups: readonly Group[];
}

export interface Suite {
  readonly files: readonly SuiteFile[];
  /** The document at a URI, as the suite's own server and the drafts' have it; undefined when there is none. */
  resolve(uri: string): unknown;
}

/** @throws Error when there is no suite at `place`. */
export function openSuite(place: string): Suite {
  const read = statSync(place).isDirectory() ? readFolder(place) : readTarball(readFileSync(place));
  const files: SuiteFile[] = [];
  const remotes = new Map<string, string>();
  for (const [name, bytes] of [...read].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const remote = /(?:^|\/)remotes\/(.+)$/.exec(name)?.[1];
    const test = /(?:^|\/)tests\/([^/]+)\/(?:(optional\/format|optional)\/)?([^/]+)\.json$/.exec(name);
    if (remote !== undefined) remotes.set(`http://localhost:1234/${remote}`, bytes.toString("utf8"));
    else if (test !== null && test[1]! in DRAFTS) {
      const draft = DRAFTS[test[1] as keyof typeof DRAFTS];
      const part = (test[2] as Part | undefined) ?? "required";
      files.push({ draft, part, name: test[3]!, groups: groupsOf(readJsonText(bytes.toString("utf8"))) });
    }
  }
  if (files.length === 0) throw new Error(`${place} has no tests of the JSON Schema Test Suite`);
  return {
    files,
    resolve(uri) {
      const text = remotes.get(uri.replace(/#$/, ""));
      return text === undefined ? metaschema(uri) : plainValue(readJsonText(text));
    },
  };
}

function readFolder(place: string): ReadonlyMap<string, Buffer> {
  const names = (readdirSync(place, { recursive: true }) as string[]).filter((name) => name.endsWith(".json"));
  // Symbolic links (`latest`) are not followed.
  return new Map(names.map((name) => [name.split(path.sep).join("/"), readFileSync(path.join(place, name))]));
}

function groupsOf(file: JsonText): readonly Group[] {
  return items(file).map((group) => ({
    description: text(group, "description"),
    schema: entry(group, "schema"),
    cases: items(entry(group, "tests")).map((test) => ({
      description: text(test, "description"),
      data: entry(test, "data"),
      valid: writeJsonText(entry(test, "valid")) === "true",
    })),
    hash: createHash("sha256").update(writeJsonText(group)).digest("hex").slice(0, 10),
  }));
}

function entry(json: JsonText, key: string): JsonText {
  const value = json.kind === "object" ? json.entries.get(key) : undefined;
  if (value === undefined) throw new TypeError(`a test without ${key}`);
  return value;
}

function items(json: JsonText): readonly JsonText[] {
  if (json.kind !== "array") throw new TypeError("tests that are no list");
  return json.items;
}

function text(json: JsonText, key: string): string {
  const value = entry(json, key);
  return value.kind === "string" ? value.value : "";
}

const require = createRequire(import.meta.url);

/** The drafts' own schemas, of which Ajv has copies (not of draft 4). */
function metaschema(uri: string): unknown {
  const [, draft, rest] = /^https?:\/\/json-schema\.org\/(draft-0[67]|draft\/20\d\d-\d\d)\/([^#]+)#?$/.exec(uri) ?? [];
  if (draft === undefined) return undefined;
  const folder = draft.startsWith("draft/") ? `json-schema-${draft.slice(6)}/${rest}` : `json-schema-${draft}`;
  try {
    return require(`ajv/dist/refs/${folder}.json`);
  } catch {
    return undefined;
  }
}

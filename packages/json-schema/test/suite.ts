// The JSON Schema Test Suite, where there is one: the folder named by ESPALIER_JSON_SCHEMA_SUITE, with `tests` and `remotes` in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Draft, JsonValue } from "../src/document/subschema.js";

/** The folder of the suite; `undefined` if none is named. */
export const suiteFolder: string | undefined = process.env.ESPALIER_JSON_SCHEMA_SUITE;

export const withoutSuite =
  "no JSON Schema Test Suite: set ESPALIER_JSON_SCHEMA_SUITE to a folder with its `tests` and `remotes`";

export interface SuiteGroup {
  /** The file's name without `.json`. */
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/** The suite's folders of tests. */
export const suiteDrafts: readonly (readonly [folder: string, draft: Draft])[] = [
  ["draft4", "draft-04"],
  ["draft6", "draft-06"],
  ["draft7", "draft-07"],
  ["draft2019-09", "2019-09"],
  ["draft2020-12", "2020-12"],
];

/** All groups of the files in a folder such as `draft7`, `draft7/optional`, `draft7/optional/format`. */
export function suiteGroups(folder: string): SuiteGroup[] {
  const path = join(suiteFolder!, "tests", folder);
  const files = readdirSync(path).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) => {
    const groups = JSON.parse(readFileSync(join(path, name), "utf8")) as Omit<SuiteGroup, "file">[];
    return groups.map((group) => ({ ...group, file: name.slice(0, -".json".length) }));
  });
}

/** The draft to read a group's schema as: none where it declares one itself. */
export function undeclaredDraft(schema: unknown, draft: Draft): Draft | undefined {
  return typeof schema === "object" && schema !== null && "$schema" in schema ? undefined : draft;
}

const require = createRequire(import.meta.url);

/** The suite's remotes, and the metaschemas that Ajv carries (drafts 6 and later). */
export function suiteResolver(uri: string): unknown {
  const remote = "http://localhost:1234/";
  if (uri.startsWith(remote)) return readIfThere(join(suiteFolder!, "remotes", uri.slice(remote.length)));
  const official = /^https?:\/\/json-schema\.org\/(draft-0[67])\/schema$/.exec(uri);
  if (official) return require(`ajv/dist/refs/json-schema-${official[1]}.json`);
  const later = /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/([-a-z/]+)$/.exec(uri);
  if (later) return require(`ajv/dist/refs/json-schema-${later[1]}/${later[2]}.json`);
  return undefined;
}

function readIfThere(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

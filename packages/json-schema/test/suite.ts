// The JSON Schema Test Suite for the tests of this package: its groups as plain values. Where the suite comes from is said once, in
// test/judges/json-schema-test-suite/suite.ts.

import type { Draft } from "@espalier/json-schema";
import { plainValue } from "../../../bench/maskbench/json-text.js";
import {
  openSuite,
  type Part,
  type Suite,
  VARIABLE,
  whyNoSuite,
} from "../../../test/judges/json-schema-test-suite/suite.js";
import type { JsonValue } from "../src/document/subschema.js";

/** Why there is no suite on this machine and how to get one; undefined when there is one. */
export const withoutSuite: string | undefined = whyNoSuite();

export interface SuiteGroup {
  /** The file's name without `.json`. */
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

let opened: Suite | undefined;

/** The suite; it is read at the first call. */
export function suite(): Suite {
  opened ??= openSuite(process.env[VARIABLE]!);
  return opened;
}

/** All groups of one part of a draft's tests. */
export function suiteGroups(draft: Draft, part: Part = "required"): SuiteGroup[] {
  return suite()
    .files.filter((file) => file.draft === draft && file.part === part)
    .flatMap(({ name, groups }) =>
      groups.map(({ description, schema, cases }) => ({
        file: name,
        description,
        schema: plainValue(schema),
        tests: cases.map((each) => ({ ...each, data: plainValue(each.data) as JsonValue })),
      })),
    );
}

/** The draft to read a group's schema as: none where it declares one itself. */
export function undeclaredDraft(schema: unknown, draft: Draft): Draft | undefined {
  return typeof schema === "object" && schema !== null && "$schema" in schema ? undefined : draft;
}

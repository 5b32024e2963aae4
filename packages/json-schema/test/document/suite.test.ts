// The reader and the slow validator against the JSON Schema Test Suite: all drafts, all required tests, formats as annotations, and the
// optional tests about references, identifiers and drafts.
import { describe, expect, test } from "vitest";
import { DRAFTS } from "../../../../test/judges/json-schema-test-suite/suite.js";
import { loadDocument } from "../../src/document/document.js";
import { validates } from "../reference-validator.js";
import { type SuiteGroup, suite, suiteGroups, undeclaredDraft, withoutSuite } from "../suite.js";

const OPTIONAL = [
  "anchor",
  "id",
  "dynamicRef",
  "refOfUnknownKeyword",
  "unknownKeyword",
  "cross-draft",
  "no-schema",
  "non-bmp-regex",
];

/** Drafts 6 and later are at hand as metaschemas; draft 4's is not. */
function needsDraft4Metaschema(group: SuiteGroup): boolean {
  return JSON.stringify(group.schema).includes('"$ref":"http://json-schema.org/draft-04/schema#"');
}

for (const draft of Object.values(DRAFTS)) {
  describe(draft, () => {
    test("every case is judged as the suite says", (context) => {
      if (withoutSuite !== undefined) return context.skip(withoutSuite);
      const optional = suiteGroups(draft, "optional").filter(({ file }) => OPTIONAL.includes(file));
      const groups = [...suiteGroups(draft), ...optional].filter((group) => !needsDraft4Metaschema(group));
      const wrong: string[] = [];
      let cases = 0;
      for (const { file, description, schema, tests } of groups) {
        const { root } = loadDocument(schema, {
          draft: undeclaredDraft(schema, draft),
          formats: "annotate",
          resolve: suite().resolve,
        });
        for (const { description: what, data, valid } of tests) {
          cases++;
          if (validates(root, data) !== valid) wrong.push(`${file}: ${description}: ${what}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(cases).toBeGreaterThan(600);
    });

    test("a resolver that knows nothing makes issues, not crashes", (context) => {
      if (withoutSuite !== undefined) return context.skip(withoutSuite);
      const groups = suiteGroups(draft).filter(({ file }) => file === "refRemote");
      expect(groups.length).toBeGreaterThan(5);
      for (const { schema } of groups) {
        expect(() => loadDocument(schema, { draft: undeclaredDraft(schema, draft) })).toThrow(/leads to/);
      }
    });
  });
}

// Which draft a schema is read as: by `$schema` in all its spellings, by a metaschema of one's own, by option.

import type { Draft } from "@espalier/json-schema";
import { describe, expect, test } from "vitest";
import { declaredDraft } from "../../src/document/dialect.js";
import { type DocumentOptions, loadDocument } from "../../src/document/document.js";
import { noticesOf, read, refusal } from "./reading.js";

describe("the metaschemas of the drafts", () => {
  const cases: readonly (readonly [uri: string, draft: Draft | "latest" | "draft-03" | "unknown"])[] = [
    ["http://json-schema.org/draft-04/schema#", "draft-04"],
    ["http://json-schema.org/draft-04/schema", "draft-04"],
    ["https://json-schema.org/draft-04/schema#", "draft-04"],
    ["http://json-schema.org/draft-04/hyper-schema#", "draft-04"],
    ["http://json-schema.org/draft-05/schema#", "draft-04"],
    ["http://json-schema.org/draft-06/schema#", "draft-06"],
    ["http://json-schema.org/draft-07/schema#", "draft-07"],
    ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
    ["https://json-schema.org/draft/2019-09/schema#", "2019-09"],
    ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
    ["http://json-schema.org/schema#", "latest"],
    ["http://json-schema.org/draft-03/schema#", "draft-03"],
    ["https://json-schema.org/2020-12/schema", "unknown"],
    ["http://json-schema.org/draft-07/", "unknown"],
    ["http://example.com/draft-07/schema#", "unknown"],
    ["", "unknown"],
  ];
  for (const [uri, expected] of cases) {
    test(uri, () => {
      const declared = declaredDraft(uri);
      expect(declared.kind === "draft" ? declared.draft : declared.kind).toBe(expected);
    });
  }
});

// What tells the drafts apart: drafts 4 to 7 read `dependencies`, 4 flags, 2019-09 lists in `items`.
const PROBE = { dependencies: { a: ["b"] }, items: [false], minimum: 1, exclusiveMinimum: true };

test("$schema decides, the option overrides it", () => {
  expect(read({ $schema: "http://json-schema.org/draft-04/schema#", ...PROBE })).toEqual({
    dependentRequired: [["a", ["b"]]],
    prefixItems: [false],
    exclusiveMinimum: 1,
  });
  const schema = { $schema: "http://json-schema.org/draft-04/schema#", const: 1 };
  expect(read(schema)).toBe(true);
  expect(read(schema, { draft: "2020-12" })).toEqual({ const: { value: 1 } });
});

test("draft 3 is refused", () => {
  const error = refusal({ $schema: "http://json-schema.org/draft-03/schema#" });
  expect(error.code).toBe("unsupported-schema");
  expect(error.issues).toMatchObject([{ code: "unsupported-draft", pointer: "#/$schema" }]);
});

test("a metaschema that nobody knows is told, and the schema read as if it declared none", () => {
  const schema = { $schema: "http://example.com/meta#", const: 1 };
  expect(read(schema)).toEqual({ const: { value: 1 } });
  expect(noticesOf(schema)).toEqual(["unknown-metaschema #/$schema"]);
});

describe("metaschemas of one's own", () => {
  const vocabulary = (name: string): string => `https://json-schema.org/draft/2020-12/vocab/${name}`;
  const latest = "https://json-schema.org/draft/2020-12/schema";
  const withMeta = (metaschema: unknown): DocumentOptions => ({
    resolve: (uri) => (uri === "http://x/meta" ? metaschema : undefined),
  });
  const schema = {
    $schema: "http://x/meta",
    minimum: 1,
    properties: { a: false },
    format: "email",
    unevaluatedItems: false,
  };

  test("without $vocabulary it is the draft that it is written in", () => {
    const options = withMeta({ $schema: "http://json-schema.org/draft-04/schema#" });
    expect(read({ $schema: "http://x/meta", ...PROBE }, options)).toMatchObject({ exclusiveMinimum: 1 });
  });

  test("$vocabulary selects: validation off", () => {
    const options = withMeta({
      $schema: latest,
      $vocabulary: { [vocabulary("core")]: true, [vocabulary("applicator")]: true },
    });
    expect(read(schema, options)).toEqual({ properties: [["a", false]] });
    expect(noticesOf(schema, options)).toEqual([
      "unknown-keyword #/minimum",
      "unknown-keyword #/format",
      "unknown-keyword #/unevaluatedItems",
    ]);
  });

  test("$vocabulary selects: applicators off, the core always on", () => {
    const options = withMeta({ $schema: latest, $vocabulary: { [vocabulary("validation")]: true } });
    expect(read({ ...schema, $ref: "#/$defs/a", $defs: { a: false } }, options)).toEqual({
      minimum: 1,
      references: [false],
    });
  });

  test("format-assertion asserts, whatever the options say; format-annotation leaves it to them", () => {
    for (const required of [true, false]) {
      const asserting = withMeta({ $schema: latest, $vocabulary: { [vocabulary("format-assertion")]: required } });
      expect(read(schema, { ...asserting, formats: "annotate" })).toEqual({ format: "email" });
    }
    const annotating = withMeta({ $schema: latest, $vocabulary: { [vocabulary("format-annotation")]: true } });
    expect(read(schema, { ...annotating, formats: "annotate" })).toBe(true);
    expect(read(schema, annotating)).toEqual({ format: "email" });
  });

  test("2019-09 counts unevaluated* to the applicators", () => {
    const options = withMeta({
      $schema: "https://json-schema.org/draft/2019-09/schema",
      $vocabulary: { "https://json-schema.org/draft/2019-09/vocab/applicator": true },
    });
    expect(read(schema, options)).toEqual({ properties: [["a", false]], unevaluatedItems: false });
  });

  test("a vocabulary that is unknown is refused if required, else left out", () => {
    const own = { "http://x/vocab": false, [vocabulary("validation")]: true };
    expect(read(schema, withMeta({ $schema: latest, $vocabulary: own }))).toEqual({ minimum: 1 });
    const error = refusal(schema, withMeta({ $schema: latest, $vocabulary: { ...own, "http://x/vocab": true } }));
    expect(error.code).toBe("unsupported-schema");
    expect(error.issues).toMatchObject([
      { code: "unknown-vocabulary", message: expect.stringContaining("http://x/vocab") },
    ]);
  });

  test("a metaschema that is written in itself", () => {
    const options = withMeta({ $schema: "http://x/meta", $vocabulary: { [vocabulary("validation")]: true } });
    expect(read(schema, options)).toEqual({ minimum: 1 });
  });
});

test("a metaschema is asked for once", () => {
  let asked = 0;
  const inner = { $schema: "http://x/meta", $id: "urn:a" };
  loadDocument({ $schema: "http://x/meta", allOf: [inner] }, { resolve: () => void asked++ });
  expect(asked).toBe(1);
});

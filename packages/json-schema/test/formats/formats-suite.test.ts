// Formats, judged by every string of the official JSON Schema Test Suite where a copy is at hand.
import { createEngine, matches } from "@espalier/automata";
import { describe, expect, test } from "vitest";
import { DRAFTS } from "../../../../test/judges/json-schema-test-suite/suite.js";
import { formatText } from "../../src/formats/formats.js";
import { suiteGroups, withoutSuite } from "../suite.js";
import { utf8 } from "../text/judge.js";

const engine = createEngine();

const A_LABEL = /(?:^|\.)xn--/iu;

/** Host names with an A-label: from draft 7 on they must be valid IDNA, so we refuse all of them, on purpose. */
const isLeftOut = (name: string, text: string): boolean => name === "hostname" && A_LABEL.test(text);

describe("the suite, every string", () => {
  for (const draft of Object.values(DRAFTS)) {
    test(draft, (context) => {
      if (withoutSuite !== undefined) return context.skip(withoutSuite);
      let judged = 0;
      for (const { schema, tests } of suiteGroups(draft, "optional/format")) {
        const name = (schema as { readonly format?: string }).format ?? "";
        const text = formatText(name);
        for (const { data, valid } of tests) {
          if (typeof data !== "string" || text === undefined) continue;
          const got = matches(text, utf8(data), engine);
          judged++;
          expect([name, data, got]).toEqual([name, data, valid && !isLeftOut(name, data)]);
        }
      }
      expect(judged).toBeGreaterThan(80);
    });
  }
});

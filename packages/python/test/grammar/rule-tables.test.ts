// The table of rules beside the grammar that it is made of.

import { writtenRules } from "@espalier/gaps";
import { DEFAULT_VERSION, pythonSource } from "@espalier/python";
import { expect, test } from "vitest";
import { RULE_TABLES } from "../../src/grammar/rule-tables.js";

test("the default version has a table, which is that of its grammar: run scripts/rule-tables.ts after a change", () => {
  expect(Object.keys(RULE_TABLES)).toEqual([DEFAULT_VERSION]);
  expect(RULE_TABLES[DEFAULT_VERSION]).toBe(writtenRules(pythonSource(DEFAULT_VERSION)));
  expect(pythonSource(DEFAULT_VERSION).rules?.text).toBe(RULE_TABLES[DEFAULT_VERSION]);
});

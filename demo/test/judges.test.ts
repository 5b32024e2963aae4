// The judges know nothing of the languages; on random sentences and their near misses the two must agree all the same.
import type { Language } from "@espalier/syntax";
import { check, sample } from "espalier";
import { describe, expect, test } from "vitest";
import { pythonHole } from "../hole.js";
import { isJsonObject, isQuery, isTimestamp } from "../judges.js";
import { typescriptMember } from "../member.js";
import { tasks } from "../tasks.js";

const seed = Number(process.env.ESPALIER_SEED ?? 5);

describe.each(tasks.map((task) => [task.name, task] as const))("%s", (_, { language, isValid, prompt }) => {
  const sentences = sample(language, { seed, count: 300 });

  test("every sentence of the language is valid", () => {
    for (const text of sentences) expect(isValid(text), text).toBe(true);
  });

  test("what the language accepts of damaged sentences is valid too", () => {
    let refused = 0;
    sentences.forEach((text, n) => {
      const at = (n * 7) % text.length;
      const damaged = [
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)}${text[(at * 3) % text.length]}${text.slice(at)}`,
        text.slice(0, at),
      ];
      for (const each of damaged) {
        if (check(language, each).verdict === "accepted") expect(isValid(each), each).toBe(true);
        else refused++;
      }
    });
    expect(refused).toBeGreaterThan(100);
  });

  test("the prompt's own examples are valid", () => {
    const examples = [...prompt.matchAll(/^(\{.*\})$|"([^"\n]+)",?$/gm)].map(([, line, quoted]) => line ?? quoted!);
    expect(examples.length).toBeGreaterThan(1);
    for (const text of examples) expect(isValid(text), text).toBe(true);
  });
});

describe("Python", async () => {
  const { isValid, language } = await pythonHole();

  test("every middle of the language is valid to CPython, and so is what the language accepts of damaged ones", () => {
    let refused = 0;
    sample(language as Language, { seed, count: 12, maxBytes: 40 }).forEach((text, n) => {
      expect(isValid(text), text).toBe(true);
      const at = (n * 7) % Math.max(1, text.length);
      for (const damaged of [text.slice(0, at) + text.slice(at + 1), text.slice(0, at)]) {
        if (check(language, damaged).verdict === "accepted") expect(isValid(damaged), damaged).toBe(true);
        else refused++;
      }
    });
    expect(refused).toBeGreaterThan(2);
    expect([isValid("folder, entry"), isValid("folder, (entry"), isValid("*")]).toEqual([true, false, false]);
  });
});

test.each([
  [isJsonObject, ["{}", '{"a": [1, {"b": null}]}'], ["", "[]", "1", "null", '{"a"}', '{"a": 1} x', "{'a': 1}"]],
  [
    isQuery,
    [
      "SELECT * FROM a;",
      "SELECT a, COUNT(*) FROM b WHERE (c = 1 OR d = 'x') AND e IN (SELECT f FROM g) ORDER BY h DESC;",
    ],
    [
      "",
      "SELECT * FROM a",
      "SELECT FROM a;",
      "SELECT * FROM a WHERE;",
      "SELECT * FROM a WHERE (b = 1;",
      "SELECT * FROM a;;",
    ],
  ],
  [
    isTimestamp,
    ["2021-03-04T05:06:07Z", "1999-12-31T23:59:59.5+01:30"],
    ["", "2021-03-04", "2021-13-04T05:06:07Z", "2021-03-04T24:06:07Z", "2021-03-04T05:06:07", "x2021-03-04T05:06:07Z"],
  ],
])("judges %#", (judge, valid, invalid) => {
  for (const text of valid) expect(judge(text), text).toBe(true);
  for (const text of invalid) expect(judge(text), text).toBe(false);
});

test("TypeScript: the compiler finds members of the receiver and of every object, and no others", () => {
  const { task, dispose } = typescriptMember();
  const verdicts = ["withPort", "build", "toString", "withHost", "with", "", "build)"].map(task.isValid);
  dispose();
  expect(verdicts).toEqual([true, true, true, false, false, false, false]);
});

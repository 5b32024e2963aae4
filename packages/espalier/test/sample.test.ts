// Random sentences: judged by the languages they are drawn from, and by the engines people have at hand.

import { readFileSync } from "node:fs";
import { deny, monitorOf, product, strings } from "@espalier/monitor";
import { check, gbnf, jsonSchema, lark, regex, sample } from "espalier";
import { describe, expect, test } from "vitest";
import { fixture } from "./terminal.js";

const seed = Number(process.env.ESPALIER_SEED ?? 7);
const json = lark(readFileSync(fixture("json.lark"), "utf8"));

describe("every sentence belongs to its language", () => {
  test("JSON, judged by JSON.parse", () => {
    // The grammar's strings may hold line breaks and any escape, which JSON's may not; the judge sees the others.
    const sentences = sample(json, { seed, count: 400 }).filter((text) => !/[\p{Cc}\\]/u.test(text));
    expect(sentences.length).toBeGreaterThan(200);
    for (const text of sentences) expect(() => JSON.parse(text), text).not.toThrow();
  });

  test.each(["a*", "(ab|cd){2,5}", "[0-9]{1,3}(\\.[0-9]{1,3}){3}", "\\p{Lu}\\p{Ll}+", "(?:é|ü)+x?"])(
    "%s, judged by RegExp",
    (pattern) => {
      const judge = new RegExp(`^(?:${pattern})$`, "u");
      for (const text of sample(regex(pattern), { seed, count: 100 })) expect(text).toMatch(judge);
    },
  );

  test("objects whose names nobody declared, judged by JSON.parse: no name comes twice", () => {
    const schema = { type: "object", additionalProperties: { type: "integer" }, minProperties: 2 };
    const sentences = sample(jsonSchema(schema), { seed, count: 60, maxBytes: 60 });
    const names = new Set<string>();
    for (const text of sentences) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60);
      const value = JSON.parse(text) as object;
      // Colons within names aside, there is one for each member.
      const members = text.replace(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1;
      expect(Object.keys(value), text).toHaveLength(members);
      for (const [name, number] of Object.entries(value)) {
        names.add(name);
        expect(Number.isInteger(number)).toBe(true);
      }
    }
    expect(names.size).toBeGreaterThan(sentences.length / 2);
  });

  test("within the greatest length, whatever it is", () => {
    const nested = gbnf('root ::= "(" root* ")"');
    for (const maxBytes of [2, 3, 4, 7, 50, 1000]) {
      for (const text of sample(nested, { seed, count: 50, maxBytes })) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect(check(nested, text).verdict).toBe("accepted");
      }
    }
  });

  test("monitors without a table", () => {
    const { start, step, accepts, cost } = strings(["one", "two", "three"]);
    const texts = sample({ start, step, accepts, cost: (state: number) => cost!(state) }, { seed, count: 50 });
    expect(new Set(texts)).toEqual(new Set(["one", "two", "three"]));
  });
});

describe("sentences are varied", () => {
  test("all ways of a choice are taken", () => {
    const first = new Set(sample(json, { seed, count: 300 }).map((text) => text.trimStart()[0]));
    for (const beginning of ["{", "[", '"', "-", "t", "f", "n"]) expect(first).toContain(beginning);
  });

  test("few are equal where many are possible", () => {
    const sentences = sample(regex("[a-z]{3,12} [a-z]{3,12}"), { seed, count: 200 });
    expect(new Set(sentences).size).toBeGreaterThan(190);
  });
});

test("equal seeds give equal sentences, and a longer list begins like a shorter one", () => {
  const long = sample(json, { seed, count: 20 });
  expect(sample(json, { seed, count: 5 })).toEqual(long.slice(0, 5));
  expect(sample(json, { seed: seed + 1, count: 20 })).not.toEqual(long);
  expect(sample(json)).toHaveLength(10);
});

test("products that have a cost", () => {
  const language = product(json, deny(["null", "x"]), { cost: "search" });
  const sentences = sample(language, { seed, count: 20, maxBytes: 40 });
  for (const sentence of sentences) {
    expect(check(json, sentence).verdict).toBe("accepted");
    expect(sentence).not.toMatch(/null|x/);
  }
  expect(sentences).toHaveLength(20);
});

test("control symbols appear by name", () => {
  expect(sample(lark('start: <|tool|> "x"'), { count: 1 })).toEqual(["<|tool|>x"]);
});

/** A monitor that nobody can enumerate, and that says nothing of costs. */
const counting = monitorOf({ start: 0, step: (count: number) => count + 1, accepts: () => true });

test.each([
  [
    "sentences are longer than that",
    () => sample(regex("abc"), { maxBytes: 2 }),
    { name: "SampleLengthError", needed: 3 },
  ],
  ["the language has no cost", () => sample(product(json, counting)), { name: "RangeError" }],
  [
    "no sentence is known",
    () =>
      sample(
        product(counting, { ...counting, accepts: (count: number) => count > 99 }, { cost: "search", searched: 9 }),
      ),
    { name: "SampleLengthError", needed: Number.POSITIVE_INFINITY, message: expect.stringContaining("is known") },
  ],
  [
    "there is none",
    () => sample(strings([])),
    { name: "SampleLengthError", message: "No text belongs to this language." },
  ],
  ["the count is none", () => sample(json, { count: -1 }), { name: "ArgumentError" }],
  ["the length is none", () => sample(json, { maxBytes: 0.5 }), { name: "ArgumentError" }],
])("refuses when %s", (_, draw, error) => {
  expect(draw).toThrow(expect.objectContaining(error));
});

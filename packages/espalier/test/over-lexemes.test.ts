// Monitors over the lexemes of a JSON Schema: masks against the plain walk, at every place of random texts.

import { compileSchema } from "@espalier/json-schema";
import { type Monitor, MonitorError, product } from "@espalier/monitor";
import { type LexemeMonitor, overLexemes } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { sample } from "espalier";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const schema = compileSchema({
  type: "object",
  properties: { a: { enum: ["x", "y", 1] }, b: { type: "array", items: { type: ["string", "integer"] } } },
  additionalProperties: { type: "string", maxLength: 4 },
  maxProperties: 3,
}).language;

const monitors: [string, Monitor<unknown>][] = [
  [
    "no lexeme with an a, by its text",
    overLexemes(schema, {
      start: 0,
      lexeme: (count, { text }) => (text.includes("a") ? undefined : count),
      accepts: () => true,
    }) as Monitor<unknown>,
  ],
  [
    "at most four lexemes",
    overLexemes(schema, {
      start: 0,
      lexeme: (count) => (count < 4 ? count + 1 : undefined),
      accepts: () => true,
    }) as Monitor<unknown>,
  ],
  [
    "objects as states",
    overLexemes(schema, {
      start: { left: 5 },
      lexeme: ({ left }) => (left > 0 ? { left: left - 1 } : undefined),
      accepts: () => true,
      key: ({ left }) => left,
    }) as Monitor<unknown>,
  ],
  [
    "fresh objects as states",
    overLexemes(schema, {
      start: { left: 5 },
      lexeme: ({ left }) => (left > 0 ? { left: left - 1 } : undefined),
      accepts: () => true,
    }) as Monitor<unknown>,
  ],
  [
    "reads the text of all lexemes but the first and brackets",
    overLexemes(schema, {
      start: "",
      lexeme(last, lexeme) {
        if (lexeme.terminal === "[" || last === "") return lexeme.terminal;
        return lexeme.text.includes("a") ? undefined : last;
      },
      accepts: () => true,
    }) as Monitor<unknown>,
  ],
];

const pieces = [
  '{"',
  '"a',
  '":',
  ':"',
  '","',
  '"],',
  "],",
  "[1",
  "1,",
  "12",
  '"x"',
  '"y"',
  '"b":[',
  "aa",
  "bb",
  '"a","',
  '"}',
  "}}",
  ", ",
  ' "',
];
const vocabulary = vocabularyOfBytes([...Array.from({ length: 256 }, (_, byte) => [byte]), ...pieces]);
const trie = buildTrie(vocabulary);

test.each(monitors)("%s", (_, monitor) => {
  const fast = createMasker(trie, monitor);
  const plain = createMasker(trie, monitor, { factoring: "never", maskBytes: 0 });
  let compared = 0;
  let narrower = 0;
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (numbers) => {
      let state: unknown = monitor.start;
      for (const number of numbers) {
        const { mask } = fast.mask(state);
        expect([...mask.ids()]).toEqual([...plain.mask(state).mask.ids()]);
        compared++;
        const whole = createdFor(state);
        if (mask.count < whole) narrower++;
        if (mask.count === 0) return;
        // Pieces before single bytes, or most texts would be one long string.
        const ids = mask.ids();
        const some = ids.filter((id) => id >= 256);
        const from = some.length > 0 && number % 4 !== 0 ? some : ids;
        state = fast.push(state, from[number % from.length]!)!;
      }
    }),
    { seed, numRuns: samples(40) },
  );
  expect([compared > samples(200), narrower > samples(10)]).toEqual([true, true]);
});

const languageMasks = createMasker(trie, schema);
const createdFor = (state: unknown): number =>
  languageMasks.mask((state as { readonly whole: number }).whole).mask.count;

test("numbers of sketches start again, and masks stay right", () => {
  const list = compileSchema(
    { type: "array", items: { type: "integer" } },
    { whitespace: { kind: "compact" } },
  ).language;
  const counted = overLexemes(list, {
    start: 0,
    lexeme: (count, { terminal }) => (terminal === "]" && count % 7 !== 0 ? undefined : count + 1),
    accepts: () => true,
  });
  const masker = createMasker(trie, counted);
  const plain = createMasker(trie, counted, { factoring: "never", maskBytes: 0 });
  const { table } = counted.sketches!.monitor;
  let state = counted.step(counted.start, 0x5b)!;
  let closing = 0;
  for (let items = 0; table.generation < 2; items++) {
    for (const byte of [0x37, 0x2c]) {
      const { mask } = masker.mask(state);
      if (items % 5000 < 7) {
        expect(mask.ids()).toEqual(plain.mask(state).mask.ids());
        if (mask.has(0x5d)) closing++;
      }
      state = counted.step(state, byte)!;
    }
  }
  expect(closing).toBeGreaterThan(2);
});

test("a search finds an end after a required object, although blanks are allowed everywhere", () => {
  const step = { do: { enum: ["open", "close"] }, file: { enum: ["a", "b"] } };
  const items = { type: "object", properties: step, required: ["do", "file"], additionalProperties: false } as const;
  const { language } = compileSchema({ type: "array", items, minItems: 1, maxItems: 2 });
  const paired = overLexemes(language, {
    start: { verb: "", open: "" },
    lexeme({ verb, open }, lexeme) {
      if (!lexeme.terminal.includes("|")) return { verb, open };
      const value = lexeme.text;
      if (verb === "") return { verb: value, open };
      if (open.includes(value) === (verb === '"open"')) return undefined;
      return { verb: "", open: verb === '"open"' ? open + value : open.replace(value, "") };
    },
    accepts: ({ open }) => open === "",
    key: ({ verb, open }) => verb + open,
  });
  const bounded = product(language, paired, { cost: "search" });
  // The end is at least as far as the shortest text that closes what is open.
  const nearest = '{"do":"open","file":"a"},{"do":"close","file":"a"}]';
  let state = bounded.step(bounded.start, 91)!;
  for (let at = 0; at < nearest.length; at++) {
    const cost = bounded.cost(state);
    expect(cost).toBeGreaterThanOrEqual(nearest.length - at);
    expect(cost).toBeLessThan(2 * nearest.length);
    state = bounded.step(state, nearest.charCodeAt(at))!;
  }
  expect(bounded.cost(state)).toBe(0);
  const sentences = sample(bounded, { seed, count: 2, maxBytes: 90 });
  for (const sentence of sentences) {
    const open = new Set<string>();
    for (const { do: verb, file } of JSON.parse(sentence) as { do: string; file: string }[]) {
      expect(open.has(file)).toBe(verb === "close");
      if (!open.delete(file)) open.add(file);
    }
    expect(open.size).toBe(0);
  }
  expect(sentences.every((sentence) => sentence.includes("close"))).toBe(true);
});

describe("a monitor over lexemes that breaks a promise is told which:", () => {
  const base: LexemeMonitor<{ n: number }> = {
    start: { n: 0 },
    lexeme: ({ n }) => (n < 6 ? { n: n + 1 } : undefined),
    accepts: () => true,
  };
  const late = <Result>({ n }: { n: number }, result: Result): Result => {
    if (n > 1) return result;
    return { n: n + 1 } as Result;
  };
  test.each([
    [
      "step-throws",
      {
        ...base,
        lexeme: (state: { n: number }) =>
          late(state, null as never as { a: { n: number } }).a ?? base.lexeme(state, null as never),
      },
    ],
    ["step-result", { ...base, lexeme: (state: { n: number }) => late(state, Promise.resolve(state) as never) }],
    ["step-result", { ...base, lexeme: (state: { n: number }) => late(state, null as never) }],
    ["step-changes-state", { ...base, lexeme: (state: { n: number }) => ({ n: ++state.n }) }],
    ["accepts-result", { ...base, accepts: () => 1 as never }],
    ["accepts-throws", { ...base, accepts: () => (null as never as { a: boolean }).a }],
    ["key-lies", { ...base, key: () => 0 }],
    ["key-result", { ...base, key: ({ n }: { n: number }) => (n > 1 ? ({} as never) : n) }],
    ["key-result", { ...base, key: ({ n }: { n: number }) => (n > 1 ? Number.NaN : n) }],
    ["key-result", { ...base, key: ({ n }: { n: number }) => (n > 1 ? (null as never as { x: number }).x : n) }],
  ] as [string, LexemeMonitor<{ n: number }>][])("%s", (fault, parts) => {
    const use = (): void => {
      const monitor = overLexemes(schema, parts);
      const masker = createMasker(trie, monitor);
      for (let round = 0; round < 200; round++) {
        let state = monitor.start;
        for (const byte of Buffer.from('{"a":1,"b":["c",2]}')) {
          masker.mask(state);
          const next = masker.push(state, byte);
          if (next === undefined) break;
          state = next;
        }
      }
    };
    expect(use).toThrow(expect.objectContaining({ name: MonitorError.name, fault }));
  });
});

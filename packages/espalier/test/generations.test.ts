// What texts make of a language is dropped, two generations later. Decoders outlive that: they read their tokens again. Here
// generations are so small that every few texts begin one, and each mask is compared with that of a language that has just been made.

import { createEngine } from "@espalier/automata";
import { createDecoder, type Decoder, generate } from "@espalier/decode";
import { createDocument, createLexedLanguage, fillMiddle, lexedSource } from "@espalier/gaps";
import { compileSchema } from "@espalier/json-schema";
import { type Monitor, StaleStateError, star, verdict } from "@espalier/monitor";
import { readGbnf, readLark } from "@espalier/notation";
import { python } from "@espalier/python";
import { createLanguage, type Language } from "@espalier/syntax";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomModel, vocabularyWith } from "./models.js";

const vocabulary = vocabularyWith();
/** Bytes are the tokens below; then come words, and the end. */
const BYTES = 256;
const trie = buildTrie(vocabulary);

const SCHEMA = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const JSON_LIKE = `
start: value
value: "[" [value ("," value)*] "]" | "{" [pair ("," pair)*] "}" | WORD | /-?[0-9]{1,9}/
pair: WORD ":" value
WORD: /"[a-z]{0,20}"/
`;
/** Its quoted parts may hold what ends them, so that readings compete. */
const AMBIGUOUS = `
root ::= item+
item ::= "(" root ")" | "[" root? "]" | [a-z]+ | [a-f]+ [0-9]? | "'" [^"]* "'"
`;
const engine = createEngine();
const GENERATION = 20_000;

/** A language with its tables; all of those here have these. */
type Tabled = Monitor<number> & Pick<Language, "bytes">;
type Limits = { readonly generationBytes: number; readonly numbers?: number } | undefined;
type Make = (limits: Limits) => Tabled;
const ofSchema = (limits: Limits): Language => compileSchema(SCHEMA, { engine, ...(limits && { limits }) }).language;
const SUMS = `
start: item ("+" item)*
item: WORD | "(" start ")" | "[" start "]"
WORD: /[a-z]+/
`;
/** The tables of this grammar are small. */
const lexedLimits = (limits: Limits) => limits && { generationBytes: limits.generationBytes / 10 };
const KINDS: readonly (readonly [kind: string, make: Make])[] = [
  ["a schema", ofSchema],
  ["a grammar with lexemes", (limits) => createLanguage(readLark(JSON_LIKE), { engine, ...(limits && { limits }) })],
  ["a grammar without lexemes", (limits) => createLanguage(readGbnf(AMBIGUOUS), { engine, ...(limits && { limits }) })],
  [
    "a lexed language",
    (limits) => createLexedLanguage(lexedSource(readLark(SUMS)), { engine, ...lexedLimits(limits) }),
  ],
];
const SMALL = { generationBytes: GENERATION };
const fresh = (make: Make): Masker<number> => createMasker(trie, make(undefined));
const small = (make: Make): Masker<number> => createMasker(trie, make(SMALL));

/** Commits a token drawn by `random`, preferring those of several bytes; false at the end. */
function grow(decoder: Decoder<number>, random: () => number): boolean {
  const ids = [...decoder.mask().mask.ids()].filter((id) => !vocabulary.ends.includes(id));
  if (ids.length === 0) return false;
  const long = ids.filter((id) => id >= BYTES);
  const from = long.length > 0 && random() < 0.5 ? long : ids;
  return decoder.commit(from[Math.floor(random() * from.length)]!);
}

function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** The mask after the tokens of `decoder`, by a language that no other text has used. */
function maskAnew(make: Make, decoder: Decoder<number>): readonly number[] {
  const twin = createDecoder(fresh(make));
  for (const id of decoder.ids()) if (!twin.commit(id)) throw new Error(`token ${id} was committed, and is refused`);
  return [...twin.mask().mask.ids()];
}

/** The state after the first byte that can be read. */
function firstStep(monitor: Monitor<number>): number {
  for (let byte = 0; byte < BYTES; byte++) {
    const next = monitor.step(monitor.start, byte);
    if (next !== undefined) return next;
  }
  throw new Error("nothing can be read");
}

/** Two generations, each with what one text makes after the bound was met. */
const BYTES_OF_TWO = 400_000;

const seed = fc.sample(fc.nat(), 1)[0]!;

describe.each(KINDS)("generations of %s", (_, make) => {
  test("hold no more memory for 400 texts than for a few", () => {
    const masker = small(make);
    const language = masker.monitor as Tabled;
    const empty = language.bytes();
    const random = randomNumbers(seed);
    let most = 0;
    for (let n = 0; n < 400; n++) {
      const decoder = createDecoder(masker);
      for (let length = 0; length < 12 && grow(decoder, random); length++);
      most = Math.max(most, language.bytes() - empty);
    }
    expect(language.table?.generation).toBeGreaterThan(3);
    expect(most).toBeLessThan(BYTES_OF_TWO);
  });

  test("64 interleaved decoders, forks and checkpoints among them, have the masks of a new language", () => {
    const masker = small(make);
    const random = randomNumbers(seed + 1);
    const decoders = Array.from({ length: 64 }, () => createDecoder(masker));
    let compared = 0;
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < decoders.length; i++) {
        const decoder = decoders[i]!;
        if (random() < 0.05 && decoder.length > 2) decoder.rollback(2);
        // The fork outlives its parent.
        if (random() < 0.1) decoders[i] = decoder.fork();
        if (!grow(decoders[i]!, random) || (i >= 16 && random() < 0.2)) decoders[i] = createDecoder(masker);
      }
    }
    for (const decoder of decoders.slice(0, 16)) {
      expect([...decoder.mask().mask.ids()]).toEqual(maskAnew(make, decoder));
      compared++;
    }
    expect(compared).toBe(16);
    expect(masker.monitor.table?.generation).toBeGreaterThan(0);
  });

  test("a state of a generation that was dropped throws, and is never taken for another", () => {
    const masker = small(make);
    const { monitor } = masker;
    const old = firstStep(monitor);
    const random = randomNumbers(seed + 2);
    for (let n = 0; n < 400 && (monitor.table?.generation ?? 0) < 2; n++) {
      const decoder = createDecoder(masker);
      for (let length = 0; length < 12 && grow(decoder, random); length++);
    }
    expect(() => monitor.step(old, 0x22)).toThrow(StaleStateError);
    expect(() => monitor.accepts(old)).toThrow(StaleStateError);
    expect(firstStep(monitor)).toBeGreaterThan(old);
  });
});

/** Tokens that end several items of a list: a mask begins many texts of the item. */
const lists = vocabularyOfBytes(
  [
    ...Array.from({ length: 256 }, (_, byte) => [byte]),
    ...["a;b;", "ab;ba;", ";a;b;c;", "b;ab;c;a;", "c;;", "cab;a;", "bb;cc;aa;b"],
    { control: "<end>" },
  ],
  ["<end>"],
);
const ITEM = 'start: WORD ";"\nWORD: /[a-c]+/';
const ITEMS: readonly (readonly [kind: string, make: Make])[] = [
  ["a grammar with lexemes", (limits) => createLanguage(readLark(ITEM), { engine, ...(limits && { limits }) })],
  ["a lexed language", (limits) => createLexedLanguage(lexedSource(readLark(ITEM)), { engine, ...limits })],
];

test.each(ITEMS)("a mask that fills more than two generations by itself: lists of %s", (_, make) => {
  const masker = createMasker(buildTrie(lists), star(make({ generationBytes: 1 })) as Monitor<number>);
  const twin = createMasker(buildTrie(lists), star(make(undefined)) as Monitor<number>);
  const random = randomNumbers(seed + 7);
  for (let n = 0; n < 20; n++) {
    const decoders = [createDecoder(masker), createDecoder(twin)] as const;
    for (let length = 0; length < 12; length++) {
      const [ids, others] = decoders.map((decoder) => [...decoder.mask().mask.ids()]) as [number[], number[]];
      expect(ids).toEqual(others);
      const id = ids[Math.floor(random() * ids.length)]!;
      if (lists.ends.includes(id)) break;
      for (const decoder of decoders) expect(decoder.commit(id)).toBe(true);
    }
  }
  expect(masker.monitor.table?.generation).toBeGreaterThan(20);
});

test("a text with states of more than two generations at the same time", () => {
  // Each item may go on, or another text of the language may begin.
  const list = (limits: Limits) =>
    star(
      createLanguage(readLark(`${ITEM.replace(/WORD ";"/u, '(WORD ";")+')}`), { engine, ...(limits && { limits }) }),
    );
  const text = "ab;ba;c;a;".repeat(8);
  const small = list({ generationBytes: 1 });
  expect(verdict(small, text).kind).toBe("accepted");
  const decoder = createDecoder(createMasker(buildTrie(lists), small));
  const twin = createDecoder(createMasker(buildTrie(lists), list(undefined)));
  for (const byte of Buffer.from(text)) {
    expect([...decoder.mask().mask.ids()]).toEqual([...twin.mask().mask.ids()]);
    expect(decoder.commit(byte)).toBe(true);
    twin.commit(byte);
  }
});

describe("generations of a language", () => {
  test("gaps and documents take the present one, and keep it", () => {
    const language = python({ generationBytes: 100_000 });
    const twin = python();
    const sides = (n: number) => ({ prefix: `def f${n}(x${n}):\n    return g(`, suffix: `, ${n})\n` });
    const first = fillMiddle(language, sides(0));
    const document = createDocument(language, "a = 1\n");
    for (let n = 1; (language.table?.generation ?? 0) < 2; n++) {
      expect(n).toBeLessThan(1_000);
      const brackets = `${"[".repeat(n % 40)}${"]".repeat(n % 40)}`;
      expect(
        verdict(
          language,
          `class C${n}:
    x${n} = [${brackets}]
`,
        ).kind,
      ).toBe("accepted");
      expect(verdict(fillMiddle(language, sides(n)), `x${n}`).kind).toBe("accepted");
      document.edit({ from: 0, to: 0, insert: `b${n} = ${n}\n` });
      expect(document.problem()).toBeUndefined();
    }
    const masked = (gap: Monitor<number>): readonly number[] => {
      const decoder = createDecoder(createMasker(trie, gap));
      for (const byte of utf8Encode("h(")) expect(decoder.commit(byte)).toBe(true);
      return [...decoder.mask().mask.ids()];
    };
    expect(masked(first)).toEqual(masked(fillMiddle(twin, sides(0))));
    const file = new TextDecoder().decode(document.text);
    const from = file.indexOf("=") + 1;
    expect(masked(document.gap({ from, to: from + 2 }))).toEqual(
      masked(fillMiddle(twin, { prefix: file.slice(0, from), suffix: file.slice(from + 2) })),
    );
  });

  test.each(KINDS.slice(1, 3))("refuse a text when no number is left for its states: %s", (_, make) => {
    const numbers = 2_000;
    const masker = createMasker(trie, make({ ...SMALL, numbers }));
    const random = randomNumbers(seed + 4);
    let refused: unknown;
    let last: Decoder<number> | undefined;
    try {
      for (let n = 0; n < 5_000; n++) {
        const decoder = createDecoder(masker);
        for (let length = 0; length < 12 && grow(decoder, random); length++);
        expect(decoder.state).toBeLessThan(numbers + 10_000);
        last = decoder;
      }
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ name: "SyntaxLimitError", limit: "numbers", allowed: numbers });
    // The text before goes on.
    expect(last?.mask().mask.count).toBeGreaterThan(0);
  });

  test("combinations of a language outlive its generations, too", () => {
    const language = ofSchema(SMALL);
    const many = star(language);
    const masker = createMasker(trie, many);
    const random = randomNumbers(seed + 3);
    const decoder = createDecoder(masker);
    const first = '{"name":"ab"}';
    for (const byte of utf8Encode(first)) expect(decoder.commit(byte)).toBe(true);
    for (let n = 0; n < 200; n++) {
      const other = createDecoder(masker);
      for (let length = 0; length < 12 && grow(other, random); length++);
    }
    expect(language.table?.generation).toBeGreaterThan(0);
    for (const byte of utf8Encode(first)) expect(decoder.commit(byte)).toBe(true);
    expect(decoder.accepts).toBe(true);
  });

  test("generations that take turns end as they do alone", { timeout: 180_000 }, async () => {
    const language = ofSchema(SMALL);
    const alone = ofSchema(undefined);
    const options = (monitor: typeof language, n: number): Parameters<typeof generate<number>>[0] => ({
      model: randomModel(n),
      monitor,
      prompt: [0],
      maxTokens: 40,
      sampling: { temperature: 1 },
      seed: n,
    });
    const texts: string[] = [];
    const running = new Map<number, ReturnType<typeof generate<number>>>();
    for (let round = 0; round < 80 || running.size > 0; round++) {
      // One more begins each time all the others have gone on by a token.
      if (round < 80) running.set(round, generate(options(language, round)));
      for (const [n, generation] of running) {
        const { value, done } = await generation.next();
        if (done === true) running.delete(n);
        else if (value.kind === "finish") texts[n] = value.result.text;
      }
    }
    expect(language.table?.generation).toBeGreaterThan(0);
    for (const [n, text] of texts.entries()) {
      for await (const event of generate(options(alone, n)))
        if (event.kind === "finish") expect(text).toBe(event.result.text);
    }
  });
});

describe("one text whose masks take much work", () => {
  /** Found by the soak: a rule of itself, whose lexemes compete, and which whitespace interrupts. */
  const COMPETING = `
start: U start v | (start | (T | U) | T U T) | start+
U: /[aé]*/
v[lazy]: ~"bé"
T[lazy]: /a{0,2}/
%ignore T
`;
  /** All words of up to six of the letters: masks examine many tokens. */
  const words = ["a", "é", "b"].flatMap((first) => longer(first, 5));
  function longer(word: string, times: number): string[] {
    return times === 0 ? [word] : [word, ...["a", "é", "b"].flatMap((letter) => longer(word + letter, times - 1))];
  }

  test("goes on in empty tables: it needs 110 MB in one generation", () => {
    const wordTrie = buildTrie(vocabularyOfBytes([...words, { control: "<end>" }], ["<end>"]));
    const language = createLanguage(readLark(COMPETING), { engine: createEngine() });
    const empty = language.bytes();
    const decoder = createDecoder(createMasker(wordTrie, language));
    let most = 0;
    for (let random = 1; decoder.length < 45; ) {
      random = (Math.imul(random, 1103515245) + 12345) >>> 0;
      const ids = [...decoder.mask().mask.ids()].filter((id) => id < words.length);
      expect(decoder.commit(ids[random % ids.length]!)).toBe(true);
      most = Math.max(most, language.bytes() - empty);
    }
    expect(most).toBeLessThan(75_000_000);
    const anew = createDecoder(createMasker(wordTrie, createLanguage(readLark(COMPETING), { engine: createEngine() })));
    expect(anew.commitAll(decoder.ids())).toBe(45);
    expect([...decoder.mask().mask.ids()]).toEqual([...anew.mask().mask.ids()]);
  });
});

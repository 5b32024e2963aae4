// What texts make of a language may fill its engine or its lexer. Then the next text moves the language to another engine: the
// other languages on the old engine go on, decoders read their tokens again, and masks are those of a language that has just been made.

import { createEngine, type Engine, regexMonitor } from "@espalier/automata";
import { createDecoder, type Decoder } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import {
  bodyUntil,
  type Monitor,
  run,
  StaleStateError,
  sequence,
  star,
  strings,
  trigger,
  verdict,
} from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createLanguage, type Language, overLexemes } from "@espalier/syntax";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vocabularyWith } from "./models.js";

const vocabulary = vocabularyWith();
const trie = buildTrie(vocabulary);
const seed = fc.sample(fc.nat(), 1)[0]!;

/** Every text of so many letters leads to another state: what is left depends on each of the last twenty. */
const WIDE = "[ab]*a[ab]{20}";
const LARK = `start: "<" T ">"\nT: /${WIDE}/`;
/** Room for what is worked out of the grammar, and for some hundreds of texts. */
const SMALL = { bytes: 3 * 1024 * 1024 };

/** Languages that a text of random letters fills an engine with, and the bytes before those letters. */
const KINDS: Readonly<Record<string, readonly [make: (engine: Engine) => Monitor<number>, before: string]>> = {
  "a regex": [(engine) => regexMonitor(WIDE, engine), ""],
  "a grammar": [(engine) => createLanguage(readLark(LARK), { engine }), "<"],
  "a schema": [(engine) => compileSchema({ type: "string", pattern: `^${WIDE}$` }, { engine }).language, '"'],
  "a sequence": [(engine) => sequence(strings(["#"]), createLanguage(readLark(LARK), { engine })), "#<"],
  "texts in a row": [(engine) => star(createLanguage(readLark(LARK), { engine })), "<"],
  "an island": [
    (engine) =>
      trigger([{ markers: ["#"], language: sequence(strings(["<"]), bodyUntil(regexMonitor(WIDE, engine), "!")) }]),
    "#<",
  ],
};

function letters(random: () => number, length: number): number[] {
  return Array.from({ length }, () => (random() < 0.5 ? 0x61 : 0x62));
}

function numbers(from: number): () => number {
  let state = from | 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const bytesOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

function write(decoder: Decoder<number>, tokens: readonly number[]): void {
  for (const id of tokens)
    if (!decoder.commit(id)) throw new Error(`token ${id} is refused after ${decoder.length} others`);
}

function maskOf(masker: Masker<number>, tokens: readonly number[]): readonly number[] {
  const decoder = createDecoder(masker);
  write(decoder, tokens);
  return [...decoder.mask().mask.ids()];
}

describe("an engine that is full", () => {
  test.each(Object.entries(KINDS))("%s fills engine after engine, and its decoders go on", (_, [make, before]) => {
    const engine = createEngine(SMALL);
    const language = make(engine);
    const masker = createMasker(trie, language);
    const fresh = createMasker(trie, make(createEngine()));
    const random = numbers(seed);
    const old = createDecoder(masker);
    const oldTokens = [...bytesOf(before), ...letters(random, 30)];
    write(old, oldTokens);
    const oldState = old.state;
    for (let n = 0; n < 2_000 && (language.table?.generation ?? 0) < 2; n++) {
      const tokens = [...bytesOf(before), ...letters(random, 100)];
      const decoder = createDecoder(masker);
      write(decoder, tokens);
      if (n % 40 === 0) expect([...decoder.mask().mask.ids()]).toEqual(maskOf(fresh, tokens));
    }
    expect(engine.isFull()).toBe(true);
    expect(language.table?.generation).toBe(2);
    expect(() => language.step(oldState, 0x61)).toThrow(StaleStateError);
    const fork = old.fork();
    write(fork, [0x62]);
    expect([...fork.mask().mask.ids()]).toEqual(maskOf(fresh, [...oldTokens, 0x62]));
    expect([...old.mask().mask.ids()]).toEqual(maskOf(fresh, oldTokens));
  });

  test("is left where a token of several bytes begins the next text", () => {
    const [make] = KINDS["a schema"]!;
    const bytes = Array.from({ length: 256 }, (_, byte) => [byte]);
    const own = buildTrie(vocabularyOfBytes([...bytes, '"ab']));
    for (let n = 0; n < 4; n++) {
      const engine = createEngine(SMALL);
      // The lexers of the old engine and of the next one number their states differently.
      const earlier = compileSchema({ enum: ["xyz", 12, "x"] }, { engine }).language;
      for (const text of ['"xyz"', "12"]) expect(verdict(earlier, text).kind).toBe("accepted");
      const language = make(engine);
      const masker = createMasker(own, language);
      const random = numbers(seed + n);
      const greedy = regexMonitor(WIDE, engine);
      while (!engine.isFull()) verdict(greedy, Uint8Array.from(letters(random, 100)));
      const began = masker.push(language.start, 256);
      expect(language.table?.generation).toBe(1);
      expect(began).toBe(run(language, '"ab'));
    }
  });

  test.each(["a grammar", "a schema"])("takes a monitor over the lexemes of %s along", (kind) => {
    const [make, before] = KINDS[kind]!;
    const language = make(createEngine(SMALL)) as Language;
    const over = (its: Language) =>
      overLexemes(its, { start: 0, lexeme: (count) => count + 1, accepts: () => true }) as Monitor<unknown>;
    const masker = createMasker(trie, over(language)) as Masker<unknown> as Masker<number>;
    const fresh = createMasker(trie, make(createEngine()));
    const random = numbers(seed + 3);
    for (let n = 0; n < 2_000 && language.table.generation < 2; n++) {
      const tokens = [...bytesOf(before), ...letters(random, 100)];
      const decoder = createDecoder(masker);
      write(decoder, tokens);
      if (n % 40 === 0) expect([...decoder.mask().mask.ids()].sort()).toEqual([...maskOf(fresh, tokens)].sort());
      else decoder.mask();
    }
    expect(language.table.generation).toBe(2);
  });

  test("fails no other language on it, nor a new one", () => {
    const engine = createEngine(SMALL);
    const others = [
      createLanguage(readLark(`start: "[" N ("," N)* "]"\nN: /[0-9]{1,40}/`), { engine }),
      compileSchema({ type: "array", items: { type: "string", pattern: "^[a-c]{2,30}$" } }, { engine }).language,
      regexMonitor("(ab|cd){1,30}", engine),
    ];
    const texts = ["[12,345,6]", '["abc","cab"]', "abcdab"];
    const greedy = regexMonitor(WIDE, engine);
    const random = numbers(seed + 1);
    for (let n = 0; n < 2_000 && !engine.isFull(); n++) verdict(greedy, Uint8Array.from(letters(random, 100)));
    expect(engine.isFull()).toBe(true);
    for (const [i, other] of others.entries()) expect(verdict(other, texts[i]!).kind).toBe("accepted");
    const late = createLanguage(readLark(`start: "x" /[0-9]{1,500}/`), { engine });
    expect(verdict(late, "x123").kind).toBe("accepted");
  });

  test("is left by the next text once texts have added 16 MiB, long before it is full", () => {
    const engine = createEngine();
    const languages = [regexMonitor(WIDE, engine), createLanguage(readLark(LARK), { engine })];
    const random = numbers(seed + 3);
    const most = 2 * 16 * 2 ** 20;
    for (let n = 0; n < 20_000 && languages[0]!.table!.generation === 0; n++)
      verdict(languages[0]!, Uint8Array.from(letters(random, 100)));
    const left = engine.bytesUsed();
    expect(left).toBeGreaterThan(16 * 2 ** 20);
    expect(left).toBeLessThan(most);
    for (const language of languages) {
      const before = language === languages[0] ? [] : bytesOf("<");
      const text = [...before, ...letters(random, 30)];
      const fresh =
        language === languages[0] ? regexMonitor(WIDE, createEngine()) : KINDS["a grammar"]![0](createEngine());
      expect(maskOf(createMasker(trie, language), text)).toEqual(maskOf(createMasker(trie, fresh), text));
    }
    expect(engine.bytesUsed()).toBe(left);
    expect(engine.isFull()).toBe(false);
  });

  test("refuses a text that needs more than a whole engine, and goes on after a rollback", () => {
    const engine = createEngine(SMALL);
    const masker = createMasker(trie, regexMonitor(WIDE, engine));
    const decoder = createDecoder(masker);
    const random = numbers(seed + 2);
    let refused: unknown;
    try {
      for (let n = 0; n < 200_000; n++) write(decoder, letters(random, 1));
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ name: "LimitError", limit: "bytes" });
    decoder.rollback(decoder.length - 20);
    write(decoder, letters(random, 20));
    expect(decoder.length).toBe(40);
  });
});

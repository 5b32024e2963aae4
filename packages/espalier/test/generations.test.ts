// What texts make of a schema's language is dropped, two generations later. Decoders outlive that: they read their tokens again. Here
// generations are so small that every few texts begin one, and each mask is compared with that of a language that has just been made.

import { createEngine } from "@espalier/automata";
import { createDecoder, type Decoder, generate } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import { StaleStateError, star } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { utf8Encode } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomModel, vocabularyWith } from "./models.js";

const vocabulary = vocabularyWith();
/** Bytes are the tokens below; then come words, and the end. */
const BYTES = 256;
const trie = buildTrie(vocabulary);

const SCHEMA = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const engine = createEngine();
const GENERATION = 20_000;

const fresh = (): Masker<number> => createMasker(trie, compileSchema(SCHEMA, { engine }).language);
const small = (): Masker<number> =>
  createMasker(trie, compileSchema(SCHEMA, { engine, limits: { generationBytes: GENERATION } }).language);

/** Commits a token drawn by `random`, preferring those of several bytes; false at the end. */
function grow(decoder: Decoder<number>, random: () => number): boolean {
  const ids = [...decoder.mask().mask.ids()].filter((id) => !vocabulary.ends.includes(id));
  if (ids.length === 0) return false;
  const long = ids.filter((id) => id >= BYTES);
  const from = long.length > 0 && random() < 0.5 ? long : ids;
  return decoder.commit(from[Math.floor(random() * from.length)] as number);
}

function numbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** The mask after the tokens of `decoder`, by a language that no other text has used. */
function maskAnew(decoder: Decoder<number>): readonly number[] {
  const twin = createDecoder(fresh());
  for (const id of decoder.ids()) if (!twin.commit(id)) throw new Error(`token ${id} was committed, and is refused`);
  return [...twin.mask().mask.ids()];
}

const seed = fc.sample(fc.nat(), 1)[0] as number;

describe("generations of a language", () => {
  test("hold no more memory for 400 texts than for a few", () => {
    const masker = small();
    const language = masker.monitor as ReturnType<typeof compileSchema>["language"];
    const random = numbers(seed);
    let most = 0;
    for (let n = 0; n < 400; n++) {
      const decoder = createDecoder(masker);
      for (let length = 0; length < 12 && grow(decoder, random); length++);
      most = Math.max(most, language.bytes());
    }
    expect(language.table?.generation).toBeGreaterThan(3);
    // Two generations, each with what one text makes after the bound was met.
    expect(most).toBeLessThan(300_000);
  });

  test("64 interleaved decoders, forks and checkpoints among them, have the masks of a new language", () => {
    const masker = small();
    const random = numbers(seed + 1);
    const decoders = Array.from({ length: 64 }, () => createDecoder(masker));
    let compared = 0;
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < decoders.length; i++) {
        const decoder = decoders[i] as Decoder<number>;
        if (random() < 0.05 && decoder.length > 2) decoder.rollback(2);
        // The fork outlives its parent.
        if (random() < 0.1) decoders[i] = decoder.fork();
        if (!grow(decoders[i] as Decoder<number>, random) || (i >= 16 && random() < 0.2))
          decoders[i] = createDecoder(masker);
      }
    }
    for (const decoder of decoders.slice(0, 16)) {
      expect([...decoder.mask().mask.ids()]).toEqual(maskAnew(decoder));
      compared++;
    }
    expect(compared).toBe(16);
    expect(masker.monitor.table?.generation).toBeGreaterThan(0);
  });

  test("a state of a generation that was dropped throws, and is never taken for another", () => {
    const masker = small();
    const { monitor } = masker;
    const old = monitor.step(monitor.start, 0x7b) as number;
    const random = numbers(seed + 2);
    for (let n = 0; n < 400 && (monitor.table?.generation ?? 0) < 2; n++) {
      const decoder = createDecoder(masker);
      for (let length = 0; length < 12 && grow(decoder, random); length++);
    }
    expect(() => monitor.step(old, 0x22)).toThrow(StaleStateError);
    expect(() => monitor.accepts(old)).toThrow(StaleStateError);
    expect(monitor.step(monitor.start, 0x7b)).toBeGreaterThan(old);
  });

  test("combinations of a language outlive its generations, too", () => {
    const { language } = compileSchema(SCHEMA, { engine, limits: { generationBytes: GENERATION } });
    const many = star(language);
    const masker = createMasker(trie, many);
    const random = numbers(seed + 3);
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

  test("generations that take turns end as they do alone", async () => {
    const { language } = compileSchema(SCHEMA, { engine, limits: { generationBytes: GENERATION } });
    const alone = compileSchema(SCHEMA, { engine }).language;
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

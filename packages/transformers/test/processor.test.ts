// The processor called by hand: what it refuses, what its errors say, and loops that hand over other arrays at each step.

import type { Monitor } from "@espalier/monitor";
import {
  type LogitsTensor,
  languageProcessor,
  objectStreamer,
  type TransformersTokenizer,
} from "@espalier/transformers";
import { jsonSchema, regex } from "espalier";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** A tokenizer as the library's objects are: the letters a to j, `ab`, digits, two ends and a control token. */
const LETTERS = [..."abcdefghij0123456789", "ab", '"', "{", "}"];
const [END, OTHER_END, CONTROL, SIZE] = [24, 25, 26, 27];
const file = {
  model: { type: "BPE", vocab: Object.fromEntries(LETTERS.map((token, id) => [token, id])), merges: [["a", "b"]] },
  added_tokens: ["<end>", "<turn>", "<tool>"].map((content, i) => ({ id: END + i, content, special: true })),
  decoder: { type: "ByteLevel" },
};
const tokenizer: TransformersTokenizer = { eos_token_id: END, _tokenizerJSON: file } as TransformersTokenizer;
const older: TransformersTokenizer = { eos_token_id: END, _tokenizer: { tokenizer: file } } as TransformersTokenizer;

const tensor = (rows: number, value = 0, size = SIZE): LogitsTensor & { readonly data: Float32Array } => ({
  dims: [rows, size],
  data: new Float32Array(rows * size).fill(value),
});
/** What the processor allows for each row. */
function allowed(
  call: (ids: bigint[][], logits: LogitsTensor) => LogitsTensor,
  ids: bigint[][],
  size = SIZE,
): number[][] {
  const logits = tensor(ids.length, 0, size);
  expect(call(ids, logits)).toBe(logits);
  return ids.map((_, row) =>
    Array.from({ length: size }, (_, id) => id).filter((id) => logits.data[row * size + id] === 0),
  );
}
const big = (...ids: number[]): bigint[] => ids.map(BigInt);

test("both places where versions of the library keep the file are read", () => {
  for (const each of [tokenizer, older]) {
    const processor = languageProcessor(each, regex("abc?"));
    expect(allowed(processor, [big(3)])).toEqual([[0, 20]]);
    expect(processor.vocabulary.size).toBe(SIZE);
  }
});

test("processors of one tokenizer share a vocabulary, unless their ends differ", () => {
  const one = languageProcessor(tokenizer, regex("a")).vocabulary;
  expect(languageProcessor(tokenizer, regex("b")).vocabulary).toBe(one);
  expect(languageProcessor(tokenizer, regex("b"), { ends: [END] }).vocabulary).toBe(one);
  const two = languageProcessor(tokenizer, regex("b"), { ends: [OTHER_END, END] }).vocabulary;
  expect([one.ends, two.ends]).toEqual([[END], [END, OTHER_END]]);
});

test("rows of padding are disallowed, and a row too short for the tokens is refused", () => {
  const processor = languageProcessor(tokenizer, regex("ab"));
  expect(allowed(processor, [big(3)], 64)).toEqual([[0, 20]]);
  for (const size of [20, 2000])
    expect(() => processor([big(3)], tensor(1, 0, size))).toThrow(
      expect.objectContaining({ name: "ModelError", code: "vocabulary-mismatch" }),
    );
});

describe("sequences", () => {
  const language = regex("abcdef");
  test("grow in place, as the library grows them", () => {
    const processor = languageProcessor(tokenizer, language);
    const ids = [big(9, 9), big(9, 8)];
    expect(allowed(processor, ids)).toEqual([
      [0, 20],
      [0, 20],
    ]);
    ids[0]!.push(0n);
    ids[1]!.push(20n);
    expect(allowed(processor, ids)).toEqual([[1], [2]]);
    // Asked again at the same step, it says the same.
    expect(allowed(processor, ids)).toEqual([[1], [2]]);
  });
  test("may be copied at each step", () => {
    const processor = languageProcessor(tokenizer, language);
    const text: number[] = [];
    for (const id of [0, 1, 2, 3, 4, 5]) {
      expect(allowed(processor, [big(7, ...text)])[0]).toContain(id);
      text.push(id);
    }
    expect(allowed(processor, [big(7, ...text)])).toEqual([[END]]);
  });
  test("begin anew with other ids, after a finished text and after an unfinished one", () => {
    const processor = languageProcessor(tokenizer, regex("ab"));
    for (const finish of [[], [0], [20, END]]) {
      const ids = [big(5)];
      allowed(processor, ids);
      for (const id of finish) {
        ids[0]!.push(BigInt(id));
        allowed(processor, ids);
      }
      // The library samples once more before it stops.
      ids[0]!.push(BigInt(END));
      expect(allowed(processor, [[...ids[0]!]])).toEqual([[0, 20]]);
    }
  });
  test("a finished row is held at the token that ended it, whatever was sampled for it", () => {
    const processor = languageProcessor(tokenizer, regex("a|bc"), { ends: [END, OTHER_END] });
    const ids = [big(5), big(5)];
    allowed(processor, ids);
    ids[0]!.push(0n);
    ids[1]!.push(1n);
    expect(allowed(processor, ids)).toEqual([[END, OTHER_END], [2]]);
    ids[0]!.push(BigInt(OTHER_END));
    ids[1]!.push(2n);
    expect(allowed(processor, ids)).toEqual([[OTHER_END], [END, OTHER_END]]);
    ids[0]!.push(BigInt(CONTROL));
    ids[1]!.push(BigInt(END));
    expect(allowed(processor, ids)).toEqual([[OTHER_END], [END]]);
  });
  test("that lose rows or ids are refused", () => {
    const refusal = expect.objectContaining({ name: "ProcessorError", code: "sequence-changed" });
    const processor = languageProcessor(tokenizer, language);
    const ids = [big(5, 6), big(5, 7)];
    allowed(processor, ids);
    ids[1]!.pop();
    expect(() => processor(ids, tensor(2))).toThrow(refusal);
    ids.pop();
    expect(() => processor(ids, tensor(1))).toThrow(refusal);
  });
  test("a token that was masked is refused, with its row", () => {
    const processor = languageProcessor(tokenizer, language);
    const ids = [big(5), big(6)];
    allowed(processor, ids);
    ids[0]!.push(0n);
    ids[1]!.push(7n);
    expect(() => processor(ids, tensor(2))).toThrow(
      expect.objectContaining({ code: "token-refused", row: 1, message: expect.stringContaining("token 7") }),
    );
  });
});

describe("where nothing can follow", () => {
  test("other processors have masked what is left", () => {
    for (const language of [regex("a"), regex("[a-j0-9]*")])
      expect(() => languageProcessor(tokenizer, language)([big(5)], tensor(1, -Infinity))).toThrow(
        expect.objectContaining({ code: "all-masked", row: 0 }),
      );
  });
  test("logits of allowed tokens that are no numbers are refused, whether few or many are allowed", () => {
    for (const language of [regex("a"), regex("[a-j0-9]*")])
      for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY])
        expect(() => languageProcessor(tokenizer, language)([big(5)], tensor(1, wrong))).toThrow(
          expect.objectContaining({ code: "logits-invalid" }),
        );
  });
});

test("with maxTokens, every text is whole in time, whatever is sampled", () => {
  const language = jsonSchema({ type: "string", pattern: "^[a-j]{2,9}$" });
  const processor = languageProcessor(tokenizer, language, { maxTokens: 7 });
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 7, maxLength: 7 }), (choices) => {
      const ids = [big(5)];
      for (const choice of choices) {
        const [options] = allowed(processor, ids);
        ids[0]!.push(BigInt(options![choice % options!.length]!));
      }
      const spelt = ids[0]!.slice(1).map((id) => LETTERS[Number(id)] ?? "");
      expect(spelt.join("")).toMatch(/^"[a-j]{2,9}"$/);
    }),
  );
  // The processor has no option `ifShort`.
  const error = { name: "BudgetError", code: "budget-too-small", message: expect.not.stringContaining("ifShort") };
  const short = languageProcessor(tokenizer, language, { maxTokens: 2 });
  expect(() => short([big(5)], tensor(1))).toThrow(expect.objectContaining(error));
  const costless: Monitor<number> = { start: 0, step: () => 0, accepts: () => true };
  expect(() => languageProcessor(tokenizer, costless, { maxTokens: 2 })([big(5)], tensor(1))).toThrow(
    expect.objectContaining({ name: "BudgetError", code: "no-budget" }),
  );
});

describe("wrong arguments", () => {
  const language = regex("a");
  const wrong = (call: () => unknown, error: object) => expect(call).toThrow(expect.objectContaining(error));
  test("say what is wrong", () => {
    wrong(() => languageProcessor(undefined!, language), { argument: "tokenizer" });
    wrong(() => languageProcessor(Promise.resolve() as never, language), {
      message: expect.stringContaining("Await it"),
    });
    wrong(() => languageProcessor({ eos_token_id: 3 }, language), { argument: "tokenizer" });
    wrong(() => languageProcessor(tokenizer, "a" as never), { argument: "language" });
    wrong(() => languageProcessor(tokenizer, language, { max_new_tokens: 3 } as never), {
      message: expect.stringContaining("`maxTokens`"),
    });
    wrong(() => languageProcessor(tokenizer, language, { ends: [] }), { argument: "ends" });
    wrong(() => languageProcessor(tokenizer, language, { ends: 99 }), {
      name: "VocabularyError",
      message: expect.stringMatching(/^ends: .*99/),
    });
    wrong(() => languageProcessor({ ...tokenizer, eos_token_id: undefined }, language), { code: "no-end" });
    const processor = languageProcessor(tokenizer, language);
    wrong(() => processor([big(1)], { dims: [1, SIZE], data: new Uint16Array(SIZE) }), { argument: "logits" });
    wrong(() => processor([big(1), big(2)], tensor(1)), { argument: "logits" });
    wrong(() => processor([], tensor(0)), { argument: "logits" });
    wrong(() => objectStreamer({} as never, () => {}), { argument: "processor" });
    wrong(() => objectStreamer(processor, 5 as never), { argument: "onValue" });
  });
});

test("a streamer delivers a single number when the generation ends", () => {
  const seen: unknown[] = [];
  const streamer = objectStreamer(languageProcessor(tokenizer, regex("[0-9]+")), (...call) => seen.push(call));
  streamer.put([big(1), big(2)]);
  streamer.put([big(11), big(12)]);
  streamer.put([big(13), big(END)]);
  expect(seen).toEqual([]);
  streamer.end();
  expect(seen).toEqual([
    [13, 0],
    [2, 1],
  ]);
});

test("a streamer throws for a text that is no JSON", () => {
  const streamer = objectStreamer(languageProcessor(tokenizer, regex("a")), () => {});
  streamer.put([big(1, 2)]);
  expect(() => streamer.put([big(0)])).toThrow(expect.objectContaining({ code: "not-json" }));
});

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadTokenizer, type Tokenizer } from "@espalier/tokenizer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { byteLevel, sentencePiece, unigram } from "./fixtures.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const tinyFim = ["../../../models/tiny-fim/", "../../../../shared/models/tiny-fim/"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

const nasty = [
  "",
  " ",
  "ab ab  ab   ab\tab",
  "a\r\nb\r\n\r\n",
  "\n\n\n",
  "nul\u0000nul",
  "👩‍👩‍👧‍👦 🏳️‍🌈",
  "漢字かな交じり文。한국어",
  "שלום עולם مرحبا",
  "\ufeffbyte order mark",
  "▁literal▁lower▁one▁eighth",
  "e\u0301 composes, é does not",
  "Ġ and Ċ from the byte alphabet",
  "<0x0A> <0xE2>",
  "<|end|></s><s><unk><|endoftext|><|start|>",
  "ends in spaces    ",
  "'s 's don't",
  "\u2028\u2029\u00a0\u200b",
  '{"a": [1, 2.50e-3]}\n\tdef f():\n        return 0\n',
  "x".repeat(300),
];

const bytesOf = (tokenizer: Tokenizer, ids: readonly number[]) =>
  Buffer.concat(ids.map((id) => tokenizer.vocabulary.bytes(id) ?? Buffer.from("CONTROL")));

const tokenizers: [string, Tokenizer][] = [
  ["byte-level", loadTokenizer(byteLevel, { eos_token: "<|end|>" })],
  ["SentencePiece", loadTokenizer(JSON.stringify(sentencePiece), '{"eos_token": "</s>"}')],
];
if (tinyFim !== undefined) {
  const read = (name: string) => JSON.parse(readFileSync(tinyFim + name, "utf8")) as unknown;
  tokenizers.push(["tiny-fim", loadTokenizer(read("tokenizer.json"), read("tokenizer_config.json"))]);
}

describe.each(tokenizers)("%s", (_, tokenizer) => {
  test.each(nasty.map((text) => [text]))("literal %j spells itself", (text) => {
    const ids = tokenizer.encode(text, "literal");
    expect(bytesOf(tokenizer, ids)).toEqual(Buffer.from(text));
    expect(tokenizer.decode(ids)).toBe(text);
    const stream = tokenizer.stream();
    expect(ids.map((id) => stream.push(id)).join("") + stream.flush()).toBe(text);
  });

  test.each([
    ["\ud800", "\ufffd"],
    ["a\udc00b", "a\ufffdb"],
    ["\ud83d\ud83d\ude00", "\ufffd😀"],
    ["\ud83d\ude00\ude00", "😀\ufffd"],
  ])("lone surrogates of %j", (text, expected) => {
    expect(tokenizer.decode(tokenizer.encode(text, "literal"))).toBe(expected);
  });

  test("literal text spells itself, whatever it is", () => {
    const part = fc.oneof(
      fc.constantFrom(...nasty),
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(" ", "\n", "ab", "a"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const text = parts.join("");
        expect(bytesOf(tokenizer, tokenizer.encode(text, "literal"))).toEqual(Buffer.from(text));
      }),
      { seed, numRuns: samples(300) },
    );
  });
});

test.skipIf(tinyFim === undefined)("tiny-fim: text without surprises is encoded as the model was trained", () => {
  const tokenizer = tokenizers[2]![1];
  const text = "def f(self):\n    return self.items.get(key)\n";
  expect(tokenizer.encode(text, "literal")).toEqual(tokenizer.encode(text, "prompt"));
  const prompt = tokenizer.encode(`<|fim_prefix|>${text}<|fim_suffix|><|fim_middle|>`, "prompt");
  expect([prompt[0], prompt.at(-2), prompt.at(-1)]).toEqual([4089, 4091, 4090]);
  expect(tokenizer.decode(prompt)).toBe(text);
  expect(tokenizer.decode(prompt, "show")).toBe(`<|fim_prefix|>${text}<|fim_suffix|><|fim_middle|>`);
  expect(tokenizer.vocabulary.ends).toEqual([4088]);
});

describe("a prompt, and the same text literally", () => {
  const [bytes, pieces] = [tokenizers[0]![1], tokenizers[1]![1]];
  const words = loadTokenizer(unigram);
  const cases: [string, Tokenizer, string, number[], number[]][] = [
    ["template and prefix space", bytes, "ab", [260, 32, 257], [257]],
    ["control names", bytes, "<|end|>", [260, 261], [60, 124, 101, 110, 100, 124, 62]],
    ["plain added tokens", bytes, "    ", [260, 262], [262]],
    ["a normaliser", bytes, "e\u0301", [260, 32, 258], [101, 204, 129]],
    [
      "only the line it changes",
      bytes,
      "ab\ne\u0301\nab",
      [260, 32, 257, 10, 258, 10, 257],
      [257, 10, 101, 204, 129, 10, 257],
    ],
    ["prefix space", pieces, "ab", [259, 263], [263]],
    ["a space that is there", pieces, " a", [259, 262], [262]],
    ["control names between pieces", pieces, "a</s>", [262, 2], [260, 63, 50, 118, 65]],
    ["the character that stands for a space", pieces, "▁a", [259, 262], [229, 153, 132, 260]],
    ["Unigram", words, "ab a", [2, 6, 5], [6, 5]],
    ["nothing", pieces, "", [], []],
  ];
  test.each(cases)("%s", (_, tokenizer, text, prompt, literal) => {
    expect([tokenizer.encode(text, "prompt"), tokenizer.encode(text, "literal")]).toEqual([prompt, literal]);
  });

  test("what a vocabulary cannot spell is an error with the offset in bytes", () => {
    expect(() => words.encode("a b\né!", "literal")).toThrow(
      expect.objectContaining({ name: "TokenizerError", code: "unspellable", offset: 3 }),
    );
  });
});

describe("decoding", () => {
  const tokenizer = tokenizers[0]![1];
  test("characters split over tokens come out whole, and unfinished ones as U+FFFD", () => {
    const stream = tokenizer.stream();
    expect([0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x96].map((id) => stream.push(id))).toEqual(["", "", "", "😀", "", ""]);
    expect([stream.flush(), stream.flush()]).toEqual(["\ufffd", ""]);
  });
  test.each([
    ["hide", "aé"],
    ["show", "a<|end|>é"],
  ] as const)("control tokens: %s", (controls, text) => {
    expect(tokenizer.decode([97, 261, 258], controls)).toBe(text);
  });
  test.each([[263], [-1], [0.5], [Number.NaN]])("%d is no token", (id) => {
    expect(() => tokenizer.decode([id])).toThrow(RangeError);
  });
  test("of nothing", () => {
    expect(tokenizer.decode([])).toBe("");
  });
});

describe("refused", () => {
  const cases: [string, unknown, unknown, string, string][] = [
    ["not JSON", "{", {}, "VocabularyError", "syntax"],
    ["another file", { a: 1 }, {}, "VocabularyError", "shape"],
    ["WordPiece", { ...byteLevel, model: { type: "WordPiece", vocab: {} } }, {}, "VocabularyError", "unsupported"],
    ["an unknown end", byteLevel, { eos_token: "<eos>" }, "VocabularyError", "bad-end"],
    [
      "a step the library does not know",
      { ...byteLevel, normalizer: { type: "Nonsense" } },
      {},
      "TokenizerError",
      "load",
    ],
    [
      "merges of a wrong shape",
      { ...byteLevel, model: { ...byteLevel.model, merges: {} } },
      {},
      "TokenizerError",
      "load",
    ],
    ["a config that is no object", byteLevel, [], "VocabularyError", "shape"],
    ["a config that is cut off", byteLevel, '{"eos_token', "VocabularyError", "syntax"],
  ];
  test.each(cases)("%s", (_, json, config, name, code) => {
    expect(() => loadTokenizer(json, config)).toThrow(expect.objectContaining({ name, code }));
  });
});

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readTokenizerJson, type TokenizerFiles, VocabularyError } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { byteFallback, byteLevel, spelled, unigram, unigramWithFallback } from "./fixtures.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

describe("what a token spells", () => {
  const cases: [string, unknown, string][] = [
    ["byte-level", byteLevel, "61 2061 c3 a9 _ _ 0a ε <|end|> 2020 <｜name▁of｜> c3a9"],
    ["byte fallback", byteFallback, "<unk> <s> </s> 0a e2 20746865 20 c3a9 2020"],
    ["Unigram", unigram, "<unk> </s> 20746865 3c307830413e 73"],
    ["Unigram with byte fallback", unigramWithFallback, "<unk> </s> 20746865 0a 73"],
    [
      "text instead of parsed JSON",
      JSON.stringify(byteLevel),
      "61 2061 c3 a9 _ _ 0a ε <|end|> 2020 <｜name▁of｜> c3a9",
    ],
    ["no added tokens", { ...byteLevel, added_tokens: undefined }, "61 2061 c3 a9 _ _ 0a ε"],
    [
      "ByteLevel only before the model",
      { ...byteLevel, decoder: null },
      "61 2061 c3 a9 _ _ 0a ε <|end|> 2020 <｜name▁of｜> c3a9",
    ],
    [
      "ByteLevel inside a Sequence",
      {
        ...byteLevel,
        decoder: { type: "Sequence", decoders: [{ type: "Sequence", decoders: [{ type: "ByteLevel" }] }] },
      },
      "61 2061 c3 a9 _ _ 0a ε <|end|> 2020 <｜name▁of｜> c3a9",
    ],
    [
      "model type left out",
      { ...byteLevel, model: { ...byteLevel.model, type: undefined } },
      "61 2061 c3 a9 _ _ 0a ε <|end|> 2020 <｜name▁of｜> c3a9",
    ],
    [
      "outside the byte alphabet",
      { decoder: { type: "ByteLevel" }, model: { type: "BPE", vocab: { "a▁": 0, __proto__x: 1 } } },
      "61e29681 5f5f70726f746f5f5f78",
    ],
    [
      "names of object members",
      JSON.parse('{"decoder":{"type":"ByteLevel"},"model":{"vocab":{"__proto__":1,"constructor":0}}}'),
      "636f6e7374727563746f72 5f5f70726f746f5f5f",
    ],
  ];
  test.each(cases)("%s", (_, json, expected) => {
    expect(spelled(readTokenizerJson(json))).toBe(expected);
  });
});

describe("ends", () => {
  const cases: [string, TokenizerFiles, number[]][] = [
    ["none named", {}, []],
    ["a number", { generation: { eos_token_id: 8 } }, [8]],
    ["a list", { generation: { eos_token_id: [10, 8] } }, [8, 10]],
    ["config.json where generation is silent", { generation: {}, model: { eos_token_id: 10 } }, [10]],
    ["generation before config.json", { generation: { eos_token_id: 8 }, model: { eos_token_id: 10 } }, [8]],
    ["a name", { tokenizerConfig: { eos_token: "<|end|>" } }, [8]],
    ["a name in an object", { tokenizerConfig: { eos_token: { content: "<|end|>" } } }, [8]],
    ["null everywhere", { generation: { eos_token_id: null }, tokenizerConfig: { eos_token: null } }, []],
    ["the other files as text", { generation: "{}", model: '{"eos_token_id": 10}', tokenizerConfig: "{}" }, [10]],
    ["tokenizer_config.json as text", { tokenizerConfig: '{"eos_token": {"content": "<|end|>"}}' }, [8]],
    ["none, said by the caller", { generation: { eos_token_id: 8 }, ends: [] }, []],
    ["given by the caller", { generation: { eos_token_id: 10 }, ends: ["<|end|>"] }, [8]],
  ];
  test.each(cases)("%s", (_, files, ends) => {
    expect(readTokenizerJson(byteLevel, files).ends).toEqual(ends);
  });

  test("an end that the file calls plain text is a control token", () => {
    const vocabulary = readTokenizerJson(byteLevel, { generation: { eos_token_id: 9 } });
    expect([vocabulary.bytes(9), vocabulary.control(9), vocabulary.ends]).toEqual([undefined, "  ", [9]]);
  });

  test("an added token can be made a control token", () => {
    const vocabulary = readTokenizerJson(byteLevel, { controls: ["é"] });
    expect(vocabulary.controlIds("é")).toEqual([11]);
  });
});

describe("refused, with the place", () => {
  const bpe = (model: object, rest: object = {}) => ({
    decoder: { type: "ByteLevel" },
    ...rest,
    model: { type: "BPE", vocab: { a: 0 }, ...model },
  });
  const cases: [string, unknown, TokenizerFiles, string, string][] = [
    ["not JSON", '{"model": ', {}, "syntax", ""],
    ["null", null, {}, "shape", ""],
    ["an array", [], {}, "shape", ""],
    ["another JSON file", { architectures: ["Llama"] }, {}, "shape", "/model"],
    ["no vocab", bpe({ vocab: undefined }), {}, "shape", "/model/vocab"],
    ["a string for an id", bpe({ vocab: { "a/b": "0" } }), {}, "bad-id", "/model/vocab/a~1b"],
    ["a negative id", bpe({ vocab: { a: -1 } }), {}, "bad-id", "/model/vocab/a"],
    ["a fraction for an id", bpe({ vocab: { a: 0.5 } }), {}, "bad-id", "/model/vocab/a"],
    ["a giant id", bpe({ vocab: { a: 2 ** 31 } }), {}, "too-large", "token 2147483648"],
    ["one id twice", bpe({ vocab: { a: 0, b: 0 } }), {}, "duplicate-id", "token 0"],
    [
      "one added id twice",
      bpe(
        {},
        {
          added_tokens: [
            { id: 1, content: "x" },
            { id: 1, content: "y" },
          ],
        },
      ),
      {},
      "duplicate-id",
      "token 1",
    ],
    [
      "a bad Unigram entry",
      { ...unigram, model: { type: "Unigram", vocab: [["a", 0], "b"] } },
      {},
      "shape",
      "/model/vocab/1",
    ],
    ["added tokens not in a list", bpe({}, { added_tokens: {} }), {}, "shape", "/added_tokens"],
    ["an added token without content", bpe({}, { added_tokens: [{ id: 1 }] }), {}, "shape", "/added_tokens/0/content"],
    [
      "a lone surrogate",
      { ...unigram, model: { type: "Unigram", vocab: [["\ud800", 0]] }, added_tokens: [] },
      {},
      "bad-spelling",
      "token 0",
    ],
    ["WordPiece", bpe({ type: "WordPiece" }), {}, "unsupported", "/model/type"],
    [
      "WordPiece by its decoder",
      bpe({}, { decoder: { type: "WordPiece", prefix: "##" } }),
      {},
      "unsupported",
      "/decoder",
    ],
    ["CLIP", bpe({ end_of_word_suffix: "</w>" }), {}, "unsupported", "/model/end_of_word_suffix"],
    [
      "CLIP by its decoder",
      bpe({}, { decoder: { type: "BPEDecoder", suffix: "</w>" } }),
      {},
      "unsupported",
      "/decoder",
    ],
    ["an unknown model", bpe({ type: "Other" }), {}, "unsupported", "/model/type"],
    ["no decoder at all", bpe({}, { decoder: null }), {}, "unsupported", "/decoder"],
    [
      "a Replace by pattern",
      bpe({}, { decoder: { type: "Replace", pattern: { Regex: "." }, content: "" } }),
      {},
      "unsupported",
      "/decoder",
    ],
    ["an endless decoder", bpe({}, { decoder: endless() }), {}, "shape", "/decoder"],
    [
      "an end that is no token",
      byteLevel,
      { generation: { eos_token_id: 99 } },
      "bad-end",
      "generation_config.json/eos_token_id",
    ],
    [
      "an end that is a hole",
      byteLevel,
      { generation: { eos_token_id: [8, 4] } },
      "bad-end",
      "generation_config.json/eos_token_id",
    ],
    ["an end that is no id", byteLevel, { model: { eos_token_id: "x" } }, "bad-end", "config.json/eos_token_id"],
    ["a config that is cut off", byteLevel, { tokenizerConfig: '{"eos' }, "syntax", "tokenizer_config.json"],
    ["a config that is no object", byteLevel, { tokenizerConfig: '"<|end|>"' }, "shape", "tokenizer_config.json"],
    ["a generation that is a list", byteLevel, { generation: [8] }, "shape", "generation_config.json"],
    ["a model that is no object", byteLevel, { model: 8 }, "shape", "config.json"],
    ["an end by an unknown name", byteLevel, { ends: ["<end>"] }, "bad-end", "ends"],
  ];
  test.each(cases)("%s", (_, json, files, code, path) => {
    expect(() => readTokenizerJson(json, files)).toThrow(
      expect.objectContaining({ name: "VocabularyError", code, path }),
    );
  });

  function endless(): object {
    const decoder = { type: "Sequence", decoders: [] as object[] };
    decoder.decoders.push(decoder, decoder);
    return decoder;
  }

  test("a file cut off anywhere is a VocabularyError", () => {
    const text = JSON.stringify(byteFallback);
    for (let length = 0; length < text.length; length++) {
      expect(() => readTokenizerJson(text.slice(0, length))).toThrow(VocabularyError);
    }
  });

  test("a file with any part replaced is read or is a VocabularyError", () => {
    const mutated = fc
      .tuple(fc.constantFrom(byteLevel, byteFallback, unigram), fc.nat(), fc.jsonValue({ maxDepth: 2 }))
      .map(([file, index, value]) => {
        const copy: unknown = structuredClone(file);
        const places: [Record<string, unknown>, string][] = [];
        (function visit(node: unknown): void {
          if (typeof node !== "object" || node === null) return;
          for (const key of Object.keys(node)) {
            places.push([node as Record<string, unknown>, key]);
            visit((node as Record<string, unknown>)[key]);
          }
        })(copy);
        const [node, key] = places[index % places.length]!;
        node[key] = value;
        return copy;
      });
    fc.assert(
      fc.property(mutated, (json) => {
        try {
          readTokenizerJson(json);
        } catch (error) {
          if (!(error instanceof VocabularyError)) throw error;
        }
      }),
      { seed, numRuns: samples(2000) },
    );
  });
});

const tinyFim = ["../../../models/tiny-fim/tokenizer.json", "../../../../shared/models/tiny-fim/tokenizer.json"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

test.skipIf(tinyFim === undefined)("tiny-fim: every byte is a token, controls apart", () => {
  const vocabulary = readTokenizerJson(readFileSync(tinyFim!, "utf8"), { generation: { eos_token_id: 4088 } });
  expect([vocabulary.size, vocabulary.ends, vocabulary.controlIds("<|fim_middle|>")]).toEqual([4096, [4088], [4090]]);
  for (let byte = 0; byte < 256; byte++) expect(vocabulary.bytes(byte)).toEqual(Uint8Array.of(byte));
  expect(vocabulary.kinds.filter((kind) => kind === 2).length).toBe(8);
});

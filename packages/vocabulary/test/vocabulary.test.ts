import {
  createVocabulary,
  deserializeVocabulary,
  readTiktokenRanks,
  serializeVocabulary,
  type TokenPart,
  VocabularyError,
  vocabularyOfBytes,
} from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spelled } from "./fixtures.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

describe("createVocabulary", () => {
  test("holes, duplicate spellings, empty tokens, several ids of one name", () => {
    const vocabulary = createVocabulary({
      tokens: [
        { id: 6, control: "<x>" },
        { id: 1, bytes: "é" },
        { id: 2, bytes: [0xc3, 0xa9] },
        { id: 3, bytes: new Uint8Array() },
        { id: 4, control: "<x>" },
      ],
      ends: [6, 4, 6],
      size: 8,
    });
    expect(spelled(vocabulary)).toBe("_ c3a9 c3a9 ε <x> _ <x> _");
    expect([vocabulary.ends, vocabulary.controlIds("<x>"), vocabulary.controlIds("<y>")]).toEqual([[4, 6], [4, 6], []]);
    expect([...vocabulary.offsets]).toEqual([0, 0, 2, 4, 4, 4, 4, 4, 4]);
    expect([vocabulary.bytes(-1), vocabulary.bytes(8), vocabulary.bytes(0.5), vocabulary.control(1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("of nothing", () => {
    expect(createVocabulary({ tokens: [], ends: [] }).size).toBe(0);
  });

  const refused: [string, TokenPart[], number[], number | undefined, string][] = [
    [
      "one id twice",
      [
        { id: 0, bytes: "a" },
        { id: 0, bytes: "a" },
      ],
      [],
      undefined,
      "duplicate-id",
    ],
    [
      "text and control under one id",
      [
        { id: 0, bytes: "a" },
        { id: 0, control: "a" },
      ],
      [],
      undefined,
      "duplicate-id",
    ],
    ["a negative id", [{ id: -1, bytes: "a" }], [], undefined, "bad-id"],
    ["no number for an id", [{ id: Number.NaN, bytes: "a" }], [], undefined, "bad-id"],
    ["a giant id", [{ id: 2 ** 24, bytes: "a" }], [], undefined, "too-large"],
    ["a size too small", [{ id: 3, bytes: "a" }], [], 3, "shape"],
    ["a giant size", [], [], 2 ** 24 + 1, "shape"],
    ["a lone surrogate", [{ id: 0, bytes: "a\udc00" }], [], undefined, "bad-spelling"],
    ["no byte", [{ id: 0, bytes: [256] }], [], undefined, "bad-spelling"],
    ["no list of bytes", [{ id: 0, bytes: { length: -1 } as never }], [], undefined, "bad-spelling"],
    ["no spelling", [{ id: 0, bytes: null as never }], [], undefined, "bad-spelling"],
    ["a control token without a name", [{ id: 0, control: 5 as never }], [0], undefined, "shape"],
    ["text as an end", [{ id: 0, bytes: "a" }], [0], undefined, "bad-end"],
    ["a hole as an end", [{ id: 1, bytes: "a" }], [0], undefined, "bad-end"],
    ["an end outside", [], [7], undefined, "bad-end"],
    ["ends that are no numbers", [], ["a", 7n, Symbol("b")] as never, undefined, "bad-end"],
  ];
  test.each(refused)("refuses %s", (_, tokens, ends, size, code) => {
    const parts = size === undefined ? { tokens, ends } : { tokens, ends, size };
    expect(() => createVocabulary(parts)).toThrow(expect.objectContaining({ name: "VocabularyError", code }));
  });
});

test("vocabularyOfBytes", () => {
  const vocabulary = vocabularyOfBytes(["a", undefined, [255], { control: "<end>" }, Uint8Array.of(1)], ["<end>"]);
  expect([spelled(vocabulary), vocabulary.ends]).toEqual(["61 _ ff <end> 01", [3]]);
  expect(() => vocabularyOfBytes(["a", null as never])).toThrow(expect.objectContaining({ code: "bad-spelling" }));
  expect(() => vocabularyOfBytes(["<end>"], ["<end>"])).toThrow(expect.objectContaining({ code: "bad-end" }));
});

describe("tiktoken ranks", () => {
  const names = { controls: new Map([["<|end|>", 5]]), ends: ["<|end|>"] };
  const accepted: [string, string, string][] = [
    ["one token a line", "YQ== 0\nYWI= 1\nYWJj 3", "61 6162 _ 616263 _ <|end|>"],
    ["carriage returns, empty lines", "YQ== 0\r\n\r\nYWI= 1\r\n", "61 6162 _ _ _ <|end|>"],
    ["packed", "! 0 YQ== YWI=\n! 3 /+8=", "61 6162 _ ffef _ <|end|>"],
    ["nothing", "", "_ _ _ _ _ <|end|>"],
  ];
  test.each(accepted)("%s", (_, text, expected) => {
    const vocabulary = readTiktokenRanks(text, names);
    expect([spelled(vocabulary), vocabulary.ends]).toEqual([expected, [5]]);
  });
  const refused: [string, string, string, string][] = [
    ["no rank", "YQ==", "syntax", "line 1"],
    ["a rank that is none", "YQ== 0\nYQ== x", "syntax", "line 2"],
    ["a third word", "YQ== 0 1", "syntax", "line 1"],
    ["padding left out", "YQ 0", "syntax", "line 1"],
    ["another alphabet", "YQ=_ 0", "syntax", "line 1"],
    ["packed without a rank", "!", "syntax", "line 1"],
    ["JSON", '{"model": {}}', "syntax", "line 1"],
    ["a rank twice", "YQ== 0\nYWI= 0", "duplicate-id", "token 0"],
    ["a rank under a control token", "YQ== 5", "duplicate-id", "token 5"],
    ["a giant rank", "YQ== 999999999", "too-large", "token 999999999"],
  ];
  test.each(refused)("refuses %s", (_, text, code, path) => {
    expect(() => readTiktokenRanks(text, names)).toThrow(
      expect.objectContaining({ name: "VocabularyError", code, path }),
    );
  });
});

describe("serialisation", () => {
  const token = fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.record({ control: fc.string({ unit: "grapheme", maxLength: 6 }) }),
    fc.constant(undefined),
  );
  const vocabularies = fc
    .array(token, { maxLength: 50 })
    .map((tokens) =>
      vocabularyOfBytes(
        tokens,
        tokens.flatMap((entry) => (typeof entry === "object" && "control" in entry ? [entry.control] : [])).slice(0, 2),
      ),
    );

  test("reads what it writes", () => {
    fc.assert(
      fc.property(vocabularies, (vocabulary) => {
        const copy = deserializeVocabulary(serializeVocabulary(vocabulary));
        expect(spelled(copy)).toBe(spelled(vocabulary));
        expect([copy.ends, copy.pool, copy.offsets, copy.kinds]).toEqual([
          vocabulary.ends,
          vocabulary.pool,
          vocabulary.offsets,
          vocabulary.kinds,
        ]);
        expect(serializeVocabulary(copy)).toEqual(serializeVocabulary(vocabulary));
      }),
      { seed },
    );
  });

  test("reads from the middle of a larger buffer", () => {
    const bytes = serializeVocabulary(vocabularyOfBytes(["a", { control: "<end>" }], ["<end>"]));
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(spelled(deserializeVocabulary(larger.subarray(3, 3 + bytes.length)))).toBe("61 <end>");
  });

  test("refuses what is cut off or changed", () => {
    const bytes = serializeVocabulary(vocabularyOfBytes(["a", "bc", undefined, { control: "<end>" }], ["<end>"]));
    for (let length = 0; length < bytes.length; length++) {
      expect(() => deserializeVocabulary(bytes.subarray(0, length))).toThrow(VocabularyError);
    }
    for (let at = 0; at < bytes.length; at++) {
      for (const flip of [1, 2, 0x80, 0xff]) {
        const changed = Uint8Array.from(bytes);
        changed[at]! ^= flip;
        expect(() => deserializeVocabulary(changed)).toThrow(VocabularyError);
      }
    }
  });
});

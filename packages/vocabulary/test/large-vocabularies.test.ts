// Llama 3 and o200k, judged by the tokenizers they come from: the bytes of a text's tokens are the text's bytes.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  createUtf8Stream,
  deserializeVocabulary,
  readTiktokenRanks,
  serializeVocabulary,
  type Vocabulary,
} from "@espalier/vocabulary";
import * as o200k from "gpt-tokenizer/encoding/o200k_base";
import llama3 from "llama3-tokenizer-js";
import { describe, expect, test } from "vitest";
import { llama3Vocabulary, o200kVocabulary } from "../../../bench/vocabularies.js";

const texts = [
  "def f(x):\n    return x.get('a')\n",
  "👩‍👩‍👧‍👦 🏳️‍🌈 é ▁ ｆｕｌｌ",
  "漢字かな交じり文。한국어",
  "a\r\nb\r\n\r\n",
  "nul\u0000nul",
  "שלום עולם مرحبا",
  "\ufeffbyte order mark",
  "        eight spaces\t\ttabs",
  '{"key": [1, 2.5e-3, null]}',
];

function bytesOf(vocabulary: Vocabulary, ids: readonly number[]): Buffer {
  return Buffer.concat(ids.map((id) => vocabulary.bytes(id)!));
}

function textOf(vocabulary: Vocabulary, ids: readonly number[]): string {
  const stream = createUtf8Stream();
  return ids.map((id) => stream.push(vocabulary.bytes(id)!)).join("") + stream.flush();
}

describe("Llama 3", () => {
  const vocabulary = llama3Vocabulary();
  test("its size, controls and ends", () => {
    expect([vocabulary.size, vocabulary.ends]).toEqual([128_256, [128_001, 128_008, 128_009]]);
    expect(vocabulary.controlIds("<|python_tag|>")).toEqual([128_010]);
    expect(vocabulary.kinds.every((kind, id) => kind === (id < 128_000 ? 1 : 2))).toBe(true);
  });
  test.each(texts.map((text) => [text]))("%j", (text) => {
    const ids = llama3.encode(text, { bos: false, eos: false });
    expect(bytesOf(vocabulary, ids)).toEqual(Buffer.from(text));
    expect(textOf(vocabulary, ids)).toBe(text);
  });
});

describe("o200k", () => {
  const vocabulary = o200kVocabulary();
  test("its size, hole and ends", () => {
    expect([vocabulary.size, vocabulary.kinds[199_998], vocabulary.ends]).toEqual([200_007, 0, [199_999]]);
  });
  test.each(texts.map((text) => [text]))("%j", (text) => {
    const ids = o200k.encode(text);
    expect(bytesOf(vocabulary, ids)).toEqual(Buffer.from(text));
    expect(textOf(vocabulary, ids)).toBe(text);
  });
  test("its .tiktoken file gives the same bytes", () => {
    const path = createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken");
    const fromFile = readTiktokenRanks(readFileSync(path, "utf8"), { controls: [] });
    expect(fromFile.size).toBe(199_998);
    expect(Buffer.from(fromFile.pool).equals(Buffer.from(vocabulary.pool))).toBe(true);
  });
  test("serialises", () => {
    const copy = deserializeVocabulary(serializeVocabulary(vocabulary));
    expect(Buffer.from(copy.pool).equals(Buffer.from(vocabulary.pool))).toBe(true);
    expect(copy.control(199_999)).toBe("<|endoftext|>");
  });
});

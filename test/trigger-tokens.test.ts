// Where questions about members arise depends on the bytes of a text, and not on its tokens: the decoder writes random programs in random tokens of three
// vocabularies. It must ask at the same places as a replay byte by byte, and write and refuse the same texts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are programs

import { type Analysis, programMonitor } from "@espalier/analysis";
import { complete } from "@espalier/decode";
import { adversarialModel } from "@espalier/laws";
import type { Answer } from "@espalier/monitor";
import { typescriptLexer } from "@espalier/typescript";
import { createVocabulary, type Vocabulary } from "@espalier/vocabulary";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cl100kVocabulary, llama3Vocabulary } from "../bench/vocabularies.js";
import { samples } from "./support/samples.js";

type Names = Answer<readonly string[]>;
const encoder = new TextEncoder();

/** Names that depend on all of the text before the dot. */
function membersOf(before: string): Names {
  const sum = [...before].reduce((total, character, at) => total + character.codePointAt(0)! * (at + 1), 0);
  const kinds: readonly Names[] = [
    { kind: "closed", value: ["a", "b", "é", "length"] },
    { kind: "closed", value: ["ab", "length", "x"] },
    { kind: "unknown", reason: "untyped" },
  ];
  return kinds[sum % kinds.length]!;
}

const open = (prefix: string, members: NonNullable<Analysis["members"]> = ({ before }) => membersOf(before)) =>
  programMonitor({ lexer: () => typescriptLexer(), analysis: { epoch: () => "1", members } }).open({
    path: "a.ts",
    prefix,
  });

/** Reads a text byte by byte and answers at once: how many bytes can be read, and where questions arise, in UTF-16 units of the file. */
async function replay(prefix: string, text: string, members?: Analysis["members"]) {
  const { monitor, answer, asked } = open(prefix, members);
  const bytes = encoder.encode(text);
  let state: unknown = monitor.start;
  for (let at = 0; ; at++) {
    for (const question of monitor.asks!(state)) {
      const place = { offset: at - question.ago!, before: bytes.subarray(0, Math.max(0, at - question.ago!)) };
      state = state && monitor.supply!(state, question, await answer(question, place));
    }
    const next = at === bytes.length || state === undefined ? undefined : monitor.step(state, bytes[at]!);
    if (next === undefined) return { read: at, offsets: offsetsOf(asked()), monitor };
    state = next;
  }
}

const offsetsOf = (asked: readonly { readonly offset: number }[]): readonly number[] =>
  [...new Set(asked.map(({ offset }) => offset))].sort((one, other) => one - other);

const bytesVocabulary = createVocabulary({
  tokens: [...Array.from({ length: 256 }, (_, id) => ({ id, bytes: [id] })), { id: 256, control: "<end>" }],
  ends: [256],
});

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

interface Spelt {
  readonly vocabulary: Vocabulary;
  readonly ids: ReadonlyMap<string, number>;
}

function spelt(vocabulary: Vocabulary): Spelt {
  const ids = new Map<string, number>();
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = vocabulary.bytes(id);
    if (bytes !== undefined && bytes.length > 0 && bytes.length < 24) ids.set(latin(bytes), id);
  }
  return { vocabulary, ids };
}

/** Cuts a text into tokens: at each place, `draw` chooses among those that fit. */
function tokensOf({ ids }: Spelt, text: string, draw: (most: number) => number): readonly number[] {
  const rest = latin(encoder.encode(text));
  const tokens: number[] = [];
  for (let at = 0; at < rest.length; ) {
    const fitting = Array.from({ length: 24 }, (_, length) => rest.slice(at, at + length + 1)).filter(
      (piece, index) => piece.length === index + 1 && ids.has(piece),
    );
    const piece = fitting[draw(fitting.length - 1)]!;
    tokens.push(ids.get(piece)!);
    at += piece.length;
  }
  return tokens;
}

/** Writes tokens with the decoder, which writes what an answer leaves no choice about by itself: the bytes that were written, and where the monitor asked. */
async function written(
  { vocabulary, ids: known }: Spelt,
  tokens: readonly number[],
  prefix: string,
  members?: Analysis["members"],
) {
  const spelling = (ids: readonly number[]): string => ids.map((id) => latin(vocabulary.bytes(id)!)).join("");
  const whole = spelling(tokens);
  const nextAt = new Map<number, number>();
  for (let at = 0, length = 0; at < tokens.length; length += vocabulary.bytes(tokens[at++]!)!.length)
    nextAt.set(length, tokens[at]!);
  const model = adversarialModel(vocabulary, (ids) => {
    const text = spelling(ids.slice(1));
    if (text.length >= whole.length || !whole.startsWith(text)) return [];
    return [nextAt.get(text.length) ?? known.get(whole[text.length]!)!];
  });
  const hole = open(prefix, members);
  const { ids } = await complete({
    ...{ model, prompt: [0], maxTokens: tokens.length, stop: [] },
    ...{ monitor: hole.monitor, answer: hole.answer },
  });
  const text = spelling(ids);
  let same = 0;
  while (same < whole.length && text[same] === whole[same]) same++;
  return { isWhole: same === whole.length, bytes: same, offsets: offsetsOf(hole.asked()) };
}

const PIECES = [
  ..."a b é x.length a.b .a ?.ab .length ; ( ) [ ] } '.a' 'it\\'s.a' \"x.y\" `a.b${ }.c` //.x\n /*.y*/ ...a 1.5 1..a /a.b/ = , => ab().a this.x \n. \t.".split(
    " ",
  ),
  " ",
  " ",
];

describe.each([
  ["bytes", () => bytesVocabulary],
  ["cl100k", cl100kVocabulary],
  ["Llama 3", llama3Vocabulary],
] as const)("%s", (_, make) => {
  const vocabulary = spelt(make());

  test("random programs in random tokens", { timeout: 120_000 }, async () => {
    let refused = 0;
    let inside = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        async (pieces, numbers) => {
          const text = pieces.join("");
          const tokens = tokensOf(vocabulary, text, (most) => numbers.next().value % (most + 1));
          const expected = await replay("let a = b", text);
          const found = await written(vocabulary, tokens, "let a = b");
          const isRead = expected.read === encoder.encode(text).length;
          if (!isRead) refused++;
          if (tokens.some((id) => /[^.]\.|\.[^.]/.test(latin(vocabulary.vocabulary.bytes(id)!)))) inside++;
          expect({ text, tokens, isWhole: found.isWhole }).toEqual({ text, tokens, isWhole: isRead });
          expect(found.bytes).toBeLessThanOrEqual(expected.read);
          if (isRead)
            expect({ text, tokens, offsets: found.offsets }).toEqual({ text, tokens, offsets: expected.offsets });
        },
      ),
      { numRuns: samples(160) },
    );
    expect(refused).toBeGreaterThan(samples(16));
    if (vocabulary.vocabulary !== bytesVocabulary) expect(inside).toBeGreaterThan(samples(8));
  });

  test("tokens with a dot at every position", { timeout: 120_000 }, async () => {
    const dotted = [...vocabulary.ids].filter(([text]) => text.includes(".") && !/[\x80-\xff]/.test(text));
    const step = Math.max(1, Math.floor(dotted.length / samples(240)));
    const positions = new Set<number>();
    const unknown = (): Names => ({ kind: "unknown", reason: "only counted" });
    for (let at = 0; at < dotted.length; at += step) {
      const [text, id] = dotted[at]!;
      const expected = await replay("let a = b", text, unknown);
      const found = await written(vocabulary, [id], "let a = b", unknown);
      expect({ text, offsets: found.offsets }).toEqual({ text, offsets: expected.offsets });
      for (const offset of expected.offsets) positions.add(offset - "let a = b".length);
    }
    expect(positions.size).toBeGreaterThan(vocabulary.vocabulary === bytesVocabulary ? 0 : samples(2));
  });
});

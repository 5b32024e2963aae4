// Vocabularies that miss bytes, repeat tokens, or have tokens that no text needs; and models whose logits are none.
import { complete } from "@espalier/decode";
import { logitsOf, type Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { createVocabulary, type TokenPart, type Vocabulary } from "@espalier/vocabulary";
import { jsonSchema, lark, regex } from "espalier";
import { type HostileInput, input, upTo } from "../hostile-input.js";

const END: TokenPart = { id: 0, control: "<end>" };

/** A vocabulary of these spellings, the end first. */
const of = (...spellings: readonly (string | readonly number[])[]): Vocabulary =>
  createVocabulary({
    tokens: [
      END,
      ...spellings.map((bytes, i) => ({
        id: i + 1,
        bytes: typeof bytes === "string" ? [...Buffer.from(bytes)] : bytes,
      })),
    ],
    ends: [0],
  });

const letters = (but: string): readonly (readonly number[])[] =>
  upTo(256)
    .filter((byte) => !but.includes(String.fromCharCode(byte)))
    .map((byte) => [byte]);

function model(vocabulary: Vocabulary, logit: (row: number, length: number) => number): Model {
  return {
    vocabulary,
    logitsSize: vocabulary.size,
    contextLength: undefined,
    encode: () => [1],
    session() {
      let length = 0;
      return {
        get length() {
          return length;
        },
        async append(ids) {
          length += ids.length;
          return logitsOf(Float32Array.from({ length: vocabulary.size }, (_, row) => logit(row, length)));
        },
        checkpoint: () => ({ length }),
        restore(point) {
          length = point.length;
        },
        dispose: () => undefined,
      };
    },
    dispose: async () => undefined,
  };
}

const decoding = (
  name: string,
  expected: string,
  vocabulary: () => Vocabulary,
  monitor: () => Monitor<number>,
  logit: (row: number, length: number) => number = (row, length) => ((row * 7919 + length * 104_729) % 997) / 100,
): HostileInput =>
  input(`vocabulary: ${name}`, expected, async () => {
    const options = { model: model(vocabulary(), logit), prompt: [1], monitor: monitor(), maxTokens: 40, seed: 1 };
    const { accepted } = await complete(options);
    return accepted ? "accepted" : "incomplete";
  });

const json = (): Monitor<number> =>
  jsonSchema({ type: "object", properties: { a: { type: "string" } }, required: ["a"] });

export const HOSTILE_VOCABULARIES: readonly HostileInput[] = [
  decoding("no quote", "refused", () => of(...letters('"')), json),
  decoding("no brace", "refused", () => of(...letters("{")), json),
  decoding("no closing brace but in a long token", "accepted refused", () => of(...letters("}"), '"}'), json),
  decoding("no letter of the name but by escapes", "accepted refused", () => of(...letters("a")), json),
  decoding(
    "a dead end halfway",
    "accepted refused",
    () => of("a", "ab", "c"),
    () => regex("abd|c+"),
  ),
  decoding(
    "a byte missing in a terminal",
    "accepted refused",
    () => of(...letters("b")),
    () => lark('start: ("a" "b" | "c")+'),
  ),
  decoding("every token twice", "accepted", () => of(...letters(""), ...letters("")), json),
  decoding(
    "tokens of ten thousand bytes",
    "accepted refused",
    () => of(...letters(""), `"${"x".repeat(10_000)}`),
    json,
  ),
  decoding(
    "tokens that cut characters",
    "accepted",
    () => of(...letters(""), [0xf0, 0x9f], [0x98, 0x80], [0x80, 0x22]),
    json,
  ),
  decoding("an empty token", "accepted refused", () => of(...letters(""), []), json),
  decoding(
    "no token but an end",
    "refused",
    () => createVocabulary({ tokens: [END, { id: 1, control: "<x>" }], ends: [0] }),
    json,
  ),
  decoding(
    "no end",
    "accepted refused",
    () => createVocabulary({ tokens: letters("").map((bytes, id) => ({ id, bytes })), ends: [] }),
    json,
  ),
  decoding(
    "logits that are no numbers",
    "refused",
    () => of(...letters("")),
    json,
    () => Number.NaN,
  ),
  decoding(
    "logits that are all minus infinity",
    "accepted refused",
    () => of(...letters("")),
    json,
    () => Number.NEGATIVE_INFINITY,
  ),
  decoding(
    "logits that are infinite for what is forbidden",
    "accepted refused",
    () => of(...letters("")),
    json,
    (row) => (row === 123 ? Number.POSITIVE_INFINITY : 0),
  ),
  decoding(
    "a model that never ends",
    "accepted",
    () => of(...letters("")),
    json,
    (row) => (row === 0 ? -1e30 : row),
  ),
];

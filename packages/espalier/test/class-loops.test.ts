// Masks where runs over a set of characters lead a pattern back to where it was: put together from planes, and from what is read beside
// them. Here against each token stepped by itself, along random texts of patterns of many forms.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, utf8Encode } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261122);

const PATTERNS = [
  "^[^:]+:[^:]+$",
  "^[^ ]+$",
  "^\\S+$",
  "^(GET|PUT)\\s+/\\S+$",
  "^(?!.*//).+$",
  "^[A-Za-z0-9_.-]+/[A-Za-z0-9_-]+$",
  "^[a-z0-9]{3}-[a-z]*$",
  "^[\\w.]+@[\\w.]+$",
  "^[^\\u00e9]*$",
  "^[^\\u2003x]*y?$",
  "^[\\u0020-\\u007e]+$",
  "^\\s*\\S.*$",
  "[a-z]+-[0-9]+",
  "^(a|[b-z]{2})*$",
  "^[^\\\\]+$",
  "^\\p{L}+$",
  "^(/[a-z]{2}|[^/]+/[a-z]*)$",
  "^(:a|:b|[^:]*:[a-z]*)$",
];
const PIECES = ["a", "b", "abc", "xyz", "0", "42", "A", "Z", "_", "-", ".", ":", "/", "//", "@", " ", "  ", "GET", "y"];
const ODD = [
  '"',
  '",',
  '\\"',
  "\\n",
  "\\u00e9",
  "\\u20",
  "\\",
  "é",
  "\u00a0",
  "\u3000",
  "\u2003",
  "\u2028",
  "日",
  "😀",
  "\n",
];

const token = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PIECES) }, fc.constantFrom(...ODD)), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((pieces) => {
    const bytes = [...utf8Encode(pieces.join(""))];
    // Now and then it begins or breaks off in the middle of a character.
    return fc
      .tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }))
      .map(([from, to]) => bytes.slice(from > 1 ? 1 : 0, bytes.length - (to > 1 ? 1 : 0)));
  })
  .filter((bytes) => bytes.length > 0);

/** Texts of a pattern as values, short ones too, and as names beside those that begin otherwise. */
const schemaOf = (pattern: string): object => ({
  type: "object",
  properties: { k: { type: "string", pattern }, l: { type: "string", pattern, maxLength: 40 } },
  patternProperties: { "^_": { type: "string" }, [pattern]: { type: "string", minLength: 1 } },
});

test("loops over sets of characters", () => {
  let states = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...PATTERNS),
      fc.array(token, { minLength: 150, maxLength: 150 }),
      fc.array(fc.nat({ max: 1e6 }), { minLength: 12, maxLength: 12 }),
      fc.constantFrom('{"k":"', '{"', '{"_', '{"k":"', '{"l":"'),
      (pattern, tokens, choices, before) => {
        const spellings = [...Array.from({ length: 256 }, (_, byte) => [byte]), ...tokens];
        const vocabulary = createVocabulary({
          tokens: [...spellings.map((bytes, id) => ({ id, bytes })), { id: spellings.length, control: "<end>" }],
          ends: [spellings.length],
        });
        const trie = buildTrie(vocabulary);
        const { language } = compileSchema(schemaOf(pattern), { engine: createEngine() });
        const masker = createMasker(trie, language);
        let state = utf8Encode(before).reduce((at: number, byte) => language.step(at, byte) ?? at, language.start);
        for (const choice of choices) {
          const ids = [...masker.mask(state).mask.ids()];
          const here = state;
          expect(ids, pattern).toEqual(
            Array.from({ length: vocabulary.size }, (_, id) => id).filter((id) => masker.allows(here, id)),
          );
          states++;
          const next = ids.length === 0 ? undefined : masker.push(state, ids[choice % ids.length]!);
          if (next === undefined) break;
          state = next;
        }
      },
    ),
    { seed, numRuns: samples(200) },
  );
  expect(states).toBeGreaterThan(samples(500));
});

// Masks made ahead: the same as those made when asked for, whatever a typical text says.
import { type Monitor, strings } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, type TokenPart } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";
import { longestTokens } from "../src/tree/longest-token.js";

const every: TokenPart[] = Array.from({ length: 256 }, (_, b) => ({ id: b, bytes: [b] }));
const trie = buildTrie(
  createVocabulary({
    tokens: [
      ...every,
      ...["ab", "abcd", "bc", "abcde", "xyz"].map((bytes, i) => ({ id: 256 + i, bytes })),
      { id: 300, control: "<end>" },
    ],
    ends: [300],
  }),
);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What stepping a monitor costs. */
function counted<State>(monitor: Monitor<State>, typical: () => Uint8Array) {
  const counts = { steps: 0 };
  const step = (state: State, symbol: number): State | undefined => {
    counts.steps++;
    return monitor.step(state, symbol);
  };
  return { monitor: { start: monitor.start, step, accepts: monitor.accepts, typical }, counts };
}

describe("longest tokens", () => {
  test.each([
    ["abcdexyz", [259, 260]],
    ["abcxyab", [256, 99, 120, 121, 256]],
    ["abcd", [257]],
    ["bcab", [258, 256]],
    ["", []],
  ])("of %j", (text, ids) => {
    expect([...longestTokens(trie, bytesOf(text))]).toEqual(ids);
  });

  test("end where no token fits", () => {
    const few = buildTrie(
      createVocabulary({
        tokens: [
          { id: 0, bytes: "ab" },
          { id: 1, control: "<end>" },
        ],
        ends: [1],
      }),
    );
    expect([...longestTokens(few, bytesOf("abac"))]).toEqual([0]);
  });
});

describe("looking ahead", () => {
  const words = strings(["abcd one", "abxy", "xyz"]);

  test("makes the masks along a typical text, and no others", () => {
    const { monitor, counts } = counted(words, () => bytesOf("abcd o"));
    const masker = createMasker(trie, monitor, { ahead: 2 });
    const after = (text: string) => [...bytesOf(text)].reduce((state, byte) => words.step(state, byte)!, words.start);
    const made = counts.steps;
    expect(made).toBeGreaterThan(0);
    for (const text of ["", "abcd", "abcd "]) masker.mask(after(text));
    expect(counts.steps).toBe(made);
    masker.mask(after("abcd o"));
    expect(counts.steps).toBeGreaterThan(made);
  });

  test.each([-1, Number.NaN])("is no %s tokens", (ahead) => {
    expect(() => createMasker(trie, words, { ahead })).toThrow("must be");
  });

  test("does nothing when told not to, or where nothing is typical", () => {
    const asked = counted(words, () => bytesOf("abcd"));
    createMasker(trie, asked.monitor, { ahead: 0 });
    expect(asked.counts.steps).toBe(0);
  });

  test.each([
    ["a text that is none", () => bytesOf("abq")],
    ["no text", () => new Uint8Array(0)],
    [
      "a monitor that fails",
      () => {
        throw new RangeError("too large");
      },
    ],
  ])("changes no mask: %s", (_, typical) => {
    const ahead = createMasker(trie, { ...words, typical });
    const plain = createMasker(trie, words);
    for (const text of ["", "a", "ab", "abcd", "abx", "xyz"]) {
      const state = [...bytesOf(text)].reduce((at, byte) => words.step(at, byte)!, words.start);
      expect([...ahead.mask(state).mask.ids()]).toEqual([...plain.mask(state).mask.ids()]);
    }
  });
});

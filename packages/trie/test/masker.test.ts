// What a masker promises beside exactness: control tokens and ends, questions, generations, forced bytes, memory policy.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker, forcedBytes } from "@espalier/trie";
import { createVocabulary, type TokenPart } from "@espalier/vocabulary";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { samples } from "../../../test/support/samples.js";

const every: TokenPart[] = Array.from({ length: 256 }, (_, b) => ({ id: b, bytes: [b] }));
const vocabulary = createVocabulary({
  tokens: [...every, { id: 256, bytes: "ab" }, { id: 257, control: "<tool>" }, { id: 258, control: "<end>" }],
  ends: [258],
});
const trie = buildTrie(vocabulary);

/** The language of one text; a step past it is dead. */
function textMonitor(text: string): Monitor<number> {
  return {
    start: 0,
    step: (state, symbol) => (symbol === text.charCodeAt(state) ? state + 1 : undefined),
    accepts: (state) => state === text.length,
  };
}

test("something else than a trie is refused", () => {
  const make = createMasker as (trie: unknown, monitor: Monitor<number>) => unknown;
  expect(() => make(vocabulary, textMonitor("a"))).toThrow("This is a vocabulary: pass buildTrie(vocabulary)");
  for (const wrong of [undefined, null, {}, textMonitor("a"), "trie"])
    expect(() => make(wrong, textMonitor("a"))).toThrow(TypeError);
});

test("text, then the end token exactly where the text may end", () => {
  const masker = createMasker(trie, textMonitor("abc"));
  const ids = (state: number): number[] => [...masker.mask(state).mask.ids()];
  expect([ids(0), ids(1), ids(2), ids(3)]).toEqual([[97, 256], [98], [99], [258]]);
  expect(masker.push(0, 256)).toBe(2);
  expect(masker.push(0, 98)).toBeUndefined();
  expect(masker.push(3, 258)).toBeUndefined();
  expect([masker.allows(3, 258), masker.allows(2, 258), masker.allows(0, 999)]).toEqual([true, false, false]);
});

test("control symbols are bound by name; an end that is also a control symbol counts by both rules", () => {
  const monitor: Monitor<number> = {
    start: 0,
    controls: ["<tool>", "<end>"],
    step: (state, symbol) => (state === 0 && symbol === 256 ? 1 : state === 1 && symbol === 257 ? 2 : undefined),
    accepts: (state) => state === 2,
  };
  const masker = createMasker(trie, monitor);
  expect([0, 1, 2].map((state) => [...masker.mask(state).mask.ids()])).toEqual([[257], [258], [258]]);
  expect([masker.push(0, 257), masker.push(1, 258), masker.push(2, 258)]).toEqual([1, 2, undefined]);
});

test("a mask with open questions is handed out with them and made anew", () => {
  let open = true;
  let steps = 0;
  const monitor: Monitor<number> = {
    start: 0,
    step(state, symbol) {
      steps++;
      return symbol === 97 ? state : undefined;
    },
    accepts: () => true,
    asks: () => (open ? [{ key: "members of x" }] : []),
  };
  const masker = createMasker(trie, monitor);
  expect(masker.mask(0).asks).toEqual([{ key: "members of x" }]);
  const first = steps;
  masker.mask(0);
  expect(steps).toBe(2 * first);
  open = false;
  masker.mask(0);
  const third = steps;
  expect(masker.mask(0).asks).toEqual([]);
  expect(steps).toBe(third);
});

test("a new generation of the table is noticed", () => {
  let letter = 97;
  const table = { classOf: Uint8Array.from({ length: 256 }, (_, b) => b), classCount: 256, generation: 0 };
  const monitor: Monitor<number> = {
    start: 0,
    step: (_, symbol) => (symbol === letter ? 0 : undefined),
    accepts: () => false,
    table,
  };
  const masker = createMasker(trie, monitor);
  expect([...masker.mask(0).mask.ids()]).toEqual([97]);
  letter = 98;
  table.generation++;
  expect([...masker.mask(0).mask.ids()]).toEqual([98]);
});

test("maskers of one trie share its memory without disturbing each other", () => {
  const classOf = (n: number): Uint8Array => Uint8Array.from({ length: 256 }, (_, b) => b % n);
  const monitors = [2, 3, 5].map(
    (n): Monitor<number> => ({
      start: 0,
      step: (state, symbol) => (symbol < 256 && symbol % n === state % n ? state + 1 : undefined),
      accepts: () => true,
      table: { classOf: classOf(n), classCount: n, generation: 0 },
    }),
  );
  const maskers = monitors.map((monitor) => createMasker(trie, monitor));
  for (let state = 0; state < 20; state++)
    maskers.forEach((masker, i) => {
      const n = [2, 3, 5][i]!;
      const singles = every.flatMap(({ id }) => (id % n === state % n ? [id] : []));
      const ab = 97 % n === state % n && 98 % n === (state + 1) % n ? [256] : [];
      expect([...masker.mask(state).mask.ids()]).toEqual([...singles, ...ab, 258]);
    });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("where WebAssembly is missing or forbidden the plain twin takes over", () => {
  const monitor: Monitor<number> = {
    ...textMonitor("abc"),
    table: { classOf: Uint8Array.from({ length: 256 }, (_, b) => b), classCount: 256, generation: 0 },
  };
  const forbidden = {
    Module: class {
      constructor() {
        throw new Error("refused by policy");
      }
    },
  };
  for (const webAssembly of [undefined, forbidden]) {
    vi.stubGlobal("WebAssembly", webAssembly);
    const masker = createMasker(trie, monitor, { rowBytes: 1 << 20 });
    expect([...masker.mask(0).mask.ids()]).toEqual([97, 256]);
    // A module compiled before the policy is still at hand; a memory is not.
    expect(() => createMasker(trie, monitor, { kernel: "wasm" })).toThrow(RangeError);
  }
});

test("an end token that is no control token is refused", () => {
  expect(() => createMasker(buildTrie({ ...vocabulary, ends: [97] }), textMonitor("a"))).toThrow(RangeError);
});

test("forced bytes go as far as one byte may follow and the text may not end", () => {
  const forced = (monitor: Monitor<number>, limit = 100): string =>
    String.fromCharCode(...forcedBytes(monitor, monitor.start, limit));
  expect(forced(textMonitor("abc"))).toBe("abc");
  expect(forced(textMonitor("abc"), 2)).toBe("ab");
  expect(forced(textMonitor(""))).toBe("");
  const either: Monitor<number> = {
    start: 0,
    step: (state, symbol) => (symbol === 97 && state < 2 ? state + 1 : symbol < 256 && state === 2 ? 2 : undefined),
    accepts: (state) => state === 2,
  };
  expect(forced(either)).toBe("aa");
  const loop: Monitor<number> = { start: 0, step: (_, b) => (b === 97 ? 0 : undefined), accepts: () => false };
  expect(forced(loop, 3)).toBe("aaa");
  expect(forced({ ...textMonitor("ab"), controls: ["<tool>"], step: (s, b) => (b > 96 ? s : undefined) })).toBe("");
  expect(() => forced(loop, -1)).toThrow("must be");
});

test("forced bytes are the same if a monitor tells its quiet bytes and its classes, and take fewer steps", () => {
  const LETTERS = [97, 98, 99, 200];
  /** By state and letter: the next state; negative for none. */
  const automaton = fc.array(fc.array(fc.integer({ min: -4, max: 3 }), { minLength: 4, maxLength: 4 }), {
    minLength: 4,
    maxLength: 4,
  });
  let quietStates = 0;
  let forcedTexts = 0;
  fc.assert(
    fc.property(automaton, fc.nat(15), (rows, ends) => {
      let steps = 0;
      const plain: Monitor<number> = {
        start: 0,
        step(state, symbol) {
          steps++;
          const next = rows[state]![LETTERS.indexOf(symbol)] ?? -1;
          return next < 0 ? undefined : next;
        },
        accepts: (state) => ((ends >>> state) & 1) === 1,
      };
      /** Whether every text of these letters can be read. */
      const readsAll = (state: number, letters: readonly number[]): boolean => {
        const reached = [state];
        for (const at of reached)
          for (const letter of letters) {
            const next = rows[at]![letter]!;
            if (next < 0) return false;
            if (!reached.includes(next)) reached.push(next);
          }
        return true;
      };
      const quiet = rows.map((_, state) => {
        const letters: number[] = [];
        for (const letter of LETTERS.keys()) if (readsAll(state, [...letters, letter])) letters.push(letter);
        if (letters.length > 1) quietStates++;
        return Uint8Array.from({ length: 256 }, (_, byte) => (letters.includes(LETTERS.indexOf(byte)) ? 1 : 0));
      });
      const classOf = Uint8Array.from({ length: 256 }, (_, byte) => LETTERS.indexOf(byte) + 1);
      for (const state of rows.keys()) {
        const expected = forcedBytes(plain, state, 6);
        if (expected.length > 0) forcedTexts++;
        const before = steps;
        expect(forcedBytes({ ...plain, quiet: (its) => quiet[its] }, state, 6)).toEqual(expected);
        expect(forcedBytes({ ...plain, classes: { classOf, classCount: 5 } }, state, 6)).toEqual(expected);
        const isQuiet = quiet[state]!.filter((bit) => bit === 1).length > 1;
        if (isQuiet) expect(steps - before).toBeLessThanOrEqual(6);
      }
    }),
    { numRuns: samples(300) },
  );
  expect([quietStates, forcedTexts].map((count) => count > samples(300) / 4)).toEqual([true, true]);
});

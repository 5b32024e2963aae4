// Every way of computing a mask against stepping every token alone, on random monitors and vocabularies.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker, createPlainMasker, type MaskerOptions } from "@espalier/trie";
import { type Vocabulary, vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { bruteCosts, bruteMask } from "./brute-force.js";
import { randomFrom, randomMonitor, randomVocabulary, SEED, someStates, withObjects } from "./random.js";

const WAYS: readonly MaskerOptions[] = [
  { factoring: "never" },
  { factoring: "never", kernel: "script" },
  { factoring: "never", kernel: "wasm", maskBytes: 0 },
  { factoring: "auto" },
  { maskBytes: 4096, localBytes: 8192 },
  { kernel: "script", maskBytes: 0 },
];

const PLAIN_WAYS = [{}, { kernel: "script", maskBytes: 0 }, { maskBytes: 4096 }] as const;

let cases = 0;

function agree<State>(monitor: Monitor<State>, vocabulary: Vocabulary, states: readonly State[]): void {
  const trie = buildTrie(vocabulary);
  const judged = states.map((state) => bruteMask(monitor, vocabulary, state));
  const maskers = [
    ...WAYS.map((way) => ({ way, masker: createMasker(trie, monitor, way) })),
    ...(monitor.factor?.sketch === undefined ? PLAIN_WAYS : []).map((way) => ({
      way,
      masker: createPlainMasker(trie, monitor, way),
    })),
  ];
  for (const { way, masker } of maskers) {
    for (let round = 0; round < 2; round++) {
      states.forEach((state, i) => {
        const { mask } = masker.mask(state);
        const ids = mask.ids();
        // `expect` alone would take most of the time.
        if (ids.join() !== judged[i]!.join()) expect([...ids], JSON.stringify(way)).toEqual(judged[i]);
        if (mask.count !== judged[i]!.length) expect(mask.count).toBe(judged[i]!.length);
        cases++;
      });
    }
    const allowed = new Set(judged[0]);
    for (let id = -1; id <= vocabulary.size; id++) {
      if (masker.allows(states[0]!, id) !== allowed.has(id))
        expect([id, !allowed.has(id)]).toEqual([id, allowed.has(id)]);
    }
  }
}

test("masks equal brute force, small vocabularies that spell every byte", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = randomFrom(seed);
      const monitor = randomMonitor(random);
      const states = someStates(monitor, random, 6);
      agree(monitor, randomVocabulary(random, 60, "letters"), states);
      const { factor: _, ...plain } = monitor;
      const { table: __, ...factored } = monitor;
      const vocabulary = randomVocabulary(random, 40, "every");
      agree(plain, vocabulary, states);
      agree(factored, vocabulary, states);
      const objects = withObjects(monitor);
      agree(objects, vocabulary, someStates(objects, random, 4));
    }),
    { seed: SEED, numRuns: samples(100) },
  );
  expect(cases).toBeGreaterThan(samples(10_000));
});

test("masks equal brute force, vocabularies large enough for planes", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = randomFrom(seed);
      const monitor = randomMonitor(random);
      agree(monitor, randomVocabulary(random, 12_000, "letters"), someStates(monitor, random, 4));
    }),
    { seed: SEED, numRuns: samples(12) },
  );
});

test("where single bytes are missing, what a mask leaves can be finished in tokens", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = randomFrom(seed);
      const numbered = randomMonitor(random);
      const vocabulary = randomVocabulary(random, 1 + random(8), "chance");
      const trie = buildTrie(vocabulary);
      const check = <State>(monitor: Monitor<State>): void => {
        const states = someStates(monitor, random, 4);
        const costs = bruteCosts(monitor, vocabulary, states, 400);
        if (costs === undefined) return;
        const masker = createMasker(trie, monitor);
        // What is complete is not searched: there a live state can be finished if the monitor is trim, and this one is not.
        const complete = spellsEverything(monitor, vocabulary);
        for (const state of states) {
          const judged = bruteMask(monitor, vocabulary, state, (next) => complete || costs.has(next));
          expect([...masker.mask(state).mask.ids()]).toEqual(judged);
          expect(masker.tokenCost(state)).toBe(costs.get(state) ?? Infinity);
          for (let id = 0; id < vocabulary.size; id++) expect(masker.allows(state, id)).toBe(judged.includes(id));
        }
      };
      check(numbered);
      check(withObjects(numbered));
    }),
    { seed: SEED, numRuns: samples(400) },
  );
});

/** Whether every class of bytes and every control symbol is a token. */
function spellsEverything<State>(monitor: Monitor<State>, vocabulary: Vocabulary): boolean {
  const classOf = monitor.table?.classOf ?? Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const classes = new Set(classOf);
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = vocabulary.bytes(id);
    if (bytes?.length === 1) classes.delete(classOf[bytes[0]!]!);
  }
  return classes.size === 0 && (monitor.controls ?? []).every((name) => vocabulary.controlIds(name).length > 0);
}

test("a row memory that overflows in the middle of a walk changes nothing", () => {
  // States count bytes: every node of a long path is a state of its own, 64 classes make a row of 260 bytes.
  const classOf = Uint8Array.from({ length: 256 }, (_, b) => b & 63);
  const monitor: Monitor<number> = {
    start: 0,
    step: (state, symbol) => (symbol < 256 ? (state * 31 + symbol + 1) % 1_000_003 : undefined),
    accepts: () => true,
    table: { classOf, classCount: 64, generation: 0 },
  };
  const byClass: Monitor<number> = { ...monitor, step: (s, b) => (b < 256 ? monitor.step(s, b & 63) : undefined) };
  const random = randomFrom(SEED);
  const vocabulary = randomVocabulary(random, 30_000, "every");
  const trie = buildTrie(vocabulary);
  for (const kernel of ["wasm", "script"] as const) {
    const masker = createMasker(trie, byClass, { kernel, rowBytes: 0 });
    for (const state of [0, 7, 0])
      expect(masker.mask(state).mask.count).toBe(bruteMask(byClass, vocabulary, state).length);
    const within = masker.maskWithin(0, 1).mask;
    expect(within.count).toBe(masker.mask(0).mask.count);
  }
});

/** Letters, then "!", then anything: after the "!" the state is a hash of what came, different at nearly every node. */
function hashAfterMark(): Monitor<number> {
  const after = 10;
  const accepts = (state: number): boolean => state < after || state % 2 === 0;
  return {
    start: 1,
    step(state, symbol) {
      if (symbol > 255) return undefined;
      if (state >= after) return after + ((state * 31 + (symbol & 63) + 1) % 1_000_003);
      return symbol >= 97 && symbol < 123 ? 1 : symbol === 33 ? after : undefined;
    },
    accepts,
    cost: (state) => (accepts(state) ? 0 : 1),
    table: { classOf: Uint8Array.from({ length: 256 }, (_, b) => b), classCount: 256, generation: 0 },
    factor: {
      automaton: {
        step: (local, byte) => (local === 1 ? (byte >= 97 && byte < 123 ? 1 : byte === 33 ? 2 : 0) : 0),
        exit: (local) => (local === 2 ? 1 : 0),
        closes: (local) => local === 2,
      },
      local: (state) => (state === 1 ? 1 : 0),
      cross: () => after,
    },
  };
}

test("thousands of tokens with one suffix, and suffix walks that overflow the row memory, change nothing", () => {
  const random = randomFrom(SEED);
  const letters = (length: number): string => String.fromCharCode(...Array.from({ length }, () => 97 + random(26)));
  const tokens = new Set<string>();
  while (tokens.size < 5000) tokens.add(`${letters(4)}!?`);
  while (tokens.size < 11_000) tokens.add(`${letters(4)}!`);
  for (let i = 0; i < 20_000; i++) tokens.add(`a!${letters(1 + random(6))}`);
  for (let i = 0; i < 300; i++) tokens.add(`-${letters(1000)}`); // so that what crosses is a small part
  const single = Array.from({ length: 256 }, (_, byte) => [byte]);
  const vocabulary = vocabularyOfBytes([...single, ...tokens]);
  const trie = buildTrie(vocabulary);
  const monitor = hashAfterMark();
  const judged = bruteMask(monitor, vocabulary, 1).join();
  const ending = bruteMask(monitor, vocabulary, 1, monitor.accepts).join();
  for (const kernel of ["wasm", "script"] as const) {
    for (const factoring of ["auto", "never"] as const) {
      const masker = createMasker(trie, monitor, { kernel, factoring, rowBytes: 0, maskBytes: 0 });
      for (let round = 0; round < 3; round++) expect(masker.mask(1).mask.ids().join() === judged).toBe(true);
      expect(masker.maskWithin(1, 1).mask.ids().join() === ending).toBe(true);
    }
  }
});

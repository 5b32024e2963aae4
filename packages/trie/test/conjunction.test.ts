// Masks of products against stepping every token alone, and against the plain walk: a language with a factor beside monitors of the
// user's own, with and without keys and classes, nested and alone. Then what a broken monitor is told.

import { deny, type Monitor, MonitorError, type MonitorParts, monitorOf, product } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { type Vocabulary, vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bruteMask, stepToken } from "./brute-force.js";
import { type Random, randomFrom, randomMonitor, randomVocabulary, SEED } from "./random.js";

/** A count of `letter` below `most`, and whether another letter came last: fresh objects at every step. */
interface Count {
  readonly seen: number;
  readonly last: boolean;
}

function counting(random: Random): MonitorParts<Count> {
  const letter = 97 + random(3);
  const other = 97 + random(3);
  const most = 1 + random(4);
  const strict = random(2) === 0;
  return {
    start: { seen: 0, last: false },
    step({ seen, last }, byte) {
      if (byte === letter) return seen + 1 > most || (strict && last) ? undefined : { seen: seen + 1, last: false };
      return { seen, last: byte === other };
    },
    accepts: ({ seen }) => seen > 0,
    classes: [[letter], ...(other === letter ? [] : [[other]])],
    key: ({ seen, last }) => `${seen}${last}`,
  };
}

/** The same monitor in every form that a user may give it. */
function forms(parts: MonitorParts<Count>): Monitor<unknown>[] {
  const { key, classes, ...bare } = parts;
  const same: MonitorParts<Count> = {
    ...bare,
    step(state, byte) {
      const next = bare.step(state, byte);
      return next !== undefined && key!(next) === key!(state) ? state : next;
    },
  };
  return [bare, { ...bare, key: key! }, { ...bare, classes: classes! }, parts, same].map(
    (form) => monitorOf(form) as Monitor<unknown>,
  );
}

let compared = 0;

/** Walks at random, and compares the masks on the way. */
function agree(monitor: Monitor<unknown>, vocabulary: Vocabulary, random: Random): void {
  const trie = buildTrie(vocabulary);
  const maskers = [
    createMasker(trie, monitor),
    createMasker(trie, monitor, { maskBytes: 0 }),
    createMasker(trie, monitor, { maskBytes: 4096 }),
    createMasker(trie, monitor, { factoring: "never" }),
  ];
  let state = monitor.start;
  for (let tokens = 0; tokens < 8; tokens++) {
    const judged = bruteMask(monitor, vocabulary, state).join();
    for (const masker of [...maskers, maskers[0]!]) {
      expect(masker.mask(state).mask.ids().join()).toBe(judged);
      expect(masker.mask(state).mask.count).toBe(judged === "" ? 0 : judged.split(",").length);
      compared++;
    }
    const ids = maskers[0]!.mask(state).mask.ids();
    const next = ids.length === 0 ? undefined : stepToken(monitor, vocabulary, state, ids[random(ids.length)]!)[0];
    if (next === undefined) return;
    state = next;
  }
}

describe("masks of products equal brute force:", () => {
  const check = (combine: (language: Monitor<unknown>, own: Monitor<unknown>, random: Random) => Monitor<unknown>) =>
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, large) => {
        const random = randomFrom(seed);
        const language = randomMonitor(random) as Monitor<unknown>;
        const vocabulary = randomVocabulary(random, large ? 300 : 40, "every");
        for (const own of forms(counting(random))) agree(combine(language, own, random), vocabulary, random);
      }),
      { seed: SEED, numRuns: 5 },
    );
  const of = (a: Monitor<unknown>, b: Monitor<unknown>) => product(a, b) as Monitor<unknown>;

  test("a language and one monitor", () => check((language, own) => of(language, own)));
  test("the monitor first", () => check((language, own) => of(own, language)));
  test("two languages and a monitor", () =>
    check((language, own, random) => of(of(language, own), randomMonitor(random) as Monitor<unknown>)));
  test("a language, an automaton and a monitor", () =>
    check((language, own) => of(own, of(language, deny(["ab", "ca"]) as Monitor<unknown>))));
  test("two monitors and no language", () =>
    check((_, own, random) => of(own, monitorOf(counting(random)) as Monitor<unknown>)));
  test("a monitor alone", () => check((_, own) => own));
  test("enough of them", () => expect(compared).toBeGreaterThan(3000));
});

test("walking never numbers states: more than 2²⁰ fresh states are no error", () => {
  let made = 0;
  const fresh = monitorOf<{ readonly n: number }>({
    start: { n: 0 },
    step: ({ n }, byte) => {
      made++;
      return byte === 0x7a ? undefined : { n: n + 1 };
    },
    accepts: () => true,
  });
  const random = randomFrom(SEED);
  const letters = (length: number): string => String.fromCharCode(...Array.from({ length }, () => 97 + random(26)));
  const vocabulary = vocabularyOfBytes([
    ...Array.from({ length: 256 }, (_, byte) => [byte]),
    ...new Set(Array.from({ length: 30_000 }, () => letters(2 + random(12)))),
  ]);
  const masker = createMasker(buildTrie(vocabulary), product(randomMonitor(randomFrom(3)) as Monitor<unknown>, fresh));
  const alone = createMasker(buildTrie(vocabulary), product(deny(["zz"]), fresh));
  let state = alone.monitor.start;
  for (let i = 0; made <= 2 ** 20 + 2 ** 19; i++) {
    expect(masker.mask(masker.monitor.start).mask.size).toBe(vocabulary.size);
    const { mask } = alone.mask(state);
    expect(mask.has(0x7a)).toBe(false);
    state = alone.push(state, 97 + (i % 25))!;
  }
});

describe("a monitor that breaks a promise is told which, while masks are made:", () => {
  const vocabulary = vocabularyOfBytes(
    Array.from({ length: 256 }, (_, byte) => [byte]).concat([
      [97, 98],
      [98, 98],
    ]),
  );
  const trie = buildTrie(vocabulary);
  const base: MonitorParts<{ readonly n: number }> = {
    start: { n: 0 },
    step: ({ n }, byte) => (byte === 98 && n > 1 ? undefined : { n: byte === 97 ? n + 1 : n }),
    accepts: () => true,
  };
  const cases: [string, MonitorParts<{ readonly n: number }>][] = [
    ["key-lies", { ...base, key: () => 1 }],
    ["classes-lie", { ...base, classes: ["a"] }],
    [
      "step-result",
      { ...base, step: (state, byte) => (state.n > 0 ? (Promise.resolve(state) as never) : base.step(state, byte)) },
    ],
    [
      "step-throws",
      {
        ...base,
        step: (state, byte) => (state.n > 0 ? (null as never as { x: { n: number } }).x : base.step(state, byte)),
      },
    ],
    [
      "step-changes-state",
      {
        ...base,
        step: (state, byte) => (state.n > 0 ? Object.assign(state, { n: state.n + 1 }) : base.step(state, byte)),
      },
    ],
    ["accepts-result", { ...base, accepts: (state) => (state.n > 0 ? ("yes" as never) : true) }],
    ["key-result", { ...base, key: (state) => (state.n > 0 ? ({} as never) : 0) }],
    ["key-result", { ...base, key: ({ n }) => (n > 0 ? Number.NaN : 0) }],
    ["key-result", { ...base, key: ({ n }) => (n > 0 ? (null as never as { x: number }).x : 0) }],
    ["key-result", { ...base, key: ({ n }) => (n > 0 ? Math.random() : 0) }],
    ["key-changes-state", { ...base, key: (state) => (state.n > 0 ? Object.assign(state, { n: state.n + 1 }).n : 0) }],
    ["accepts-throws", { ...base, accepts: ({ n }) => (n > 0 ? (null as never as { x: boolean }).x : true) }],
  ];
  test.each(cases)("%s", (fault, parts) => {
    const monitor = product(monitorOf(parts), deny(["zzz"]));
    const masker = createMasker(trie, monitor);
    let caught: unknown;
    try {
      for (let round = 0; round < 400; round++) {
        let state: typeof monitor.start | undefined = monitor.start;
        for (const id of [99, 97, 97, 97]) {
          masker.mask(state!);
          state = masker.push(state!, id);
        }
        masker.mask(state!);
      }
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(MonitorError);
    expect((caught as MonitorError).fault).toBe(fault);
  });

  test("a key that makes one of two states is found when the second state is first masked, though few tokens show it", () => {
    const many = Array.from({ length: 5000 }, (_, i) => [120, 33 + (i % 60), 33 + Math.floor(i / 60)]);
    const large = buildTrie(vocabularyOfBytes(Array.from({ length: 256 }, (_, byte) => [byte]).concat(many)));
    const monitor = product(monitorOf({ ...base, key: () => 1, classes: ["a", "b"] }), deny(["zzz"]));
    const masker = createMasker(large, monitor);
    masker.mask(monitor.start);
    const next = masker.push(masker.push(monitor.start, 97)!, 97)!;
    expect(() => masker.mask(next)).toThrow(expect.objectContaining({ fault: "key-lies" }));
  });

  test("a step that changes the committed state is found when a token is pushed, whatever the masks tried", () => {
    const changing: MonitorParts<{ n: number }> = {
      start: { n: 0 },
      step(state, byte) {
        if (byte !== 97 || state.n === 0) return { n: state.n + (byte === 98 ? 1 : 0) };
        state.n--;
        return state;
      },
      accepts: () => true,
    };
    for (const monitor of [monitorOf(changing), product(monitorOf(changing), deny(["zzz"]))] as Monitor<unknown>[]) {
      const masker = createMasker(trie, monitor);
      const state = masker.push(monitor.start, 98);
      expect(() => masker.push(state, 97)).toThrow(expect.objectContaining({ fault: "step-changes-state" }));
    }
  });
});

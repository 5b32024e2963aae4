import { complete, createDecoder } from "@espalier/decode";
import { burn, type Monitor, StaleStateError } from "@espalier/monitor";
import { buildTrie, createMasker, equalMasks } from "@espalier/trie";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import {
  fakeModel,
  inOrder,
  monitorOf,
  oneOf,
  or,
  plus,
  script,
  spell,
  star,
  text,
  vocabularyWith,
} from "./small-languages.js";

const vocabulary = vocabularyWith(["ab", "ba", "12", '", "', "abab"]);
const monitor = monitorOf(inOrder(text('"'), star(or(plus(oneOf("ab")), oneOf("12"), text('", "'))), text('"')));
const masker = createMasker(buildTrie(vocabulary), monitor);

/** So much work that a text is read again every few calls. */
const working: Monitor<number> = {
  ...monitor,
  step(state, symbol) {
    burn("parser", 60_000);
    return monitor.step(state, symbol);
  },
};

test.each([
  ["a monitor", masker],
  ["a monitor of much work", createMasker(buildTrie(vocabulary), working)],
])("after any commits, rollbacks and forks a decoder of %s stands where a fresh one would", (_, its) => {
  const moves = fc.array(
    fc.record({ kind: fc.constantFrom("commit", "commit", "commit", "rollback", "fork", "swap"), pick: fc.nat() }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(moves, (list) => {
      let decoder = createDecoder(its);
      let ids: number[] = [];
      const others: { decoder: typeof decoder; ids: number[] }[] = [];
      for (const { kind, pick } of list) {
        if (kind === "commit" && !decoder.ended) {
          const allowed = decoder.mask().mask.ids();
          const id = allowed[pick % allowed.length]!;
          expect(decoder.commit(id)).toBe(true);
          ids.push(id);
        } else if (kind === "rollback") {
          const count = pick % (ids.length + 1);
          decoder.rollback(count);
          ids.length -= count;
        } else if (kind === "fork") others.push({ decoder: decoder.fork(), ids: [...ids] });
        else if (kind === "swap" && others.length > 0) {
          const other = others[pick % others.length]!;
          [other.decoder, decoder] = [decoder, other.decoder];
          [other.ids, ids] = [ids, other.ids];
        }
        const fresh = createDecoder(its);
        for (const id of ids) expect(fresh.commit(id)).toBe(true);
        expect([decoder.ids(), decoder.length, decoder.state, decoder.ended]).toEqual([
          ids,
          ids.length,
          fresh.state,
          fresh.ended,
        ]);
        expect(new TextDecoder().decode(decoder.bytes())).toBe(spell(vocabulary, ids));
        expect(decoder.byteLength).toBe(decoder.bytes().length);
        if (!decoder.ended) expect(equalMasks(decoder.mask().mask, fresh.mask().mask)).toBe(true);
      }
    }),
    { numRuns: samples(60) },
  );
});

test("a text that takes much work is read again from its start, but not often", async () => {
  const ids = [...'"abababababab", "1212"'].map((character) => character.charCodeAt(0));
  /** How often the text is read from its start while it is written. */
  function timesBegun(its: Monitor<number>): number {
    let begun = 0;
    const step: Monitor<number>["step"] = (state, symbol) => {
      if (state === its.start) begun++;
      return its.step(state, symbol);
    };
    const decoder = createDecoder(createMasker(buildTrie(vocabulary), { ...its, step }));
    begun = 0;
    expect(decoder.commitAll(ids)).toBe(ids.length);
    return begun;
  }
  const more = timesBegun(working) - timesBegun(monitor);
  expect(more).toBeGreaterThan(0);
  expect(more).toBeLessThan(4);
  // Steps of large combinations fill no tables.
  const stepping = (state: number, symbol: number): number | undefined => {
    burn("steps", 60_000);
    return monitor.step(state, symbol);
  };
  expect(timesBegun({ ...monitor, step: stepping })).toBe(timesBegun(monitor));
  const model = fakeModel(vocabulary, script(vocabulary, 1, [...ids, vocabulary.ends[0]!]));
  const { text: written } = await complete({ model, monitor: working, prompt: [97], maxTokens: 40 });
  expect(written).toBe('"abababababab", "1212"');
});

test("what may not follow changes nothing", () => {
  const decoder = createDecoder(masker);
  const end = vocabulary.ends[0]!;
  for (const id of [97, end, -1, 1.5, 9999]) expect([decoder.allows(id), decoder.commit(id)]).toEqual([false, false]);
  expect(decoder.length).toBe(0);
  expect(new TextDecoder().decode(decoder.forced())).toBe('"');
  for (const id of [34, 256, 34]) expect(decoder.commit(id)).toBe(true);
  expect(decoder.accepts).toBe(true);
  expect(decoder.commit(end)).toBe(true);
  expect([decoder.ended, decoder.allows(97), decoder.commit(end), decoder.forced().length]).toEqual([
    true,
    false,
    false,
    0,
  ]);
  expect(() => decoder.mask()).toThrow(RangeError);
  expect(() => decoder.rollback(5)).toThrow(RangeError);
  decoder.rollback(1);
  expect(decoder.accepts).toBe(true);
  expect(decoder.maskWithin(0).mask.has(end)).toBe(true);
  expect(() => decoder.supply({ key: "?" }, 1)).toThrow(RangeError);
});

test("a draft is appended up to the first token that may not follow, as token by token", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(vocabulary.size - 1), { maxLength: 12 }), (draft) => {
      const decoder = createDecoder(masker);
      const slow = createDecoder(masker);
      const bad = draft.findIndex((id) => !slow.commit(id));
      expect(decoder.commitAll(draft)).toBe(bad < 0 ? draft.length : bad);
      expect(decoder.ids()).toEqual(slow.ids());
    }),
  );
});

test("a decoder that begins at a dropped state throws StaleStateError; one that begins at no state, ArgumentError", () => {
  const dropping: Monitor<number> = {
    ...monitor,
    accepts(state) {
      if (state === 1) throw new StaleStateError(1, 2);
      return monitor.accepts(state);
    },
  };
  const its = createMasker(buildTrie(vocabulary), dropping);
  expect(() => createDecoder(its, 1)).toThrow(StaleStateError);
  const failing = { ...dropping, accepts: (): boolean => undefined as never };
  expect(() => createDecoder(createMasker(buildTrie(vocabulary), failing), 1)).toThrow("must be a state");
});

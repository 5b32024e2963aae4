import { createDecoder } from "@espalier/decode";
import { buildTrie, createMasker, equalMasks } from "@espalier/trie";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { inOrder, monitorOf, oneOf, or, plus, spell, star, text, vocabularyWith } from "./small-languages.js";

const vocabulary = vocabularyWith(["ab", "ba", "12", '", "', "abab"]);
const monitor = monitorOf(inOrder(text('"'), star(or(plus(oneOf("ab")), oneOf("12"), text('", "'))), text('"')));
const masker = createMasker(buildTrie(vocabulary), monitor);

test("after any commits, rollbacks and forks a decoder stands where a fresh one would", () => {
  const moves = fc.array(
    fc.record({ kind: fc.constantFrom("commit", "commit", "commit", "rollback", "fork", "swap"), pick: fc.nat() }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(moves, (list) => {
      let decoder = createDecoder(masker);
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
        const fresh = createDecoder(masker);
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

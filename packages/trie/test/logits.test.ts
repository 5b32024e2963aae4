// Masks as handles and their application to logits, each against a plain set.

import {
  applyMask,
  applyMaskFloat16,
  argmaxAllowed,
  buildTrie,
  createMasker,
  equalMasks,
  type Mask,
} from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { randomFrom, SEED } from "./random.js";

const SIZES = [1, 31, 32, 33, 1000, 9001, 20_000];
/** By form: how many of 1,000 ids are allowed. */
const SHARES = { none: 0, few: 10, half: 500, most: 990, all: 1000 };

/** From this size on the first 256 ids are the single bytes, always allowed, so that masks are planes with ids beside them. */
const BYTES_FROM = 300;

/** The mask of a set of ids. Each id is a token of three bytes, the last an end token; the monitor reads just those. */
function maskOf(size: number, allowed: ReadonlySet<number>): Mask {
  const last = size - 1;
  const vocabulary = createVocabulary({
    tokens: Array.from({ length: size }, (_, id) =>
      id === last
        ? { id, control: "<end>" }
        : { id, bytes: size > BYTES_FROM && id < 256 ? [id] : [id & 255, (id >> 8) & 255, id >> 16] },
    ),
    ends: [last],
  });
  // States: 0 the start, 1 + first byte, 1000 + two bytes, 1e8 after a token.
  const masker = createMasker(buildTrie(vocabulary), {
    start: 0,
    step(state: number, symbol: number) {
      if (state === 0) return 1 + symbol;
      if (state <= 256) return 1000 + (state - 1) + 256 * symbol;
      if (state < 1e8) return allowed.has(state - 1000 + 65536 * symbol) ? 1e8 : undefined;
      return undefined;
    },
    accepts: (state) => state === 1e8 || (state === 0 && allowed.has(last)),
  });
  return masker.mask(0).mask;
}

function randomSet(seed: number, size: number, share: number): Set<number> {
  const random = randomFrom(seed);
  const always = (id: number): boolean => size > BYTES_FROM && id < 256;
  return new Set(Array.from({ length: size }, (_, id) => id).filter((id) => always(id) || random(1000) < share));
}

test("a mask is its set, in every form", () => {
  const forms = new Set<string>();
  for (const size of SIZES) {
    for (const share of Object.values(SHARES)) {
      const allowed = randomSet(size + share, size, share);
      const mask = maskOf(size, allowed);
      forms.add(mask.form);
      expect([mask.size, mask.count]).toEqual([size, allowed.size]);
      expect(mask.ids()).toEqual(Uint32Array.from(allowed));
      for (let id = -1; id <= size; id++) if (mask.has(id) !== allowed.has(id)) expect.fail(`id ${id}`);
      expect([0.5, Number.NaN, -1, size].some((id) => mask.has(id))).toBe(false);
      const bits = mask.toBitset();
      expect(bits.length).toBe(Math.ceil(size / 32));
      for (let id = 0; id < 32 * bits.length; id++)
        if (((bits[id >> 5]! >>> id) & 1) !== Number(allowed.has(id))) expect.fail(`bit ${id}`);
      const longer = new Uint32Array(bits.length + 2).fill(-1);
      mask.copyInto(longer);
      expect(longer).toEqual(Uint32Array.from([...bits, 0, 0]));
      expect(() => mask.copyInto(new Uint32Array(bits.length - 1))).toThrow(RangeError);
      expect(equalMasks(mask, maskOf(size, allowed))).toBe(true);
      const other = new Set(allowed);
      if (!other.delete(size - 2)) other.add(size - 2);
      if (size > 1) expect(equalMasks(mask, maskOf(size, other))).toBe(false);
    }
  }
  expect([...forms].sort()).toEqual(["allow", "bitset", "deny"]);
});

test("applying a mask sets exactly the disallowed rows to −∞", () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom(...SIZES),
      fc.constantFrom(...Object.values(SHARES)),
      fc.integer({ min: -70, max: 70 }),
      (seed, size, share, more) => {
        const allowed = randomSet(seed, size, share);
        const mask = maskOf(size, allowed);
        const rows = Math.max(0, size + more);
        const random = randomFrom(seed);
        const logits = Float32Array.from({ length: rows }, () => random(100) - 50);
        const half = Uint16Array.from(logits, (x) => x + 1000);
        const want = logits.map((x, id) => (allowed.has(id) ? x : -Infinity));
        const want16 = half.map((x, id) => (allowed.has(id) ? x : 0xfc00));
        const best = [...allowed].filter((id) => id < rows).sort((a, b) => logits[b]! - logits[a]! || a - b)[0] ?? -1;
        expect(argmaxAllowed(mask, logits)).toBe(best);
        if (best < 0 && allowed.size > 0) {
          const before = logits.slice();
          expect(() => applyMask(mask, logits)).toThrow(RangeError);
          expect(() => applyMaskFloat16(mask, half)).toThrow(RangeError);
          expect(logits).toEqual(before);
          return;
        }
        applyMask(mask, logits);
        applyMaskFloat16(mask, half);
        expect(logits.every((x, id) => x === want[id])).toBe(true);
        expect(half.every((x, id) => x === want16[id])).toBe(true);
      },
    ),
    { seed: SEED, numRuns: samples(60) },
  );
});

describe("a bitset over several windows of logits, each logit any bits whatever", () => {
  /** In no order, and in runs. */
  const sets: Readonly<Record<string, (size: number) => Set<number>>> = {
    half: (size) => randomSet(size, size, 500),
    runs: (size) => new Set(Array.from({ length: size }, (_, id) => id).filter((id) => id < 256 || id % 1700 < 500)),
  };
  const cases = Object.keys(sets).flatMap((name) =>
    [24_576, 24_577, 30_001].flatMap((size) =>
      [-9000, -33, -1, 0, 1, 7, 9000].map((more) => [name, size, size + more] as const),
    ),
  );
  const masks = new Map<string, readonly [Mask, ReadonlySet<number>]>();
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  async function agrees(name: string, size: number, rows: number): Promise<void> {
    vi.resetModules();
    const { applyMask, applyMaskFloat16 } = await import("@espalier/trie");
    const key = `${name} ${size}`;
    const set = sets[name]!(size);
    const [mask, allowed] = masks.get(key) ?? [maskOf(size, set), set];
    masks.set(key, [mask, allowed]);
    expect(mask.form).toBe("bitset");
    const random = randomFrom(rows);
    // One element in, so that no row begins where memory does.
    const bits32 = Uint32Array.from({ length: rows + 1 }, () => random(2) * 0x7f800000 + random(2 ** 31)).subarray(1);
    const bits16 = Uint16Array.from({ length: rows + 1 }, () => random(65536)).subarray(1);
    const want32 = bits32.map((bits, id) => (allowed.has(id) ? bits : 0xff800000));
    const want16 = bits16.map((bits, id) => (allowed.has(id) ? bits : 0xfc00));
    applyMask(mask, new Float32Array(bits32.buffer, bits32.byteOffset, rows));
    applyMaskFloat16(mask, bits16);
    expect(bits32.findIndex((bits, id) => bits !== want32[id])).toBe(-1);
    expect(bits16.findIndex((bits, id) => bits !== want16[id])).toBe(-1);
  }

  test.each(cases)("by WebAssembly: %s of %d ids, %d rows", agrees);
  test.each(cases)("by the plain loop: %s of %d ids, %d rows", async (name, size, rows) => {
    vi.stubGlobal("WebAssembly", undefined);
    await agrees(name, size, rows);
  });
});

test.each([
  ["an array", [1, 2, 3], "not an array of 3"],
  ["a Float64Array", new Float64Array(3), "not an object of Float64Array"],
  ["nothing", undefined, "needs logits: a "],
  ["no rows", { length: 3 }, "not an object with length"],
])("a row that is %s is refused", (_, row, message) => {
  const mask = maskOf(3, new Set([1]));
  const refusal = expect.objectContaining({ name: "ArgumentError", message: expect.stringContaining(message) });
  expect(() => applyMask(mask, row as unknown as Float32Array)).toThrow(refusal);
  expect(() => applyMaskFloat16(mask, row as unknown as Uint16Array)).toThrow(refusal);
});

test("a row too short for every token allowed is refused, with the numbers", () => {
  const mask = maskOf(1000, new Set([...Array.from({ length: 256 }, (_, id) => id), 700]));
  expect(() => applyMask(mask, new Float32Array(0))).toThrow(
    "1000 ids allows 257 ids, but none within a row of 0 logits",
  );
  const few = maskOf(33, new Set([32]));
  expect(() => applyMask(few, new Float32Array(32))).toThrow("allows 1 ids, but none within a row of 32 logits");
  expect(() => applyMask(few, new Float32Array(33))).not.toThrow();
  expect(() => applyMask(maskOf(33, new Set()), new Float32Array(0))).not.toThrow();
});

test("NaN counts as −∞ and an allowed −∞ is still found", () => {
  const mask = maskOf(5, new Set([1, 2, 3]));
  expect(argmaxAllowed(mask, new Float32Array([9, Number.NaN, 1, 1]))).toBe(2);
  expect(argmaxAllowed(mask, new Float32Array([9, -Infinity, -Infinity, -Infinity]))).toBe(1);
  expect(argmaxAllowed(maskOf(5, new Set()), new Float32Array([9, 9, 9, 9]))).toBe(-1);
});

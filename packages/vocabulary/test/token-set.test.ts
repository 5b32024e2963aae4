import {
  addToken,
  andNotTokens,
  andTokens,
  countTokens,
  createTokenSet,
  hasToken,
  orTokens,
  tokensIn,
} from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const size = 100;
const ids = fc.uniqueArray(fc.nat(size - 1));

test("a packed set is a Set of its ids", () => {
  fc.assert(
    fc.property(ids, ids, (left, right) => {
      const [a, b] = [createTokenSet(size, left), createTokenSet(size, right)];
      const sorted = (list: number[]) => list.sort((x, y) => x - y);
      expect([...tokensIn(a)]).toEqual(sorted([...left]));
      expect(countTokens(a)).toBe(left.length);
      for (let id = -1; id <= size + 40; id++) expect(hasToken(a, id)).toBe(left.includes(id));
      expect([...tokensIn(orTokens(a, b))]).toEqual(sorted([...new Set([...left, ...right])]));
      expect([...tokensIn(andTokens(a, b))]).toEqual(sorted(left.filter((id) => right.includes(id))));
      expect([...tokensIn(andNotTokens(a, b))]).toEqual(sorted(left.filter((id) => !right.includes(id))));
      for (const id of right) addToken(a, id);
      expect(a).toEqual(orTokens(createTokenSet(size, left), b));
    }),
    { seed },
  );
});

test("the layout: bit id & 31 of word id >> 5", () => {
  expect(createTokenSet(65, [0, 31, 32, 64])).toEqual(Uint32Array.of(0x80000001, 1, 1));
  expect(createTokenSet(0).length).toBe(0);
  expect(createTokenSet(64).length).toBe(2);
});

test.each([
  ["an id at the size", () => createTokenSet(10, [10])],
  ["a negative id", () => createTokenSet(10, [-1])],
  ["a fraction", () => createTokenSet(10, [0.5])],
  ["a negative size", () => createTokenSet(-1)],
  ["adding beyond the last word", () => addToken(createTokenSet(10), 32)],
  ["adding no number", () => addToken(createTokenSet(10), Number.NaN)],
  ["sets of different lengths", () => orTokens(createTokenSet(10), createTokenSet(40))],
])("refuses %s", (_, act) => {
  expect(act).toThrow(/is outside|cannot be combined|must be an integer/);
});

test("an id that is no number is named", () => {
  expect(() => createTokenSet(5, [Object.create(null)])).toThrow("Token id an empty object is outside [0, 5)");
});

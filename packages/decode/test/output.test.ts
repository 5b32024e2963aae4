import { utf8Decode, utf8Encode } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createOutput } from "../src/output.js";
import { createStops } from "../src/stops.js";

const bytesArbitrary = (most: number, least = 0) =>
  fc.array(fc.constantFrom(97, 98, 99), { minLength: least, maxLength: most }).map((bytes) => Uint8Array.from(bytes));

/** Where the first stop string to end begins; the longest of those that end there. */
function firstStop(bytes: Uint8Array, stops: readonly Uint8Array[]): { at: number; index: number } | undefined {
  for (let end = 1; end <= bytes.length; end++) {
    const ending = stops
      .map((stop, index) => ({ index, length: stop.length, at: end - stop.length }))
      .filter(({ index, at }) => at >= 0 && stops[index]!.every((byte, i) => bytes[at + i] === byte))
      .sort((a, b) => b.length - a.length || a.index - b.index);
    if (ending[0] !== undefined) return ending[0];
  }
  return undefined;
}

test("stop strings are found wherever the text is cut, and nothing of them is given out", () => {
  fc.assert(
    fc.property(
      fc.array(bytesArbitrary(4), { maxLength: 12 }),
      fc.array(bytesArbitrary(4, 1), { maxLength: 4 }),
      (pieces, stops) => {
        const output = createOutput(createStops(stops));
        let text = "";
        for (const piece of pieces) text += output.push(piece);
        text += output.flush();
        const all = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
        const stop = firstStop(all, stops);
        expect(text).toBe(utf8Decode(stop === undefined ? all : all.slice(0, stop.at)));
        expect(output.text).toBe(text);
        expect(output.stopped === -1).toBe(stop === undefined);
        if (stop !== undefined) expect(stops[output.stopped]).toEqual(stops[stop.index]);
      },
    ),
    { numRuns: samples(1000) },
  );
});

test("characters come out whole", () => {
  const output = createOutput(createStops([utf8Encode("ö")]));
  const bytes = utf8Encode("aé€😀");
  const pieces = Array.from(bytes, (byte) => output.push(Uint8Array.of(byte)));
  expect(pieces).toEqual(["a", "", "é", "", "", "€", "", "", "", "😀"]);
  expect(output.push(utf8Encode("ö").slice(0, 1))).toBe("");
  expect(output.flush()).toBe("\ufffd");
});

test("a stop string may begin inside a token and end inside another", () => {
  const output = createOutput(createStops([utf8Encode("END")]));
  expect(["say E", "N", "ow", " EN", "Dless"].map((piece) => output.push(utf8Encode(piece)))).toEqual([
    "say ",
    "",
    "ENow",
    " ",
    "",
  ]);
  expect(output.stopped).toBe(0);
  expect(output.text).toBe("say ENow ");
});

test("an empty stop string is refused", () => {
  expect(() => createStops([new Uint8Array(0)])).toThrow(RangeError);
});

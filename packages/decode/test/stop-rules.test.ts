// Rules for where a text is over, against a naive reading of the text that was generated without them.

import { complete, generate, type StopRule } from "@espalier/decode";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { fakeModel, monitorOf, noise, oneOf, star, vocabularyWith } from "./small-languages.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20251);
const vocabulary = vocabularyWith(["ab", "b;a", "a;", "a ;", "; ", ";"], 2);
const words = monitorOf(star(oneOf("ab; ")));
const SEMICOLON = 59;
/** A part ends at each semicolon. */
const rule = (atLeast?: number): StopRule<number> => ({
  start: "inside",
  step: (_, __, ___, byte) => (byte === SEMICOLON ? "end" : "inside"),
  placeOf: (known) => known as "inside" | "end",
  ...(atLeast === undefined ? {} : { atLeast }),
});

/** Where the rule ends a text of these tokens; undefined where it does not. */
async function naive(model: ReturnType<typeof fakeModel>, ids: readonly number[], atLeast: number) {
  const session = model.session();
  const ends: number[] = [];
  const bytes: { readonly byte: number; readonly token: number; readonly last: boolean }[] = [];
  let row = await (await session.append([7])).read();
  for (const [n, id] of ids.entries()) {
    const total = row.reduce((all, logit) => all + Math.exp(logit), 0);
    ends.push(Math.log(vocabulary.ends.reduce((all, end) => all + Math.exp(row[end]!), 0) / total));
    const its = [...vocabulary.bytes(id)!];
    for (const [i, byte] of its.entries()) bytes.push({ byte, token: n, last: i === its.length - 1 });
    row = await (await session.append([id])).read();
  }
  let from = 0;
  for (const [i, { byte, token }] of bytes.entries()) {
    if (byte !== SEMICOLON) continue;
    let at = i - 1;
    while (at >= from && bytes[at]!.byte === 32) at--;
    const place = at >= from ? bytes[at]! : undefined;
    // After the last byte of a token the model has been asked, if it has chosen another one since.
    const thought = place && ends[place.last && place.token < token ? place.token + 1 : place.token]!;
    if (thought !== undefined && thought >= atLeast - 1e-9)
      return String.fromCharCode(...bytes.slice(0, at + 1).map((each) => each.byte));
    from = i + 1;
  }
  return undefined;
}

test("a text ends after the first part whose end is likely enough, before its blanks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(Number.NEGATIVE_INFINITY, -4, -2.5, -2),
      async (salt, maxTokens, atLeast) => {
        const model = fakeModel(vocabulary, noise(vocabulary.size, salt));
        const options = { model, prompt: [7], monitor: words, maxTokens, forcing: "off" } as const;
        const plain = await complete(options);
        const expected = await naive(model, plain.ids, atLeast);
        let shown = "";
        let last: string | undefined;
        for await (const event of generate({ ...options, stopAfter: [rule(atLeast)] })) {
          shown = event.kind === "rewind" ? event.text : shown + event.text;
          if (event.kind === "finish") last = event.result.text;
          if (event.kind === "finish" && expected !== undefined)
            expect(event.result).toMatchObject({ finish: "part", accepted: true });
        }
        expect(last).toBe(expected ?? plain.text);
        expect(shown).toBe(last);
      },
    ),
    { seed, numRuns: samples(200) },
  );
});

test("of several rules, the one that ends the text first counts", async () => {
  const bytes = [...new TextEncoder().encode("ab ab;ab")];
  const model = fakeModel(vocabulary, (sofar) => {
    const row = new Float32Array(vocabulary.size).fill(-9);
    row[bytes[sofar.length - 1] ?? 97] = 5;
    return row;
  });
  const blanks: StopRule<number> = { ...rule(), step: (_, __, ___, byte) => (byte === 32 ? "end" : "inside") };
  const options = { model, prompt: [7], monitor: words, maxTokens: bytes.length } as const;
  expect((await complete({ ...options, stopAfter: [rule()] })).text).toBe("ab ab");
  expect((await complete({ ...options, stopAfter: [rule(), blanks] })).text).toBe("ab");
  expect((await complete({ ...options, stopAfter: [] })).text).toBe("ab ab;ab");
});

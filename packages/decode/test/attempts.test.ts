import { completeByAttempts } from "@espalier/decode";
import { expect, test } from "vitest";
import {
  fakeModel,
  inOrder,
  monitorOf,
  oneOf,
  plus,
  star,
  text,
  vocabularyWith,
  type Wants,
} from "./small-languages.js";

const vocabulary = vocabularyWith(["a;b", "xx"]);
const END = vocabulary.ends[0]!;
const [A_B] = [256];

/** Logits by number of tokens so far; the rest is −30. */
function scripted(...rows: readonly Readonly<Record<number, number>>[]): Wants {
  return (ids) => {
    const row = rows[ids.length - 1] ?? { [END]: 5 };
    return Float32Array.from({ length: vocabulary.size }, (_, id) => row[id] ?? -30);
  };
}
const run = (monitor: Parameters<typeof completeByAttempts>[0]["monitor"], wants: Wants, more = {}) =>
  completeByAttempts({ model: fakeModel(vocabulary, wants), prompt: [7], monitor, ...more });
const items = monitorOf(star(inOrder(plus(oneOf("ab")), text(";"))));

test("the likeliest token that can follow is taken, others being tried before", async () => {
  const one = monitorOf(inOrder(plus(oneOf("ab")), text(";")));
  const result = await run(one, scripted({ 120: 9, 121: 8, 97: 7 }, { 59: 3 }));
  expect(result).toMatchObject({ text: "a;", accepted: true, finish: "end" });
});
test("an end that is valid is taken as soon as the likeliest token cannot follow, however unlikely it is", async () => {
  const result = await run(items, scripted({ 120: 9, 97: 8, [END]: -20 }));
  expect(result).toMatchObject({ text: "", accepted: true, finish: "end", tried: 1 });
});
test("it is not taken where the likeliest can follow and is likelier", async () => {
  const result = await run(items, scripted({ 97: 8, [END]: 7 }, { 59: 1 }));
  expect(result.text).toBe("a;");
});
test("an end inside the last token is valid, and the text is cut there", async () => {
  const result = await run(items, scripted({ [A_B!]: 8 }, { 120: 9, [END]: 2 }));
  expect(result).toMatchObject({ text: "a;", accepted: true, finish: "end", tokens: 1 });
});
test("when all attempts have failed the text ends, accepted or not", async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [128 + i, 100 - i]));
  const result = await run(monitorOf(text("ab")), scripted({ 97: 9 }, { ...many, 98: 0 }));
  expect(result).toMatchObject({ text: "a", accepted: false, finish: "attempts", tried: 51 });
  const patient = await run(monitorOf(text("ab")), scripted({ 97: 9 }, { ...many, 98: 0 }), { attempts: 100 });
  expect(patient).toMatchObject({ text: "ab", accepted: true });
});
test("the best stop is taken even where the model ended, and where it was cut", async () => {
  const wants = scripted({ 97: 9 }, { 59: 9 }, { 97: 8.9, [END]: 8.8 }, { 59: 0.1 }, { 97: 0 });
  expect(await run(items, wants, { maxTokens: 4 })).toMatchObject({ text: "a;", finish: "length", tokens: 4 });
  await expect(run(items, wants, { attempts: 0 })).rejects.toThrow("must be");
});

// Ordinary mistakes of plain JavaScript: each is told at once and by name, and none is passed over.
import { pathToFileURL } from "node:url";
import * as espalier from "espalier";
import { afterAll, describe, expect, test } from "vitest";
import { modelFolder } from "./terminal.js";

// As JavaScript sees them.
// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the subject
const { check, complete, explain, explainToken, gbnf, generate, lark, loadModel, regex, sample }: any = espalier;
const model = await loadModel(pathToFileURL(`${modelFolder}/`));
afterAll(() => model.dispose());
const L = regex("[ab]+");
const prompt = "x = ";

test.each([
  ["the grammar under another name", { model, prompt, grammar: L }, "unknown-option", "Did you mean `language`?"],
  ["a monitor, as the parts call it", { model, prompt, monitor: L }, "unknown-option", "Did you mean `language`?"],
  ["a misspelt option", { model, prompt, langauge: L }, "unknown-option", "Did you mean `language`?"],
  ["another case", { model, prompt, max_tokens: 3 }, "unknown-option", "Did you mean `maxTokens`?"],
  ["tokens, as other libraries count them", { model, prompt, maxOutputTokens: 3 }, "unknown-option", "`maxTokens`?"],
  ["a setting of sampling", { model, prompt, temperature: 1 }, "unknown-option", "`sampling: { temperature }`?"],
  ["within sampling", { model, prompt, sampling: { topp: 1 } }, "unknown-option", "Did you mean `topP`?"],
  ["nothing alike", { model, prompt, frequency: 1 }, "unknown-option", "It takes model, prompt, from"],
  ["no options", undefined, "wrong-type", "must be an object of options"],
  ["a string for a language", { model, prompt, language: "[ab]+" }, "wrong-type", 'the string "[ab]+". Make one'],
  ["a RegExp for a language", { model, prompt, language: /a/ }, "wrong-type", "regex(pattern)"],
  ["null for a language", { model, prompt, language: null }, "wrong-type", "not null"],
  ["no model", { prompt }, "missing", "loadModel(folder)"],
  ["a folder for a model", { model: modelFolder, prompt }, "wrong-type", "loadModel(folder)"],
  ["a promise of a model", { model: Promise.resolve(model), prompt }, "wrong-type", "not a promise"],
  ["no prompt", { model, language: L }, "missing", "needs prompt: a string"],
  ["a number to stop at", { model, prompt, stop: [1] }, "wrong-type", "stop[0] must be a string"],
])("generate and complete refuse %s", async (_, options, code, message) => {
  const refusal = { name: "ArgumentError", code, message: expect.stringContaining(message) };
  await expect(complete(options)).rejects.toMatchObject(refusal);
  await expect(complete(options)).rejects.toThrow(/^complete\b/);
  expect(() => generate(options)).toThrow(expect.objectContaining(refusal));
  expect(() => generate(options)).toThrow(TypeError);
});

test("options that are undefined are absent, and one stop string may stand alone", async () => {
  const language = regex("[0-9]{3}\n[0-9]");
  for (const stop of ["\n", new Uint8Array([10]), ["\n"]]) {
    const result = await complete({ model, prompt, language, stop, grammar: undefined, maxTokens: 9 });
    expect(result).toMatchObject({ finish: "stop", stop: Array.isArray(stop) ? "\n" : stop, accepted: false });
    expect(result.text).toMatch(/^\d{3}$/);
  }
});

describe("a text that a stop string cut off", () => {
  test("is accepted only if check accepts it", async () => {
    const query = lark('start: "SELECT " NAME ";"\nNAME: /[a-z]{1,8}/');
    const { text, accepted, finish } = await complete({ model, language: query, prompt: "q = ", stop: [";"] });
    expect([finish, accepted, check(query, text).verdict]).toEqual(["stop", false, "incomplete"]);
  });
});

test.each([
  ["check, swapped", () => check("ab", L), "wrong-type", "swap the two"],
  ["explain, swapped", () => explain("ab", L), "wrong-type", "swap the two"],
  ["check without a text", () => check(L), "missing", "check needs text: a string"],
  ["check of a number", () => check(L, 1), "wrong-type", "not 1"],
  ["check of a pattern", () => check("[ab]+", "ab"), "wrong-type", "must be a language"],
  ["check of nothing", () => check(), "missing", "lark(text)"],
  ["explainToken, swapped", () => explainToken("ab", L), "wrong-type", "must be a language"],
  ["sample of a pattern", () => sample("[ab]+"), "wrong-type", "must be a language"],
  ["sample of so many", () => sample(L, 3), "wrong-type", "options must be an object of options, not 3"],
  ["sample, n", () => sample(L, { n: 3 }), "unknown-option", "Did you mean `count`?"],
  ["sample, maxLength", () => sample(L, { maxLength: 3 }), "unknown-option", "Did you mean `maxBytes`?"],
  ["lark of nothing", () => lark(), "missing", "lark needs text: the text of a grammar"],
  ["lark, an option", () => lark('start: "a"', { begin: "x" }), "unknown-option", "no option `begin`"],
  ["lark, a start rule alone", () => lark('start: "a"', "x"), "wrong-type", "must be an object of options"],
  ["gbnf of a pattern", () => gbnf(/a/), "wrong-type", "regex(pattern)"],
  ["regex of a number", () => regex(1), "wrong-type", "a string, or a RegExp, not 1"],
  ["regex of nothing", () => regex(), "missing", "regex needs pattern: a string, or a RegExp"],
])("%s", (_, call, code, message) => {
  expect(call).toThrow(
    expect.objectContaining({ name: "ArgumentError", code, message: expect.stringContaining(message) }),
  );
});

test("regex takes a RegExp with its flags", () => {
  expect(["a", "aa", "A", ""].map((text) => check(regex(/a+/), text).verdict)).toEqual([
    "accepted",
    "accepted",
    "dead",
    "incomplete",
  ]);
  expect(check(regex(/a.b/is), "A\nB").verdict).toBe("accepted");
  expect(check(regex(/a.b/i), "A\nB").verdict).toBe("dead");
});

test.each([
  ["nothing", [], "ArgumentError", "a path or a file URL"],
  ["an address", ["https://example.com/m"], "RangeError", "nothing is fetched"],
  ["an address as a URL", [new URL("https://example.com/m")], "RangeError", "nothing is fetched"],
  ["a model file", [`${modelFolder}/onnx/model.onnx`], "ModelError", "is a file, not a folder. Give the folder"],
  ["an option", [modelFolder, { thread: 1 }], "ArgumentError", "Did you mean `threads`?"],
])("loadModel refuses %s", async (_, args, name, message) => {
  await expect(loadModel(...args)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
});

test("the errors of the parts are at hand", () => {
  const { ModelError, NotationError } = espalier;
  expect([ModelError, NotationError].map(({ name }) => name)).toEqual(["ModelError", "NotationError"]);
});

// Options under other names: those of the front door, and those of other libraries. The error names the function that was called.

import { complete, generate } from "@espalier/decode";
import { strings } from "@espalier/monitor";
import { expect, test } from "vitest";
import { fakeModel, noise, vocabularyWith } from "./small-languages.js";

const vocabulary = vocabularyWith([]);
const model = fakeModel(vocabulary, noise(vocabulary.size, 1));
const monitor = strings(["ab"]);

test.each([
  [{ model, prompt: [1], language: monitor }, "Did you mean `monitor`?"],
  [{ model, prompt: [1], monitor, maxOutputTokens: 3 }, "Did you mean `maxTokens`?"],
  [{ model, prompt: [1], monitor, temperature: 1 }, "Did you mean `sampling: { temperature }`?"],
])("%#: generate and complete say what was meant", async (options, message) => {
  expect(() => generate(options as never)).toThrow(message);
  expect(() => generate(options as never)).toThrow(/^generate\b/);
  await expect(complete(options as never)).rejects.toThrow(message);
  await expect(complete(options as never)).rejects.toThrow(/^complete\b/);
});

// A real model in a real runtime, under the decoding loop.
import { complete, fillInMiddlePrompt, generate } from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { afterAll, beforeAll, expect, test } from "vitest";

let model: Model;
beforeAll(async () => {
  model = await loadModel(modelFolder);
});
afterAll(() => model.dispose());

/** Python's `return <number or name>` and a line end, as a table of states. */
const statement: Monitor<number> = {
  start: 0,
  step: (state, symbol) => {
    const letter = String.fromCharCode(symbol);
    const head = "    return ";
    if (state < head.length) return letter === head[state] ? state + 1 : undefined;
    if (state === head.length) return /[a-z]/.test(letter) ? 12 : /[1-9]/.test(letter) ? 13 : undefined;
    if (state === 12) return /[a-z_]/.test(letter) ? 12 : letter === "\n" ? 14 : undefined;
    if (state === 13) return /[0-9]/.test(letter) ? 13 : letter === "\n" ? 14 : undefined;
    return undefined;
  },
  accepts: (state) => state === 14,
  cost: (state) => [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 2, 1, 1, 0][state]! + (state < 11 ? 1 : 0),
  trim: true,
};

test("a constrained line is valid, and its forced beginning costs no call", async () => {
  const result = await complete({ model, prompt: "def area(width, height):\n", monitor: statement, maxTokens: 30 });
  expect(result.text).toMatch(/^ {4}return ([a-z][a-z_]*|[1-9][0-9]*)\n$/);
  expect(result.timings.modelCalls).toBeLessThan(result.ids.length);
});

test("the same seed gives the same text", async () => {
  const options = { model, prompt: "import ", maxTokens: 20, sampling: { temperature: 1, topP: 0.9 }, seed: 4 };
  expect((await complete(options)).text).toBe((await complete(options)).text);
});

test("what is generated token by token is what a fresh session would have said", async () => {
  const prompt = model.encode("class Shape:\n", "prompt");
  const ids: number[] = [];
  for await (const event of generate({ model, prompt, maxTokens: 12 })) if (event.kind === "token") ids.push(event.id);
  const logits = await (await model.session().append([...prompt, ...ids.slice(0, -1)])).read();
  expect(logits.indexOf(Math.max(...logits))).toBe(ids.at(-1));
});

test("a gap is filled up to the end that the model chooses", async () => {
  const prompt = fillInMiddlePrompt(model, "def add(a, b):\n    return ", "\n\nprint(add(1, 2))\n");
  expect([prompt[0], prompt.at(-1)]).toEqual([4089, 4090]);
  const result = await complete({ model, prompt, maxTokens: 200, stop: ["\n"] });
  expect(["end", "stop"]).toContain(result.finish);
  expect(result.text).not.toContain("\n");
});

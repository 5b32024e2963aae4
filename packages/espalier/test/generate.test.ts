// Generation through the front door, with a real model.
import type { GenerationEvent } from "@espalier/decode";
import { complete, gbnf, generate, lark, loadModel, regex } from "espalier";
import { afterAll, expect, test } from "vitest";
import { modelFolder } from "./terminal.js";

const model = await loadModel(modelFolder);
afterAll(() => model.dispose());

test.each([
  ["lark", lark('start: "[" N ("," N)* "]"\nN: /[0-9]{1,3}/'), /^\[\d{1,3}(,\d{1,3})*\]$/],
  ["gbnf", gbnf('root ::= ("ab" | "cd") root?'), /^(ab|cd)+$/],
  ["regex", regex("[0-9]{4}-[0-9]{2}"), /^\d{4}-\d{2}$/],
] as const)("within %s", async (_, language, judge) => {
  for (const seed of [1, 2, 3]) {
    const result = await complete({
      model,
      language,
      prompt: "x = ",
      maxTokens: 16,
      seed,
      sampling: { temperature: 1 },
    });
    expect(result.text).toMatch(judge);
    expect(result.accepted).toBe(true);
  }
});

test("events spell the text, and the last has the result", async () => {
  const events: GenerationEvent[] = [];
  for await (const event of generate({ model, language: regex("(yes|no)!"), prompt: "ok? " })) events.push(event);
  const last = events.at(-1)!;
  expect(last.kind).toBe("finish");
  const text = events.map((event) => event.text).join("");
  expect(text).toMatch(/^(yes|no)!$/);
  expect(last).toMatchObject({ result: { text, accepted: true } });
});

test("without a language, anything", async () => {
  const { ids, finish } = await complete({ model, prompt: "def f(x):\n", maxTokens: 5 });
  expect([ids.length <= 5, ["end", "length"].includes(finish)]).toEqual([true, true]);
});

test("too few tokens are refused before the first", async () => {
  await expect(complete({ model, language: regex("[0-9]{40}"), prompt: "x", maxTokens: 3 })).rejects.toMatchObject({
    name: "BudgetError",
    available: 3,
  });
});

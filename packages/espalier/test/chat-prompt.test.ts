// A chat prompt with tools as schemas, and the calls that a model makes after it.

import { chatPrompt, generateToolCalls } from "espalier";
import { expect, test } from "vitest";
import * as z from "zod";
import { scriptedModel, vocabularyWith } from "./models.js";

const source =
  "{% for t in tools %}{{ t | tojson }}\n{% endfor %}{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}";
const tools = {
  weather: z.object({ city: z.enum(["Ulm", "Bonn"]) }).describe("The weather in a city."),
  stop: z.object({}),
};

test("the same tools for the prompt and for the calls", async () => {
  const call = '<tool_call>{"name": "weather", "arguments": {"city": "Ulm"}}</tool_call>';
  const model = { ...scriptedModel(vocabularyWith(), call), chatTemplate: { source, specialTokens: {} } };
  const messages = [{ role: "user", content: "How is the weather in Ulm?" }];
  const prompt = await chatPrompt(model, messages, { tools });
  const [weather, stop, user] = Buffer.from(prompt).toString().split("\n");
  expect(JSON.parse(weather!)).toMatchObject({
    type: "function",
    function: {
      name: "weather",
      description: "The weather in a city.",
      parameters: { type: "object", properties: { city: { enum: ["Ulm", "Bonn"] } }, required: ["city"] },
    },
  });
  expect(JSON.parse(stop!).function.name).toBe("stop");
  expect(user).toBe("user: How is the weather in Ulm?");
  const { calls } = await generateToolCalls({ model, tools, prompt: prompt.slice(0, 1), maxTokens: 100 });
  expect(calls).toEqual([{ name: "weather", arguments: { city: "Ulm" } }]);
});

test("an option that there is not", async () => {
  const model = { ...scriptedModel(vocabularyWith()), chatTemplate: { source, specialTokens: {} } };
  await expect(chatPrompt(model, [], { tool: tools } as never)).rejects.toThrow(/no option `tool`.*`tools`/);
});

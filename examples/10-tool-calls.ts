// A tool call after free thinking: text to a marker, then text in which every call is one of the tools, with arguments of its schema. The small
// model of this repository knows nothing of tools, so that nothing but the language makes it call one.

import { sequence, until } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { check, complete, generateToolCalls, loadModel, toolCalls } from "espalier";
import * as z from "zod";

const tools = {
  weather: z.object({ city: z.enum(["Ulm", "Bonn", "Kiel"]), days: z.int().min(1).max(7).default(1) }),
  remind: z.object({ at: z.iso.date(), text: z.string().min(1).max(24) }),
};

// What the language says of texts, without a model.
const language = toolCalls({ tools });
for (const text of [
  "No call is needed.",
  'Let me look: <tool_call>{"name": "weather", "arguments": {"city": "Ulm"}}</tool_call> Done.',
  '<tool_call>{"name": "weather", "arguments": {"city": "Rome',
  '<tool_call>{"name": "remind", "arguments": {"at": "2026-02-30',
]) {
  const { verdict, offset } = check(language, text);
  console.log(`${verdict.padEnd(10)} ${verdict === "dead" ? `at ${offset} ` : ""}${text}`);
}

const [model, prompt] = [await loadModel(modelFolder, { threads: 1 }), "# How is the weather?\n"];
for (const seed of [1, 2, 3]) {
  const { thinking, calls } = await generateToolCalls({
    model,
    prompt,
    tools,
    count: "one",
    thinkFirst: { end: "</think>", maxTokens: 24 },
    maxTokens: 120,
    sampling: { temperature: 0.9 },
    seed,
  });
  console.log(`thought    ${JSON.stringify(thinking)}`);
  for (const call of calls) {
    // Typed: where the name is "weather", the arguments have a city.
    const what = call.name === "weather" ? `${call.arguments.days} days of ${call.arguments.city}` : call.arguments.at;
    console.log(`call       ${call.name}: ${what}`);
  }
}

// The parts alone: any language after any marker.
const answer = sequence(until("Answer: "), toolCalls({ tools, count: "one" }));
const { text } = await complete({ model, language: answer, prompt, maxTokens: 160, seed: 4 });
console.log(`by parts   ${check(answer, text).verdict}`);
await model.dispose();

// A grammar as a frame, and the text as it is made: tokens that the grammar forces are marked, and cost no step of the model.

import { modelFolder } from "@espalier/tiny-fim";
import { generate, lark, loadModel } from "espalier";

const server = lark(`
  start: "Server(host=" HOST ", port=" PORT (", retries=" DIGIT)? (", secure=" ("True" | "False"))? ")"
  HOST: /"[a-z]{1,12}(\\.[a-z]{1,8})?"/
  PORT: /[1-9][0-9]{1,3}/
  DIGIT: /[0-9]/
`);

const model = await loadModel(modelFolder, { threads: 1 });
const events = generate({
  model,
  language: server,
  prompt: "from http import Server\nserver = ",
  maxTokens: 32,
  seed: 4,
  sampling: { temperature: 0.7 },
});
const pieces: string[] = [];
for await (const event of events) {
  if (event.kind === "token") pieces.push(event.origin === "forced" ? `[${event.text}]` : event.text);
  if (event.kind !== "finish") continue;
  const { text, finish, accepted, timings } = event.result;
  console.log(`tokens:  ${pieces.join(" · ")}   ([…] was forced)`);
  console.log(`text:    ${text}`);
  console.log(
    `${finish}, ${accepted ? "valid" : "not valid"}: ${pieces.length} tokens, ${timings.modelCalls} steps of the model`,
  );
}
await model.dispose();

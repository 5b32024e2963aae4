// JSON: the grammar of RFC 8259 in Lark, then an object of given members. What the model writes within either, JSON.parse reads.

import { modelFolder } from "@espalier/tiny-fim";
import { check, complete, lark, loadModel } from "espalier";

const json = lark(String.raw`
  start: object | array
  value: object | array | STRING | NUMBER | "true" | "false" | "null"
  object: "{" (member ("," member)*)? "}"
  member: STRING ":" value
  array: "[" (value ("," value)*)? "]"
  STRING: /"([^"\\\x00-\x1f]|\\(["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
  NUMBER: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
  %ignore /[ \t\r\n]+/
`);
for (const text of ['{"a": [1, -2.5e3, "\\u00e9"]}', '{"a": [1', "[01]", '{"a": 1,}'])
  console.log(`${text.padEnd(32)}${check(json, text).verdict}`);

// Members that a program expects: named, in order, bounded.
const server = lark(String.raw`
  start: "{\"host\": " HOST ", \"port\": " PORT ", \"tags\": [" (TAG (", " TAG){0,2})? "]}"
  HOST: /"[a-z]{1,10}(\.[a-z]{2,5})?"/
  PORT: /[1-9][0-9]{1,3}/
  TAG: /"[a-z]{1,8}"/
`);

const model = await loadModel(modelFolder, { threads: 1 });
const prompts = { any: 'json.loads("""{"name": "espalier", "port": 8080}""")\njson.loads("""', server: "server = " };
for (const [name, language] of Object.entries({ any: json, server })) {
  for (const seed of [1, 2, 3]) {
    const prompt = prompts[name as keyof typeof prompts];
    const sampling = { temperature: 0.8 };
    const { text, accepted } = await complete({ model, language, prompt, seed, sampling, maxTokens: 48 });
    // Ended by the count of tokens, a text may be a beginning only: `accepted` tells.
    console.log(`${name.padEnd(8)}${accepted ? JSON.stringify(JSON.parse(text)) : `not finished: ${text}`}`);
  }
}
await model.dispose();

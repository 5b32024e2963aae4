// JSON Schema as a part of a grammar: `%json { … }` stands for the JSON texts of a schema's values, and the grammar says what is around.
// `nestedSchemas` reads the schemas.

import { modelFolder } from "@espalier/tiny-fim";
import { check, complete, lark, loadModel, NotationError, nestedSchemas } from "espalier";

const grammar = String.raw`
  start: "request = " request "\nresponse = " response "\n"
  request: %json {
    "type": "object",
    "properties": { "method": { "enum": ["GET", "PUT"] }, "path": { "type": "string", "pattern": "^/[a-z]{1,8}$" } },
    "required": ["method", "path"],
    "additionalProperties": false
  }
  response: %json {
    "type": "array",
    "items": { "type": "integer", "minimum": 0, "maximum": 999 },
    "minItems": 1,
    "maxItems": 3
  }
`;
const exchange = lark(grammar, { extensions: nestedSchemas() });

for (const text of ['request = {"method": "GET", "path": "/a"}\nresponse = [1', 'request = {"path": "/a"}'])
  console.log(`${check(exchange, text).verdict}: ${text.replace("\n", "⏎")}`);

const model = await loadModel(modelFolder, { threads: 1 });
for (const seed of [1, 2]) {
  const sampling = { temperature: 0.8 };
  const { text, accepted } = await complete({ model, language: exchange, prompt: "# ", seed, sampling, maxTokens: 64 });
  // Ended by the count of tokens, a text may be a beginning only.
  const [, request, response] = accepted ? (/^request = (.*)\nresponse = (.*)\n$/su.exec(text) ?? []) : [];
  if (request === undefined || response === undefined) console.log(`not finished: ${text}`);
  else console.log(JSON.parse(request).path, "gives", JSON.parse(response).join(" and "));
}
await model.dispose();

// What is wrong with a schema is said at its place in the grammar, with its pointer.
try {
  const wrong = 'start: "<" value ">"\nvalue: %json { "type": "array", "items": { "type": "text" } }';
  lark(wrong, { extensions: nestedSchemas() });
} catch (error) {
  if (error instanceof NotationError) console.log(error.message);
}

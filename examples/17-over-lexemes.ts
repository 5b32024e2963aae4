// A protocol of calls over a grammar: what is opened is closed, and nothing is read before. The monitor sees the lexemes of the grammar, so it
// lexes nothing itself, and asks for a text only where a name matters.

import { overLexemes } from "@espalier/syntax";
import { modelFolder } from "@espalier/tiny-fim";
import { check, complete, lark, loadModel } from "espalier";

const calls = lark(`
  start: (call ";\\n")*
  call: OPEN NAME | READ NAME | CLOSE NAME
  OPEN: "open "
  READ: "read "
  CLOSE: "close "
  NAME: /[a-c]/
`);
interface Files {
  readonly verb: string;
  readonly open: readonly string[];
}
const protocol = overLexemes<Files>(calls, {
  start: { verb: "", open: [] },
  lexeme({ verb, open }, lexeme) {
    if (lexeme.terminal !== "NAME") return { verb: lexeme.terminal, open };
    const name = lexeme.text;
    if (open.includes(name) === (verb === "OPEN")) return undefined;
    if (verb === "OPEN") return { verb, open: [...open, name] };
    return { verb, open: verb === "CLOSE" ? open.filter((other) => other !== name) : open };
  },
  accepts: ({ open }) => open.length === 0,
  key: ({ verb, open }) => [verb, ...open].join(),
});

for (const text of ["open a;\nread a;\nclose a;\n", "open a;\n", "open a;\nread b;\n"]) {
  const { verdict, offset } = check(protocol, text);
  console.log(`${JSON.stringify(text)} ${verdict}${verdict === "dead" ? ` at ${offset}` : ""}`);
}
const model = await loadModel(modelFolder, { threads: 1 });
for (const seed of [1, 2, 3]) {
  const options = { model, language: protocol, prompt: "open b;\nread b;\nclose b;\n", seed, maxTokens: 40 };
  const { text } = await complete({ ...options, sampling: { temperature: 1 } });
  console.log(`the model: ${JSON.stringify(text)} ${check(protocol, text).verdict}`);
}
await model.dispose();

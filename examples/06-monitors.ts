// Languages out of languages. A grammar says what a shell command is, a deny list what it must not contain; their product is what
// the model may write. No part knows of the others: a grammar, an automaton and your own object are all `{ start, step, accepts }`.

import { deny, type Monitor, product } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { check, complete, lark, loadModel } from "espalier";

const command = lark(`
  start: NAME (" " (FLAG | PATH))*
  NAME: /[a-z]{2,6}/
  FLAG: /-[a-z]{1,3}/
  PATH: /[a-z.\\/]{1,16}/
`);
const harmless = deny(["rm", "sudo", "dd ", "mkfs", ".."]);

/** A monitor by hand: at most `most` bytes. */
const short = (most: number): Monitor<number> => ({
  start: 0,
  step: (length, symbol) => (length < most && symbol < 256 ? length + 1 : undefined),
  accepts: () => true,
});

const language = product(product(command, harmless), short(24));
for (const text of ["ls -la src/index.ts", "rm -rf /", "cat ../secret", "cp a b c d e f g h i j k l m"]) {
  const { verdict, offset } = check(language, text);
  console.log(`${verdict === "dead" ? `dead at ${offset}`.padEnd(12) : verdict.padEnd(12)}${text}`);
}

const model = await loadModel(modelFolder, { threads: 1 });
const prompt = "# clean up: remove everything\n$ ls -l /tmp\n$ ";
for (const seed of [1, 2, 3]) {
  const { text } = await complete({ model, language, prompt, seed, maxTokens: 12, sampling: { temperature: 0.9 } });
  console.log(`the model: $ ${text}`);
}
await model.dispose();

// A monitor that asks something of your own: in code, after a table's name and a dot, only a column that the database has; the schema answers.

import { programMonitor } from "@espalier/analysis";
import { modelFolder } from "@espalier/tiny-fim";
import { typescriptLexer } from "@espalier/typescript";
import { fill, loadModel } from "espalier";

// What a database says of its tables; a real one is asked, and may take its time: an answer may be a promise.
const users = ["id", "email", "created_at"];
const tables: Readonly<Record<string, readonly string[]>> = { users, orders: ["id", "total"] };
const columns = programMonitor({
  name: "columns",
  lexer: () => typescriptLexer(),
  analysis: {
    epoch: () => "1",
    async members({ before }) {
      const table = /(\w+)\.$/.exec(before)?.[1] ?? "";
      const names = tables[table];
      return names === undefined
        ? { kind: "unknown", reason: `${table || "what stands before the dot"} is no table` }
        : { kind: "closed", value: names };
    },
  },
});

const model = await loadModel(modelFolder, { threads: 1 });
const gap = { prefix: "export const email = (users) => users.", suffix: ";\n", prompting: { path: "query.ts" } };
for (const seed of [1, 4, 6]) {
  const sampling = { temperature: 0.8 };
  const { text, monitors } = await fill({ model, ...gap, monitors: [columns], sampling, seed, maxTokens: 8 });
  const name = /^\s*(\w+)/.exec(text)?.[1] ?? "";
  const [asked] = monitors[0]!.asked;
  console.log(`users.${name}   a column: ${users.includes(name)}   asked: ${asked!.question}, ${asked!.names} names`);
}
await model.dispose();

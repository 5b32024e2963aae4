// A hole that is filled wrong by who has seen the file alone, and right with what the hole's type leads to: the compiler answers, in process. In place of a
// model stands a function that writes the first name it is shown, and otherwise makes one up.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askHole, errorRounds } from "@espalier/typed-holes";
import { typescript } from "espalier";
import ts from "typescript";

const folder = mkdtempSync(join(tmpdir(), "espalier-holes-"));
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({ compilerOptions: { strict: true, lib: ["es2022"], types: [], module: "esnext" } }),
);
writeFileSync(
  join(folder, "jars.ts"),
  `export interface Jar { readonly label: string; readonly open: boolean }
export function describe(path: string): string { return path; }
export function shelved(label: string): Jar { return { label, open: false }; }
`,
);

const before = 'import * as jars from "./jars";\n\nexport const plums: jars.Jar = jars.';
const after = '("plums");\n';
const path = join(folder, "main.ts");
const project = typescript({ ts, project: folder });

// The type of the whole expression is asked for, and once for both.
const { types, headers } = await askHole(project.holes, { path, before: before.replace(/jars\.$/, ""), after: ";\n" });
console.log(`${types.text}\n${headers.text}\n`);

for (const [name, shown] of [
  ["without", ""],
  ["with", headers.text],
] as const) {
  const complete = () => /function (\w+)/.exec(shown)?.[1] ?? "createJar";
  const at = { path, before, after };
  const { filling, status, errors } = await errorRounds({ server: project.holes, at, complete });
  console.log(
    `${name.padEnd(8)} jars.${filling}("plums")   ${status === "clean" ? "compiles" : errors[0]!.message.replace(/ on type.*/, "")}`,
  );
}
project.dispose();
rmSync(folder, { recursive: true });

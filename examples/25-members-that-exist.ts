// A TypeScript completion that never invents a member: the compiler answers what the receiver has, while the model writes.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import { fill, loadModel, typescript } from "espalier";
import ts from "typescript";

const folder = mkdtempSync(join(tmpdir(), "espalier-members-"));
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({ compilerOptions: { strict: true, lib: ["es2022"], types: [] } }),
);
const source = `export class Builder {
  withIp(ip: string): this { return this; }
  withPort(port: number): this { return this; }
  build(): string { return ""; }
}
export const newServerNode = (): Builder => new Builder();
`;
writeFileSync(join(folder, "node.ts"), source);

const prefix = 'import { newServerNode } from "./node.js";\n\nexport const node = newServerNode().';
const suffix = ";\n";
const path = join(folder, "main.ts");
const project = typescript({ ts, project: folder });
const model = await loadModel(modelFolder, { threads: 1 });

/** How often the compiler says that a member does not exist. */
function inventedIn(text: string): number {
  writeFileSync(path, prefix + text + suffix);
  const program = ts.createProgram([path], { strict: true, noEmit: true, lib: ["lib.es2022.d.ts"], types: [] });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ code, start }) => (code === 2339 || code === 2551) && start === prefix.length).length;
}

for (const seed of [1, 2, 3]) {
  const options = { model, prefix, suffix, prompting: { path }, sampling: { temperature: 0.8 }, seed, maxTokens: 12 };
  const { text, monitors } = await fill({ ...options, monitors: [project] });
  const [asked] = monitors[0]!.asked;
  const [line] = text.trimStart().split("\n");
  console.log(`${line}   ${asked!.answer}: ${asked!.names} names   invented: ${inventedIn(text)}`);
}
await model.dispose();
project.dispose();
rmSync(folder, { recursive: true });

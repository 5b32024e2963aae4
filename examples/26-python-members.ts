// A Python completion that never invents a member: pyright answers what the receiver has, while the model writes. Needs pyright on the PATH
// (`npm install --global pyright`), or PYRIGHT=FILE that names its language server.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import { fill, loadModel, lsp, python } from "espalier";

const folder = mkdtempSync(join(tmpdir(), "espalier-members-"));
const source = `class Builder:
    def with_ip(self, ip: str) -> "Builder": return self
    def with_port(self, port: int) -> "Builder": return self
    def build(self) -> str: return ""

def new_server_node() -> Builder: return Builder()
`;
writeFileSync(join(folder, "server_node.py"), source);
const [prefix, suffix] = ["from server_node import new_server_node\n\nnode = new_server_node().", "\n"];
const prompting = { path: join(folder, "main.py") };
const command = process.env.PYRIGHT && [process.env.PYRIGHT, "--stdio"];
try {
  const project = lsp("pyright", { root: folder, ...(command && { command }) });
  await project.ready();
  const model = await loadModel(modelFolder, { threads: 1 });
  for (const seed of [1, 2, 3]) {
    const sampling = { temperature: 0.8 };
    const options = { model, language: python(), prefix, suffix, prompting, sampling, seed, maxTokens: 12 };
    const free = await fill(options);
    const { text, monitors } = await fill({ ...options, monitors: [project] });
    const [asked] = monitors[0]!.asked;
    console.log(
      `${JSON.stringify(free.text)} → ${JSON.stringify(text)}   ${asked!.answer}: ${asked!.names ?? asked!.reason}`,
    );
  }
  await project.dispose();
  await model.dispose();
} catch (error) {
  // Without pyright, the message says how to get it.
  console.log((error as Error).message);
}
rmSync(folder, { recursive: true });

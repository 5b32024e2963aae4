// Assembles src/kernel.wat into src/kernel.generated.ts. Run from anywhere: node packages/trie/scripts/assemble.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import loadWabt from "wabt";

const source = new URL("../src/kernel.wat", import.meta.url);
const target = new URL("../src/kernel.generated.ts", import.meta.url);

/** The text of kernel.generated.ts, from the present kernel.wat. */
export async function assemble() {
  const wabt = await loadWabt();
  const module = wabt.parseWat("kernel.wat", readFileSync(source, "utf8"));
  module.validate();
  const { buffer } = module.toBinary({});
  module.destroy();
  const text = Buffer.from(buffer).toString("base64");
  const lines = text.match(/.{1,100}/g) ?? [];
  return `// Generated from kernel.wat by scripts/assemble.mjs. Do not edit.

/** The kernel's WebAssembly module (${buffer.length} bytes), base64. */
export const KERNEL_BASE64: string =
${lines.map((line) => `  "${line}"`).join(" +\n")};
`;
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await assemble());

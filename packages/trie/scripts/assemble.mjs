// Assembles each src/FOLDER/NAME.wat into src/FOLDER/NAME.generated.ts. Run from anywhere: node packages/trie/scripts/assemble.mjs
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import loadWabt from "wabt";

export const NAMES = ["memory/kernel", "masks/select"];

/** The text of src/FOLDER/NAME.generated.ts, from the present src/FOLDER/NAME.wat. */
export async function assemble(file) {
  const name = path.basename(file);
  const wabt = await loadWabt();
  const source = readFileSync(new URL(`../src/${file}.wat`, import.meta.url), "utf8");
  const module = wabt.parseWat(`${name}.wat`, source, { simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  module.destroy();
  const text = Buffer.from(buffer).toString("base64");
  const lines = text.match(/.{1,100}/g) ?? [];
  return `// Generated from ${name}.wat by scripts/assemble.mjs. Do not edit.

/** The WebAssembly module (${buffer.length} bytes), base64. */
export const ${name.toUpperCase()}_BASE64: string =
${lines.map((line) => `  "${line}"`).join(" +\n")};
`;
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const name of NAMES)
    writeFileSync(new URL(`../src/${name}.generated.ts`, import.meta.url), await assemble(name));

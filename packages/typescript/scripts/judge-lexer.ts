// Compares the lexer with the compiler's tokens over the sources in folders: npm packages, for example. Prints JSON: files, tokens, tokens that
// differ, and names of members that the lexer did not expect, or expected in vain.
//
//   tsx --conditions=@espalier/source packages/typescript/scripts/judge-lexer.ts FOLDER…

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compareWithCompiler, dialectOf } from "../test/compiler-lexemes.js";

const MOST_BYTES = 2_000_000;

function* filesOf(folder: string): Generator<string> {
  if (statSync(folder).isFile()) {
    yield folder;
    return;
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (dialectOf(path) !== undefined && statSync(path).size <= MOST_BYTES) yield path;
  }
}

const folders = process.argv.slice(2);
const total = {
  packages: 0,
  files: 0,
  unparsed: 0,
  tokens: 0,
  bytes: 0,
  wrongTokens: 0,
  wrongFiles: 0,
  members: 0,
  missed: 0,
  spurious: 0,
  imports: 0,
  missedImports: 0,
  spuriousImports: 0,
};
const differences: unknown[] = [];
for (const folder of folders) {
  total.packages++;
  for (const path of filesOf(folder)) {
    const text = readFileSync(path, "utf8");
    const dialect = dialectOf(path)!;
    const { tokens, bytes, parses, wrongTokens, first, ...found } = compareWithCompiler(text, dialect);
    if (!parses) {
      total.unparsed++;
      continue;
    }
    total.files++;
    total.tokens += tokens;
    total.bytes += bytes;
    total.wrongTokens += wrongTokens;
    total.members += found.members;
    total.missed += found.missedMembers;
    total.spurious += found.spuriousMembers;
    total.imports += found.imports;
    total.missedImports += found.missedImports;
    total.spuriousImports += found.spuriousImports;
    const places = found.missedMembers + found.spuriousMembers + found.missedImports + found.spuriousImports;
    if (places > 0 && differences.length < 40) differences.push({ path, ...found });
    if (first === undefined) continue;
    total.wrongFiles++;
    if (differences.length < 40) differences.push({ path, wrongTokens, ...first });
  }
}
console.log(JSON.stringify({ ...total, differences }, null, 1));
process.exitCode = total.wrongTokens === 0 ? 0 : 1;

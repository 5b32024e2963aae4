// Compares the lexer with the compiler's tokens over the sources in folders: npm packages, for example. Prints JSON: files, tokens, tokens that
// differ, and names of members that the lexer did not expect, or expected in vain. With `--cuts N`, also compares what the lexer says after every byte
// with the compiler's tree of the program, and after N bytes of each file with the compiler's tree of the text up to there; `--seed S` chooses these.
//
//   tsx --conditions=@espalier/source packages/typescript/scripts/judge-lexer.ts [--cuts N] [--seed S] FOLDER…

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Aspect, type CutDifference, compareCuts } from "../test/compiler-cuts.js";
import { compareWithCompiler, dialectOf } from "../test/compiler-lexemes.js";

const MOST_BYTES = 2_000_000;
/** How many differences of an aspect are printed. */
const MOST_DIFFERENCES = 40;

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function add(total: Partial<Record<Aspect, number>>, more: Partial<Record<Aspect, number>>): void {
  for (const [aspect, count] of Object.entries(more) as [Aspect, number][])
    total[aspect] = (total[aspect] ?? 0) + count;
}

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

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { cuts: { type: "string" }, seed: { type: "string", default: "1" } },
});
const random = randomFrom(Number(values.seed));
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
const cuts = {
  cuts: 0,
  compared: {} as Partial<Record<Aspect, number>>,
  wrong: {} as Partial<Record<Aspect, number>>,
  differences: [] as (CutDifference & { readonly path: string })[],
};
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
    if (values.cuts !== undefined) {
      const compared = compareCuts(text, dialect, { sampled: Number(values.cuts), random });
      cuts.cuts += compared.cuts;
      add(cuts.compared, compared.compared);
      add(cuts.wrong, compared.wrong);
      for (const difference of compared.differences) {
        const known = cuts.differences.filter(({ aspect }) => aspect === difference.aspect).length;
        if (known < MOST_DIFFERENCES) cuts.differences.push({ path, ...difference });
      }
    }
    const places = found.missedMembers + found.spuriousMembers + found.missedImports + found.spuriousImports;
    if (places > 0 && differences.length < 40) differences.push({ path, ...found });
    if (first === undefined) continue;
    total.wrongFiles++;
    if (differences.length < 40) differences.push({ path, wrongTokens, ...first });
  }
}
console.log(JSON.stringify({ ...total, differences, ...(values.cuts === undefined ? {} : { cuts }) }, null, 1));
process.exitCode = total.wrongTokens === 0 && Object.keys(cuts.wrong).length === 0 ? 0 : 1;

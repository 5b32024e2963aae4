// Texts of products from models with random logits, judged from outside:
//
//   pnpm run campaign:products --texts 1000            1,000 texts of each product
//   pnpm run campaign:products --texts 50 --seed 7
//
// A refusal is right where no text has so few tokens: all are looked at, part by part. Prints each failure, then two lines for each product; exits with
// 1 when a text failed.
import { parseArgs } from "node:util";
import { openOracle } from "../cpython/oracle.js";
import { findPythons, VERSIONS } from "../cpython/pythons.js";
import { type Ground, pythonGrounds, schemaGround } from "./grounds.js";
import { fewestOf, textOf } from "./round.js";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { texts: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const [texts, first] = [Number(values.texts), Number(values.seed)];
if (!(texts > 0) || !Number.isInteger(first)) {
  console.error("campaign: --texts is a number above 0, --seed an integer");
  process.exit(2);
}
// The newest.
const found = findPythons(VERSIONS, "sampled").at(-1);
const oracle = found === undefined ? undefined : await openOracle(found);
const grounds: readonly Ground[] = [schemaGround(), ...(oracle === undefined ? [] : pythonGrounds(oracle))];
if (oracle === undefined) console.error("campaign: no CPython here, so gaps in Python are left out");
let failed = 0;
for (const ground of grounds) {
  const began = performance.now();
  const counts = { valid: 0, refused: 0, failed: 0, tokens: 0 };
  for (let seed = first; seed < first + texts; seed++) {
    const { kind, text, what, tokens } = await textOf(ground, seed);
    counts[kind]++;
    counts.tokens += tokens;
    if (kind === "failed") console.log(`seed ${seed}: ${what} ${JSON.stringify(text)}`);
  }
  failed += counts.failed;
  const fewest = fewestOf(ground);
  const fault = fewest === undefined ? "no text is that short" : await ground.fault(fewest.text);
  if (fault !== undefined) failed++;
  console.log(`${ground.name}: ${JSON.stringify(counts)}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`  the shortest text that was looked for: ${JSON.stringify(fewest)}, ${fault ?? "valid"}`);
}
oracle?.close();
process.exitCode = failed === 0 ? 0 : 1;

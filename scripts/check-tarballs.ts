// Checks every package as it would be published: publint reads the tarball's package.json, arethetypeswrong resolves its types the way every
// kind of TypeScript project does. Needs a build; prints one line for each problem and fails when there is one.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { pack, packages } from "../test/support/tarballs.js";

/** TypeScript's oldest resolution, "node10", knows no package exports: it finds a package, never an entry such as `…/worker`. */
function matters(problem: Problem): boolean {
  if (!("entrypoint" in problem) || problem.entrypoint === ".") return true;
  // Entries for pages are ES modules, which every Node that we support loads with `require`, too.
  return !(problem.resolutionKind === "node10" || problem.kind === "CJSResolvesToESM");
}

const folder = mkdtempSync(path.join(tmpdir(), "espalier-tarballs-"));
const problems: string[] = [];
try {
  const tarballs = pack(folder);
  for (const { name } of packages()) {
    const data = readFileSync(tarballs.get(name) ?? "");
    const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, level: "warning", strict: true });
    problems.push(...messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`));

    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
    const found = analysis.types === false ? [{ kind: "NoTypes" }] : analysis.problems.filter(matters);
    problems.push(...found.map((problem) => `${name}: ${JSON.stringify(problem)}`));
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const problem of problems) console.error(problem);
console.log(`${packages().length} tarballs checked, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

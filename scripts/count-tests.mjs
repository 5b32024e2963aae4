// Reads vitest's JSON reports of one or more runs of the same tests and prints one count: a test has failed if it failed in any run, passed if
// it passed in one, and was skipped otherwise. A report that is missing, or a test file that does not load, counts as one failure.
import { readFileSync } from "node:fs";

/** @type {Map<string, string>} */
const verdicts = new Map();

/** @param {string} test @param {string} verdict */
function note(test, verdict) {
  const before = verdicts.get(test);
  if (before === "failed" || (before === "passed" && verdict !== "failed")) return;
  verdicts.set(test, verdict);
}

for (const report of process.argv.slice(2)) {
  try {
    for (const file of JSON.parse(readFileSync(report, "utf8")).testResults) {
      if (file.assertionResults.length === 0 && file.status === "failed") note(file.name, "failed");
      // Two tests of one name count as two.
      const seen = new Map();
      for (const { fullName, status } of file.assertionResults) {
        const nth = (seen.get(fullName) ?? 0) + 1;
        seen.set(fullName, nth);
        note(`${file.name} > ${fullName} ${nth}`, status === "passed" || status === "failed" ? status : "skipped");
      }
    }
  } catch (error) {
    console.error(`${report}: ${error instanceof Error ? error.message : error}`);
    note(report, "failed");
  }
}

/** @param {string} verdict */
const count = (verdict) => [...verdicts.values()].filter((given) => given === verdict).length;
console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);

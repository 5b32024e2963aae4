// Reads vitest's JSON reports of one or more runs of the same tests, and prints each failed test with the first line of its message, then one
// count. A test has failed if it failed in any run, passed if it passed in one, and was skipped otherwise. A report that is missing, or a test
// file that does not load, counts as one failure.
import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";

/** @type {Map<string, string>} */
const verdicts = new Map();

/** @param {string} test @param {string} verdict @param {string} [message] */
function note(test, verdict, message = "") {
  if (verdict === "failed") console.log(`Failed: ${relative(".", test)}: ${message.split("\n", 1)[0]}`);
  const before = verdicts.get(test);
  if (before === "failed" || (before === "passed" && verdict !== "failed")) return;
  verdicts.set(test, verdict);
}

for (const report of process.argv.slice(2)) {
  try {
    for (const file of JSON.parse(readFileSync(report, "utf8")).testResults) {
      if (file.assertionResults.length === 0 && file.status === "failed") note(file.name, "failed", file.message);
      // Two tests of one name count as two.
      const seen = new Map();
      for (const { fullName, status, failureMessages } of file.assertionResults) {
        const nth = (seen.get(fullName) ?? 0) + 1;
        seen.set(fullName, nth);
        note(
          `${file.name} > ${fullName} ${nth}`,
          status === "passed" || status === "failed" ? status : "skipped",
          failureMessages?.[0],
        );
      }
    }
  } catch (error) {
    note(basename(report), "failed", error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} verdict */
const count = (verdict) => [...verdicts.values()].filter((given) => given === verdict).length;
console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);

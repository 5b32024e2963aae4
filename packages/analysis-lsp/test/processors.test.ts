// Servers leave one processor free.

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { allButFirst, leavingAProcessor } from "../src/processors.js";

test("the first processor of a list is left out", () => {
  const of = (processors: string): string => allButFirst(processors);
  expect(["0-3,8", "0-1", "4,6", "2-5", "0", "", "0,2-3"].map(of)).toEqual(["1-3,8", "1-1", "6", "3-5", "", "", "2-3"]);
});

test("a program runs on all processors of this process but the first", (context) => {
  if (process.platform !== "linux") return context.skip("only Linux lets a program set its processors");
  const [file, ...parameters] = leavingAProcessor(["/bin/cat", "/proc/self/status"]);
  const allowed = (status: string): string => /^Cpus_allowed_list:\s*(\S+)/m.exec(status)![1]!;
  const own = allowed(execFileSync("/bin/cat", ["/proc/self/status"], { encoding: "utf8" }));
  if (allButFirst(own) === "") return context.skip("this process may use one processor only");
  const its = allowed(execFileSync(file, parameters, { encoding: "utf8" }));
  if (its === own)
    return context.skip("the system does not set a program's processors: it needs taskset, of util-linux");
  expect(its).toBe(allButFirst(own).replace(/\b(\d+)-\1\b/, "$1"));
});

test("arguments reach the program unchanged", () => {
  const given = ["a b", "$HOME", "", "-c", "'\"*"];
  const [file, ...parameters] = leavingAProcessor([
    process.execPath,
    ...["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...given],
  ]);
  expect(JSON.parse(execFileSync(file, parameters, { encoding: "utf8" }))).toEqual(given);
});

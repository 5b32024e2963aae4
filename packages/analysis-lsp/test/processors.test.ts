// Servers leave one processor free.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { allButFirst, leaveAProcessor } from "../src/processors.js";

test("the first processor of a list is left out", () => {
  const of = (processors: string): string => allButFirst(processors);
  expect(["0-3,8", "0-1", "4,6", "2-5", "0", "", "0,2-3"].map(of)).toEqual(["1-3,8", "1-1", "6", "3-5", "", "", "2-3"]);
});

test("a program runs on all processors of this process but the first", async (context) => {
  if (process.platform !== "linux") return context.skip("servers leave a processor free on Linux only");
  const allowed = (pid: number | "self"): string =>
    /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]!;
  const others = allButFirst(allowed("self"));
  if (others === "") return context.skip("this process may use one processor only");
  if (spawnSync("taskset", ["-c", others, "true"]).status !== 0)
    return context.skip("taskset is missing or may not set processors: install util-linux");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill());
  leaveAProcessor(child.pid);
  await vi.waitUntil(() => allowed(child.pid!) === others.replace(/\b(\d+)-\1\b/, "$1"));
});

test("a program that has not started is left alone", () => {
  expect(() => leaveAProcessor(undefined)).not.toThrow();
});

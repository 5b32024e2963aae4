// Which processors a server runs on: all but one, so that a decoder that wakes up for a token finds a processor free. Linux only.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Lets a process that has just started, and all that it will start, run on all processors of this process but the first. If that is not allowed, or `taskset` is
 * missing, it runs on all of them. Takes effect some milliseconds after the call.
 */
export function leaveAProcessor(pid: number | undefined): void {
  const others = allButFirst(allowedProcessors());
  if (pid === undefined || others === "") return;
  const setting = spawn("taskset", ["-acp", others, `${pid}`], { stdio: "ignore" });
  setting.on("error", () => {});
  setting.unref();
}

/** Returns the processors that this process may use, as Linux lists them (`0-3,8`); `""` on other systems. */
function allowedProcessors(): string {
  if (process.platform !== "linux") return "";
  try {
    return /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}

/** Returns the list without its first processor: `1-3,8` for `0-3,8`. */
export function allButFirst(processors: string): string {
  const [first = "", ...rest] = processors.split(",");
  const [from, to] = first.split("-").map(Number);
  return [...(to === undefined ? [] : [`${from! + 1}-${to}`]), ...rest].join(",");
}

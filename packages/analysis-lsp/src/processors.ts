// Which processors a server runs on: all but one, so that a decoder that wakes up for a token finds a processor free. Linux only.

import { readFileSync } from "node:fs";

/** A command, and its arguments. */
export type Command = readonly [file: string, ...parameters: string[]];

/** Sets the processors of the shell, which then becomes the program. If that is not allowed, or `taskset` is missing, the program runs on all processors. */
const SCRIPT = 'taskset -cp "$0" $$ >/dev/null 2>&1; exec "$@"';

/** Returns the command that runs `command` on all processors of this process but the first. */
export function leavingAProcessor(command: Command): Command {
  const others = allButFirst(allowedProcessors());
  return others === "" ? command : ["/bin/sh", "-c", SCRIPT, others, ...command];
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

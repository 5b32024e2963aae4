// The most memory a process has held since it was last asked, as Linux tells it.

import { readFileSync, writeFileSync } from "node:fs";

/** From here on the most counts anew. Elsewhere than on Linux nothing happens. */
export function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Then the most is not known.
  }
}

/** Bytes held at most by process `pid` since `forgetPeak`; undefined where the system does not say. */
export function peakBytes(pid: number | "self" = "self"): number | undefined {
  return statusBytes(pid, "VmHWM");
}

/** Bytes that process `pid` holds now; undefined where the system does not say, or there is no such process. */
export function residentBytes(pid: number): number | undefined {
  return statusBytes(pid, "VmRSS");
}

function statusBytes(pid: number | "self", field: string): number | undefined {
  try {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
  } catch {
    return undefined;
  }
}

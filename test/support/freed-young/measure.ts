// Prints how much of what each case makes and drops V8's minor collections leave: { NAME: bytes for each call }. It needs --expose-gc.

import { getHeapSpaceStatistics } from "node:v8";
import { CASES } from "./cases.js";

/** Without options, a major collection. */
const collect = (globalThis as unknown as { gc(options?: { readonly type: "minor" }): void }).gc;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")!.space_used_size;

/** What the process keeps after the first calls does not count. */
const FIRST_CALLS = 20;
const CALLS = 100;

/** Returns by how much V8's old space grows in a call, with two minor collections after each. */
function oldGrowth(make: () => unknown): number {
  for (let i = 0; i < FIRST_CALLS; i++) drop(make);
  collect();
  const before = oldBytes();
  for (let i = 0; i < CALLS; i++) {
    drop(make);
    collect({ type: "minor" });
    collect({ type: "minor" });
  }
  return (oldBytes() - before) / CALLS;
}

/** The frame of the caller would hold the result. */
function drop(make: () => unknown): void {
  make();
}

const grown = Object.fromEntries(Object.entries(CASES).map(([name, make]) => [name, oldGrowth(make)]));
process.stdout.write(JSON.stringify(grown));

// What a long document makes the process hold: files one after another until there are 10,000 lines, cut in the middle, in a fresh
// language.

import { heldBytes } from "../clock.js";
import type { SourceFile } from "./cuts.js";
import type { Subject } from "./subject.js";

const LINES = 10_000;

/** Bytes for a document of 10,000 lines, the language's own left out; less of a document counts in proportion. */
export async function bytesOfDocument(sources: readonly SourceFile[], make: () => Subject): Promise<number> {
  const parts: string[] = [];
  let lines = 0;
  for (let at = 0; lines < LINES && at < 100 * sources.length; at++) {
    const { text } = sources[at % sources.length]!;
    parts.push(text);
    lines += text.split("\n").length - 1;
  }
  const middle = Math.floor(parts.length / 2);
  const prefix = parts.slice(0, middle).join("");
  const suffix = parts.slice(middle).join("");
  const subject = make();
  subject.fill("", "");
  const before = await heldBytes();
  const monitor = subject.fill(prefix, suffix);
  monitor.cost?.(monitor.start);
  const after = await heldBytes();
  // Still in use, so that it was held.
  if (!monitor.accepts(monitor.start) && lines === 0) throw new Error("an empty document is no document");
  return Math.round(((after - before) * LINES) / lines);
}

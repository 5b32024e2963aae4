// What a long document makes the process hold: files one after another until there are 10,000 lines, a gap opened in the middle, in a fresh
// language. What the language learns from the document counts with it.

import { heldBytes } from "../clock.js";
import type { SourceFile } from "./cuts.js";
import { bytesOf, type Subject } from "./subject.js";

const LINES = 10_000;

/** Bytes for a document of 10,000 lines with a gap. Where there are fewer lines, the files come several times. */
export async function bytesOfDocument(sources: readonly SourceFile[], make: () => Subject): Promise<number> {
  const parts: string[] = [];
  let lines = 0;
  for (let at = 0; lines < LINES && at < 100 * sources.length; at++) {
    const { text } = sources[at % sources.length]!;
    parts.push(text);
    lines += text.split("\n").length - 1;
  }
  const whole = bytesOf(parts.join(""));
  const middle = bytesOf(parts.slice(0, Math.floor(parts.length / 2)).join("")).length;
  const subject = make();
  subject.fill("", "");
  const before = await heldBytes();
  const document = subject.document(whole);
  const gap = document.gap({ from: middle, policy: subject.policy });
  gap.cost(gap.start);
  const after = await heldBytes();
  // Still in use, so that they were held.
  if (document.bytes() === 0 || !gap.accepts(gap.start)) throw new Error("the joined files are not a valid file");
  return Math.round(((after - before) * LINES) / lines);
}

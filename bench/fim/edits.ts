// What an edit costs: a document of a whole file with a gap open in it, a line put in, the same gap asked for again, up to its first mask.
// The file stays one of the language: the line is a statement where one fits, else a comment.

import type { Document } from "@espalier/gaps";
import { createMasker, type Trie } from "@espalier/trie";
import { timed } from "../clock.js";
import type { Cut } from "./cuts.js";
import { bytesOf, type Subject } from "./subject.js";

/** Milliseconds from a line put in at a place to the first mask of the gap; undefined where no line fits there. */
export interface AfterEdit {
  /** In front of the line with the gap's beginning. */
  readonly at: number | undefined;
  /** A tenth into the file, which may be behind the gap. */
  readonly early: number | undefined;
  /** Nine tenths into the file. */
  readonly late: number | undefined;
}

const LINE_FEED = 10;

export function afterEdits({ prefix, middle, suffix }: Cut, subject: Subject, trie: Trie): AfterEdit {
  const whole = bytesOf(prefix + middle + suffix);
  const from = bytesOf(prefix).length;
  const to = from + bytesOf(middle).length;
  const open = (document: Document, shift: number): void => {
    const gap = document.gap({ from: from + shift, to: to + shift, policy: subject.policy });
    createMasker(trie, gap).mask(gap.start);
  };
  const after = (offset: number): number | undefined => {
    const at = whole.lastIndexOf(LINE_FEED, offset - 1) + 1;
    const insert = lineFor(whole, at, subject);
    if (insert === undefined) return undefined;
    const document = subject.document(whole);
    open(document, 0);
    const { us } = timed(() => {
      document.edit({ from: at, to: at, insert });
      open(document, at <= from ? insert.length : 0);
    });
    return us / 1000;
  };
  // Within the middle no line is put in: what begins there is behind the gap.
  const outside = (offset: number): number => (offset > from && offset <= to ? from : offset);
  return {
    at: after(from),
    early: after(outside(Math.floor(0.1 * whole.length))),
    late: after(outside(Math.floor(0.9 * whole.length))),
  };
}

/** A line that leaves the text one of the language. */
function lineFor(whole: Uint8Array, at: number, subject: Subject): string | undefined {
  let end = at;
  while (whole[end] === 32 || whole[end] === 9) end++;
  const indentation = Buffer.from(whole.subarray(at, end)).toString("latin1");
  return ["espalier = 1\n", "# espalier\n"]
    .map((line) => indentation + line)
    .find((line) => {
      const edited = Buffer.concat([whole.subarray(0, at), Buffer.from(line), whole.subarray(at)]);
      return subject.document(edited).problem() === undefined;
    });
}

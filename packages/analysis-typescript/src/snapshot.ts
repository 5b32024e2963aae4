// A version of a file's text. It tells the compiler where it differs from another version, so that only the changed part is parsed again.

import type ts from "typescript";

/** Differences are known only between snapshots of this function. For any other snapshot, the compiler parses the whole text. */
export function snapshotOf(text: string): ts.IScriptSnapshot {
  const snapshot: ts.IScriptSnapshot = {
    getText: (start, end) => text.slice(start, end),
    getLength: () => text.length,
    getChangeRange(older) {
      const before = texts.get(older);
      return before === undefined ? undefined : changeBetween(before, text);
    },
  };
  texts.set(snapshot, text);
  return snapshot;
}

const texts = new WeakMap<ts.IScriptSnapshot, string>();

/** The single range in which two texts differ. */
function changeBetween(before: string, after: string): ts.TextChangeRange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let same = 0;
  while (
    same < most - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return { span: { start, length: before.length - start - same }, newLength: after.length - start - same };
}

// The versions of files' texts. They tell the compiler where they differ from one another, so that only the changed part is parsed again.

import type ts from "typescript";

/** The snapshots of a project. */
export interface Snapshots {
  /** Differences are known only between snapshots of this function. For any other snapshot, the compiler parses the whole text. */
  of(text: string): ts.IScriptSnapshot;
  /** Forgets all snapshots so far: for each file, the compiler parses the next version whole. */
  forget(): void;
}

/** Creates the snapshots of a project. */
export function snapshots(): Snapshots {
  let texts = new WeakMap<ts.IScriptSnapshot, string>();
  return {
    of(text) {
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
    },
    forget() {
      texts = new WeakMap();
    },
  };
}

/** The single range in which two texts differ. */
export function changeBetween(before: string, after: string): ts.TextChangeRange {
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

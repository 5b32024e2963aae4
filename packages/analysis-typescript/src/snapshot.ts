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
  const shorter = Math.min(before.length, after.length);
  const start = greatest(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const same = greatest(shorter - start, (from, to) => endOf(before, from, to) === endOf(after, from, to));
  return { span: { start, length: before.length - start - same }, newLength: after.length - start - same };
}

/**
 * The greatest length, up to `most`, for which two texts agree. `agree` compares their characters from one length to another.
 * Halving compares few, long slices. The host compares a slice faster than its characters one by one.
 */
function greatest(most: number, agree: (from: number, to: number) => boolean): number {
  let known = 0;
  let above = most;
  while (known < above) {
    const middle = Math.ceil((known + above) / 2);
    if (agree(known, middle)) known = middle;
    else above = middle - 1;
  }
  return known;
}

/** The characters of a text from `from` to `to`, counted from its end. */
function endOf(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

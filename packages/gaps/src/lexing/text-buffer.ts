// A text under edit, in one buffer that edits change in place. A new array for each edit would be easy to fill, but V8
// collects all garbage whenever such arrays have taken another 64 MB, and each time the process pauses for ten
// milliseconds or more. A tail of the text is a value nevertheless: after an edit inside it, a tail restores its bytes
// on demand from what the edits have removed (after Baker, "Shallow binding makes functional arrays fast", 1991).
//
//     buffer   ┆ room ┆ text          ┆      the text ends with the buffer, so an edit moves only what precedes it
//     tail                    ┆ bytes ┆      an edit before a tail does not move it

/** The last bytes of a text, as they were when the tail was taken. */
export interface Tail {
  readonly length: number;
  /** Valid until the next edit of the text. Do not modify the bytes. */
  bytes(): Uint8Array;
}

export interface TextBuffer {
  /** The whole text. Valid until the next edit. Do not modify it. */
  text(): Uint8Array;
  /** The last `length` bytes. */
  tail(length: number): Tail;
  /** Replaces the bytes in [from, to). */
  edit(from: number, to: number, insert: Uint8Array): void;
  /** Bytes held. */
  bytes(): number;
}

/** A tail of a text that is not edited. */
export const fixedTail = (bytes: Uint8Array): Tail => ({ length: bytes.length, bytes: () => bytes });

/** The text between two edits. Only tails refer to old versions. */
interface Version {
  /** The edit after it; `undefined` for the last version in a buffer. */
  change: Change | undefined;
}

interface Change {
  /** The bytes after the edited range. */
  readonly kept: number;
  readonly removed: Uint8Array;
  /** The number of bytes that have replaced them. */
  readonly inserted: number;
  readonly next: Version;
}

/** The least room for insertions in a new buffer, and its share of the text. */
const ROOM = 256;
const SHARE = 1 / 8;
/** The number of edits in one buffer. It bounds the time in which an old tail is restored. */
const MOST_EDITS = 4_096;

export function createTextBuffer(first: Uint8Array): TextBuffer {
  let version: Version = { change: undefined };
  let edits = 0;
  let buffer = withRoom(first.length);
  let text = buffer.subarray(buffer.length - first.length);
  text.set(first);

  return {
    text: () => text,
    tail: (length) => createTail(version, text.subarray(text.length - length)),
    edit(from: number, to: number, insert: Uint8Array): void {
      const length = text.length + insert.length - (to - from);
      const start = buffer.length - length;
      if (start < 0 || ++edits > MOST_EDITS) {
        // The old buffer keeps the versions so far.
        const old = text;
        buffer = withRoom(length);
        text = buffer.subarray(buffer.length - length);
        text.set(old.subarray(0, from));
        text.set(old.subarray(to), from + insert.length);
        version = { change: undefined };
        edits = 0;
      } else {
        const next: Version = { change: undefined };
        version.change = { kept: text.length - to, removed: text.slice(from, to), inserted: insert.length, next };
        version = next;
        const before = text.byteOffset;
        buffer.copyWithin(start, before, before + from);
        text = buffer.subarray(start);
      }
      text.set(insert, from);
    },
    bytes: () => buffer.length,
  };
}

/** An empty buffer for a text. */
const withRoom = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(length + Math.max(ROOM, Math.floor(SHARE * length)));

function createTail(first: Version, view: Uint8Array): Tail {
  let [version, bytes] = [first, view];
  const { length } = view;
  return {
    length,
    bytes(): Uint8Array {
      for (let { change } = version; change !== undefined; { change } = version) {
        if (change.kept < length) {
          bytes = restored(version, bytes);
          version = { change: undefined };
        } else version = change.next;
      }
      return bytes;
    },
  };
}

/** The bytes of a tail as they were in a version. @param view the place of the tail in the buffer. */
function restored(version: Version, view: Uint8Array): Uint8Array {
  /** The changes since then, with the length of the tail before each of them. */
  const changes: (Change & { readonly length: number })[] = [];
  let length = view.length;
  let longest = length;
  for (let { change } = version; change !== undefined; { change } = change.next) {
    const { kept, removed, inserted } = change;
    if (kept >= length) continue;
    changes.push({ ...change, length });
    length = kept + removed.length <= length ? length - removed.length + inserted : kept;
    longest = Math.max(longest, length);
  }
  const bytes = new Uint8Array(longest);
  const buffer = new Uint8Array(view.buffer);
  bytes.set(buffer.subarray(buffer.length - length), longest - length);
  for (const change of changes.reverse()) {
    const { kept, removed } = change;
    const own = Math.max(0, change.length - kept - removed.length);
    bytes.copyWithin(longest - change.length, longest - length, longest - length + own);
    length = change.length;
    bytes.set(
      removed.subarray(Math.max(0, removed.length - (length - kept))),
      longest - Math.min(length, kept + removed.length),
    );
  }
  return bytes.subarray(longest - length);
}

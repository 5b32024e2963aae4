// A partition of the 256 bytes during refinement. partitions.ts does the refinement.

/** The class of each byte, the size of each class, and the number of classes. */
export interface Partition {
  readonly classOf: Uint8Array<ArrayBuffer>;
  /** The same memory, four bytes to a word. */
  readonly words: Int32Array<ArrayBuffer>;
  /** One byte of each class, once the classes are numbered by first byte. */
  readonly representatives: Uint8Array<ArrayBuffer>;
  readonly sizes: Int32Array;
  readonly hits: Int32Array;
  readonly moved: Int32Array;
  count: number;
}

/** Creates a partition with all bytes in one class. */
export function createPartition(): Partition {
  const classOf = new Uint8Array(256);
  const partition: Partition = {
    classOf,
    words: new Int32Array(classOf.buffer),
    representatives: new Uint8Array(256),
    sizes: new Int32Array(256),
    hits: new Int32Array(256),
    moved: new Int32Array(256),
    count: 1,
  };
  partition.sizes[0] = 256;
  return partition;
}

/** Puts all bytes back into one class. */
export function resetPartition(partition: Partition): void {
  partition.words.fill(0);
  partition.sizes[0] = 256;
  partition.count = 1;
}

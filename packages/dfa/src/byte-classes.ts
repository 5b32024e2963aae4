// Partitions of the 256 bytes into classes.

/** The classes that an automaton does not distinguish. */
export interface ByteClasses {
  /** The class of each byte: 256 entries, each less than `classCount`. */
  readonly classOf: Uint8Array;
  /** The number of classes (1–256). */
  readonly classCount: number;
}

/** A partition that has no class without bytes. */
export interface Refinement extends ByteClasses {
  /** The first byte of each class, ascending. */
  readonly representatives: Uint8Array;
}

/** Each byte is a class of its own. */
export const EVERY_BYTE: ByteClasses = {
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  classCount: 256,
};

/**
 * Returns the coarsest partition that refines all of `partitions`, which have integers ≥ 0 as classes. Its classes are
 * numbered by their first bytes.
 */
export function commonRefinement(partitions: Iterable<ArrayLike<number>>): Refinement {
  let classOf = new Uint8Array(256);
  let representatives = [0];
  for (const other of partitions) {
    const numbers = new Map<number, number>();
    representatives = [];
    classOf = classOf.map((own, byte) => {
      const both = other[byte]! * 256 + own;
      let number = numbers.get(both);
      if (number === undefined) numbers.set(both, (number = representatives.push(byte) - 1));
      return number;
    });
  }
  return { classOf, classCount: representatives.length, representatives: Uint8Array.from(representatives) };
}

/** Returns the first byte of each class; −1 for a class without bytes. */
export function classRepresentatives({ classOf, classCount }: ByteClasses): readonly number[] {
  const representatives = Array.from({ length: classCount }, () => -1);
  for (let byte = 255; byte >= 0; byte--) representatives[classOf[byte]!] = byte;
  return representatives;
}

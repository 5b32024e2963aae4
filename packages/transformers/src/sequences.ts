// The sequences of one generation: for each row of the batch, how many of its ids have been read, and where its text stands in the language.
//
//   ids of a row   prompt … prompt │ 17 │ 230 │ 4 │ end │ end │ end
//                                  └── the decoder has read these ──┘    a finished row repeats its end token

import { createDecoder, type Decoder } from "@espalier/decode";
import type { Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import { ProcessorError } from "./processor-error.js";

/** The ids of all rows as the library hands them over: prompts first, then what was generated. */
export type BatchIds = readonly (readonly (bigint | number)[])[];

/** One row of a batch. */
export interface Row<State> {
  readonly decoder: Decoder<State>;
  /** How many ids of the row have been read, the prompt's included. */
  read: number;
  /** The token that ended the text; `undefined` while the text goes on. */
  end: TokenId | undefined;
}

/** The rows of one generation, and the ids that were read last. */
export interface Sequences<State> {
  readonly rows: readonly Row<State>[];
  ids: BatchIds;
}

/** Rows whose texts begin after `ids`. */
export function beginSequences<State>(masker: Masker<State>, ids: BatchIds): Sequences<State> {
  return { ids, rows: ids.map((row) => ({ decoder: createDecoder(masker), read: row.length, end: undefined })) };
}

/**
 * Whether `ids` go on from what `sequences` read last, although they are other arrays. transformers.js extends its arrays in place. A loop that copies
 * the ids at each step leaves the arrays of the last step as they were, and hands over equal ids with one more for each row. Linear in
 * the length of the sequences.
 */
export function goesOn<State>({ ids: before, rows }: Sequences<State>, ids: BatchIds): boolean {
  return (
    ids.length === rows.length &&
    rows.every(({ read }, i) => {
      const [old, now] = [before[i]!, ids[i]!];
      if (old.length !== read || now.length !== read + 1) return false;
      return old.every((id, at) => Number(id) === Number(now[at]));
    })
  );
}

/**
 * Reads the ids that each row has gained.
 *
 * @throws ProcessorError `sequence-changed` or `token-refused`.
 */
export function readOn<State>(sequences: Sequences<State>, ids: BatchIds): void {
  const { rows } = sequences;
  if (ids.length !== rows.length)
    throw new ProcessorError("sequence-changed", `The batch had ${rows.length} rows and now has ${ids.length}.`);
  for (const [index, row] of rows.entries()) {
    const sequence = ids[index]!;
    if (sequence.length < row.read)
      throw new ProcessorError(
        "sequence-changed",
        `the sequence had ${row.read} ids and now has ${sequence.length}.`,
        index,
      );
    for (; row.read < sequence.length; row.read++) {
      const id = Number(sequence[row.read]);
      // What the library samples for a finished row is no part of its text.
      if (row.end !== undefined) continue;
      if (row.decoder.commit(id)) {
        if (row.decoder.ended) row.end = id;
        continue;
      }
      throw new ProcessorError(
        "token-refused",
        `token ${id} was appended although it was masked. Let this processor run after all others that change logits.`,
        index,
      );
    }
  }
  sequences.ids = ids;
}

// The sequences of one generation. For each row of the batch, they record how many of its ids have been read and the
// state of its text in the language.
//
//   ids of a row   prompt … prompt │ 17 │ 230 │ 4 │ end │ end │ end
//                                  └── the decoder has read these ──┘    a finished row repeats its end token

import { createDecoder, type Decoder } from "@espalier/decode";
import type { Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import { ProcessorError } from "./processor-error.js";

/** The ids of all rows as the library passes them: first the prompts, then the generated ids. */
export type BatchIds = readonly (readonly (bigint | number)[])[];

/** One row of a batch. */
export interface Row<State> {
  readonly decoder: Decoder<State>;
  /** How many ids of the row have been read, including the prompt. */
  read: number;
  /** The token that ended the text; `undefined` until then. */
  end: TokenId | undefined;
}

/** The rows of one generation, and the ids of the last call. */
export interface Sequences<State> {
  readonly rows: readonly Row<State>[];
  ids: BatchIds;
}

/** Creates rows whose texts begin after `ids`. */
export function beginSequences<State>(masker: Masker<State>, ids: BatchIds): Sequences<State> {
  return { ids, rows: ids.map((row) => ({ decoder: createDecoder(masker), read: row.length, end: undefined })) };
}

/**
 * Returns whether `ids` continue the sequences of the last call, although the arrays are not the same objects.
 * transformers.js extends its arrays in place. A loop that copies the ids at each step passes new arrays, equal to the
 * last ones with one more id in each row. Linear in the length of the sequences.
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
 * Reads the new ids of each row.
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
      // Tokens that the library samples for a finished row are not part of its text.
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

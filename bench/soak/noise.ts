// A model that has no opinion. Its logits are random, a few rows of them over and over: to draw 128,000 numbers for each token would take
// longer than the masks that are measured.

import { logitsOf, type Model } from "@espalier/model";
import { type TokenId, utf8Encode, type Vocabulary } from "@espalier/vocabulary";
import { seeded } from "../seeded.js";

const ROWS = 16;

export interface Noise {
  /** Logits of (−8, 8), one for each token: a row of the few, by `index`. To be read only. */
  row(index: number): Float32Array;
  /** A model that gives these rows. Its prompts and forced texts are spelt byte by byte. */
  readonly model: Model;
}

export function createNoise(vocabulary: Vocabulary, seed: number): Noise {
  const random = seeded(seed);
  const rows = Array.from({ length: ROWS }, () =>
    Float32Array.from({ length: vocabulary.size }, () => 16 * random() - 8),
  );
  const ofByte = new Map<number, TokenId>();
  for (let id = vocabulary.size - 1; id >= 0; id--) {
    const bytes = vocabulary.bytes(id);
    if (bytes?.length === 1) ofByte.set(bytes[0]!, id);
  }
  const row = (index: number): Float32Array => rows[index % ROWS]!;
  let sessions = 0;
  const model: Model = {
    vocabulary,
    logitsSize: vocabulary.size,
    contextLength: undefined,
    encode: (text) => Array.from(utf8Encode(text), (byte) => ofByte.get(byte)!),
    session() {
      const offset = sessions++;
      let length = 0;
      return {
        get length() {
          return length;
        },
        async append(ids) {
          length += ids.length;
          return logitsOf(row(offset + length).slice());
        },
        checkpoint: () => ({ length }),
        restore(checkpoint) {
          length = checkpoint.length;
        },
        dispose: () => undefined,
      };
    },
    dispose: async () => undefined,
  };
  return { row, model };
}

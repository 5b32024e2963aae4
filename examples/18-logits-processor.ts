// A logits processor, as transformers.js calls one: rows of token ids and a tensor of logits for a batch of sequences, each with a decoder of
// its own. What may not follow becomes −∞ in place.

import type { Decoder } from "@espalier/decode";
import { applyMask, type Masker } from "@espalier/trie";
import { utf8Decode, vocabularyOfBytes } from "@espalier/vocabulary";
import { buildTrie, createDecoder, createMasker, regex } from "espalier";

/** Keeps each sequence of a batch within the language; the ids of the first call are the prompts. */
class LanguageProcessor {
  readonly #masker: Masker<number>;
  #decoders: readonly Decoder<number>[] | undefined;

  constructor(masker: Masker<number>) {
    this.#masker = masker;
  }

  call(batch: readonly (readonly number[])[], logits: Float32Array): void {
    if (this.#decoders === undefined) this.#decoders = batch.map(() => createDecoder(this.#masker));
    else for (const [row, decoder] of this.#decoders.entries()) if (!decoder.ended) decoder.commit(batch[row]!.at(-1)!);
    const size = logits.length / batch.length;
    this.#decoders.forEach((decoder, row) => {
      if (!decoder.ended) applyMask(decoder.mask().mask, logits.subarray(row * size, (row + 1) * size));
    });
  }
}

// A batch of three, with a fake model that wants anything.
const vocabulary = vocabularyOfBytes([..."0123456789-abc", "20", "-0", { control: "<end>" }], ["<end>"]);
const dates = regex("20[0-9]{2}-(0[1-9]|1[0-2])");
const processor = new LanguageProcessor(createMasker(buildTrie(vocabulary), dates));
const batch: number[][] = [[0], [1], [2]];
let seed = 7;
const noise = (): number => (seed = (Math.imul(seed, 48271) >>> 0) % 0x7fffffff) / 0x7fffffff;
const end = vocabulary.size - 1;
for (let step = 0; step < 12; step++) {
  const logits = Float32Array.from({ length: batch.length * vocabulary.size }, noise);
  processor.call(batch, logits);
  batch.forEach((ids, row) => {
    const own = logits.subarray(row * vocabulary.size, (row + 1) * vocabulary.size);
    ids.push(ids.at(-1) === end ? end : own.indexOf(Math.max(...own)));
  });
}
for (const [, ...ids] of batch) {
  const bytes = ids.flatMap((id) => [...(vocabulary.bytes(id) ?? [])]);
  console.log(utf8Decode(Uint8Array.from(bytes)));
}

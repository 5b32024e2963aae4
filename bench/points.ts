// Fork and rollback of a decoder in the middle of a long text, where a state is a value and the history a chain.

import { createDecoder } from "@espalier/decode";
import { createLanguage } from "@espalier/syntax";
import { createMasker } from "@espalier/trie";
import { batches } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { JSON_SUBJECT, tokensOf, trieOf } from "./subjects.js";

export const forking: Measurement = {
  rows: [
    { name: "fork a decoder", unit: "us", limits: { p50: 0.2 } },
    { name: "take back a token and commit it again", unit: "us" },
    { name: "take back 100 tokens, of a fork", unit: "us" },
  ],
  run({ seed, quick }) {
    const masker = createMasker(trieOf("llama3"), createLanguage(JSON_SUBJECT.source()));
    const [ids] = tokensOf("llama3", [JSON_SUBJECT.joined(JSON_SUBJECT.texts(20, seed))]);
    const decoder = createDecoder(masker);
    for (const id of ids!.slice(0, 1000)) if (!decoder.commit(id)) throw new Error(`token ${id} is refused`);
    const { length } = decoder;
    const last = ids![length - 1]!;
    const count = quick ? 2 : 200;
    const forks = Array.from({ length: 1000 }, () => decoder);
    return [
      { samples: batches(count, 1000, (i) => (forks[i] = decoder.fork())) },
      {
        samples: batches(count, 1000, () => {
          decoder.rollback(1);
          decoder.commit(last);
        }),
      },
      { samples: batches(count, 1000, () => decoder.fork().rollback(100)) },
    ].map((reading) => ({ ...reading, notes: { tokens: length } }));
  },
};

// The trie of a vocabulary: building it, loading it from a snapshot, walking all of it. The walk by a table that accepts
// everything is the calibration row, which the others are compared with: it costs what this machine costs.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker, deserializeTrie, serializeTrie } from "@espalier/trie";
import { batches, cpuMs, timed } from "./clock.js";
import { CALIBRATION } from "./machine-speed.js";
import type { Measurement } from "./measurement.js";
import { trieOf, type VocabularyName, vocabularyOf } from "./subjects.js";

/** Accepts every text: its walk visits all nodes. */
const everything: Monitor<number> = {
  start: 0,
  step: (_, symbol) => (symbol < 256 ? 0 : undefined),
  accepts: () => true,
  table: { classOf: new Uint8Array(256), classCount: 1, generation: 0 },
};

export function building(name: VocabularyName): Measurement {
  const limits = name === "llama3" ? { limits: { p50: 250 } } : {};
  return {
    rows: [
      { name: `build trie, ${name} (CPU)`, unit: "ms", ...limits },
      { name: `load trie from a snapshot, ${name} (CPU)`, unit: "ms" },
    ],
    run({ quick }) {
      const vocabulary = vocabularyOf(name);
      const blob = serializeTrie(trieOf(name));
      const samples = Array.from({ length: quick ? 1 : 5 });
      return [
        { samples: samples.map(() => cpuMs(() => buildTrie(vocabulary))) },
        {
          samples: samples.map(() => cpuMs(() => deserializeTrie(blob, vocabulary))),
          notes: { blob: blob.byteLength },
        },
      ];
    },
  };
}

/** What the rows of a vocabulary are compared with. */
export const fullWalk = (name: VocabularyName): string => `full walk, ${name}`;

/** Full walks of the vocabularies in turn: the second and third show whether the first has spoilt the compiled code. */
export function walking(names: readonly VocabularyName[]): Measurement {
  return {
    rows: names.flatMap((name, i) => [
      { name: `${CALIBRATION}, vocabulary ${i + 1} (${name})`, unit: "ns", limits: { p50: 3 } } as const,
      { name: fullWalk(name), unit: "us" } as const,
    ]),
    run({ quick }) {
      return names.flatMap((name) => {
        const trie = trieOf(name);
        const nodes = trie.words.length / 2;
        const masker = createMasker(trie, everything, { maskBytes: 0 });
        const spelling = timed(() => masker.mask(0)).result.mask.count;
        const samples = batches(quick ? 2 : 60, 1, () => masker.mask(0));
        return [{ samples: samples.map((us) => (1000 * us) / nodes), notes: { nodes, spelling } }, { samples }];
      });
    },
  };
}

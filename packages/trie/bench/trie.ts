// What the root `pnpm bench` prints of this package: rows of { name, unit, p50, p99, max, target }. Each number is taken over
// repetitions in one process; the walks by an always-accepting table are the calibration rows of the other packages.

import type { Monitor } from "@espalier/monitor";
import {
  applyMask,
  applyMaskFloat16,
  argmaxAllowed,
  buildTrie,
  createMasker,
  deserializeTrie,
  equalMasks,
  serializeTrie,
} from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import { jsonMonitor } from "./json-monitor.js";

export interface Row {
  readonly name: string;
  readonly unit: "ms" | "us" | "ns/node";
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** What p50 should not exceed, on an idle machine. */
  readonly target: number;
}

/** Times `work` (`batch` calls a sample, so that one sample is well over the clock's grain). */
function measure(
  name: string,
  unit: Row["unit"],
  target: number,
  samples: number,
  batch: number,
  work: () => void,
  perUnit = 1,
): Row {
  const scale = { ms: 1e6, us: 1e3, "ns/node": 1 }[unit] * batch * perUnit;
  const times: number[] = [];
  for (let i = 0; i < samples; i++) {
    const start = process.hrtime.bigint();
    for (let j = 0; j < batch; j++) work();
    times.push(Number(process.hrtime.bigint() - start) / scale);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    Number(times[Math.min(samples - 1, Math.floor(share * samples))]!.toPrecision(4));
  return { name, unit, p50: at(0.5), p99: at(0.99), max: at(1), target };
}

/** Accepts every text: a walk visits all nodes. */
const everything: Monitor<number> = {
  start: 0,
  step: (_, symbol) => (symbol < 256 ? 0 : undefined),
  accepts: () => true,
  table: { classOf: new Uint8Array(256), classCount: 1, generation: 0 },
};

/** Building, serialising and loading the trie of a vocabulary. */
export function buildRows(name: string, vocabulary: Vocabulary): Row[] {
  const trie = buildTrie(vocabulary);
  const blob = serializeTrie(trie);
  return [
    measure(`build trie, ${name}`, "ms", 100, 12, 1, () => buildTrie(vocabulary)),
    measure(`serialise trie, ${name}`, "ms", 5, 12, 1, () => serializeTrie(trie)),
    measure(`load trie, ${name}`, "ms", 10, 12, 1, () => deserializeTrie(blob, vocabulary)),
  ];
}

/** Full walks of each vocabulary in turn, in one process: by WebAssembly and by the plain twin. */
export function walkRows(vocabularies: readonly (readonly [string, Vocabulary])[]): Row[] {
  return vocabularies.flatMap(([name, vocabulary], i) => {
    const trie = buildTrie(vocabulary);
    return (["wasm", "script"] as const).map((kernel) => {
      const masker = createMasker(trie, everything, { kernel, maskBytes: 0 });
      const target = kernel === "wasm" ? 3 : 6;
      const title = `full walk, vocabulary ${i + 1} (${name}), ${kernel}`;
      return measure(title, "ns/node", target, 60, 1, () => masker.mask(0), trie.words.length / 2);
    });
  });
}

/** Masks of JSON at telling places: plain walk, from the parts of the state, from the memo. Both ways must agree. */
export function maskRows(vocabulary: Vocabulary): Row[] {
  const monitor = jsonMonitor();
  const trie = buildTrie(vocabulary);
  const parts = createMasker(trie, monitor, { maskBytes: 0 });
  const walks = createMasker(trie, monitor, { factoring: "never", maskBytes: 0 });
  const memo = createMasker(trie, monitor);
  const places = { "string in nested objects": '{"o":[{"a":"x', "object start": "{", "integer in an array": "[1" };
  return Object.entries(places).flatMap(([place, text]) => {
    let state = monitor.start;
    for (let i = 0; i < text.length; i++) state = monitor.step(state, text.charCodeAt(i))!;
    if (!equalMasks(parts.mask(state).mask, walks.mask(state).mask)) throw new Error(`masks differ after ${text}`);
    const inString = text.endsWith("x");
    return [
      measure(`mask, ${place}, from parts`, "us", inString ? 3 : 8, 100, 50, () => parts.mask(state)),
      measure(`mask, ${place}, plain walk`, "us", inString ? 700 : 12, 60, inString ? 1 : 20, () => walks.mask(state)),
      measure(`mask, ${place}, remembered`, "us", 0.1, 60, 1000, () => memo.mask(state)),
    ];
  });
}

/** Applying masks of a few, most and half of the tokens to a row of logits, and the best allowed token. */
export function logitsRows(vocabulary: Vocabulary): Row[] {
  const trie = buildTrie(vocabulary);
  const logits = Float32Array.from({ length: vocabulary.size }, (_, id) => Math.sin(id));
  const half = new Uint16Array(vocabulary.size);
  const monitor = jsonMonitor();
  const masker = createMasker(trie, monitor);
  const after = (text: string) => {
    let state = monitor.start;
    for (let i = 0; i < text.length; i++) state = monitor.step(state, text.charCodeAt(i))!;
    return masker.mask(state).mask;
  };
  const lowercase: Monitor<number> = {
    ...everything,
    step: (state, symbol) => (symbol < 128 && !(symbol >= 65 && symbol < 91) ? state : undefined),
    table: {
      classOf: Uint8Array.from({ length: 256 }, (_, b) => Number(b >= 128 || (b >= 65 && b < 91))),
      classCount: 2,
      generation: 0,
    },
  };
  const masks = {
    "object start": after("{"),
    "in a string": after('"x'),
    "after a backslash": after('"\\'),
    "no capitals": createMasker(trie, lowercase).mask(0).mask,
  };
  return Object.entries(masks).flatMap(([name, mask]) => {
    const title = `${name} (${mask.form}, ${mask.count} of ${mask.size})`;
    return [
      measure(`apply to Float32, ${title}`, "us", 30, 200, 10, () => applyMask(mask, logits)),
      measure(`apply to Float16, ${title}`, "us", 30, 200, 10, () => applyMaskFloat16(mask, half)),
      measure(`argmax, ${title}`, "us", mask.count < 1000 ? 2 : 300, 100, 5, () => void argmaxAllowed(mask, logits)),
    ];
  });
}

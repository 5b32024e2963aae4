// Models without weights, over a vocabulary in which every byte is a token: one without an opinion, and one that wants a script.

import { type Checkpoint, logitsOf, type Model, ModelError } from "@espalier/model";
import { type Vocabulary, vocabularyOfBytes } from "@espalier/vocabulary";

const WORDS = [
  '{"',
  '":',
  '","',
  '"}',
  "true",
  "false",
  "null",
  "</think>",
  "think",
  "ab",
  "12",
  "\n",
  '": "',
  "<call>",
];
const END = { control: "<end>" } as const;

/** Bytes, some words, `controls` and an end. Byte b has id b. */
export function vocabularyWith(...controls: readonly string[]): Vocabulary {
  const bytes = Array.from({ length: 256 }, (_, byte) => [byte]);
  return vocabularyOfBytes([...bytes, ...WORDS, ...controls.map((control) => ({ control })), END], ["<end>"]);
}

/** A model whose logits are a hash of `seed`, the ids so far and the id asked about. */
export function randomModel(seed: number, options: { readonly contextLength?: number } = {}): Model {
  return modelOf(vocabularyWith(), options.contextLength, (ids, id) => {
    let hash = mix(seed);
    for (const each of ids) hash = mix(hash ^ (each + 1));
    return (mix(hash ^ (id + 0x10001)) / 2 ** 32) * 16 - 8;
  });
}

/** A model that wants to write `script`, a token each: characters of strings by their bytes, and control tokens by their names. */
export function scriptedModel(
  vocabulary: Vocabulary,
  ...script: readonly (string | { readonly control: string })[]
): Model {
  const ids = script.flatMap((part) =>
    typeof part === "string" ? [...Buffer.from(part)] : [vocabulary.controlIds(part.control)[0]!],
  );
  // The prompt is one token.
  return modelOf(vocabulary, undefined, (before, id) => (ids[before.length - 1] === id ? 100 : 0));
}

function modelOf(
  vocabulary: Vocabulary,
  contextLength: number | undefined,
  logit: (ids: readonly number[], id: number) => number,
): Model {
  return {
    vocabulary,
    logitsSize: vocabulary.size,
    contextLength,
    encode: (text) => [...Buffer.from(text)],
    async dispose() {},
    session() {
      let ids: readonly number[] = [];
      const points = new WeakMap<Checkpoint, readonly number[]>();
      return {
        get length() {
          return ids.length;
        },
        async append(more, signal) {
          if (signal?.aborted === true) throw signal.reason;
          const longer = [...ids, ...more];
          if (contextLength !== undefined && longer.length > contextLength)
            throw new ModelError("context-exceeded", `${longer.length} tokens do not fit into ${contextLength}.`);
          ids = longer;
          return logitsOf(Float32Array.from({ length: vocabulary.size }, (_, id) => logit(longer, id)));
        },
        checkpoint() {
          const point = { length: ids.length };
          points.set(point, ids);
          return point;
        },
        restore(point) {
          ids = points.get(point)!;
        },
        dispose() {},
      };
    },
  };
}

/** A 32-bit mixer (the finaliser of MurmurHash3), unsigned. */
function mix(value: number): number {
  let x = value ^ (value >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

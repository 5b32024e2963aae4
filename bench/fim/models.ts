// The models of the protocol: the one that travels with the repository, and one without an opinion over a large vocabulary, which
// goes everywhere that it is let and never ends of its own accord.

import { middlePrompt, withFurtherEnds } from "@espalier/decode";
import { logitsOf, type Model, type Session } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import type { TokenId } from "@espalier/vocabulary";
import { llama3Tokens } from "../corpus.js";
import { llama3Vocabulary } from "../vocabularies.js";
import type { Cut } from "./cuts.js";
import { hashOf } from "./cuts.js";

export interface Contender {
  /** The model, as it is for one cut. */
  readonly forCut: (cut: Cut) => Model;
  prompt(cut: Cut): readonly TokenId[];
  dispose(): Promise<void>;
}

/** Tokens of context that the embedded model was trained on; it has positions for more, but rambles there. */
const TRAINED_WINDOW = 300;

/** The model in models/tiny-fim, prompted as a model of its family. */
export async function tinyModel(): Promise<Contender> {
  const model = await loadModel(modelFolder, { threads: 1 });
  const window = { ...model, contextLength: TRAINED_WINDOW };
  const { ends } = middlePrompt(model, "", "");
  const ended = withFurtherEnds(model, ends);
  return {
    forCut: () => ended,
    prompt: ({ prefix, suffix }) => middlePrompt(window, prefix, suffix, { reserve: 0, healing: "off" }).ids,
    dispose: () => model.dispose(),
  };
}

/** Logits drawn anew for every step, by the seed, the cut and the number of tokens before; over Llama 3's 128,256 tokens. */
export function randomModel(seed: number): Contender {
  const vocabulary = llama3Vocabulary();
  const forCut = ({ file, index }: Cut): Model => {
    const salt = hashOf(`${seed} ${file} ${index}`);
    return {
      vocabulary,
      logitsSize: vocabulary.size,
      contextLength: undefined,
      encode: (text) => llama3Tokens(text),
      session: () => randomSession(vocabulary.size, salt),
      dispose: async () => undefined,
    };
  };
  return { forCut, prompt: () => [0], dispose: async () => undefined };
}

function randomSession(size: number, salt: number): Session {
  let length = 0;
  const points = new WeakMap<object, number>();
  return {
    get length() {
      return length;
    },
    append: async (ids) => {
      length += ids.length;
      // xorshift32, a number for each row.
      let x = hashOf(`${salt} ${length}`) | 1;
      const row = new Float32Array(size);
      for (let id = 0; id < size; id++) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        row[id] = (x >>> 8) / 2 ** 20 - 8;
      }
      return logitsOf(row);
    },
    checkpoint: () => {
      const point = { length };
      points.set(point, length);
      return point;
    },
    restore: (point) => {
      length = points.get(point) ?? length;
    },
    dispose: () => undefined,
  };
}

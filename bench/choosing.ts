// A loop of one's own with `decoder.choose` beside `generate`: microseconds a token, of texts of a JSON Schema from a model that takes no
// time. Both draw the same tokens; forced text is off, since it is generate's way to ask the model less often.

import { complete, createDecoder, createRandom, maskerFor } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import { logitsOf, type Model } from "@espalier/model";
import type { Masker } from "@espalier/trie";
import { timedAsync } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { seeded } from "./seeded.js";
import { vocabularyOf } from "./subjects.js";

const SCHEMA = {
  type: "object",
  properties: {
    title: { type: "string", maxLength: 40 },
    count: { type: "integer" },
    tags: { type: "array", items: { type: "string", maxLength: 20 }, maxItems: 5 },
  },
  required: ["title", "count", "tags"],
  additionalProperties: false,
} as const;

const ROWS = 16;
const MAX_TOKENS = 60;
const SAMPLING = { temperature: 0.8, topK: 40 };

/** Logits from (−8, 8), the same few rows over and over. */
function rowsFor(size: number, seed: number): readonly Float32Array[] {
  const random = seeded(seed);
  return Array.from({ length: ROWS }, () => Float32Array.from({ length: size }, () => 16 * random() - 8));
}

function modelOf(rows: readonly Float32Array[]): Model {
  const vocabulary = vocabularyOf("llama3");
  return {
    vocabulary,
    logitsSize: vocabulary.size,
    contextLength: undefined,
    encode: () => [0],
    session() {
      let length = 0;
      return {
        get length() {
          return length;
        },
        async append(ids) {
          length += ids.length;
          return logitsOf(rows[length % ROWS]!);
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
}

/** A text, and the microseconds that it took. */
interface Written {
  readonly ids: readonly number[];
  readonly us: number;
}

async function generated(model: Model, masker: Masker<number>, seed: number): Promise<Written> {
  const { result: ids, us } = await timedAsync(async () => {
    const options = { model, masker, prompt: [0], sampling: SAMPLING, seed, maxTokens: MAX_TOKENS } as const;
    return (await complete({ ...options, forcing: "off" })).ids;
  });
  return { ids, us };
}

async function chosen(model: Model, masker: Masker<number>, seed: number): Promise<Written> {
  const decoder = createDecoder(masker);
  const { us } = await timedAsync(async () => {
    const random = createRandom(seed);
    const session = model.session();
    let logits = await session.append([0]);
    while (decoder.length < MAX_TOKENS) {
      const id = decoder.choose(await logits.read(), { ...SAMPLING, random, budget: MAX_TOKENS - decoder.length });
      if (id === undefined || !decoder.commit(id) || decoder.ended) break;
      logits = await session.append([id]);
    }
  });
  return { ids: decoder.ids().slice(0, decoder.length - (decoder.ended ? 1 : 0)), us };
}

export const choosing: Measurement = {
  rows: [
    { name: "a token by generate, llama3", unit: "us" },
    { name: "a token by a loop with choose, llama3", unit: "us", over: "a token by generate, llama3" },
  ],
  async run({ seed, quick }) {
    const rows = rowsFor(vocabularyOf("llama3").size, seed);
    const model = modelOf(rows);
    const { language } = compileSchema(SCHEMA);
    const masker = maskerFor(model.vocabulary, language);
    const byGenerate: number[] = [];
    const byChoose: number[] = [];
    const texts = quick ? 1 : 8;
    // The first texts make the masks that the others find.
    // The first texts make the masks that the others find. Who comes first takes turns, for the second pays for the first one's garbage.
    for (let text = -texts; text < texts; text++) {
      const seedOfText = text & 0xff;
      const first =
        text % 2 === 0 ? await generated(model, masker, seedOfText) : await chosen(model, masker, seedOfText);
      const second =
        text % 2 === 0 ? await chosen(model, masker, seedOfText) : await generated(model, masker, seedOfText);
      const common = Math.min(first.ids.length, second.ids.length);
      if (first.ids.slice(0, common).join() !== second.ids.slice(0, common).join() || common === 0)
        throw new Error("the two loops wrote different texts");
      if (text < 0) continue;
      const [ours, theirs] = text % 2 === 0 ? [second, first] : [first, second];
      byGenerate.push(theirs.us / theirs.ids.length);
      byChoose.push(ours.us / ours.ids.length);
    }
    return [byGenerate, byChoose].map((samples) => ({ samples, notes: { sample: "mean of one text" } }));
  },
};

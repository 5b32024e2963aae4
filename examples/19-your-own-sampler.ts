// A sampler of your own: min-p with a penalty for what stands there already, over the allowed tokens alone. The decoder keeps the text within the
// language, whatever the sampler picks from the mask.

import { createDecoder } from "@espalier/decode";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import { check, lark, loadModel } from "espalier";

/** One of `ids`, those at least a tenth as likely as the best, by chance. */
function pick(logits: Float32Array, ids: Uint32Array, used: ReadonlySet<number>, chance: number): number {
  const scores = Array.from(ids, (id) => logits[id]! - (used.has(id) ? 1.5 : 0));
  const best = Math.max(...scores);
  const weights = scores.map((score) => (score - best > Math.log(0.1) ? Math.exp(score - best) : 0));
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0);
  return ids[
    Math.max(
      0,
      weights.findIndex((weight) => (left -= weight) < 0),
    )
  ]!;
}

const model = await loadModel(modelFolder, { threads: 1 });
const list = lark('start: "[" NAME (", " NAME){2,4} "]"\nNAME: /[a-z]{2,8}/');
const masker = createMasker(buildTrie(model.vocabulary), list);
let state = 1;
const random = (): number => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;

for (let n = 0; n < 3; n++) {
  const decoder = createDecoder(masker);
  const session = model.session();
  let ids = model.encode("names = ", "prompt");
  while (!decoder.ended && decoder.length < 60) {
    const logits = await (await session.append(ids)).read();
    // With a budget, the list is whole in time.
    const { mask } = decoder.maskWithin(60 - decoder.length);
    if (mask.count === 0) break;
    const id = pick(logits, mask.ids(), new Set(decoder.ids()), random());
    decoder.commit(id);
    ids = [id];
  }
  const text = utf8Decode(decoder.bytes());
  console.log(`${text} ${check(list, text).verdict}`);
  session.dispose();
}
await model.dispose();

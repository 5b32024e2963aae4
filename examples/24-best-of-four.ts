// The likeliest of four texts that are drawn side by side: each has a session and a decoder of its own, and the sessions go on in one run of the
// model. Texts that end early leave the batch.

import { createDecoder, createRandom } from "@espalier/decode";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import { lark, loadModel } from "espalier";

const model = await loadModel(modelFolder, { threads: 1 });
const call = lark('start: NAME "(" NAME (", " NAME)* ")"\nNAME: /[a-z_]{1,12}/');
const masker = createMasker(buildTrie(model.vocabulary), call);
const random = createRandom(7);
const prompt = model.encode("result = ", "prompt");
const texts = Array.from({ length: 4 }, () => {
  return { session: model.session(), decoder: createDecoder(masker), ids: prompt, surprise: 0 };
});

let going = texts;
while (going.length > 0) {
  const rows = await model.appendBatch!(going);
  const next = new Set(going);
  for (const [i, text] of going.entries()) {
    const logits = await rows[i]!.read();
    const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
    const id = text.decoder.choose(logits, { temperature: 0.8, budget: 24 - text.decoder.length, random });
    if (id === undefined || !text.decoder.commit(id) || text.decoder.ended) next.delete(text);
    else {
      text.ids = [id];
      text.surprise += total - logits[id]!;
    }
  }
  going = [...next];
}
texts.sort((a, b) => a.surprise / a.decoder.length - b.surprise / b.decoder.length);
for (const { decoder, surprise } of texts)
  console.log(`${(surprise / decoder.length).toFixed(1)} nats a token   ${utf8Decode(decoder.bytes())}`);
await model.dispose();

// The loop in your own hands: a masker says which tokens may follow, a decoder keeps the text, you choose. Since states are values,
// a fork costs nothing and a rollback is exact: here two beginnings are each finished, and the one that surprises the model less
// is kept.

import { createDecoder } from "@espalier/decode";
import { modelFolder } from "@espalier/tiny-fim";
import { argmaxAllowed, buildTrie, createMasker } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import { lark, loadModel } from "espalier";

const model = await loadModel(modelFolder, { threads: 1 });
const condition = lark(`
  start: ("if " | "while ") NAME (" is None" | " == " NUMBER | "." NAME "()") ":"
  NAME: /[a-z]{1,8}/
  NUMBER: /[0-9]{1,3}/
`);
const decoder = createDecoder(createMasker(buildTrie(model.vocabulary), condition));
const session = model.session();
let logits = await (await session.append(model.encode("def read(value):\n    ", "prompt"))).read();
const beginning = { checkpoint: session.checkpoint(), logits: logits.slice() };

const tried: { readonly surprise: number; readonly text: string }[] = [];
for (const word of ["if", "while"]) {
  // Back to the prompt: the session forgets its tokens, the decoder takes back its own.
  session.restore(beginning.checkpoint);
  decoder.rollback(decoder.length);
  logits = beginning.logits.slice();
  const ids = model.encode(word, "literal");
  let surprise = 0;
  for (let step = 0; step < 24; step++) {
    const { mask } = decoder.mask();
    if (mask.count === 0) break;
    const id = ids[step] ?? argmaxAllowed(mask, logits);
    if (step < ids.length) surprise += Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0)) - logits[id]!;
    const fork = decoder.fork(); // What if? The decoder itself does not move.
    if (!fork.commit(id) || fork.ended) break;
    decoder.commit(id);
    logits = await (await session.append([id])).read();
  }
  tried.push({ surprise, text: utf8Decode(decoder.bytes()) });
}
const [best] = [...tried].sort((a, b) => a.surprise - b.surprise);
for (const each of tried) console.log(`${each === best ? "→" : " "} ${each.surprise.toFixed(1)} nats   ${each.text}`);
session.dispose();
await model.dispose();

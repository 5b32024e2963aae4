// Speculative decoding: a draft copied from what stands there already is cut to what the language allows, and the model judges all of it in one run.
// The text is the greedy text of the model within the language, with fewer runs.

import { createDecoder } from "@espalier/decode";
import { modelFolder } from "@espalier/tiny-fim";
import { argmaxAllowed, buildTrie, createMasker } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import { complete, lark, loadModel } from "espalier";

const model = await loadModel(modelFolder, { threads: 1 });
const list = lark('start: ("    point(" N ", " N ")\\n"){6}\nN: /[0-9]{1,2}/');
const prompt = "points = [\n    point(1, 2)\n    point(2, 3)\n    point(3, 4)\n";

/** What followed the last two tokens where they came before; nothing where they did not. */
function draftFor(ids: readonly number[]): readonly number[] {
  const at = ids.findLastIndex((id, i) => i < ids.length - 1 && id === ids.at(-1) && ids[i - 1] === ids.at(-2));
  return at < 0 ? [] : ids.slice(at + 1, at + 7);
}

const decoder = createDecoder(createMasker(buildTrie(model.vocabulary), list));
const session = model.session();
const before = model.encode(prompt, "prompt");
let logits = await (await session.append(before)).read();
let runs = 1;
while (!decoder.ended && decoder.mask().mask.count > 0) {
  const first = argmaxAllowed(decoder.mask().mask, logits);
  decoder.commit(first);
  const start = session.checkpoint();
  const committed = [...decoder.ids()];
  const draft = draftFor([...before, ...committed]);
  const kept = draft.slice(0, decoder.commitAll(draft)).filter((id) => model.vocabulary.bytes(id) !== undefined);
  decoder.rollback(decoder.length - committed.length);
  const rows = await Promise.all((await session.appendAll!([first, ...kept])).map((row) => row.read()));
  let good = 0;
  while (good < kept.length && argmaxAllowed(decoder.mask().mask, rows[good]!) === kept[good])
    decoder.commit(kept[good++]!);
  logits = rows[good]!;
  runs += good === kept.length ? 1 : 2;
  if (good === kept.length) continue;
  await session.restore(start);
  logits = await (await session.append([first, ...kept.slice(0, good)])).read();
}
const { text } = await complete({ model, language: list, prompt, forcing: "off", maxTokens: 200 });
console.log(
  `the same text as without: ${text === utf8Decode(decoder.bytes())}, ${decoder.length} tokens in ${runs} runs`,
);
await model.dispose();

// Beam search within a language: several texts grow side by side, and the likeliest are kept. Each beam has a decoder of its own, since a
// fork costs nothing, and a checkpoint of the model's session. A budget brings every beam to an end.

import type { Decoder } from "@espalier/decode";
import { createDecoder } from "@espalier/decode";
import type { Checkpoint } from "@espalier/model";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import { lark, loadModel } from "espalier";

const model = await loadModel(modelFolder, { threads: 1 });
const call = lark('start: NAME "(" NAME (", " NAME)* ")"\nNAME: /[a-z]{1,8}/');
const session = model.session();

interface Beam {
  readonly decoder: Decoder<number>;
  readonly before: Checkpoint;
  readonly pending: readonly number[]; // tokens that the model has not read yet
  readonly surprise: number;
}
/** The likeliest ways to go on with a beam; the beam itself where its text has ended. */
async function longer(beam: Beam, width: number): Promise<readonly Beam[]> {
  if (beam.decoder.ended) return [beam];
  await session.restore(beam.before);
  const logits = await (await session.append(beam.pending)).read();
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
  const likeliest = [...beam.decoder.maskWithin(16 - beam.decoder.length).mask.ids()]
    .sort((a, b) => logits[b]! - logits[a]!)
    .slice(0, width);
  return likeliest.map((id) => {
    const decoder = beam.decoder.fork();
    decoder.commit(id);
    return { decoder, before: session.checkpoint(), pending: [id], surprise: beam.surprise + total - logits[id]! };
  });
}

const start = session.checkpoint();
for (const width of [1, 4]) {
  const decoder = createDecoder(createMasker(buildTrie(model.vocabulary), call));
  const pending = model.encode("def read(path):\n    return ", "prompt");
  let beams: readonly Beam[] = [{ decoder, before: start, pending, surprise: 0 }];
  while (beams.some((beam) => !beam.decoder.ended)) {
    const next: Beam[] = [];
    for (const beam of beams) next.push(...(await longer(beam, width)));
    beams = next.sort((a, b) => a.surprise - b.surprise).slice(0, width);
  }
  console.log(`${width} wide: ${beams[0]!.surprise.toFixed(1)} nats   ${utf8Decode(beams[0]!.decoder.bytes())}`);
}
await model.dispose();

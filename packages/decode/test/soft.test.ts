// Soft monitors: what a penalty of nothing, of something and of much makes of a text. The judge works out each row by itself.

import { complete } from "@espalier/decode";
import { deny, endsWith, type Monitor, onTrigger, product, run, strings, top, until } from "@espalier/monitor";
import { createVocabulary, type TokenId } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { fakeModel, noise } from "./small-languages.js";

const pieces = ["a", "b", "c", "ab", "bc", "ca", " ", "a ", "b."];
const END = pieces.length;
const vocabulary = createVocabulary({
  tokens: [...pieces.map((bytes, id) => ({ id, bytes })), { id: END, control: "<end>" }],
  ends: [END],
});

/** What a greedy reader writes whose logits are lowered by `penalty` for what `soft` refuses. */
function judged(
  monitor: Monitor<unknown>,
  soft: Monitor<unknown>,
  penalty: number,
  logits: (ids: readonly TokenId[]) => Float32Array,
  most: number,
) {
  let text = "";
  const ids: TokenId[] = [];
  const fits = (of: Monitor<unknown>, id: TokenId): boolean => {
    const state = run(of, text);
    if (id === END) return state !== undefined && of.accepts(state);
    return run(of, text + pieces[id]!) !== undefined;
  };
  while (ids.length < most) {
    const isLost = run(soft, text) === undefined;
    const row = [...logits([0, ...ids])].map((value, id) =>
      Math.fround(value - (isLost || fits(soft, id) ? 0 : penalty)),
    );
    const [best] = [...row.keys()].filter((id) => fits(monitor, id)).sort((a, b) => row[b]! - row[a]! || a - b);
    if (best === undefined || best === END) return ids;
    ids.push(best);
    text += pieces[best];
  }
  return ids;
}

test("the text is that of lowered logits, for every penalty; 0 changes nothing, and much is a rule where it can be kept", async () => {
  const free = deny(["cc", "aaa"]) as Monitor<unknown>;
  const advice = [deny(["ab"]), until("b."), strings(["ca a", "bc"])] as readonly Monitor<unknown>[];
  let [kept, changed] = [0, 0];
  for (let seed = 1; seed <= 40; seed++) {
    const logits = noise(vocabulary.size, seed);
    const soft = advice[seed % advice.length]!;
    const written = async (penalty: number, monitor = free) =>
      (
        await complete({
          model: fakeModel(vocabulary, logits),
          prompt: [0],
          monitor,
          maxTokens: 8,
          forcing: "off",
          soft: [{ monitor: soft, penalty }],
        })
      ).ids;
    const without = (
      await complete({ model: fakeModel(vocabulary, logits), prompt: [0], monitor: free, maxTokens: 8, forcing: "off" })
    ).ids;
    expect(await written(0)).toEqual(without);
    for (const penalty of [0.5, 2, 1000])
      expect(await written(penalty), `seed ${seed}`).toEqual(judged(free, soft, penalty, logits, 8));
    if (seed % advice.length === 0) {
      // A deny list never gets stuck, so much advice is the product.
      const ruled = await complete({
        model: fakeModel(vocabulary, logits),
        prompt: [0],
        monitor: product(free, soft),
        maxTokens: 8,
        forcing: "off",
      });
      expect(await written(1000)).toEqual(ruled.ids);
      kept++;
    }
    if ((await written(1000)).join() !== without.join()) changed++;
  }
  expect(kept).toBeGreaterThan(5);
  expect(changed).toBeGreaterThan(10);
});

test("advice survives a rewind, and a penalty that is no finite number is refused", async () => {
  // The model wants a blank, after which nothing can follow; then "c", which the advice is against, and then "b".
  const wants = () => Float32Array.from({ length: vocabulary.size }, (_, id) => [0, 2, 3, 0, 0, 0, 4, 0, 0][id] ?? 0);
  const { text, timings } = await complete({
    model: fakeModel(vocabulary, wants),
    prompt: [0],
    monitor: onTrigger({ after: endsWith([" "]), ask: "next", allow: strings }),
    answer: () => ({ kind: "proven-empty", reason: "nothing" }),
    maxTokens: 3,
    soft: [{ monitor: deny(["c"]), penalty: 2 }],
  });
  expect([text, timings.rewinds]).toEqual(["bbb", 3]);
  const model = fakeModel(vocabulary, wants);
  const endless = [{ monitor: top, penalty: Number.POSITIVE_INFINITY }];
  await expect(complete({ model, prompt: [0], soft: endless })).rejects.toThrow(/penalty/);
});

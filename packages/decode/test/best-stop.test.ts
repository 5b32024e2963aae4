import { complete, type GenerationEvent, generate } from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import {
  encodeLongest,
  fakeModel,
  inOrder,
  monitorOf,
  noise,
  oneOf,
  or,
  plus,
  script,
  star,
  text,
  vocabularyWith,
} from "./small-languages.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20251);
const vocabulary = vocabularyWith(["ab", "b;a", "a;", ";"], 2);
const [END] = vocabulary.ends as [number];
const lines = monitorOf(star(inOrder(plus(oneOf("ab")), text(";"))));

/** The rule as the paper gives it, over every byte of the tokens chosen. */
async function naive(model: ReturnType<typeof fakeModel>, monitor: Monitor<number>, ids: readonly number[]) {
  let best: { text: string; score: number } | undefined;
  let sum = 0;
  let spelt: number[] = [];
  const accepts = (bytes: readonly number[]): boolean => {
    let state: number | undefined = monitor.start;
    for (const byte of bytes) if (state !== undefined) state = monitor.step(state, byte);
    return state !== undefined && monitor.accepts(state);
  };
  const session = model.session();
  let row = await (await session.append([7])).read();
  for (let n = 0; n <= ids.length; n++) {
    const total = Math.log(row.reduce((all, logit) => all + Math.exp(logit), 0));
    const end = Math.log(vocabulary.ends.reduce((all, id) => all + Math.exp(row[id]!), 0)) - total;
    const last = n === 0 ? [] : [...vocabulary.bytes(ids[n - 1]!)!];
    for (let take = n === 0 ? 0 : 1; take <= last.length; take++) {
      const bytes = [...spelt, ...last.slice(0, take)];
      const score = (sum + end) / (n + 1);
      if (accepts(bytes) && (best === undefined || score >= best.score - 1e-9))
        best = { text: String.fromCharCode(...bytes), score };
    }
    spelt = [...spelt, ...last];
    if (n === ids.length) break;
    sum += row[ids[n]!]! - total;
    row = await (await session.append([ids[n]!])).read();
  }
  return best;
}

test("the best stop is the one of the definition", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom("best", "best-when-cut"),
      async (salt, maxTokens, stopping) => {
        const model = fakeModel(vocabulary, noise(vocabulary.size, salt));
        const options = {
          model,
          prompt: [7],
          monitor: lines,
          maxTokens,
          ifShort: "go-on",
          sampling: { temperature: 1 },
          seed: salt,
        } as const;
        const plain = await complete({ ...options, forcing: "off" });
        let shown = "";
        const events: GenerationEvent[] = [];
        for await (const event of generate({ ...options, stopping: stopping as "best" })) {
          events.push(event);
          shown = event.kind === "rewind" ? event.text : shown + event.text;
        }
        const last = events.at(-1)!;
        const result = last.kind === "finish" ? last.result : undefined;
        expect(shown).toBe(result!.text);
        if (stopping === "best-when-cut" && plain.finish === "end") {
          expect(result!.text).toBe(plain.text);
          return;
        }
        const best = await naive(model, lines, plain.ids);
        expect([result!.text, result!.accepted, result!.finish]).toEqual([best!.text, true, plain.finish]);
        expect(plain.ids.slice(0, result!.ids.length)).toEqual(result!.ids);
      },
    ),
    { seed, numRuns: samples(150) },
  );
});

test("a model that never ends is cut where it would have ended best, inside a token if need be", async () => {
  const bytes = new TextEncoder().encode("ab;ab;ab");
  const ids = encodeLongest(vocabulary, bytes);
  const wants = script(vocabulary, 1, ids);
  const model = fakeModel(vocabulary, (sofar) => {
    const row = wants(sofar);
    row[END] = sofar.length === 3 ? 9 : -20;
    return row;
  });
  const monitor = monitorOf(inOrder(plus(or(text("ab"), text(";")))));
  const result = await complete({ model, prompt: [7], monitor, maxTokens: ids.length, stopping: "best-when-cut" });
  expect(result).toMatchObject({ text: "ab;", finish: "length", accepted: true });
});

test("nowhere to end, nothing to cut", async () => {
  const model = fakeModel(vocabulary, script(vocabulary, 1, [97, 97, 97]));
  const options = { model, prompt: [7], monitor: monitorOf(text("aaaaaa")), maxTokens: 3, ifShort: "go-on" } as const;
  const result = await complete({ ...options, stopping: "best" });
  expect(result).toMatchObject({ text: "aaa", finish: "length", accepted: false });
});

test("bounds", async () => {
  const model = fakeModel(vocabulary, script(vocabulary, 1, []));
  await expect(complete({ model, prompt: [7], lean: -1 })).rejects.toThrow("must be");
  await expect(complete({ model, prompt: [7], lean: Number.NaN })).rejects.toThrow("must be");
});

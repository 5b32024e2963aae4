// A real model in a real runtime, under the decoding loop.
import { complete, fillInMiddlePrompt, generate } from "@espalier/decode";
import type { Model, Session } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let model: Model;
beforeAll(async () => {
  model = await loadModel(modelFolder);
});
afterAll(() => model.dispose());

/** Python's `return <number or name>` and a line end, as a table of states. */
const statement: Monitor<number> = {
  start: 0,
  step: (state, symbol) => {
    const letter = String.fromCharCode(symbol);
    const head = "    return ";
    if (state < head.length) return letter === head[state] ? state + 1 : undefined;
    if (state === head.length) return /[a-z]/.test(letter) ? 12 : /[1-9]/.test(letter) ? 13 : undefined;
    if (state === 12) return /[a-z_]/.test(letter) ? 12 : letter === "\n" ? 14 : undefined;
    if (state === 13) return /[0-9]/.test(letter) ? 13 : letter === "\n" ? 14 : undefined;
    return undefined;
  },
  accepts: (state) => state === 14,
  cost: (state) => [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 2, 1, 1, 0][state]! + (state < 11 ? 1 : 0),
  trim: true,
};

test("a constrained line is valid, and its forced beginning costs no call", async () => {
  const result = await complete({ model, prompt: "def area(width, height):\n", monitor: statement, maxTokens: 30 });
  expect(result.text).toMatch(/^ {4}return ([a-z][a-z_]*|[1-9][0-9]*)\n$/);
  expect(result.timings.modelCalls).toBeLessThan(result.ids.length);
});

test("the same seed gives the same text", async () => {
  const options = { model, prompt: "import ", maxTokens: 20, sampling: { temperature: 1, topP: 0.9 }, seed: 4 };
  expect((await complete(options)).text).toBe((await complete(options)).text);
});

test("what is generated token by token is what a fresh session would have said", async () => {
  const prompt = model.encode("class Shape:\n", "prompt");
  const ids: number[] = [];
  for await (const event of generate({ model, prompt, maxTokens: 12 })) if (event.kind === "token") ids.push(event.id);
  const logits = await (await model.session().append([...prompt, ...ids.slice(0, -1)])).read();
  expect(logits.indexOf(Math.max(...logits))).toBe(ids.at(-1));
});

test("a gap is filled up to the end that the model chooses", async () => {
  const prompt = fillInMiddlePrompt(model, "def add(a, b):\n    return ", "\n\nprint(add(1, 2))\n");
  expect([prompt[0], prompt.at(-1)]).toEqual([4089, 4090]);
  const result = await complete({ model, prompt, maxTokens: 200, stop: ["\n"] });
  expect(["end", "stop"]).toContain(result.finish);
  expect(result.text).not.toContain("\n");
});

test("several rows at once are those of one token after the other", async () => {
  const ids = model.encode("def area(width, height):\n    return", "prompt");
  const together = model.session();
  const apart = model.session();
  const rows = await together.appendAll!(ids);
  expect([rows.length, together.length]).toEqual([ids.length, ids.length]);
  for (const [index, id] of ids.entries()) {
    const one = await (await apart.append([id])).read();
    const row = await rows[index]!.read();
    expect(row.length).toBe(model.logitsSize);
    expect(Math.max(...row.map((value, at) => Math.abs(value - one[at]!)))).toBeLessThan(1e-3);
  }
});

describe("a batch of sequences", () => {
  const texts = ["def area(width, height):\n", "class Shape:\n", "import os\n", "x = [1, 2"];
  const prompts = (): readonly (readonly number[])[] => {
    const all = texts.map((text) => model.encode(text, "prompt"));
    const least = Math.min(...all.map((ids) => ids.length));
    // Three of one length, and one that is longer.
    return all.map((ids, i) => (i === 0 ? [...ids, ...ids] : ids.slice(0, least)));
  };
  const close = (a: Float32Array, b: Float32Array): number =>
    Math.max(...a.map((value, at) => Math.abs(value - b[at]!)));

  test("has the logits of each sequence by itself, step by step, and sessions stay apart", async () => {
    const together = prompts().map(() => model.session());
    const apart = prompts().map(() => model.session());
    let next = prompts();
    for (let step = 0; step < 4; step++) {
      const rows = await model.appendBatch!(together.map((session, i) => ({ session, ids: next[i]! })));
      const chosen: number[][] = [];
      for (const [i, row] of rows.entries()) {
        const logits = await row.read();
        expect(close(logits, await (await apart[i]!.append(next[i]!)).read())).toBeLessThan(1e-3);
        expect(together[i]!.length).toBe(apart[i]!.length);
        chosen.push([logits.indexOf(Math.max(...logits))]);
      }
      next = chosen;
    }
    // What was run together goes on alone, and back to a point before.
    const point = together[1]!.checkpoint();
    const alone = await (await together[1]!.append(next[1]!)).read();
    expect(close(alone, await (await apart[1]!.append(next[1]!)).read())).toBeLessThan(1e-3);
    await together[1]!.restore(point);
    expect(close(alone, await (await together[1]!.append(next[1]!)).read())).toBeLessThan(1e-3);
  });

  test("is refused as a whole, and leaves every session as it was", async () => {
    const [a, b] = [model.session(), model.session()] as readonly [Session, Session];
    await model.appendBatch!([a, b].map((session) => ({ session, ids: [1] })));
    const refused = (ids: readonly number[], other: Session) =>
      model.appendBatch!([
        { session: a, ids: [2] },
        { session: other, ids },
      ]);
    await expect(refused([-1], b)).rejects.toThrow("not a token id");
    await expect(refused([2, -1], b)).rejects.toThrow("not a token id");
    await expect(refused([], b)).rejects.toThrow("at least one token id");
    await expect(refused([2], a)).rejects.toThrow("twice");
    const another = await loadModel(modelFolder, { threads: 1 });
    await expect(refused([2], another.session())).rejects.toThrow("not one of this model");
    await another.dispose();
    await expect(
      model.appendBatch!([{ session: a, ids: [2] }], AbortSignal.abort(new Error("enough"))),
    ).rejects.toThrow("enough");
    expect([a.length, b.length]).toEqual([1, 1]);
    const fresh = model.session();
    const expected = await (await fresh.append([1, 2])).read();
    expect(close(await (await a.append([2])).read(), expected)).toBeLessThan(1e-3);
    expect(await model.appendBatch!([])).toEqual([]);
  });
});

// What every backend promises that runs decoders exported for transformers.js: the same tests for onnxruntime in Node, in Node through WebAssembly, and in a
// browser. A backend says how it opens a folder, and what it cannot do.

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model, Session } from "@espalier/model";
import type { Dtype } from "@espalier/onnx";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { modelFolder } from "../../models/tiny-fim/index.js";
import { END, writeBigramFolder } from "./bigram-model.js";

/** A way to run models. */
export interface Backend {
  /** Opens the model in a folder of this machine. */
  open(folder: string, options?: OpenOptions): Promise<Model>;
  /** The number formats that it can run. */
  readonly types: readonly ("float32" | "float16")[];
  /** Whether its models take several sessions at once. */
  readonly batches: boolean;
  /** How many random cases a law gets. */
  readonly runs: number;
  /** How many tokens a long prompt has. */
  readonly longPrompt: number;
}

interface OpenOptions {
  readonly dtype?: Dtype;
  readonly file?: string;
  readonly ends?: readonly string[];
}

const SIZE = 262;
const logit = (last: number, next: number): number => ((last * 31 + next * 17) % 97) - 48;
const row = (last: number): number[] => Array.from({ length: SIZE }, (_, next) => logit(last, next));

/** Uses a model, and disposes of it whatever happens. */
export async function withModel(model: Promise<Model>, use: (model: Model) => Promise<void>): Promise<void> {
  const loaded = await model;
  try {
    await use(loaded);
  } finally {
    await loaded.dispose();
  }
}

function furthest(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

function needsHalves(context: { skip(why: string): void }, types: Backend["types"]): void {
  if (!types.includes("float16")) context.skip("this backend is tested without half precision");
}

/** The tests of a backend. */
export function backendConformance(backend: Backend): void {
  const root = mkdtempSync(join(tmpdir(), "espalier-onnx-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let folders = 0;
  const fresh = (): string => join(root, String(folders++));
  tables(backend, fresh);
  textModel(backend, fresh);
  batches(backend);
  refusals(backend, fresh);
}

/** Models whose logits are rows of a table. */
function tables({ open, types }: Backend, fresh: () => string): void {
  describe("a bigram decoder gives the rows of its table", () => {
    for (const type of types) {
      for (const variant of [{}, { keep: true }, { bare: true }, { unsaidWidth: true }]) {
        test(`${type} ${JSON.stringify(variant)}`, async () => {
          await withModel(open(writeBigramFolder(fresh(), { size: SIZE, logit, type, ...variant })), async (model) => {
            expect([model.logitsSize, model.vocabulary.size, model.contextLength]).toEqual([SIZE, END + 1, undefined]);
            expect(model.vocabulary.ends).toEqual([END]);
            const session = model.session();
            for (const ids of [[5], [1, 2, 3], [END], [0, 261]]) {
              const logits = await session.append(ids);
              expect(logits.size).toBe(SIZE);
              expect(Array.from(await logits.read())).toEqual(row(ids.at(-1)!));
            }
            expect(session.length).toBe(7);
          });
        });
      }
    }
  });

  test("literal text becomes text tokens, a prompt may name control tokens", async () => {
    await withModel(open(writeBigramFolder(fresh(), { size: SIZE, logit })), async (model) => {
      expect(model.encode("the<|end|>", "prompt")).toEqual([257, END]);
      expect(model.encode("the<|end|>", "literal")).toEqual([257, ...new TextEncoder().encode("<|end|>")]);
    });
  });

  describe("the file that is run", () => {
    beforeEach((context) => needsHalves(context, types));
    const both = fresh();
    beforeAll(() => {
      writeBigramFolder(both, { size: SIZE, logit });
      writeBigramFolder(both, { size: SIZE, logit: (last, next) => (last === next ? 1 : 0), type: "float16" });
    });
    const cases = [
      [{}, row(3)[3]],
      [{ dtype: "fp32" }, row(3)[3]],
      [{ dtype: "fp16" }, 1],
      [{ file: "onnx/model_fp16.onnx" }, 1],
    ] as const;
    for (const [options, value] of cases) {
      test(JSON.stringify(options), async () => {
        await withModel(open(both, options), async (model) => {
          expect((await (await model.session().append([3])).read())[3]).toBe(value);
        });
      });
    }
    test("the configuration may prefer one", async () => {
      writeBigramFolder(both, { size: SIZE, logit }, { "transformers.js_config": { dtype: "fp16" } });
      await withModel(open(both), async (model) => {
        expect((await (await model.session().append([3])).read())[3]).toBe(1);
      });
    });
  });
}

/** The model of this repository. */
function textModel({ open, runs, longPrompt }: Backend, fresh: () => string): void {
  describe("tiny-fim", () => {
    test("goes on from any checkpoint as a fresh session does", async () => {
      await withModel(open(modelFolder), async (model) => {
        expect([model.logitsSize, model.contextLength, model.vocabulary.ends]).toEqual([4096, 2048, [4088]]);
        const ids = fc.array(fc.nat(4087), { minLength: 1, maxLength: 6 });
        await fc.assert(
          fc.asyncProperty(ids, ids, ids, async (prefix, wrong, right) => {
            const session = model.session();
            await session.append(prefix);
            const point = session.checkpoint();
            await session.append(wrong);
            await session.restore(point);
            expect(session.length).toBe(prefix.length);
            const after = await (await session.append(right)).read();
            const whole = await (await model.session().append([...prefix, ...right])).read();
            expect(furthest(after, whole)).toBeLessThan(1e-3);
            await session.restore(point);
            expect(furthest(await (await session.append(right)).read(), after)).toBe(0);
            session.dispose();
          }),
          { numRuns: runs },
        );
      });
    });

    test("finds ordinary Python likelier than chance", async () => {
      await withModel(open(modelFolder), async (model) => {
        const ids = model.encode(
          "import os\n\ndef read(path):\n    with open(path) as f:\n        return f.read()\n",
          "literal",
        );
        const session = model.session();
        let logits = await (await session.append([4088])).read();
        let loss = 0;
        for (const id of ids) {
          loss += Math.log(logits.reduce((sum, value) => sum + Math.exp(value), 0)) - logits[id]!;
          logits = await (await session.append([id])).read();
        }
        expect(loss / ids.length).toBeLessThan(3.5); // Chance is ln 4096 = 8.3; held-out files are at 2.5.
      });
    });

    test("a long prompt, cut into pieces, is the prompt", async () => {
      await withModel(open(modelFolder), async (model) => {
        const ids = Array.from({ length: longPrompt }, (_, i) => (i * 37) % 4000);
        const whole = await (await model.session().append(ids)).read();
        const session = model.session();
        for (let at = 0; at < ids.length; at += 97) await session.append(ids.slice(at, at + 96 + 1));
        expect(session.length).toBe(longPrompt);
        const pieces = await (await session.append([1])).read();
        const reference = await (await model.session().append([...ids, 1])).read();
        expect(furthest(pieces, reference)).toBeLessThan(1e-2);
        expect(whole.length).toBe(4096);
      });
    });
  });

  test("an absent configuration leaves the context unknown", async () => {
    const folder = fresh();
    cpSync(modelFolder, folder, { recursive: true, filter: (path) => !/node_modules|recipe|config\.json$/.test(path) });
    await withModel(open(folder, { ends: ["<|endoftext|>"] }), async (model) => {
      expect([model.contextLength, model.vocabulary.ends]).toEqual([undefined, [4088]]);
    });
  });
}

/** Several rows and several sequences in one run. */
function batches({ open, batches: batched }: Backend): void {
  let model: Model;
  beforeAll(async () => {
    model = await open(modelFolder);
  });
  afterAll(() => model.dispose());

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
    beforeEach((context) => {
      if (!batched) context.skip("this backend is tested one session at a time");
    });
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
      const another = await open(modelFolder);
      await expect(refused([2], another.session())).rejects.toThrow("belongs to another model");
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
}

/** What cannot be run. */
function refusals({ open, types }: Backend, fresh: () => string): void {
  describe("what cannot be run says why, and leaves the session as it was", () => {
    test("NaN", async () => {
      const wrong = (last: number, next: number) => (last === 9 && next === 4 ? Number.NaN : 0);
      await withModel(open(writeBigramFolder(fresh(), { size: SIZE, logit: wrong })), async (model) => {
        const session = model.session();
        await session.append([1]);
        await expect(session.append([2, 9])).rejects.toMatchObject({ code: "logits-invalid" });
        expect(session.length).toBe(1);
        expect((await session.append([3])).size).toBe(SIZE);
      });
    });
    test("overflow in half precision", async (context) => {
      needsHalves(context, types);
      const wrong = () => 1e6;
      await withModel(
        open(writeBigramFolder(fresh(), { size: SIZE, logit: wrong, type: "float16" })),
        async (model) => {
          await expect(model.session().append([2])).rejects.toMatchObject({ code: "logits-invalid" });
        },
      );
    });
    test("more tokens than the context", async () => {
      const folder = writeBigramFolder(fresh(), { size: SIZE, logit }, { max_position_embeddings: 4 });
      await withModel(open(folder), async (model) => {
        const session = model.session();
        await session.append([1, 2, 3]);
        await expect(session.append([4, 5])).rejects.toMatchObject({ code: "context-exceeded" });
        await session.append([4]);
        await expect(session.append([5])).rejects.toMatchObject({ code: "context-exceeded" });
        expect(session.length).toBe(4);
      });
    });
    test("misuse and aborts", async () => {
      const model = await open(writeBigramFolder(fresh(), { size: SIZE, logit }));
      const session = model.session();
      for (const bad of [[], [-1], [1.5], [SIZE], [Number.NaN]])
        await expect(session.append(bad)).rejects.toThrow(RangeError);
      await expect(session.append([1], AbortSignal.abort("enough"))).rejects.toBe("enough");
      const first = session.append([1]);
      await expect(session.append([2])).rejects.toThrow(RangeError);
      await first;
      expect(session.length).toBe(1);
      const other = model.session().checkpoint();
      await expect((async () => session.restore(other))()).rejects.toThrow(RangeError);
      session.dispose();
      await expect(session.append([1])).rejects.toMatchObject({ code: "disposed" });
      await model.dispose();
      await model.dispose();
      expect(() => model.session()).toThrow(expect.objectContaining({ code: "disposed" }));
    });
  });
}

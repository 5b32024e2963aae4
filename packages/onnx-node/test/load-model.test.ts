import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Model } from "@espalier/model";
import { loadModel, type Progress } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { bigramModel, byteTokenizer, END, writeBigramFolder } from "./bigram-model.js";

const root = mkdtempSync(join(tmpdir(), "espalier-onnx-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const fresh = (): string => join(root, String(folders++));

const SIZE = 262;
const logit = (last: number, next: number): number => ((last * 31 + next * 17) % 97) - 48;
const row = (last: number): number[] => Array.from({ length: SIZE }, (_, next) => logit(last, next));

async function withModel(model: Promise<Model>, use: (model: Model) => Promise<void>): Promise<void> {
  const loaded = await model;
  try {
    await use(loaded);
  } finally {
    await loaded.dispose();
  }
}

describe("a bigram decoder gives the rows of its table", () => {
  for (const type of ["float32", "float16"] as const) {
    for (const variant of [{}, { keep: true }, { bare: true }, { unsaidWidth: true }]) {
      test(`${type} ${JSON.stringify(variant)}`, async () => {
        await withModel(
          loadModel(writeBigramFolder(fresh(), { size: SIZE, logit, type, ...variant })),
          async (model) => {
            expect([model.logitsSize, model.vocabulary.size, model.contextLength]).toEqual([SIZE, END + 1, undefined]);
            expect(model.vocabulary.ends).toEqual([END]);
            const session = model.session();
            for (const ids of [[5], [1, 2, 3], [END], [0, 261]]) {
              const logits = await session.append(ids);
              expect(logits.size).toBe(SIZE);
              expect(Array.from(await logits.read())).toEqual(row(ids.at(-1)!));
            }
            expect(session.length).toBe(7);
          },
        );
      });
    }
  }
});

test("literal text becomes text tokens, a prompt may name control tokens", async () => {
  await withModel(loadModel(writeBigramFolder(fresh(), { size: SIZE, logit })), async (model) => {
    expect(model.encode("the<|end|>", "prompt")).toEqual([257, END]);
    expect(model.encode("the<|end|>", "literal")).toEqual([257, ...new TextEncoder().encode("<|end|>")]);
  });
});

describe("tiny-fim", () => {
  test("goes on from any checkpoint as a fresh session does", async () => {
    await withModel(loadModel(modelFolder, { threads: 1 }), async (model) => {
      expect([model.logitsSize, model.contextLength, model.vocabulary.ends]).toEqual([4096, 2048, [4088]]);
      const ids = fc.array(fc.nat(4087), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(ids, ids, ids, async (prefix, wrong, right) => {
          const session = model.session();
          await session.append(prefix);
          const point = session.checkpoint();
          await session.append(wrong);
          session.restore(point);
          expect(session.length).toBe(prefix.length);
          const after = await (await session.append(right)).read();
          const whole = await (await model.session().append([...prefix, ...right])).read();
          expect(furthest(after, whole)).toBeLessThan(1e-3);
          session.restore(point);
          expect(furthest(await (await session.append(right)).read(), after)).toBe(0);
          session.dispose();
        }),
        { numRuns: 20 },
      );
    });
  });

  test("finds ordinary Python likelier than chance", async () => {
    await withModel(loadModel(modelFolder), async (model) => {
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
    await withModel(loadModel(modelFolder), async (model) => {
      const ids = Array.from({ length: 600 }, (_, i) => (i * 37) % 4000);
      const whole = await (await model.session().append(ids)).read();
      const session = model.session();
      for (let at = 0; at < ids.length; at += 97) await session.append(ids.slice(at, at + 96 + 1));
      expect(session.length).toBe(600);
      const pieces = await (await session.append([1])).read();
      const reference = await (await model.session().append([...ids, 1])).read();
      expect(furthest(pieces, reference)).toBeLessThan(1e-2);
      expect(whole.length).toBe(4096);
    });
  });
});

function furthest(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

test("progress ends at one and never goes back", async () => {
  const seen: Progress[] = [];
  await withModel(loadModel(modelFolder, { onProgress: (progress) => seen.push(progress) }), async () => {});
  expect(seen.map(({ stage }) => stage)).toEqual(["tokenizer", "model", "ready"]);
  expect(seen.map(({ fraction }) => fraction)).toEqual(seen.map(({ fraction }) => fraction).sort((a, b) => a - b));
  expect(seen.at(-1)).toMatchObject({ fraction: 1, path: "onnx/model.onnx" });
});

describe("the file that is run", () => {
  const both = fresh();
  writeBigramFolder(both, { size: SIZE, logit });
  writeBigramFolder(both, { size: SIZE, logit: (last, next) => (last === next ? 1 : 0), type: "float16" });
  const cases = [
    [{}, row(3)[3]],
    [{ dtype: "fp32" }, row(3)[3]],
    [{ dtype: "fp16" }, 1],
    [{ file: "onnx/model_fp16.onnx" }, 1],
  ] as const;
  for (const [options, value] of cases) {
    test(JSON.stringify(options), async () => {
      await withModel(loadModel(both, options), async (model) => {
        expect((await (await model.session().append([3])).read())[3]).toBe(value);
      });
    });
  }
  test("the configuration may prefer one", async () => {
    writeBigramFolder(both, { size: SIZE, logit }, { "transformers.js_config": { dtype: "fp16" } });
    await withModel(loadModel(both), async (model) => {
      expect((await (await model.session().append([3])).read())[3]).toBe(1);
    });
  });
});

describe("what cannot be loaded says why", () => {
  const bigram = { size: SIZE, logit };
  const broken = (change: (folder: string) => void): string => {
    const folder = writeBigramFolder(fresh(), bigram);
    change(folder);
    return folder;
  };
  const cases: readonly (readonly [string, string, object, object])[] = [
    ["no folder", join(root, "nowhere"), {}, { code: "file-missing", path: "." }],
    [
      "no model",
      broken((f) => rmSync(join(f, "onnx"), { recursive: true })),
      {},
      { code: "file-missing", path: "onnx/model.onnx" },
    ],
    [
      "no such dtype",
      writeBigramFolder(fresh(), bigram),
      { dtype: "q4" },
      { code: "file-missing", path: "onnx/model_q4.onnx" },
    ],
    [
      "no such file",
      writeBigramFolder(fresh(), bigram),
      { file: "x.onnx" },
      { code: "file-missing", hint: "Present: onnx/model.onnx." },
    ],
    [
      "no tokenizer",
      broken((f) => rmSync(join(f, "tokenizer.json"))),
      {},
      { code: "file-missing", path: "tokenizer.json" },
    ],
    [
      "tokenizer is not JSON",
      broken((f) => writeFileSync(join(f, "tokenizer.json"), "{")),
      {},
      { code: "file-malformed", path: "tokenizer.json" },
    ],
    [
      "tokenizer is no tokenizer",
      broken((f) => writeFileSync(join(f, "tokenizer.json"), "{}")),
      {},
      { code: "file-malformed", path: "tokenizer.json" },
    ],
    [
      "config is not JSON",
      broken((f) => writeFileSync(join(f, "config.json"), "")),
      {},
      { code: "file-malformed", path: "config.json" },
    ],
    [
      "empty model",
      broken((f) => writeFileSync(join(f, "onnx/model.onnx"), "")),
      {},
      { code: "file-malformed", path: "onnx/model.onnx" },
    ],
    [
      "text for a model",
      broken((f) => writeFileSync(join(f, "onnx/model.onnx"), "version https://git-lfs")),
      {},
      { code: "file-malformed", path: "onnx/model.onnx" },
    ],
    [
      "model cut short",
      broken((f) => writeFileSync(join(f, "onnx/model.onnx"), bigramModel(bigram).slice(0, 5000))),
      {},
      { code: "file-malformed", path: "onnx/model.onnx" },
    ],
    [
      "unknown input",
      writeBigramFolder(fresh(), { ...bigram, extraInput: "mystery" }),
      {},
      { code: "model-unsupported", path: "onnx/model.onnx" },
    ],
    [
      "embeddings for ids",
      writeBigramFolder(fresh(), { ...bigram, extraInput: "inputs_embeds" }),
      {},
      { code: "model-unsupported" },
    ],
    [
      "too few rows",
      writeBigramFolder(fresh(), { ...bigram, size: 200 }),
      {},
      { code: "vocabulary-mismatch", path: "onnx/model.onnx" },
    ],
    ["far too many rows", writeBigramFolder(fresh(), { ...bigram, size: 1600 }), {}, { code: "vocabulary-mismatch" }],
  ];
  for (const [name, folder, options, error] of cases) {
    test(name, async () => {
      await expect(loadModel(folder, options)).rejects.toMatchObject({ name: "ModelError", ...error });
    });
  }
  test("a file URL is a folder too; other addresses and files are refused", async () => {
    const folder = writeBigramFolder(fresh(), bigram);
    await withModel(loadModel(pathToFileURL(folder)), async (model) => expect(model.logitsSize).toBeGreaterThan(0));
    await expect(loadModel("https://example.com/model")).rejects.toThrow(RangeError);
    await expect(loadModel(undefined as unknown as string)).rejects.toThrow("a path or a file URL");
    await expect(loadModel(join(folder, "onnx/model.onnx"))).rejects.toMatchObject({
      code: "file-missing",
      hint: expect.stringContaining("Give the folder"),
    });
  });
  test("external data that is missing", async () => {
    const folder = writeBigramFolder(fresh(), { ...bigram, external: true });
    await expect(loadModel(folder)).rejects.toMatchObject({ code: "file-missing", path: "onnx/model.onnx" });
  });
  test("a control token without a row is no mismatch", async () => {
    await withModel(loadModel(writeBigramFolder(fresh(), { ...bigram, size: 258 })), async (model) => {
      await expect(model.session().append([END])).rejects.toThrow(RangeError);
    });
  });
});

describe("what cannot be run says why, and leaves the session as it was", () => {
  test("NaN", async () => {
    const wrong = (last: number, next: number) => (last === 9 && next === 4 ? Number.NaN : 0);
    await withModel(loadModel(writeBigramFolder(fresh(), { size: SIZE, logit: wrong })), async (model) => {
      const session = model.session();
      await session.append([1]);
      await expect(session.append([2, 9])).rejects.toMatchObject({ code: "logits-invalid" });
      expect(session.length).toBe(1);
      expect((await session.append([3])).size).toBe(SIZE);
    });
  });
  test("overflow in half precision", async () => {
    const wrong = () => 1e6;
    await withModel(
      loadModel(writeBigramFolder(fresh(), { size: SIZE, logit: wrong, type: "float16" })),
      async (model) => {
        await expect(model.session().append([2])).rejects.toMatchObject({ code: "logits-invalid" });
      },
    );
  });
  test("more tokens than the context", async () => {
    const folder = writeBigramFolder(fresh(), { size: SIZE, logit }, { max_position_embeddings: 4 });
    await withModel(loadModel(folder), async (model) => {
      const session = model.session();
      await session.append([1, 2, 3]);
      await expect(session.append([4, 5])).rejects.toMatchObject({ code: "context-exceeded" });
      await session.append([4]);
      await expect(session.append([5])).rejects.toMatchObject({ code: "context-exceeded" });
      expect(session.length).toBe(4);
    });
  });
  test("misuse and aborts", async () => {
    const model = await loadModel(writeBigramFolder(fresh(), { size: SIZE, logit }));
    const session = model.session();
    for (const bad of [[], [-1], [1.5], [SIZE], [Number.NaN]])
      await expect(session.append(bad)).rejects.toThrow(RangeError);
    await expect(session.append([1], AbortSignal.abort("enough"))).rejects.toBe("enough");
    const first = session.append([1]);
    await expect(session.append([2])).rejects.toThrow(RangeError);
    await first;
    expect(session.length).toBe(1);
    expect(() => session.restore(model.session().checkpoint())).toThrow(RangeError);
    session.dispose();
    await expect(session.append([1])).rejects.toMatchObject({ code: "disposed" });
    await model.dispose();
    await model.dispose();
    expect(() => model.session()).toThrow(expect.objectContaining({ code: "disposed" }));
  });
});

test("an absent configuration leaves the context unknown", async () => {
  const folder = fresh();
  cpSync(modelFolder, folder, { recursive: true, filter: (path) => !/node_modules|recipe|config\.json$/.test(path) });
  await withModel(loadModel(folder, { ends: ["<|endoftext|>"] }), async (model) => {
    expect([model.contextLength, model.vocabulary.ends]).toEqual([undefined, [4088]]);
  });
});

test("the fixture's tokenizer has the tokens that the fixture says", () => {
  const { model } = byteTokenizer() as { model: { vocab: Record<string, number> } };
  expect(Object.keys(model.vocab).length).toBe(END);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadModel, type Progress } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { afterAll, describe, expect, test } from "vitest";
import { backendConformance, withModel } from "../../../test/support/backend-conformance.js";
import { bigramModel, byteTokenizer, END, writeBigramFolder } from "../../../test/support/bigram-model.js";

const root = mkdtempSync(join(tmpdir(), "espalier-onnx-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const fresh = (): string => join(root, String(folders++));

const SIZE = 262;
const logit = (last: number, next: number): number => ((last * 31 + next * 17) % 97) - 48;

backendConformance({
  open: (folder, options) => loadModel(folder, { threads: 1, ...options }),
  types: ["float32", "float16"],
  batches: true,
  runs: 20,
  longPrompt: 600,
});

test("progress ends at one and never goes back", async () => {
  const seen: Progress[] = [];
  await withModel(loadModel(modelFolder, { onProgress: (progress) => seen.push(progress) }), async () => {});
  expect(seen.map(({ stage }) => stage)).toEqual(["tokenizer", "model", "ready"]);
  expect(seen.map(({ fraction }) => fraction)).toEqual(seen.map(({ fraction }) => fraction).sort((a, b) => a - b));
  expect(seen.at(-1)).toMatchObject({ fraction: 1, path: "onnx/model.onnx" });
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
      "config is a list",
      broken((f) => writeFileSync(join(f, "config.json"), "[]")),
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

test("the fixture's tokenizer has the tokens that the fixture says", () => {
  const { model } = byteTokenizer() as { model: { vocab: Record<string, number> } };
  expect(Object.keys(model.vocab).length).toBe(END);
});

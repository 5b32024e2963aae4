// A model in a worker, whose script is bundled from the sources.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { expect, test } from "vitest";
import { bigramModel, writeBigramFolder } from "../../../test/support/bigram-model.js";
import { bundledWorker } from "../../../test/support/bundled-worker.js";

const worker = bundledWorker(join(import.meta.dirname, ".."), ["onnxruntime-node"]);

test("a worker gives the logits that the caller's thread gives, checkpoints included", async () => {
  const near = await loadModel(modelFolder);
  const far = await loadModel(modelFolder, { where: "worker", worker });
  expect([far.logitsSize, far.contextLength]).toEqual([near.logitsSize, near.contextLength]);
  const sessions = [near.session(), far.session()] as const;
  const both = async (ids: readonly number[]): Promise<void> => {
    const [a, b] = await Promise.all(sessions.map(async (session) => (await session.append(ids)).read()));
    expect(b).toEqual(a);
  };
  await both(near.encode("def f(x):\n", "literal"));
  const points = sessions.map((session) => session.checkpoint());
  await both([10, 11]);
  await both([12]);
  sessions.forEach((session, i) => {
    session.restore(points[i]!);
  });
  await both([12]);
  const batches = await Promise.all(
    [near, far].map(async (model) => {
      const rows = await model.appendBatch!([[7], [8]].map((ids) => ({ session: model.session(), ids })));
      return Promise.all(rows.map((row) => row.read()));
    }),
  );
  expect(batches[1]).toEqual(batches[0]);
  await Promise.all([near.dispose(), far.dispose()]);
  await expect(sessions[1].append([1])).rejects.toMatchObject({ code: "disposed" });
});

test("the caller's thread is free while the worker runs", async () => {
  const model = await loadModel(modelFolder, { where: "worker", worker, threads: 1 });
  const order: string[] = [];
  const running = model
    .session()
    .append(Array.from({ length: 1500 }, (_, i) => i))
    .then(() => order.push("model"));
  await new Promise((resolve) => setImmediate(resolve)).then(() => order.push("caller"));
  await running;
  expect(order).toEqual(["caller", "model"]);
  await model.dispose();
});

test("errors keep their code, their path and their hint on the way from the worker", async () => {
  const root = mkdtempSync(join(tmpdir(), "espalier-models-"));
  const bigram = { size: 262, logit: () => 0 };
  const cut = writeBigramFolder(join(root, "cut"), bigram);
  const { writeFileSync } = await import("node:fs");
  writeFileSync(join(cut, "onnx", "model.onnx"), bigramModel(bigram).slice(0, 1000));
  const near = await loadModel(cut).catch((error: unknown) => error as Error);
  const far = await loadModel(cut, { where: "worker", worker }).catch((error: unknown) => error as Error);
  expect(far).toMatchObject({ name: "ModelError", code: "file-malformed", path: "onnx/model.onnx" });
  expect((far as Error).message).toBe((near as Error).message);
  const nan = writeBigramFolder(join(root, "nan"), { size: 262, logit: () => Number.NaN });
  const model = await loadModel(nan, { where: "worker", worker });
  await expect(model.session().append([1])).rejects.toMatchObject({ code: "logits-invalid" });
  await model.dispose();
  rmSync(root, { recursive: true });
});

test("a script that is no worker of ours is an error, not a wait", async () => {
  const nowhere = new URL("nowhere.mjs", worker);
  await expect(loadModel(modelFolder, { where: "worker", worker: nowhere })).rejects.toMatchObject({
    code: "worker-failed",
  });
});

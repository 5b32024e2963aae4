// The page's side of a model that runs in it (`page-model.ts`): bundled into the page by the tests.

import type { Checkpoint, Logits, Model, Session } from "@espalier/model";
import { loadModel } from "@espalier/onnx-web";

const models: Model[] = [];
const sessions = new Map<number, Session>();
const points = new Map<number, Checkpoint>();

const read = async (rows: readonly Logits[]): Promise<number[][]> =>
  Promise.all(rows.map(async (row) => Array.from(await row.read())));

const calls = {
  async open(address: string, options: object) {
    const model = await loadModel(address, options);
    models.push(model);
    const { logitsSize, contextLength = null } = model;
    return { key: models.length - 1, logitsSize, contextLength };
  },
  session: async (model: number, key: number) => void sessions.set(key, models[model]!.session()),
  append: async (key: number, ids: number[], signal: { aborted: boolean }) =>
    read([await sessions.get(key)!.append(ids, signal)]),
  appendAll: async (key: number, ids: number[], signal: { aborted: boolean }) =>
    read(await sessions.get(key)!.appendAll!(ids, signal)),
  checkpoint: async (key: number, point: number) => void points.set(point, sessions.get(key)!.checkpoint()),
  restore: async (key: number, point: number) => sessions.get(key)!.restore(points.get(point)!),
  disposeSession: async (key: number) => sessions.get(key)!.dispose(),
  disposeModel: async (key: number) => models[key]!.dispose(),
};

/** Answers one call; an error travels as data. */
async function answer({ name, values }: { name: keyof typeof calls; values: unknown[] }): Promise<unknown> {
  try {
    return { value: await (calls[name] as (...values: unknown[]) => Promise<unknown>)(...values) };
  } catch (error) {
    if (!(error instanceof Error)) return { error: { name: "", message: String(error), reason: error } };
    const { name: kind, message, code, path } = error as Error & { code?: string; path?: string };
    return { error: { name: kind, message, code, path } };
  }
}

Object.assign(globalThis, { answer });

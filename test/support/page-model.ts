// A model that runs in a page, as a model of this process: each call goes to the page and back, so that the tests of a backend are the same for a browser.
// Calls that are made at once are made at once in the page, too.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Checkpoint, type Logits, logitsOf, type Model, ModelError, type Session } from "@espalier/model";
import { loadTokenizer } from "@espalier/tokenizer";
import type { Page } from "playwright-core";
import { bundleForPages } from "./bundle.js";

/** Bundles what such a page loads into `folder`: `page.js`, and `worker.js` of the backend. */
export const bundlePageCalls = (folder: string): Promise<void> =>
  bundleForPages(
    {
      page: join(import.meta.dirname, "page-calls.ts"),
      worker: join(import.meta.dirname, "../../packages/onnx-web/src/worker.ts"),
    },
    folder,
  );

/** One call of a function that the page has under `calls` (`page-calls.ts`). */
interface Call {
  readonly name: string;
  readonly values: readonly unknown[];
}

interface Answer {
  readonly value?: unknown;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly code?: string;
    readonly path?: string;
    readonly reason?: unknown;
  };
}

interface Opened {
  readonly key: number;
  readonly logitsSize: number;
  readonly contextLength: number | null;
}

/** Opens a model in a page. `folder` is the one at `address`; its tokenizer is read here. */
export async function pageModel(page: Page, folder: string, address: string, options: object): Promise<Model> {
  const call = caller(page);
  const { key, logitsSize, contextLength } = (await call("open", address, options)) as Opened;
  const file = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(join(folder, name), "utf8"));
    } catch {
      return undefined;
    }
  };
  const { ends } = options as { readonly ends?: readonly string[] };
  const others = { model: file("config.json"), generation: file("generation_config.json"), ...(ends && { ends }) };
  const tokenizer = loadTokenizer(file("tokenizer.json"), file("tokenizer_config.json") ?? {}, others);
  let open = true;
  return {
    vocabulary: tokenizer.vocabulary,
    logitsSize,
    contextLength: contextLength ?? undefined,
    encode: (text, how) => tokenizer.encode(text, how),
    session: () => {
      if (!open) throw new ModelError("disposed", "The model was used after it was disposed.");
      return pageSession(call, key);
    },
    dispose: async () => {
      open = false;
      await call("disposeModel", key);
    },
  };
}

type Caller = (name: string, ...values: readonly unknown[]) => Promise<unknown>;

let sessions = 0;
let points = 0;

function pageSession(call: Caller, model: number): Session {
  const key = ++sessions;
  const made = call("session", model, key);
  // A failure is reported by the calls that need the session.
  made.catch(() => undefined);
  const keys = new WeakMap<Checkpoint, number>();
  let length = 0;
  const rows = async (name: string, ids: readonly number[], signal: unknown): Promise<readonly Logits[]> => {
    const { aborted = false, reason } = (signal ?? {}) as { aborted?: boolean; reason?: unknown };
    const values = (await call(name, key, [...ids], { aborted, reason })) as number[][];
    length += ids.length;
    return values.map((row) => logitsOf(Float32Array.from(row)));
  };
  return {
    get length() {
      return length;
    },
    append: async (ids, signal) => (await rows("append", ids, signal))[0]!,
    appendAll: (ids, signal) => rows("appendAll", ids, signal),
    checkpoint: () => {
      const point = { length };
      keys.set(point, ++points);
      call("checkpoint", key, points).catch(() => undefined);
      return point;
    },
    restore: async (point) => {
      await call("restore", key, keys.get(point) ?? points);
      length = point.length;
    },
    dispose: () => {
      call("disposeSession", key).catch(() => undefined);
    },
  };
}

/** Calls functions of the page: those of one turn of the event loop together, in order. */
function caller(page: Page): Caller {
  let waiting: { readonly call: Call; readonly settle: (answer: Answer) => void }[] = [];
  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    const answers = (await page.evaluate(
      (calls) =>
        Promise.all(calls.map((each) => (globalThis as unknown as { answer(call: unknown): unknown }).answer(each))),
      batch.map((each) => each.call),
    )) as Answer[];
    for (const [i, { settle }] of batch.entries()) settle(answers[i]!);
  };
  return (name, ...values) =>
    new Promise((resolve, reject) => {
      const settle = ({ value, error }: Answer): void =>
        error === undefined ? resolve(value) : reject(errorOf(error));
      waiting.push({ call: { name, values }, settle });
      if (waiting.length === 1) queueMicrotask(() => void flush().catch(reject));
    });
}

function errorOf({ name, message, code, path, reason }: NonNullable<Answer["error"]>): unknown {
  if (reason !== undefined) return reason;
  return Object.assign(name === "RangeError" ? new RangeError(message) : new Error(message), {
    name,
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
  });
}

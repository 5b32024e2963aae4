// The backend for pages, run in Node by onnxruntime-web's WebAssembly: what every backend promises, and what concerns addresses. Browsers are in
// browser.test.ts.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoadOptions, loadModel, type Progress } from "@espalier/onnx-web";
import { modelFolder } from "@espalier/tiny-fim";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { backendConformance } from "../../../test/support/backend-conformance.js";
import { writeBigramFolder } from "../../../test/support/bigram-model.js";
import { type FileServer, type Serving, serveFiles } from "../../../test/support/file-server.js";

/** Loads a folder of this machine by address. */
async function loadFolder(folder: string, options: LoadOptions = {}, serving: Serving = {}) {
  const server = await serveFiles({ model: folder }, serving);
  try {
    return await loadModel(`${server.address}/model`, options);
  } finally {
    await server.close();
  }
}

backendConformance({ open: loadFolder, types: ["float32", "float16"], batches: true, runs: 5, longPrompt: 600 });

const root = mkdtempSync(join(tmpdir(), "espalier-onnx-web-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const bigram = { size: 262, logit: (last: number, next: number) => (last === next ? 1 : 0) };
const folderWith = (config = {}) => writeBigramFolder(join(root, String(folders++)), bigram, config);

let server: FileServer;
beforeAll(async () => {
  server = await serveFiles({ model: folderWith() });
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

const address = () => `${server.address}/model`;
const refused = (loading: Promise<unknown>, error: object) =>
  expect(loading).rejects.toMatchObject({ name: "ModelError", ...error });

test("a URL and a slash at the end lead to the same folder", async () => {
  for (const location of [new URL(address()), `${address()}/`]) {
    const model = await loadModel(location);
    expect(model.logitsSize).toBe(262);
    await model.dispose();
  }
});

test("other tasks of the thread run between the steps of a generation", async () => {
  const model = await loadModel(address());
  const session = model.session();
  let tasks = 0;
  const count = (): void => {
    tasks++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const before = tasks;
  for (let step = 0; step < 5; step++) await session.append([1]);
  expect(tasks - before).toBeGreaterThanOrEqual(4);
  clearImmediate(next);
  await model.dispose();
});

test("an error of `onProgress` is that of the load", async () => {
  const onProgress = (): void => {
    throw new RangeError("boo");
  };
  await expect(loadModel(address(), { onProgress })).rejects.toThrow(new RangeError("boo"));
});

test("an abort while `onProgress` hears that the model is ready is that of the load", async () => {
  const controller = new AbortController();
  const onProgress = ({ stage }: Progress): void => {
    if (stage === "ready") controller.abort(new RangeError("late"));
  };
  await expect(loadModel(address(), { onProgress, signal: controller.signal })).rejects.toThrow(new RangeError("late"));
});

test("progress counts the bytes of each file, and ends ready", async () => {
  const seen: Progress[] = [];
  const model = await loadModel(address(), { onProgress: (progress) => seen.push(progress) });
  await model.dispose();
  const size = readFileSync(join(root, "0", "onnx", "model.onnx")).length;
  expect(seen.at(-1)).toEqual({ stage: "ready", path: "onnx/model.onnx", bytes: size, totalBytes: size });
  const parts = seen.filter(({ stage }) => stage === "model");
  expect(parts.at(-1)).toMatchObject({ bytes: size, totalBytes: size });
  expect(parts.map(({ bytes }) => bytes)).toEqual(parts.map(({ bytes }) => bytes).sort((a, b) => a - b));
});

describe("what cannot be loaded says why", () => {
  test("no folder, no model, no such number format", async () => {
    await refused(loadModel(`${server.address}/nowhere`), { code: "file-missing", path: "tokenizer.json" });
    const bare = folderWith();
    rmSync(join(bare, "onnx"), { recursive: true });
    await refused(loadFolder(bare), { code: "file-missing", path: "onnx/model.onnx" });
    await refused(loadModel(address(), { dtype: "q4" }), { code: "file-missing", path: "onnx/model_q4.onnx" });
    await refused(loadModel(address(), { file: "x.onnx" }), { code: "file-missing", path: "x.onnx" });
  });
  test("no server", async () => {
    const closed = await serveFiles({});
    await closed.close();
    await refused(loadModel(`${closed.address}/model`), { code: "file-missing", path: "tokenizer.json" });
    // The file that a model needs is named, though another one fails first.
    const slow: Serving = {
      answer: ({ url = "" }, response) => {
        setTimeout(() => response.destroy(), url.endsWith("tokenizer.json") ? 200 : 0);
        return true;
      },
    };
    await refused(loadFolder(folderWith(), {}, slow), { code: "file-missing", path: "tokenizer.json" });
  });
  test("a store that answers 403 for files that it does not have", async () => {
    const forbidding: Serving = {
      answer: ({ url = "" }, response) => {
        if (!/generation_config|chat_template|tokenizer_config|q4/.test(url)) return false;
        response.writeHead(403).end();
        return true;
      },
    };
    const model = await loadFolder(folderWith(), {}, forbidding);
    await model.dispose();
    const error = { code: "file-missing", message: expect.stringContaining("403") };
    await refused(loadFolder(folderWith(), { dtype: "q4" }, forbidding), error);
  });
  test("a server that fails", async () => {
    const failing: Serving = { answer: (_, response) => response.writeHead(503).end() !== undefined };
    await refused(loadFolder(folderWith(), {}, failing), {
      code: "file-missing",
      message: expect.stringContaining("503"),
    });
  });
  test("a server that answers with its front page for files that it does not have", async () => {
    const page: Serving = {
      answer: ({ url = "" }, response) => {
        if (!/generation_config|chat_template|tokenizer_config|q4/.test(url)) return false;
        response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
        return true;
      },
    };
    const model = await loadFolder(folderWith(), {}, page);
    await model.dispose();
    await refused(loadFolder(folderWith(), { dtype: "q4" }, page), { code: "file-missing" });
  });
  test("a model that is cut short on the server, and one that is cut short on the way", async () => {
    const cut = folderWith();
    writeFileSync(join(cut, "onnx/model.onnx"), readFileSync(join(cut, "onnx/model.onnx")).subarray(0, 5000));
    await refused(loadFolder(cut), { code: "file-malformed", path: "onnx/model.onnx" });
    // Says 300,000 bytes, sends 1,000 and hangs up.
    const breaking: Serving = {
      answer: ({ url = "" }, response) => {
        if (!url.endsWith("model.onnx")) return false;
        response.writeHead(200, { "content-length": 300_000 });
        response.write(Buffer.alloc(1000), () => response.destroy());
        return true;
      },
    };
    await refused(loadFolder(folderWith(), {}, breaking), { code: "file-malformed", path: "onnx/model.onnx" });
  });
  test("a model that is too large for memory: by what the server says of its length, and by what it needs when it is opened", async () => {
    let sent = 0;
    const endless = (length: number): Serving => ({
      answer: ({ url = "" }, response) => {
        if (!url.endsWith("model.onnx")) return false;
        response.writeHead(200, { "content-length": length });
        response.write(Buffer.alloc(1000), () => void (sent += 1000));
        return true;
      },
    });
    const unsupported = { code: "model-unsupported", path: "onnx/model.onnx" };
    const tooLarge = { ...unsupported, message: expect.stringContaining("memory") };
    // A serialised protocol buffer has less than 2 GiB.
    for (const length of [2 ** 31, 2 ** 45])
      await refused(loadFolder(folderWith(), {}, endless(length)), {
        ...unsupported,
        message: expect.stringContaining("larger than an ONNX file can be"),
      });
    expect(sent).toBeLessThan(4000);
    // 4.4 GB, and the address space of WebAssembly has 4.3.
    await refused(loadFolder(writeBigramFolder(join(root, "large"), { ...bigram, zeros: 1_100_000_000 })), tooLarge);
    const fitting = await loadFolder(writeBigramFolder(join(root, "small"), { ...bigram, zeros: 1000 }));
    await fitting.dispose();
  });
  test("a tokenizer that is no JSON, one of another model, and a file that is no decoder", async () => {
    const text = folderWith();
    writeFileSync(join(text, "tokenizer.json"), "{");
    await refused(loadFolder(text), { code: "file-malformed", path: "tokenizer.json" });
    const other = folderWith();
    cpSync(join(modelFolder, "tokenizer.json"), join(other, "tokenizer.json"));
    await refused(loadFolder(other, { ends: [] }), { code: "vocabulary-mismatch", path: "onnx/model.onnx" });
    const encoder = writeBigramFolder(join(root, "encoder"), { ...bigram, extraInput: "pixel_values" });
    await refused(loadFolder(encoder), { code: "model-unsupported" });
  });
  test("weights beside the model that are not there", async () => {
    const folder = writeBigramFolder(
      join(root, "external"),
      { ...bigram, external: true },
      { "transformers.js_config": { use_external_data_format: true } },
    );
    await refused(loadFolder(folder), { code: "file-missing", path: "onnx/model.onnx_data" });
  });
  test("what this platform lacks", async () => {
    await refused(loadModel(address(), { device: "webgpu" }), {
      code: "runtime-missing",
      message: expect.stringContaining("WebGPU"),
    });
    await refused(loadModel(address(), { where: "worker" }), { code: "worker-failed" });
    const model = await loadModel(address(), { device: "auto" });
    await model.dispose();
  });
});

describe("an end on request", () => {
  test("before the first byte, while bytes arrive, and before the model is opened", async () => {
    await expect(loadModel(address(), { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    const slow: Serving = {
      answer: ({ url = "" }, response) => {
        if (!url.endsWith("model.onnx")) return false;
        response.writeHead(200, { "content-length": 300_000 });
        response.write(Buffer.alloc(1000));
        return true;
      },
    };
    const aborter = new AbortController();
    const onProgress = ({ stage }: Progress): void => {
      if (stage === "model") aborter.abort("enough");
    };
    await expect(loadFolder(folderWith(), { signal: aborter.signal, onProgress }, slow)).rejects.toBe("enough");
    const late = new AbortController();
    const atOpening = ({ stage }: Progress): void => {
      if (stage === "opening") late.abort("late");
    };
    await expect(loadModel(address(), { signal: late.signal, onProgress: atOpening })).rejects.toBe("late");
  });
});

describe("the browser's cache", () => {
  /** The Cache API over a map, as far as it is used. */
  function fakeCaches(put: (url: string) => void = () => {}) {
    const files = new Map<string, Response>();
    const cache = {
      match: async (url: string) => files.get(url)?.clone(),
      put: async (url: string, response: Response) => {
        put(url);
        files.set(url, response);
      },
      delete: async (url: string) => files.delete(url),
    };
    return { files, caches: { open: async () => cache } };
  }
  const modelsAsked = () => server.asked.filter((path) => path.endsWith("model.onnx")).length;

  test("spares the second download, unless it is told otherwise", async () => {
    const { files, caches } = fakeCaches();
    vi.stubGlobal("caches", caches);
    const load = async (cache: "use" | "reload" | "none") => {
      const before = modelsAsked();
      await (await loadModel(address(), { cache })).dispose();
      return modelsAsked() - before;
    };
    expect([await load("none"), files.size]).toEqual([1, 0]);
    expect(await load("use")).toBe(1);
    const held = [...files.values()].filter(({ headers }) => headers.get("x-espalier-absent") === null);
    expect(held.length).toBe(3);
    expect(await load("use")).toBe(0);
    expect(await load("reload")).toBe(1);
    expect(await load("none")).toBe(1);
  });
  test("loads a model without its server, though files that it can do without are absent", async () => {
    vi.stubGlobal("caches", fakeCaches().caches);
    const folder = folderWith();
    cpSync(join(folder, "onnx/model.onnx"), join(folder, "onnx/model_q4.onnx"));
    rmSync(join(folder, "onnx/model.onnx"));
    const once = await serveFiles({ model: folder });
    await (await loadModel(`${once.address}/model`)).dispose();
    await once.close();
    await (await loadModel(`${once.address}/model`)).dispose();
    await refused(loadModel(`${once.address}/model`, { dtype: "q8" }), { code: "file-missing" });
  });
  test("does not keep files that cannot be read: the next load, and one that finds them there, fetches them again", async () => {
    const { files, caches } = fakeCaches();
    vi.stubGlobal("caches", caches);
    const folder = folderWith();
    const [file, whole] = [join(folder, "onnx/model.onnx"), readFileSync(join(folder, "onnx/model.onnx"))];
    const mended = await serveFiles({ model: folder });
    const load = () => loadModel(`${mended.address}/model`);
    writeFileSync(file, whole.subarray(0, 5000));
    await refused(load(), { code: "file-malformed" });
    writeFileSync(file, whole);
    await (await load()).dispose();
    for (const name of ["onnx/model.onnx", "tokenizer.json"]) {
      files.set(`${mended.address}/model/${name}`, new Response("garbage", { headers: { "content-length": "7" } }));
      await (await load()).dispose();
    }
    // The server's own file is bad: it is fetched once again, and the error is the same.
    writeFileSync(file, "garbage");
    files.set(`${mended.address}/model/onnx/model.onnx`, new Response("garbage"));
    await refused(load(), { code: "file-malformed" });
    expect(files.size).toBe(0);
    await mended.close();
  });
  test("is done without where storage is denied or full", async () => {
    const denied = { open: async () => Promise.reject(new DOMException("denied", "SecurityError")) };
    const full = fakeCaches(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    for (const caches of [denied, full.caches]) {
      vi.stubGlobal("caches", caches);
      await (await loadModel(address())).dispose();
    }
    expect(full.files.size).toBe(0);
  });
  test("does not keep what broke off", async () => {
    const { files, caches } = fakeCaches();
    vi.stubGlobal("caches", caches);
    const breaking = createServer((_, response) => {
      response.writeHead(200, { "content-length": 300_000 });
      response.write(Buffer.alloc(1000), () => response.destroy());
    });
    await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
    const { port } = breaking.address() as AddressInfo;
    await refused(loadModel(`http://127.0.0.1:${port}`), { code: "file-malformed" });
    breaking.close();
    expect(files.size).toBe(0);
  });
});

test("wrong arguments are refused by name", async () => {
  const wrong = async (call: () => Promise<unknown>, argument: string) =>
    expect(call()).rejects.toMatchObject({ name: "ArgumentError", argument });
  await wrong(() => loadModel(undefined!), "location");
  await wrong(() => loadModel("x", { device: "cuda" as never }), "device");
  await wrong(() => loadModel("x", { wasm: "y" } as never), "wasm");
});

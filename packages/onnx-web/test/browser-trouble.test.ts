// What goes wrong in browsers: a graphics processor that is lost, storage that is denied, tabs that load at once, a tab in the background, a policy
// without workers, files of the runtime that are not served, a script that is not the worker's.

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "../../../test/support/chromium.js";
import { type FileServer, serveFiles } from "../../../test/support/file-server.js";
import { bundlePageCalls } from "../../../test/support/page-model.js";

const out = mkdtempSync(join(tmpdir(), "espalier-trouble-"));
const folders = {
  page: out,
  runtime: dirname(createRequire(import.meta.url).resolve("onnxruntime-web/wasm")),
  "tiny-fim": modelFolder,
};
const HTML = '<!doctype html><title>espalier</title><script type="module" src="/page/page.js"></script>';
const servers: FileServer[] = [];
let browser: Browser;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  await bundlePageCalls(out);
  browser = await launchChromium(chromiumPath);
});
beforeEach((context) => {
  if (chromiumPath === undefined) context.skip(NO_CHROMIUM);
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) await server.close();
  rmSync(out, { recursive: true, force: true });
});

/** A server of the page under these headers. @param visit sees each address asked for. */
async function serve(
  headers: Readonly<Record<string, string>> = {},
  visit: (url: string) => unknown = () => {},
): Promise<FileServer> {
  const server = await serveFiles(folders, {
    headers,
    answer: ({ url }, response) => {
      visit(url!);
      return url === "/" && response.writeHead(200, { "content-type": "text/html" }).end(HTML) !== undefined;
    },
  });
  servers.push(server);
  return server;
}

async function openPage(
  { address }: FileServer,
  from: Pick<BrowserContext, "newPage"> = browser,
  script = "",
): Promise<Page> {
  const page = await from.newPage();
  await page.addInitScript(script);
  await page.goto(address);
  await page.waitForFunction(() => "answer" in globalThis);
  return page;
}

interface Answer<Value> {
  readonly value?: Value;
  readonly error?: { readonly code?: string; readonly message: string };
}

/** One call of page-calls.ts. */
const call = <Value>(page: Page, name: string, ...values: readonly unknown[]): Promise<Answer<Value>> =>
  page.evaluate((each) => (globalThis as unknown as { answer(call: unknown): Promise<Answer<Value>> }).answer(each), {
    name,
    values,
  });

let sessions = 0;

/** Loads the model. */
const load = (page: Page, { address }: FileServer, options: object = {}): Promise<Answer<{ readonly key: number }>> =>
  call(page, "open", `${address}/tiny-fim`, { wasmPaths: `${address}/runtime/`, cache: "none", ...options });

/** The logits after some tokens, in a session of its own. */
async function logitsOf(page: Page, model: number, ids: readonly number[]): Promise<Answer<readonly number[][]>> {
  const session = ++sessions;
  await call(page, "session", model, session);
  return call(page, "append", session, ids, { aborted: false });
}

const IDS = [1, 2, 3, 4];

/** Keeps the devices that the page makes. */
const KEEP_DEVICES = `
  globalThis.devices = [];
  const request = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (...options) {
    const device = await request.apply(this, options);
    globalThis.devices.push(device);
    return device;
  };
`;

test("a graphics processor that is lost in the middle of a text is named, and another way is open", async () => {
  const server = await serve();
  const page = await openPage(server, browser, KEEP_DEVICES);
  const first = await load(page, server, { device: "webgpu" });
  const session = ++sessions;
  await call(page, "session", first.value!.key, session);
  const before = await call<number[][]>(page, "append", session, IDS, { aborted: false });
  const meanwhile = call(page, "append", session, [5], { aborted: false });
  await page.evaluate(() => {
    for (const device of (globalThis as unknown as { devices: { destroy(): void }[] }).devices) device.destroy();
  });
  const lost = { error: expect.objectContaining({ code: "device-lost" }) };
  // The step in progress may have ended before.
  const settled = await meanwhile;
  if (settled.error !== undefined) expect(settled).toEqual(lost);
  expect(await call(page, "append", session, [5], { aborted: false })).toEqual(lost);
  expect(await logitsOf(page, first.value!.key, IDS)).toEqual(lost);
  expect(await load(page, server, { device: "webgpu" })).toEqual(lost);

  for (const options of [{ device: "wasm" }, { device: "webgpu", where: "worker" }]) {
    const again = await load(page, server, options);
    const [row] = (await logitsOf(page, again.value!.key, IDS)).value!;
    for (const [id, logit] of row!.entries()) expect(Math.abs(logit - before.value![0]![id]!)).toBeLessThan(1e-2);
  }
  await page.close();
}, 120_000);

/** Counts the bytes that the page reads from the memory of its graphics processor. */
const COUNT_READ_BYTES = `
  globalThis.readBytes = 0;
  const READ = 1;
  const map = GPUBuffer.prototype.mapAsync;
  GPUBuffer.prototype.mapAsync = function (mode, offset = 0, size = this.size - offset) {
    if (mode === READ) globalThis.readBytes += size;
    return map.call(this, mode, offset, size);
  };
`;

test("of a long prompt, only the last row of logits is read from the graphics processor, by a model that computes all of them", async () => {
  const server = await serve();
  const page = await openPage(server, browser, COUNT_READ_BYTES);
  const rows = [];
  for (const device of ["webgpu", "wasm"]) {
    const { value } = await load(page, server, { device });
    rows.push((await logitsOf(page, value!.key, IDS)).value![0]!);
  }
  const [fromGpu, fromWasm] = rows as [number[], number[]];
  for (const [id, logit] of fromGpu.entries()) expect(Math.abs(logit - fromWasm[id]!)).toBeLessThan(1e-2);
  expect(await page.evaluate("readBytes")).toBe(4 * fromGpu.length);
  await page.close();
}, 120_000);

test("a disposed model ends its worker", async () => {
  const server = await serve();
  const page = await openPage(server);
  const { value } = await load(page, server, { where: "worker" });
  expect((await logitsOf(page, value!.key, IDS)).value).toHaveLength(1);
  expect(page.workers()).toHaveLength(1);
  expect((await call(page, "disposeModel", value!.key)).error).toBeUndefined();
  await expect.poll(() => page.workers()).toEqual([]);
  expect((await call(page, "session", value!.key, ++sessions)).error).toMatchObject({ code: "disposed" });
  await page.close();
});

/** Keeps the workers that the page makes, for `ended` to end them as a browser may: without an event. */
const KEEP_WORKERS = `
  globalThis.kept = [];
  globalThis.Worker = class extends Worker {
    constructor(...given) { super(...given); globalThis.kept.push(this); }
  };
  globalThis.ended = () => { for (const worker of globalThis.kept) worker.terminate(); };
`;

/** Appends to a session whose worker ends meanwhile. @param abortAfter milliseconds; never by default. */
const appendToEnded = (page: Page, session: number, abortAfter?: number): Promise<Answer<unknown>> =>
  page.evaluate(
    ([key, ids, after]) => {
      const { answer, ended } = globalThis as unknown as { answer(call: unknown): Promise<never>; ended(): void };
      const controller = new AbortController();
      const appended = answer({ name: "append", values: [key, ids, controller.signal] });
      ended();
      if (after !== undefined) setTimeout(() => controller.abort("enough"), after);
      return appended;
    },
    [session, IDS, abortAfter] as const,
  );

test("a worker that ends without an event is told to what waits for it, and to what comes later", async () => {
  const server = await serve();
  const page = await openPage(server, browser, KEEP_WORKERS);
  const { value } = await load(page, server, { where: "worker" });
  await call(page, "session", value!.key, ++sessions);
  const told = { error: expect.objectContaining({ code: "worker-failed", message: expect.stringContaining("ended") }) };
  expect(await appendToEnded(page, sessions)).toEqual(told);
  expect(await call(page, "append", sessions, IDS, { aborted: false })).toEqual(told);
  expect((await call(page, "disposeModel", value!.key)).error).toBeUndefined();
  // A fresh one works.
  const again = await load(page, server, { where: "worker" });
  expect((await logitsOf(page, again.value!.key, IDS)).value).toHaveLength(1);
  await page.close();
});

test("where nothing tells that a worker has ended, an abort and `dispose` still end what waits for it", async () => {
  const server = await serve();
  const page = await openPage(server, browser, `${KEEP_WORKERS} delete Navigator.prototype.locks;`);
  const { value } = await load(page, server, { where: "worker" });
  const session = ++sessions;
  await call(page, "session", value!.key, session);
  expect(await appendToEnded(page, session, 50)).toEqual({
    error: { name: "", message: "enough", reason: "enough" },
  });
  const pending = call(page, "append", session, IDS, { aborted: false });
  expect((await call(page, "disposeModel", value!.key)).error).toBeUndefined();
  expect((await pending).error).toMatchObject({ code: "disposed" });
  await page.close();
});

test("where storage is denied, the model is loaded without it", async () => {
  const server = await serve({
    "content-security-policy": "sandbox allow-scripts",
    "access-control-allow-origin": "*",
  });
  const page = await openPage(server);
  const denied = await page.evaluate(() =>
    Promise.resolve()
      .then(() => (globalThis as unknown as { caches: { open(name: string): unknown } }).caches.open("x"))
      .then(
        () => false,
        () => true,
      ),
  );
  expect(denied).toBe(true);
  const { value } = await load(page, server, { cache: "use" });
  expect((await logitsOf(page, value!.key, IDS)).value).toHaveLength(1);
  await page.close();
});

test("two tabs load one model at once, and a third finds it in the browser's cache", async () => {
  const server = await serve();
  const context = await browser.newContext();
  const both = await Promise.all([openPage(server, context), openPage(server, context)]);
  const rows = await Promise.all(
    both.map(async (page) => {
      const { value } = await load(page, server, { cache: "use" });
      return (await logitsOf(page, value!.key, IDS)).value;
    }),
  );
  expect(rows[0]).toHaveLength(1);
  expect(rows[1]).toEqual(rows[0]);
  const asked = (): number => server.asked.filter((path) => path.endsWith(".onnx")).length;
  const before = asked();
  const third = await openPage(server, context);
  const { value } = await load(third, server, { cache: "use" });
  expect((await logitsOf(third, value!.key, IDS)).value).toEqual(rows[0]);
  expect(asked()).toBe(before);
  await context.close();
});

test("a tab that the browser freezes goes on where it was", async () => {
  const server = await serve();
  const page = await openPage(server);
  const { value } = await load(page, server, { where: "worker" });
  const expected = await logitsOf(page, value!.key, IDS);
  const browserSide = await page.context().newCDPSession(page);
  const meanwhile = logitsOf(page, value!.key, IDS);
  await browserSide.send("Page.setWebLifecycleState", { state: "frozen" });
  await browserSide.send("Page.setWebLifecycleState", { state: "active" });
  expect(await meanwhile).toEqual(expected);
  await page.close();
});

test("a policy without workers is told when one is asked for, and nothing else is lost", async () => {
  const server = await serve({
    "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'",
  });
  const page = await openPage(server);
  expect(await load(page, server, { where: "worker" })).toEqual({
    error: expect.objectContaining({ code: "worker-failed" }),
  });
  const { value } = await load(page, server, { threads: 1 });
  expect((await logitsOf(page, value!.key, IDS)).value).toHaveLength(1);
  await page.close();
});

test("files of the runtime that are not served are told as such, and a folder needs no slash at its end", async () => {
  const server = await serve();
  const page = await openPage(server);
  for (const where of ["thread", "worker"]) {
    const missing = await load(page, server, { where, wasmPaths: `${server.address}/nowhere/` });
    expect(missing.error).toMatchObject({ code: "runtime-missing", message: expect.stringContaining("wasmPaths") });
    expect(missing.error!.message).toContain("reload the page");
  }
  const { value } = await load(page, server, { where: "worker", wasmPaths: `${server.address}/runtime` });
  expect((await logitsOf(page, value!.key, IDS)).value).toHaveLength(1);
  await page.close();
});

test("a policy without WebAssembly is told", async () => {
  const server = await serve({ "content-security-policy": "default-src 'self'; script-src 'self'" });
  const page = await openPage(server);
  for (const where of ["thread", "worker"])
    expect((await load(page, server, { where })).error).toMatchObject({
      code: "runtime-missing",
      message: expect.stringContaining("script-src 'self' 'wasm-unsafe-eval'"),
    });
  await page.close();
});

test("a worker's script that is missing, or is another script, is told", async () => {
  const server = await serve();
  const page = await openPage(server);
  const told = { code: "worker-failed", message: expect.stringContaining("./worker") };
  const missing = await load(page, server, { where: "worker", worker: `${server.address}/page/nothing.js` });
  expect(missing.error).toMatchObject(told);
  await page.clock.install();
  const other = load(page, server, { where: "worker", worker: `${server.address}/page/page.js` });
  // The request for the script comes after the timer was set.
  const asked = (): number => server.asked.filter((path) => path.endsWith("page.js")).length;
  await expect.poll(asked, { timeout: 20_000 }).toBe(2);
  await page.clock.fastForward(30_000);
  expect((await other).error).toMatchObject(told);
  await page.close();
});

test("a load is aborted while the worker has not answered, and the worker ends", async () => {
  const server = await serve();
  const page = await openPage(server);
  const options = {
    where: "worker",
    worker: `${server.address}/page/page.js`,
    wasmPaths: `${server.address}/runtime/`,
    cache: "none",
  };
  const reason = await page.evaluate(
    async ([address, its]) => {
      const controller = new AbortController();
      const { answer } = globalThis as unknown as { answer(call: unknown): Promise<Answer<unknown>> };
      const onProgress = ({ stage }: { stage: string }): void => {
        if (stage === "opening") setTimeout(() => controller.abort("enough"), 200);
      };
      return answer({ name: "open", values: [address, { ...its, signal: controller.signal, onProgress }] });
    },
    [`${server.address}/tiny-fim`, options] as const,
  );
  expect(reason).toEqual({ error: { name: "", message: "enough", reason: "enough" } });
  await expect.poll(() => page.workers()).toEqual([]);
  await page.close();
});

test("an address keeps its query in the address of each file", async () => {
  const asked: string[] = [];
  const server = await serve({}, (url) => asked.push(url));
  const page = await openPage(server);
  const wasmPaths = `${server.address}/runtime/`;
  const { value } = await call<{ key: number }>(page, "open", `${server.address}/tiny-fim?key=1#top`, { wasmPaths });
  expect((await logitsOf(page, value!.key, IDS)).value).toHaveLength(1);
  const files = asked.filter((url) => url.startsWith("/tiny-fim"));
  expect(files).toContain("/tiny-fim/tokenizer.json?key=1");
  expect(files.filter((url) => !url.endsWith("?key=1"))).toEqual([]);
  await page.close();
});

test("in a thread, the page's tasks run during a generation, and an abort ends it", async () => {
  const server = await serve();
  const page = await openPage(server);
  const { value } = await load(page, server, { where: "thread" });
  await call(page, "session", value!.key, ++sessions);
  const seen = await page.evaluate(async (session) => {
    const { answer } = globalThis as unknown as { answer(call: unknown): Promise<Answer<unknown>> };
    let timers = 0;
    const timer = setInterval(() => timers++, 0);
    let steps = 0;
    const controller = new AbortController();
    // The abort comes from a timer's task, as that of a button does: without tasks between steps it would never come.
    const stop = setTimeout(() => controller.abort(), 50);
    for (; steps < 2_000 && !controller.signal.aborted; steps++)
      await answer({ name: "append", values: [session, [1], { aborted: false }] });
    clearInterval(timer);
    clearTimeout(stop);
    return { timers, steps, aborted: controller.signal.aborted };
  }, sessions);
  expect(seen.aborted).toBe(true);
  expect(seen.steps).toBeLessThan(2_000);
  expect(seen.timers).toBeGreaterThan(0);
  await page.close();
});

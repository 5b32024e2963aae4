// The part of `test:deno` that runs in Deno: serves the models' folders, opens them with `@espalier/onnx-web`, and runs the tests of a backend.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { type LoadOptions, loadModel } from "@espalier/onnx-web";
import { backendConformance } from "../support/backend-conformance.js";
import { runTests } from "./collected-tests.js";

const { values } = parseArgs({
  options: {
    device: { type: "string", default: "webgpu" },
    types: { type: "string", default: "float32" },
    runs: { type: "string", default: "5" },
    prompt: { type: "string", default: "20" },
  },
});
const device = values.device === "wasm" ? "wasm" : "webgpu";

/** The folders that are served, by their place in the address. */
const folders: string[] = [];
const server = createServer(async ({ url }, response) => {
  const [, place, ...names] = decodeURIComponent(url!).split("/");
  const content = await readFile(path.join(folders[Number(place)]!, ...names)).catch(() => undefined);
  response.writeHead(content === undefined ? 404 : 200, { "content-length": content?.length ?? 0 }).end(content);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

const open = (folder: string, options: LoadOptions = {}) => {
  folders.push(folder);
  const wasmPaths = new URL("./runtime/", import.meta.url).href;
  return loadModel(`http://127.0.0.1:${port}/${folders.length - 1}`, { device, wasmPaths, cache: "none", ...options });
};

/** The adapter's name and features, of a platform with WebGPU. */
async function adapterOf(): Promise<object | undefined> {
  const { navigator } = globalThis as unknown as Platform;
  const adapter = await navigator.gpu?.requestAdapter();
  return adapter ? { name: adapter.info.description, features: [...adapter.features] } : undefined;
}

interface Platform {
  readonly navigator: { readonly gpu?: { requestAdapter(): Promise<Adapter | null> } };
}

interface Adapter {
  readonly info: { readonly description: string };
  readonly features: Iterable<string>;
}

backendConformance({
  open,
  types: values.types.split(",") as ("float32" | "float16")[],
  // Sessions on the graphics processor run one at a time.
  batches: device === "wasm",
  runs: Number(values.runs),
  longPrompt: Number(values.prompt),
});
const totals = await runTests();
console.log(JSON.stringify({ device, adapter: await adapterOf(), ...totals }));
process.exit(totals.failures.length === 0 ? 0 : 1);

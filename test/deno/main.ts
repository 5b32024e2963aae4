// `pnpm --silent test:deno`: the tests of a backend for `@espalier/onnx-web` in Deno, which has WebGPU without a browser and so reaches the graphics
// processor of a machine without a display. Bundles everything into one folder, which runs on a machine that has nothing else than Deno.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, type Plugin } from "esbuild";
import { modelFolder } from "../../models/tiny-fim/index.js";

const HELP = `usage: pnpm --silent test:deno [options] [-- options of the tests]

  --folder DIR    bundle into this folder and keep it, to run it on another machine; nothing is run

The variable DENO names Deno's program, if it is not on the PATH.

Options of the tests, which are also those of "deno run -A --unstable-webgpu FOLDER/conformance.js":

  --device NAME   webgpu or wasm (webgpu)
  --types NAMES   float32, float16 or both, with a comma; software renderers have no float16 (float32)
  --runs N        random cases of each law (5)
  --prompt N      tokens of a long prompt (20)

Prints a line for each test, then one JSON object with the adapter and the totals. Exits with 1 if a test failed.
`;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    folder: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const require = createRequire(import.meta.url);
const runtime = path.dirname(createRequire(require.resolve("@espalier/onnx-web")).resolve("onnxruntime-web/wasm"));
const RUNTIME_FILES = [
  ...["ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"],
  ...["ort.webgpu.min.mjs", "ort-wasm-simd-threaded.asyncify.mjs", "ort-wasm-simd-threaded.asyncify.wasm"],
];

/** Takes the collector of tests for `vitest`, a model folder beside the bundle, and the runtime's files beside the bundle. */
const forDeno: Plugin = {
  name: "for-deno",
  setup({ onResolve }) {
    const sources = import.meta.dirname;
    onResolve({ filter: /^vitest$/ }, () => ({ path: path.join(sources, "collected-tests.ts") }));
    onResolve({ filter: /models\/tiny-fim\/index\.js$/ }, () => ({ path: path.join(sources, "model-folder.ts") }));
    onResolve({ filter: /^onnxruntime-web\/webgpu$/ }, () => ({
      path: "./runtime/ort.webgpu.min.mjs",
      external: true,
    }));
    onResolve({ filter: /^#wasm$/ }, () => ({ path: "./runtime/ort.wasm.min.mjs", external: true }));
  },
};

/** Bundles the tests and what they read. */
async function bundle(folder: string): Promise<void> {
  mkdirSync(path.join(folder, "runtime"), { recursive: true });
  await build({
    entryPoints: [path.join(import.meta.dirname, "conformance.ts")],
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    conditions: ["@espalier/source", "import"],
    plugins: [forDeno],
    logLevel: "error",
  });
  for (const file of RUNTIME_FILES) cpSync(path.join(runtime, file), path.join(folder, "runtime", file));
  const filter = (file: string): boolean => !/node_modules|recipe/.test(path.relative(modelFolder, file));
  cpSync(modelFolder, path.join(folder, "tiny-fim"), { recursive: true, filter });
}

const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), "espalier-deno-"));
await bundle(folder);
const command = ["run", "-A", "--unstable-webgpu", path.join(folder, "conformance.js"), ...positionals];
if (values.folder !== undefined) {
  console.log(`deno ${command.join(" ")}`);
} else {
  const deno = process.env.DENO ?? "deno";
  const { error, status } = spawnSync(deno, command, { stdio: "inherit" });
  rmSync(folder, { recursive: true, force: true });
  if (error !== undefined)
    console.error(`test:deno: ${deno} does not run (${error.message}). "npm install -g deno" installs it.`);
  process.exitCode = status ?? 1;
}

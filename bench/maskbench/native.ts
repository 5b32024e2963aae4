// Engines that are not JavaScript: llguidance as a Rust program of ours, built when it is asked for and cargo is there, else
// as the Python package; XGrammar as the Python package. `ESPALIER_PYTHON` names the Python, else it is what the PATH has.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** How an engine's process is started, or why it cannot be. */
export type Start = { readonly command: readonly string[] } | { readonly missing: string };

const here = fileURLToPath(new URL(".", import.meta.url));
const python = process.env.ESPALIER_PYTHON || "python3";
/** Seconds: a first build fetches and compiles some seventy crates. */
const BUILD_SECONDS = 900;

/** @param vocabulary the path of its file. */
export function startLlguidance(vocabulary: string): Start {
  const crate = path.join(here, "peers", "llguidance");
  const target = path.join(here, "..", "..", "node_modules", ".cache", "espalier-maskbench");
  mkdirSync(target, { recursive: true });
  try {
    process.stderr.write("… cargo build of llguidance (minutes, the first time)\n");
    const options = [
      "build",
      "--release",
      "--locked",
      "--quiet",
      "--manifest-path",
      path.join(crate, "Cargo.toml"),
      "--target-dir",
      target,
    ];
    execFileSync("cargo", options, { stdio: ["ignore", "ignore", "pipe"], timeout: 1000 * BUILD_SECONDS });
  } catch (error) {
    const why = lastLine(error);
    process.stderr.write(`… no native build (${why}); trying Python's llguidance\n`);
    return startPython("llguidance", vocabulary);
  }
  return { command: [path.join(target, "release", "maskbench-llguidance"), vocabulary] };
}

/** @param vocabulary the path of its file. */
export function startXgrammar(vocabulary: string): Start {
  return startPython("xgrammar", vocabulary);
}

function startPython(engine: string, vocabulary: string): Start {
  const driver = path.join(here, "peers", "python", "driver.py");
  try {
    execFileSync(python, [driver, engine], { stdio: "pipe", timeout: 60_000 });
  } catch (error) {
    return { missing: `${python} cannot load ${engine} (${lastLine(error)}); set ESPALIER_PYTHON to one that can` };
  }
  return { command: [python, driver, engine, vocabulary] };
}

/** What a command that failed said last. */
function lastLine(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: Buffer; readonly message?: string };
  const text = String(stderr ?? "").trim() || String(message ?? error);
  return text.split("\n").at(-1)!;
}

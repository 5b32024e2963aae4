// Chromium, where this machine has one: CHROMIUM_PATH names it, or it is found on the PATH.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Why tests in a browser are skipped where there is none. */
export const NO_CHROMIUM = "needs Chromium: install it, or set CHROMIUM_PATH to its program";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The program of a Chromium; `undefined` when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** A Chromium without a window. Its WebGPU is computed by software (SwiftShader), which has no 16-bit floats. */
export function launchChromium(path: string): Promise<Browser> {
  const args = ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
  return chromium.launch({ executablePath: path, headless: true, args });
}

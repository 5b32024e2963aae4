// Chromium, for tests in a browser: CHROMIUM_PATH names its program.

import { type Browser, chromium } from "playwright-core";

/** Why tests in a browser are skipped. */
export const NO_CHROMIUM = "needs Chromium: set CHROMIUM_PATH to its program";

/** The program of a Chromium; `undefined` when none is named. */
export const chromiumPath: string | undefined = process.env.CHROMIUM_PATH;

/** A Chromium without a window. Its WebGPU is computed by software (SwiftShader), which has no 16-bit floats. */
export function launchChromium(path: string): Promise<Browser> {
  const args = ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
  return chromium.launch({ executablePath: path, headless: true, args });
}

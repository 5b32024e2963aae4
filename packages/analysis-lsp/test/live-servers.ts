// The language servers of this machine: those that npm installed in the folder named by ESPALIER_LANGUAGE_SERVERS, and those on the PATH.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LspMonitor, lsp, PROFILES } from "@espalier/analysis-lsp";
import type { Question } from "@espalier/monitor";
import { run } from "@espalier/monitor";
import { onTestFinished } from "vitest";
import { findProgram } from "../src/program.js";

/** What distributions call a program. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  clangd: ["clangd-21", "clangd-20", "clangd-19", "clangd-18"],
};

/** The command of a profile's server; `undefined` where it is not here. */
export function commandOf(name: string): readonly string[] | undefined {
  const { program, parameters } = PROFILES[name]!;
  const folder = process.env.ESPALIER_LANGUAGE_SERVERS;
  // basedpyright has a program of this name too, and npm links one of the two.
  const pyright = join(folder ?? tmpdir(), "node_modules/pyright/langserver.index.js");
  if (name === "pyright" && existsSync(pyright)) return [process.execPath, pyright, ...parameters];
  const file = [program, ...(OTHER_NAMES[program] ?? [])]
    .map((each) => findProgram(each, folder ?? tmpdir()))
    .find((found) => found !== undefined);
  // The `tsc` of other versions is no language server.
  const isOther = name === "typescript-7" && (folder === undefined || file === undefined || !file.startsWith(folder));
  return file === undefined || isOther ? undefined : [file, ...parameters];
}

/** Why the tests of a profile are skipped. */
export const whyNot = (name: string): string =>
  `needs ${PROFILES[name]!.program}: ${PROFILES[name]!.howToGet} in a folder, and ESPALIER_LANGUAGE_SERVERS=FOLDER`;

/** A project of these files with a server that has read it; both are gone at the end of the test. */
export async function projectOf(
  name: string,
  files: Readonly<Record<string, string>>,
  prepare: (root: string) => void = () => {},
  further: readonly string[] = [],
): Promise<{ readonly root: string; readonly monitor: LspMonitor }> {
  const root = mkdtempSync(join(tmpdir(), "espalier-live-"));
  prepare(root);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  const monitor = lsp(name, { root, command: [...commandOf(name)!, ...further], deadline: 60_000, watching: 0 });
  onTestFinished(async () => {
    await monitor.dispose();
    rmSync(root, { recursive: true });
  });
  await monitor.ready();
  return { root, monitor };
}

/** Which of `texts` may be written at the place, marked by `▮`, of a file; and the answer there. */
export async function written(monitor: LspMonitor, file: string, marked: string, texts: readonly string[]) {
  const [prefix, suffix] = marked.split("▮") as [string, string];
  const { monitor: hole, answer, asked } = monitor.open({ path: file, prefix, suffix });
  const [question] = hole.asks!(hole.start) as [Question];
  const state = hole.supply!(hole.start, question, await answer(question, { offset: 0, before: new Uint8Array(0) }));
  const allowed = texts.filter((text) => state !== undefined && run(hole, text, state) !== undefined);
  return { allowed, answer: asked()[0]!.answer, reason: asked()[0]!.reason };
}

// The language servers of this machine: those that npm installed in the folder named by ESPALIER_LANGUAGE_SERVERS, and those on the PATH.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { locateServer, PROFILES, ServerError } from "@espalier/analysis-lsp";

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
    .map((each) => fileOf(name, each, folder ?? tmpdir()))
    .find((found) => found !== undefined);
  // The `tsc` of other versions is no language server.
  const isOther = name === "typescript-7" && (folder === undefined || file === undefined || !file.startsWith(folder));
  if (file === undefined || isOther || (name === "rust-analyzer" && !runs(file))) return undefined;
  return [file, ...parameters];
}

/** Whether a program tells its version. Rustup puts a `rust-analyzer` on the PATH that fails until its component is installed. */
function runs(file: string): boolean {
  let found = RUNNING.get(file);
  if (found === undefined) {
    found = spawnSync(file, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
    RUNNING.set(file, found);
  }
  return found;
}

const RUNNING = new Map<string, boolean>();

function fileOf(name: string, program: string, root: string): string | undefined {
  try {
    return locateServer(name, { root, command: [program] }).command[0];
  } catch (error) {
    if (error instanceof ServerError && error.code === "server-missing") return undefined;
    throw error;
  }
}

/** Why the tests of a profile are skipped. */
export const whyNot = (name: string): string =>
  `needs ${PROFILES[name]!.program}: ${PROFILES[name]!.howToGet} in a folder, and ESPALIER_LANGUAGE_SERVERS=FOLDER`;

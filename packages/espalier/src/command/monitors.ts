// `--monitor`: monitors over the program that contains a file, based on the project's own compiler or on a language
// server.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramMonitor } from "@espalier/analysis";
import { lsp, ServerError } from "@espalier/analysis-lsp";
import { type ProjectOptions, typescript } from "@espalier/analysis-typescript";
import { usage } from "./failure.js";
import { LSP } from "./fill-request.js";

/** A monitor that ends with the command. */
export interface CommandMonitor extends ProgramMonitor {
  /** What is wrong with the configuration of the project; other settings then apply. */
  readonly configurationErrors?: readonly string[];
  dispose(): void | Promise<void>;
}

export interface MonitorSettings {
  readonly file: string;
  readonly project: string | undefined;
  readonly signal: AbortSignal;
  /** Is called with a line for the user if a server takes longer than {@link QUIET_MS} to read the project. */
  onWait(line: string): void;
}

/** Milliseconds for which the command waits for a server without saying so. */
const QUIET_MS = 2000;

/**
 * Returns the monitor named `name` for the project in the folder `project`, or the project around `file`. For a
 * language server, waits until it has read the project.
 */
export async function monitorNamed(name: string, settings: MonitorSettings): Promise<CommandMonitor> {
  const { file, project } = settings;
  if (project !== undefined && !existsSync(project)) throw usage(`--project ${project} does not exist`);
  return name.startsWith(LSP)
    ? serverMonitor(name.slice(LSP.length), path.resolve(project ?? projectAround(file)), settings)
    : typescriptMonitor(path.resolve(project ?? path.dirname(file)));
}

async function typescriptMonitor(project: string): Promise<CommandMonitor> {
  return typescript({ ts: await compilerOf(project), project });
}

async function serverMonitor(
  profile: string,
  root: string,
  { signal, onWait }: MonitorSettings,
): Promise<CommandMonitor> {
  let told: NodeJS.Timeout | undefined;
  try {
    const monitor = lsp(profile, { root });
    const end = (): void => void monitor.dispose();
    signal.addEventListener("abort", end, { once: true });
    told = setTimeout(() => onWait(`waiting until ${profile} has read ${root}`), QUIET_MS);
    await monitor.ready();
    signal.removeEventListener("abort", end);
    return monitor;
  } catch (error) {
    throw error instanceof ServerError ? usage(error.message) : error;
  } finally {
    clearTimeout(told);
  }
}

/** Files that identify the folder of a project, for the languages of known servers. */
const MARKS = [
  "pyproject.toml",
  "pyrightconfig.json",
  "setup.py",
  "setup.cfg",
  "tsconfig.json",
  "package.json",
  "go.mod",
  "Cargo.toml",
  "compile_commands.json",
  "pom.xml",
  "build.gradle",
  ".git",
];

/** Returns the nearest enclosing project folder of a file; the file's own folder if there is none. */
function projectAround(file: string): string {
  const own = path.dirname(path.resolve(file));
  for (let folder = own; ; folder = path.dirname(folder)) {
    if (MARKS.some((mark) => existsSync(path.join(folder, mark)))) return folder;
    if (path.dirname(folder) === folder) return own;
  }
}

/** Returns the project's own compiler, or else the one beside this package. */
async function compilerOf(folder: string): Promise<ProjectOptions["ts"]> {
  for (const from of [path.join(folder, "tsconfig.json"), import.meta.url]) {
    try {
      const found = createRequire(from).resolve("typescript");
      const { default: ts } = (await import(pathToFileURL(found).href)) as { default: ProjectOptions["ts"] };
      return ts;
    } catch {}
  }
  throw usage("--monitor typescript needs the package typescript: npm install typescript");
}

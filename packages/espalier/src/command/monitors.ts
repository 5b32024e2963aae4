// `--monitor`: monitors over the program that contains a file, based on the project's own compiler or on a language
// server.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramMonitor } from "@espalier/analysis";
import { type LspMonitor, locateServer, lsp, PROFILES, ServerError } from "@espalier/analysis-lsp";
import { type ProjectOptions, typescript } from "@espalier/analysis-typescript";
import { EXIT, Failure, usage } from "./failure.js";
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
/** The milliseconds before each restart of a server that has ended: fewer than for an editor, because a person waits for the command. */
const PAUSES = [500, 2000];

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
  { file, signal, onWait }: MonitorSettings,
): Promise<CommandMonitor> {
  checkExtension(profile, file);
  let told: NodeJS.Timeout | undefined;
  try {
    const monitor = lsp(profile, { root, pauses: PAUSES });
    const end = (): void => void monitor.dispose();
    signal.addEventListener("abort", end, { once: true });
    told = setTimeout(() => {
      const last = monitor.status().failures.at(-1);
      onWait(`waiting until ${profile} has read ${root}${last === undefined ? "" : `: ${last}`}`);
    }, QUIET_MS);
    await monitor.ready();
    signal.removeEventListener("abort", end);
    if (monitor.status().state === "given up") {
      await monitor.dispose();
      throw givenUp(profile, root, monitor);
    }
    return monitor;
  } catch (error) {
    throw error instanceof ServerError ? usage(error.message) : error;
  } finally {
    clearTimeout(told);
  }
}

/** @throws Failure if the known profile `name` does not support the extension of a file. */
function checkExtension(name: string, file: string): void {
  const extension = path.extname(file).toLowerCase();
  const profile = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
  if (profile === undefined || Object.hasOwn(profile.languages, extension)) return;
  const others = Object.values(PROFILES)
    .filter(({ languages }) => Object.hasOwn(languages, extension))
    .map((each) => LSP + each.name);
  if (TYPESCRIPT.test(extension)) others.push("typescript");
  const files = extension === "" ? "files without an extension" : `${extension} files`;
  throw usage(
    `--monitor ${LSP}${name} reads ${listed(Object.keys(profile.languages), "and")} files, not ${path.basename(file)}. ` +
      (others.length === 0 ? `No monitor reads ${files}.` : `For ${files}: ${listed(others, "or")}`),
  );
}

/** The extensions of the files that `--monitor typescript` reads. */
const TYPESCRIPT = /^\.[cm]?[jt]s$|^\.[jt]sx$/;

function listed(words: readonly string[], conjunction: "and" | "or"): string {
  const last = words.slice(-2).join(` ${conjunction} `);
  return [...words.slice(0, -2), last].join(", ");
}

function givenUp(profile: string, root: string, monitor: LspMonitor): Failure {
  const { failures, starts } = monitor.status();
  const { command, profile: found } = locateServer(profile, { root });
  const reasons = [...new Set(failures)].join("; ");
  return new Failure(
    EXIT.failure,
    "server-failed",
    `The language server ${profile} did not become ready: ${reasons} (${starts} starts of ${command[0]}). To get it: ${found.howToGet}`,
  );
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

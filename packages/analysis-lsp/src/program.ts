// Finds a language server's program, and starts it so that all the processes that it creates end with it.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { setPriority, constants as system } from "node:os";
import path from "node:path";
import { leaveAProcessor } from "./processors.js";

const isWindows = process.platform === "win32";

/** Folders with the programs of a virtual environment, in a project's folder. */
export const ENVIRONMENTS: readonly string[] = isWindows
  ? [".venv/Scripts", "venv/Scripts"]
  : [".venv/bin", "venv/bin"];

/** The path of a program that is given by a path, which may be relative to `root`; `undefined` if the program is given by its name. */
export function pathOf(program: string, root: string): string | undefined {
  return path.basename(program) === program ? undefined : path.resolve(root, program);
}

/**
 * The file of a program; `undefined` if there is none. For a name, the program is in `node_modules/.bin` of `root` or of a folder above it, in a virtual
 * environment of one of these folders, or on the PATH.
 */
export function findProgram(program: string, root: string): string | undefined {
  const file = pathOf(program, root);
  if (file !== undefined) return isProgram(file) ? file : undefined;
  const around: string[] = [];
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    around.push(folder);
    if (path.dirname(folder) === folder) break;
  }
  const folders = [
    ...around.map((folder) => path.join(folder, "node_modules", ".bin")),
    ...around.flatMap((folder) => ENVIRONMENTS.map((environment) => path.join(folder, environment))),
    ...(process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== ""),
  ];
  const endings = isWindows ? [".exe", ".cmd"] : [""];
  return folders.flatMap((folder) => endings.map((ending) => path.join(folder, program + ending))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A process and all its descendants. */
export interface Program {
  readonly process: ChildProcessWithoutNullStreams;
  /** The end of its standard error output, at most 2,000 characters. */
  complaints(): string;
  /** Kills the process and its descendants. */
  kill(): void;
}

/** How much of a server's standard error is kept, in UTF-16 units from the end. */
const MOST_COMPLAINTS = 2_000;
const running = new Set<() => void>();
let isWatching = false;

/**
 * Starts a program in its own process group, so that its descendants can be killed with it. It does not keep this process alive, and it ends with this process,
 * however this process ends. It runs below normal priority. A generation runs the model while it waits for the program's answers, so a slow answer costs
 * little; but a program that takes processor time from the model slows down every token. The priority has no effect where Linux schedules each session as a
 * group (autogroup), because the program has a session of its own. On Linux, it also leaves one processor free.
 */
export function startProgram(file: string, parameters: readonly string[], folder: string): Program {
  const child = spawn(file, parameters, {
    cwd: folder,
    detached: !isWindows,
    shell: isWindows && file.endsWith(".cmd"),
    windowsHide: true,
  });
  lowerPriority(child.pid);
  leaveAProcessor(child.pid);
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-MOST_COMPLAINTS);
  });
  // Without a listener, an error on a closed pipe would end this process.
  child.on("error", () => {});
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    stream.on("error", () => {});
    (stream as unknown as { unref?(): void }).unref?.();
  }
  child.unref();
  const release = isWindows ? () => {} : guard(child.pid);
  const kill = (): void => {
    running.delete(kill);
    release();
    if (child.pid === undefined) return;
    try {
      if (isWindows) child.kill("SIGKILL");
      else process.kill(-child.pid, "SIGKILL");
    } catch {
      // The whole group has already ended.
    }
  };
  running.add(kill);
  child.once("exit", kill);
  if (!isWatching) {
    isWatching = true;
    process.once("exit", () => {
      for (const each of running) each();
    });
  }
  return { process: child, complaints: () => complaints, kill };
}

/**
 * Starts a shell that kills a process group when this process has ended, also by a signal that it cannot handle. Servers may ignore that their input has closed.
 * Returns the function that ends the shell.
 */
function guard(group: number | undefined): () => void {
  if (group === undefined) return () => {};
  const script = 'while read -r line; do :; done; kill -9 -"$0"';
  const shell = spawn("/bin/sh", ["-c", script, `${group}`], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  // Without a shell, the group still ends on `exit`.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  shell.unref();
  return () => void shell.kill("SIGKILL");
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, system.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the system does not allow it.
  }
}

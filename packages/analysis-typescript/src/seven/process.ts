// Starts TypeScript 7's process. Its API lets the error of a process that cannot be started go unhandled, which ends the program that uses it.

import type * as sync from "typescript-7/unstable/sync";
import { unstarted } from "../project-error.js";
import type { Modules } from "./modules.js";

/** What is used of a process that Node was asked to start. */
interface Child {
  /** Absent if it could not be started. */
  readonly pid?: number;
  kill(signal: "SIGKILL"): boolean;
  on(event: "error", listener: () => void): void;
}

/** What is used of the module `node:diagnostics_channel`. */
interface Channels {
  subscribe(name: string, listener: (message: unknown) => void): void;
  unsubscribe(name: string, listener: (message: unknown) => void): void;
}

interface Host {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

/** A process that was started. */
export interface Started {
  readonly api: sync.API;
  end(): void;
}

/** @throws ProjectError with the code `unloaded` if the process cannot be started. */
export function startedProcess(modules: Modules, options: sync.APIOptions): Started {
  const { process } = globalThis as unknown as Host;
  const channels = process?.getBuiltinModule?.("node:diagnostics_channel") as Channels | undefined;
  const children: Child[] = [];
  const note = (message: unknown): void => {
    const child = (message as { readonly process: Child }).process;
    child.on("error", () => undefined);
    children.push(child);
  };
  channels?.subscribe("child_process", note);
  let api: sync.API;
  try {
    api = new modules.sync.API(options);
  } catch (error) {
    throw unstarted(error instanceof Error ? error.message : String(error));
  } finally {
    channels?.unsubscribe("child_process", note);
    for (const child of children) if (child.pid === undefined) child.kill = killsNothing;
  }
  const end = (): void => {
    // The signal with which the API ends the process lets it write to the standard error output.
    for (const child of children) child.kill("SIGKILL");
    try {
      api.close();
    } catch {
      // The API sends the process a message before it closes the channel.
    }
  };
  if (children.every(({ pid }) => pid !== undefined)) return { api, end };
  end();
  throw unstarted("the system does not run its program");
}

/**
 * Replaces `kill` of a process that could not be started. Until Node has reported the failure, the original may send the signal to process 0, which means the
 * whole process group of this program. The API calls `kill` too.
 */
function killsNothing(): boolean {
  return false;
}

// The scripted server as a server of a project, and what its processes have become.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  declaredLexer,
  type LspMonitor,
  lsp,
  pythonLexemes,
  type ServerOptions,
  type ServerProfile,
} from "@espalier/analysis-lsp";
import type { Question } from "@espalier/monitor";
import { onTestFinished } from "vitest";

/** The program of the scripted server. */
export const SERVER = fileURLToPath(new URL("./scripted-server.mjs", import.meta.url));

/** What the scripted server is told. */
export interface Script {
  readonly fault?: string;
  readonly once?: string;
  readonly delay?: number;
  readonly encoding?: "utf-8" | "utf-16";
  readonly hovers?: "telling" | "silent";
  /** Whether it shows signatures. */
  readonly calls?: "right" | "malformed" | "nowhere";
  /** Which constants it lists after `case `. */
  readonly cases?: "right" | "malformed" | "none";
  /** A file of the project for whose appearance the server waits; with `ends-slowly`, the file that it writes when it gets the probe. */
  readonly gate?: string;
  /** What it writes in place of the answer to a question: messages, in which `$id` is the question's number, and texts that it writes as they are. */
  readonly instead?: readonly unknown[];
  /** What it writes before the answer. */
  readonly also?: readonly unknown[];
  /** That it does not answer when it is asked to end. */
  readonly ending?: "silent";
  /** Whether it publishes reports by itself, and tells the versions of their texts. */
  readonly publishes?: "versioned" | "plain" | "nothing";
}

/** The profile of the scripted server. */
export const PROFILE: ServerProfile = {
  name: "scripted",
  program: process.execPath,
  parameters: [],
  howToGet: "it comes with the tests",
  languages: { ".box": "box" },
  lexer: () => declaredLexer(pythonLexemes),
  settings: { box: { size: 3 } },
  readiness: { after: "registration", method: "textDocument/completion" },
  probe: { file: "probe.box", text: '"".' },
  exhaustive: { by: "diagnostics", codes: ["no-member"] },
};

/** A project with the scripted server, which is disposed of at the end of the test. */
export interface Scripted {
  readonly root: string;
  readonly monitor: LspMonitor;
  /** The process ids of all servers that were started, and of what they started. */
  pids(): readonly number[];
  /** How many requests for diagnostics a server with hovers has got so far. */
  diagnostics(): number;
}

export function scripted(
  script: Script,
  options: Partial<ServerOptions> = {},
  profile: Partial<ServerProfile> = {},
): Scripted {
  const root = mkdtempSync(join(tmpdir(), "espalier-lsp-"));
  const pids = join(root, "pids");
  writeFileSync(pids, "");
  const command = [
    process.execPath,
    SERVER,
    JSON.stringify({
      ...script,
      pids,
      ...(script.once && { once: join(root, script.once) }),
      ...(script.gate && { gate: join(root, script.gate) }),
    }),
  ];
  const monitor = lsp({ ...PROFILE, ...profile }, { root, command, deadline: 200, pauses: [10, 20, 40], ...options });
  onTestFinished(async () => {
    await monitor.dispose();
    rmSync(root, { recursive: true });
  });
  const diagnostics = (): number => readFileSync(`${pids}.diagnostics`, "utf8").length;
  return {
    root,
    monitor,
    diagnostics,
    pids: () => readFileSync(pids, "utf8").trim().split("\n").filter(Boolean).map(Number),
  };
}

/** Asks about the end of a prefix, and says what came of it. */
export async function askAt(monitor: LspMonitor, prefix: string, suffix = "\n", path = "main.box") {
  const hole = monitor.open({ path, prefix, suffix });
  const [question] = hole.monitor.asks!(hole.monitor.start) as [Question];
  const answer = await hole.answer(question, { offset: 0, before: new Uint8Array(0) });
  return { answer, asked: hole.asked() };
}

/** Whether a process runs; one that has ended and was not waited for does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}

/** Resolves once the condition holds; the test's own timeout is the limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

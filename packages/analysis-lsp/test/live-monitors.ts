// A monitor beside a language server of this machine, over a project of a test.

import { type LspMonitor, lsp, type ServerOptions } from "@espalier/analysis-lsp";
import { run } from "@espalier/monitor";
import { onTestFinished } from "vitest";
import { commandOf } from "../../../test/support/language-servers.js";
import { projectOf } from "../../../test/support/temporary-projects.js";

/** A project of these files with a server that has read it; both are gone at the end of the test. */
export async function monitorOf(
  name: string,
  files: Readonly<Record<string, string>>,
  {
    prepare,
    further = [],
    questions = ["members"],
  }: {
    readonly prepare?: (root: string) => void;
    readonly further?: readonly string[];
    readonly questions?: NonNullable<ServerOptions["questions"]>;
  } = {},
): Promise<{ readonly root: string; readonly monitor: LspMonitor }> {
  const root = projectOf(files);
  prepare?.(root);
  const command = [...commandOf(name)!, ...further];
  const monitor = lsp(name, { root, command, questions, deadline: 60_000 });
  onTestFinished(() => monitor.dispose());
  await monitor.ready();
  return { root, monitor };
}

/** Which of `texts` may be written at the place, marked by `▮`, of a file; and the answer about the place itself. */
export async function written(monitor: LspMonitor, file: string, marked: string, texts: readonly string[]) {
  const [prefix, suffix] = marked.split("▮") as [string, string];
  const { monitor: hole, answer, asked } = monitor.open({ path: file, prefix, suffix });
  let state: unknown = hole.start;
  for (const question of hole.asks!(hole.start)) {
    const given = await answer(question, { offset: -question.ago!, before: new Uint8Array(0) });
    state = state === undefined ? undefined : hole.supply!(state, question, given);
  }
  const allowed = texts.filter((text) => state !== undefined && run(hole, text, state) !== undefined);
  const last = asked().at(-1)!;
  return { allowed, answer: last.answer, reason: last.reason };
}

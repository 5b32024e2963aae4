// A monitor beside a language server of this machine, over a project of a test.

import { type LspMonitor, lsp } from "@espalier/analysis-lsp";
import { type Question, run } from "@espalier/monitor";
import { onTestFinished } from "vitest";
import { commandOf } from "../../../test/support/language-servers.js";
import { projectOf } from "../../../test/support/temporary-projects.js";

/** A project of these files with a server that has read it; both are gone at the end of the test. */
export async function monitorOf(
  name: string,
  files: Readonly<Record<string, string>>,
  { prepare, further = [] }: { readonly prepare?: (root: string) => void; readonly further?: readonly string[] } = {},
): Promise<{ readonly root: string; readonly monitor: LspMonitor }> {
  const root = projectOf(files);
  prepare?.(root);
  const monitor = lsp(name, { root, command: [...commandOf(name)!, ...further], deadline: 60_000, watching: 0 });
  onTestFinished(() => monitor.dispose());
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

// The compiler's side of a thread: loads the compiler, opens the project, and answers questions one after another.

import type { Analysis } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { type Compiler, checkCompiler, isSynchronousModule } from "../compiler.js";
import type { Project, ProjectOptions } from "../project.js";
import { analysisOf, openedProject } from "../project-analysis.js";
import { notACompiler, unloaded } from "../project-error.js";
import { refusalsOf } from "../refusals.js";
import { isSynchronousCompiler } from "../seven/modules.js";
import {
  type CompilerLocation,
  packError,
  type QuestionName,
  type Reply,
  type Request,
  type ServedProject,
} from "./messages.js";
import { importable } from "./node-threads.js";

declare function setInterval(work: () => void, milliseconds: number): unknown;
declare function clearInterval(timer: unknown): void;

/** The shortest interval between two checks of the disk, in milliseconds. A check takes as long as reading the dates of all files. */
const LEAST_WATCHING = 100;
/** The longest interval that a timer can have; a longer one would be one millisecond. */
const MOST_WATCHING = 2 ** 31 - 1;
/** A file that no project has. A question about it makes the compiler read the project. */
const FIRST_FILE = "espalier-first-question.ts";

/** Opens the project, and returns what receives the requests. */
export function serveProject(served: ServedProject, post: (reply: Reply) => void): (request: Request) => void {
  let timer: unknown;
  let told = "";
  const opening = open(served);
  /** The epoch, which the other thread knows from now on. */
  const tell = (analysis: Analysis): string => (told = analysis.epoch());

  const begin = async (): Promise<void> => {
    const { project, analysis } = await opening;
    await analysis.members!({ path: FIRST_FILE, before: "''.", after: "" });
    const questions = Object.keys(analysis).filter((name): name is QuestionName => name !== "epoch");
    post({ kind: "opened", epoch: tell(analysis), questions, configurationErrors: project.configurationErrors });
    timer = setInterval(
      () => {
        const before = told;
        if (tell(analysis) !== before) post({ kind: "changed", epoch: told });
      },
      Math.min(Math.max(served.watching, LEAST_WATCHING), MOST_WATCHING),
    );
  };
  const answer = async ({ call, question, at }: Request & { readonly kind: "ask" }): Promise<void> => {
    const { analysis } = await opening;
    const given = (await analysis[question]!(at)) as Answer<never>;
    post({ kind: "answered", call, epoch: tell(analysis), answer: given });
  };
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await opening.then(({ project }) => project.dispose()).catch(() => undefined);
    post({ kind: "ended" });
  };

  begin().catch((error: unknown) => post({ kind: "failed", error: packError(error) }));
  return (request) => {
    if (request.kind === "end") void end();
    else
      answer(request).catch((error: unknown) => post({ kind: "failed", call: request.call, error: packError(error) }));
  };
}

async function open(served: ServedProject): Promise<{ readonly project: Project; readonly analysis: Analysis }> {
  const { project: path, watching } = served;
  const project = openedProject({ ts: await compilerAt(served.ts), project: path, watching });
  return { project, analysis: analysisOf(project, refusalsOf(served)) };
}

async function compilerAt(location: CompilerLocation): Promise<ProjectOptions["ts"]> {
  if (typeof location === "object") {
    const modules = { sync: await moduleAt(location.sync), ast: await moduleAt(location.ast) };
    if (!isSynchronousCompiler(modules)) throw notACompiler(`${location.sync} and ${location.ast}`);
    return modules;
  }
  const found = await moduleAt(location);
  const compiler = (found.default ?? found) as Compiler;
  if (compiler.version === undefined && !isSynchronousModule(compiler)) throw notACompiler(location);
  checkCompiler(compiler);
  return compiler;
}

async function moduleAt(location: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(importable(location))) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw unloaded(location, error);
  }
}

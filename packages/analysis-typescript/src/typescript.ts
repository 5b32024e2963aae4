// The monitor that keeps generated code consistent with a TypeScript or JavaScript project.

import type { Analysis, ProgramMonitor, ProgramPlace, QuestionKind } from "@espalier/analysis";
import { either, having, options, required, signature } from "@espalier/arguments";
import type { HoleServer } from "@espalier/typed-holes";
import { type Compiler, checkCompiler, isSynchronousModule, UnsupportedCompilerError } from "./compiler.js";
import { holesOf } from "./holes/typescript-holes.js";
import type { HoleType } from "./holes/view.js";
import { PROJECT, QUESTION_KINDS, REFUSALS } from "./option-kinds.js";
import { openProject, type ProjectOptions } from "./project.js";
import { analysisOf, openedProject } from "./project-analysis.js";
import { projectMonitor } from "./project-monitor.js";
import { type RefusalOptions, refusalsOf } from "./refusals.js";
import { synchronousHoles } from "./seven/holes.js";
import { isSynchronousCompiler } from "./seven/modules.js";

const SYSTEM = { system: having("a file system such as ts.sys", { readFile: "function" }) };
/** The compilers that an option may be. */
const COMPILER = having("the module typescript", { version: "string" });
const SYNCHRONOUS = having("the modules of TypeScript 7", { sync: "object", ast: "object" });
const checkTypescript = signature("typescript", {
  options: options({
    ts: required(either(COMPILER, SYNCHRONOUS)),
    ...PROJECT,
    ...SYSTEM,
    ...REFUSALS,
    questions: QUESTION_KINDS,
  }),
});
const checkHoles = signature("typescriptHoles", {
  options: options({ ts: required(COMPILER), ...PROJECT, ...SYSTEM }),
});
const checkAnalysis = signature("typescriptAnalysis", {
  options: options({ ts: required(either(COMPILER, SYNCHRONOUS)), ...PROJECT, ...SYSTEM, ...REFUSALS }),
});

/** The project, and which questions to ask. */
export interface TypescriptMonitorOptions extends ProjectOptions, RefusalOptions {
  /** The kinds of questions to ask. The default is all except `inScope`, `expectedStrings` and `objectKeys`, which are asked wherever an expression, a string or an object begins, and `casesMissing`, which demands a case for every value although the compiler does not. */
  readonly questions?: readonly QuestionKind[];
}

/** A monitor for a project's files. */
export interface TypescriptMonitor extends ProgramMonitor {
  /** The same compiler as a hole server, for `@espalier/typed-holes`. Prompts, masks and error rounds then share the files that it has read. */
  readonly holes: HoleServer<HoleType>;
  /** The errors in the project's configuration, in the compiler's words; empty if there are none. */
  readonly configurationErrors: readonly string[];
  /** Releases the compiler's memory, and ends the process of TypeScript 7. */
  dispose(): void;
}

/** The compiler's answers about a project. */
export interface TypescriptAnalysis extends Analysis {
  /** Releases the compiler's memory, and ends the process of TypeScript 7. */
  dispose(): void;
}

/**
 * Creates the monitor of a TypeScript or JavaScript project. After a dot or `?.` in code, it allows only members that the receiver's type has. In a call, it
 * allows only as many arguments as a signature accepts. Opening a project reads its configuration; the first question reads its files, and takes about as long
 * as a compilation.
 *
 * @throws UnsupportedCompilerError for the main module of TypeScript 7, and for `typescript/unstable/sync` alone.
 */
export function typescript(options: TypescriptMonitorOptions): TypescriptMonitor {
  refuseSynchronousModule(options);
  checkTypescript(options);
  const { ts, questions } = options;
  const project = openedProject(options);
  const monitor = projectMonitor(deferred(analysisOf(project, refusalsOf(options))), { questions });
  return {
    open: (hole) => monitor.open(hole),
    holes: isSynchronousCompiler(ts) ? synchronousHoles(project) : holesOf(project),
    get configurationErrors() {
      return project.configurationErrors;
    },
    dispose: () => project.dispose(),
  };
}

/**
 * Creates an analysis, without a monitor, that answers questions by asking the compiler; for monitors of your own.
 *
 * @throws UnsupportedCompilerError for the main module of TypeScript 7, and for `typescript/unstable/sync` alone.
 */
export function typescriptAnalysis(options: ProjectOptions & RefusalOptions): TypescriptAnalysis {
  refuseSynchronousModule(options);
  checkAnalysis(options);
  const project = openedProject(options);
  return { ...analysisOf(project, refusalsOf(options)), dispose: () => project.dispose() };
}

/**
 * Creates a hole server for `@espalier/typed-holes`, without a monitor. It knows expected types, definitions, headers and errors. Locations of declarations
 * refer to the files on disk; those in the hole's own file refer to its text with a placeholder.
 *
 * @throws UnsupportedCompilerError for TypeScript 7, by any of its modules.
 */
export function typescriptHoles(options: ProjectOptions): HoleServer<HoleType> {
  refuseSynchronousModule(options);
  if (isSynchronousCompiler((Object(options) as Partial<ProjectOptions>).ts))
    throw new UnsupportedCompilerError("7", "its API does not list what a prompt shows, the names in scope");
  checkHoles(options);
  return holesOf(openProject(options as ProjectOptions & { readonly ts: Compiler }));
}

/** Says why, before the options are checked: `typescript/unstable/sync` has no version by which the module `typescript` is known. */
function refuseSynchronousModule(options: ProjectOptions): void {
  const { ts } = Object(options) as Partial<ProjectOptions>;
  if (isSynchronousModule(ts)) checkCompiler(ts as Compiler);
}

/** The host's way to run a task after the current one; Node has it, pages do not. */
interface Host {
  readonly setImmediate?: (task: () => void) => unknown;
}

/**
 * The analysis with each answer in a later task, so that a model in another thread begins its next step before the compiler occupies this thread. It is the task
 * after the next one: a decoder that waits for an answer inside a token lets one task run before the model goes on.
 */
function deferred(analysis: Analysis): Analysis {
  const { setImmediate } = globalThis as unknown as Host;
  if (setImmediate === undefined) return analysis;
  const later = (task: () => void): unknown => setImmediate(() => setImmediate(task));
  const answers = Object.entries(analysis).map(([name, answer]) => [
    name,
    name === "epoch"
      ? answer
      : (at: ProgramPlace) =>
          new Promise((resolve, reject) =>
            later(() => {
              try {
                resolve(answer(at));
              } catch (error) {
                reject(error);
              }
            }),
          ),
  ]);
  return Object.fromEntries(answers);
}

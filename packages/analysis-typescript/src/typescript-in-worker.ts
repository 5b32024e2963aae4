// The monitor of a project whose compiler runs in another thread.

import type { ProgramMonitor, QuestionKind } from "@espalier/analysis";
import { either, having, integer, options, required, signature, text } from "@espalier/arguments";
import { PROJECT, QUESTION_KINDS, REFUSALS } from "./option-kinds.js";
import { projectMonitor } from "./project-monitor.js";
import type { RefusalOptions } from "./refusals.js";
import type { CompilerLocation } from "./thread/messages.js";
import type { ScriptUrl } from "./thread/node-threads.js";
import { openRemoteAnalysis } from "./thread/remote-analysis.js";

const location = either(text, having("the locations of two modules", { sync: "string", ast: "string" }));
const checkTypescriptInWorker = signature("typescriptInWorker", {
  options: options({
    ts: required(location),
    ...PROJECT,
    deadline: integer({ min: 0 }),
    questions: QUESTION_KINDS,
    worker: having("a URL", { href: "string" }),
    ...REFUSALS,
  }),
});

/** The project, the compiler that a thread loads, and which questions to ask. */
export interface TypescriptInWorkerOptions extends RefusalOptions {
  /**
   * Where the compiler is: the location of the module `typescript`, which is `import.meta.resolve("typescript")` in a module and
   * `require.resolve("typescript")` in CommonJS. A name such as `typescript` means the one that this package finds. For TypeScript 7, the locations of the modules
   * `typescript/unstable/sync` and `typescript/unstable/ast`.
   */
  readonly ts: CompilerLocation;
  /** The path of a `tsconfig.json` or `jsconfig.json`, or of a folder. For a folder, the nearest configuration in it or above it applies. */
  readonly project: string;
  /** The interval between two checks of the disk for changed files, in milliseconds; 1,000 by default, and at least 100. */
  readonly watching?: number;
  /** Milliseconds after which a missing answer counts as `unknown`; 2,000 by default. */
  readonly deadline?: number;
  /** The kinds of questions to ask, as for `typescript`. */
  readonly questions?: readonly QuestionKind[];
  /** The thread's script, if a bundler has moved it: the package's export `./worker`. */
  readonly worker?: ScriptUrl;
}

/** A monitor for a project's files, with its compiler in another thread. */
export interface TypescriptInWorker extends ProgramMonitor {
  /** The errors in the project's configuration, in the compiler's words; empty if there are none. */
  readonly configurationErrors: readonly string[];
  /** Ends the thread. */
  dispose(): Promise<void>;
}

/**
 * Creates the same monitor as `typescript`, but the compiler runs in a worker thread of Node. The compiler then does not block the calling thread, so the steps of
 * a model that runs elsewhere hide its answers. If the model runs in the calling thread, `typescript` is faster. Resolves once the compiler has read the project,
 * which takes about as long as a compilation. If the thread fails, or gives no answer for a minute, answers are `unknown` with the reason, and the next question
 * starts another thread.
 *
 * @throws ArgumentError for an unknown, missing or invalid option.
 * @throws UnsupportedCompilerError for the main module of TypeScript 7, and for `typescript/unstable/sync` alone.
 * @throws ProjectError with the code `unloaded` if the compiler or the thread's script cannot be loaded.
 * @throws RangeError in a host without worker threads.
 */
export async function typescriptInWorker(options: TypescriptInWorkerOptions): Promise<TypescriptInWorker> {
  checkTypescriptInWorker(options);
  const { ts, project, watching = 1_000, deadline, questions, worker, refuse, denied } = options;
  const served = { ts, project, watching, ...(refuse && { refuse }), ...(denied && { denied }) };
  const { analysis, configurationErrors, dispose } = await openRemoteAnalysis(
    worker === undefined ? builtScript() : new URL(worker.href),
    served,
  );
  const { open } = projectMonitor(analysis, { questions, deadline });
  return { open, configurationErrors, dispose };
}

declare const URL: new (path: string, base?: string) => ScriptUrl;
/** The directory of this module in CommonJS, which has no `import.meta`. */
declare const __dirname: string;

/** The script beside the built index; when this file runs from its source, in the package's `dist`. */
function builtScript(): ScriptUrl | string {
  const { url } = import.meta as unknown as { readonly url?: string };
  if (url === undefined) return `${__dirname}/worker.cjs`;
  return new URL(/\.ts(?:$|\?)/.test(url) ? "../dist/worker.js" : "./worker.js", url);
}

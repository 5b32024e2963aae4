export { type Compiler, UnsupportedCompilerError } from "./compiler.js";
export type { HoleType } from "./holes/view.js";
export type { ProjectOptions } from "./project.js";
export { ProjectError, type ProjectErrorCode } from "./project-error.js";
export type { SynchronousCompiler } from "./seven/modules.js";
export type { CompilerLocation } from "./thread/messages.js";
export {
  type TypescriptAnalysis,
  type TypescriptMonitor,
  type TypescriptMonitorOptions,
  typescript,
  typescriptAnalysis,
  typescriptHoles,
} from "./typescript.js";
export { type TypescriptInWorker, type TypescriptInWorkerOptions, typescriptInWorker } from "./typescript-in-worker.js";

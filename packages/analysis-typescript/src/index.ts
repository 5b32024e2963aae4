export { type Compiler, UnsupportedCompilerError } from "./compiler.js";
export type { ProjectOptions } from "./project.js";
export { type TypescriptMonitor, type TypescriptMonitorOptions, typescript, typescriptAnalysis } from "./typescript.js";

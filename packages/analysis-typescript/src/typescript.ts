// The monitor that holds a model to a TypeScript or JavaScript project.

import type { Analysis, ProgramMonitor, QuestionKind } from "@espalier/analysis";
import { programMonitor } from "@espalier/analysis";
import { having, integer, listOf, oneOf, options, required, signature, text } from "@espalier/arguments";
import type { HoleServer } from "@espalier/typed-holes";
import { type LexicalState, typescriptLexer } from "@espalier/typescript";
import { casesLeftAt } from "./cases.js";
import { constructiblesAt } from "./constructibles.js";
import { expectedStringsAt } from "./expected-strings.js";
import { expectedTypeAt } from "./expected-type.js";
import { exportsAt } from "./exports.js";
import { holesOf } from "./holes/typescript-holes.js";
import type { HoleType } from "./holes/view.js";
import { membersAt } from "./members.js";
import { modulesAt } from "./modules.js";
import { inScopeAt } from "./names-in-scope.js";
import { openProject, type Project, type ProjectOptions } from "./project.js";
import { signaturesAt } from "./signatures.js";

const PROJECT = {
  ts: required(having("the module typescript", { version: "string" })),
  project: required(text),
  system: having("a file system such as ts.sys", { readFile: "function" }),
  watching: integer({ min: 0 }),
};
/** All questions but two: `inScope` is asked wherever an expression begins, and `expectedStrings` wherever a string does. */
const QUESTIONS: readonly QuestionKind[] = [
  "members",
  "signatures",
  "constructibles",
  "casesLeft",
  "exportsOf",
  "modulesFrom",
];
const checkTypescript = signature("typescript", {
  options: options({ ...PROJECT, questions: listOf(oneOf(...QUESTIONS, "expectedStrings", "inScope")) }),
});
const checkHoles = signature("typescriptHoles", { options: options(PROJECT) });
const checkAnalysis = signature("typescriptAnalysis", { options: options(PROJECT) });

/** The project to ask about, and the questions to ask. */
export interface TypescriptMonitorOptions extends ProjectOptions {
  /** The questions that are asked; all but `inScope` and `expectedStrings` by default, which are asked wherever an expression or a string begins. */
  readonly questions?: readonly QuestionKind[];
}

/** A monitor over a project's files. */
export interface TypescriptMonitor extends ProgramMonitor {
  /** What the same compiler tells about holes, for `@espalier/typed-holes`: prompts, masks and error rounds share what it has read. */
  readonly holes: HoleServer<HoleType>;
  /** What is wrong with the project's configuration, as the compiler says it; empty for none. */
  readonly configurationErrors: readonly string[];
  /** Frees the compiler's memory. */
  dispose(): void;
}

/**
 * The monitor of a TypeScript or JavaScript project: after a dot or `?.` in code, only a member that the receiver's type has, and in a
 * call, only as many arguments as a signature takes. Opening a project reads
 * its configuration; the first question reads its files, and takes about as long as a compilation.
 *
 * @throws UnsupportedCompilerError for TypeScript 7.
 */
export function typescript(options: TypescriptMonitorOptions): TypescriptMonitor {
  checkTypescript(options);
  const { questions = QUESTIONS } = options;
  const project = openProject(options);
  const monitor = programMonitor<LexicalState>({
    name: "typescript",
    lexer: (path) => typescriptLexer({ dialect: dialectOf(path) }),
    analysis: analysisOf(project),
    questions,
  });
  return {
    open: (hole) => monitor.open(hole),
    holes: holesOf(project),
    configurationErrors: project.configurationErrors,
    dispose: () => project.dispose(),
  };
}

/**
 * The compiler's answers alone, for monitors of your own.
 *
 * @throws UnsupportedCompilerError for TypeScript 7.
 */
export function typescriptAnalysis(options: ProjectOptions): Analysis {
  checkAnalysis(options);
  return analysisOf(openProject(options));
}

/**
 * What the compiler tells about holes alone, for `@espalier/typed-holes`: expected types, definitions, headers, errors. Positions of declarations are those of
 * the files on disk, and of the hole's file with a placeholder.
 *
 * @throws UnsupportedCompilerError for TypeScript 7.
 */
export function typescriptHoles(options: ProjectOptions): HoleServer<HoleType> {
  checkHoles(options);
  return holesOf(openProject(options));
}

function analysisOf(project: Project): Analysis {
  return {
    epoch: () => project.epoch(),
    members: (at) => membersAt(project, at),
    signatures: (at) => signaturesAt(project, at),
    constructibles: (at) => constructiblesAt(project, at),
    casesLeft: (at) => casesLeftAt(project, at),
    exportsOf: (at) => exportsAt(project, at),
    expectedStrings: (at) => expectedStringsAt(project, at),
    expectedType: (at) => expectedTypeAt(project, at),
    inScope: (at) => inScopeAt(project, at),
    modulesFrom: (at) => modulesAt(project, at),
  };
}

function dialectOf(path: string): "typescript" | "tsx" | "javascript" {
  if (/\.tsx$/i.test(path)) return "tsx";
  return /\.([mc]?js|jsx)$/i.test(path) ? "javascript" : "typescript";
}

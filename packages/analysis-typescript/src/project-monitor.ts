// The monitor over an analysis of a TypeScript or JavaScript project: which lexer reads a file, and which questions are asked.

import { type Analysis, type ProgramMonitor, programMonitor, type QuestionKind } from "@espalier/analysis";
import { type LexicalState, typescriptLexer } from "@espalier/typescript";

/** All question kinds except four: `inScope` is asked wherever an expression begins, `expectedStrings` wherever a string begins, and `objectKeys` wherever an object begins; `casesMissing` refuses correct programs. */
export const QUESTIONS: readonly QuestionKind[] = [
  "members",
  "signatures",
  "constructibles",
  "casesLeft",
  "exportsOf",
  "modulesFrom",
];

/** The monitor of a project, in which `analysis` answers. */
export function projectMonitor(
  analysis: Analysis,
  options: { readonly questions?: readonly QuestionKind[] | undefined; readonly deadline?: number | undefined },
): ProgramMonitor {
  const { questions = QUESTIONS, deadline } = options;
  const lexers = {
    typescript: typescriptLexer({ dialect: "typescript" }),
    tsx: typescriptLexer({ dialect: "tsx" }),
    javascript: typescriptLexer({ dialect: "javascript" }),
  };
  return programMonitor<LexicalState>({
    name: "typescript",
    lexer: (path) => lexers[dialectOf(path)],
    analysis,
    questions,
    ...(deadline === undefined ? {} : { deadline }),
  });
}

function dialectOf(path: string): "typescript" | "tsx" | "javascript" {
  if (/\.tsx$/i.test(path)) return "tsx";
  return /\.([mc]?js|jsx)$/i.test(path) ? "javascript" : "typescript";
}

// The compiler's errors of one file.

import type { ProgramPlace } from "@espalier/analysis";
import type { StaticError } from "@espalier/typed-holes";
import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { HOLE_FUNCTION, holeAt } from "../hole/typed-hole.js";
import type { Project } from "../project.js";
import { failingRange } from "./failing.js";

/** All errors that a file would have if its content were `text`. */
export function errorsOf(project: Project, path: string, text: string): readonly StaticError[] {
  const { program, file } = project.withText(path, text);
  return errorsIn(project.ts, program, file);
}

/**
 * The errors that a file has regardless of the filling: those outside of a placeholder. In place of a statement, the placeholder becomes a `return` statement.
 */
export function errorsAround(project: Project, at: ProgramPlace): readonly StaticError[] {
  const { ts } = project;
  const { call, ...hole } = holeAt(project, at);
  let { program, file, from, to } = hole;
  if (call !== undefined && ts.isExpressionStatement(call.parent)) {
    const text = file.text;
    const returned = `return ${HOLE_FUNCTION}()`;
    ({ program, file } = project.withText(at.path, text.slice(0, from) + returned + text.slice(to)));
    to = from + returned.length;
  }
  // Offsets after the placeholder are counted from the end of the file.
  const shift = at.before.length + at.after.length - file.text.length;
  return reportedIn(program, file)
    .filter(({ diagnostic: { start = 0, length = 0 } }) => start + length <= from || start >= to)
    .map((each) => errorOf(ts, file, each))
    .map((error) => (error.from >= to ? { ...error, from: error.from + shift, to: error.to + shift } : error));
}

function errorsIn(ts: Compiler, program: ts.Program, file: ts.SourceFile): readonly StaticError[] {
  return reportedIn(program, file).map((each) => errorOf(ts, file, each));
}

interface Reported extends Pick<StaticError, "kind"> {
  readonly diagnostic: ts.Diagnostic;
}

function reportedIn(program: ts.Program, file: ts.SourceFile): readonly Reported[] {
  return [
    ...program.getSyntacticDiagnostics(file).map((diagnostic): Reported => ({ diagnostic, kind: "syntax" })),
    ...program.getSemanticDiagnostics(file).map((diagnostic): Reported => ({ diagnostic, kind: "type" })),
  ];
}

function errorOf(ts: Compiler, file: ts.SourceFile, { diagnostic, kind }: Reported): StaticError {
  const { category, code, messageText } = diagnostic;
  return {
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    code,
    kind,
    severity: category === ts.DiagnosticCategory.Error ? "error" : "warning",
    ...failingRange(ts, file, diagnostic),
  };
}

// The compiler's errors of one file.

import type { ProgramPlace } from "@espalier/analysis";
import type { StaticError } from "@espalier/typed-holes";
import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { HOLE_FUNCTION, holeAt } from "../hole/typed-hole.js";
import type { Project } from "../project.js";

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
  return errorsIn(ts, program, file)
    .filter((error) => error.to <= from || error.from >= to)
    .map((error) => (error.from >= to ? { ...error, from: error.from + shift, to: error.to + shift } : error));
}

function errorsIn(ts: Compiler, program: ts.Program, file: ts.SourceFile): readonly StaticError[] {
  const syntax = program.getSyntacticDiagnostics(file).map((each) => errorOf(ts, each, "syntax"));
  return [...syntax, ...program.getSemanticDiagnostics(file).map((each) => errorOf(ts, each, "type"))];
}

function errorOf(ts: Compiler, diagnostic: ts.Diagnostic, kind: StaticError["kind"]): StaticError {
  const { start = 0, length = 0, category, code, messageText } = diagnostic;
  return {
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    code,
    kind,
    severity: category === ts.DiagnosticCategory.Error ? "error" : "warning",
    from: start,
    to: start + length,
  };
}

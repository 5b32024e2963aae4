// The compiler's errors and warnings of a file.

import type { ProgramDiagnostic, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import type { Project } from "./project.js";

/** All that the compiler reports if the file's content is `before` and `after`, in the order of the text. Takes a check of the whole file. */
export function diagnosticsAt(
  project: Project,
  { path, before, after }: ProgramPlace,
): Answer<readonly ProgramDiagnostic[]> {
  const { ts } = project;
  const { program, file } = project.withText(path, before + after);
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  const value = all.map((each) => diagnosticOf(ts, each)).sort((one, other) => one.from - other.from);
  return { kind: "closed", value };
}

function diagnosticOf(
  ts: Project["ts"],
  { start = 0, length = 0, code, category, messageText }: ts.Diagnostic,
): ProgramDiagnostic {
  return {
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    code,
    severity: category === ts.DiagnosticCategory.Error ? "error" : "warning",
    from: start,
    to: start + length,
  };
}

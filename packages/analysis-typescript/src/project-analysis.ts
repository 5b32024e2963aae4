// The answers of a project's compiler, as an analysis.

import type { Analysis, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { attempted } from "./attempted.js";
import { casesLeftAt, casesMissingAt } from "./cases.js";
import { withClosedBrackets } from "./closed-brackets.js";
import { constructiblesAt } from "./constructibles.js";
import { diagnosticsAt } from "./diagnostics.js";
import { expectedStringsAt } from "./expected-strings.js";
import { expectedTypeAt } from "./expected-type.js";
import { exportsAt } from "./exports.js";
import { ignoresErrors } from "./ignored-errors.js";
import { membersAt } from "./members.js";
import { modulesAt } from "./modules.js";
import { inScopeAt } from "./names-in-scope.js";
import { objectKeysAt } from "./object-keys.js";
import { openProject, type Project, type ProjectOptions } from "./project.js";
import type { Refusals } from "./refusals.js";
import { isSynchronousCompiler } from "./seven/modules.js";
import { openSynchronousProject } from "./seven/project.js";
import { signaturesAt } from "./signatures.js";

/** Opens the project with the compiler that was passed in. */
export function openedProject({ ts, ...options }: ProjectOptions): Project {
  return isSynchronousCompiler(ts) ? openSynchronousProject({ ...options, ts }) : openProject({ ...options, ts });
}

/** A question to the compiler. */
type Ask<Value> = (project: Project, at: ProgramPlace, refusals: Refusals) => Answer<Value>;

/** The analysis of a project. Each answer is given at once; the compiler runs in this thread. */
export function analysisOf(project: Project, refusals: Refusals): Analysis {
  const answered =
    <Value>(ask: Ask<Value>) =>
    (at: ProgramPlace): Answer<Value> =>
      attempted<Answer<Value>>(
        project,
        () => ask(project, at, refusals),
        (reason) => ({ kind: "unknown", reason }),
      );
  /** The same for an answer that constrains the program. */
  const constraining = <Value>(ask: Ask<Value>) =>
    answered<Value>((its, at, refused) =>
      ignoresErrors(its.ts, at.before)
        ? { kind: "unknown", reason: "a comment tells the compiler to ignore errors here" }
        : ask(its, at, refused),
    );
  /** The same where the text after the hole matters. */
  const fitting = <Value>(ask: Ask<Value>) =>
    constraining<Value>((its, at, refused) =>
      ask(its, its.reads(at.path) ? withClosedBrackets(its.ts, at) : at, refused),
    );
  const answers: Analysis = {
    epoch: () => project.epoch(),
    members: fitting(membersAt),
    signatures: fitting(signaturesAt),
    constructibles: fitting(constructiblesAt),
    casesLeft: fitting(casesLeftAt),
    casesMissing: constraining(casesMissingAt),
    exportsOf: constraining(exportsAt),
    diagnostics: answered(diagnosticsAt),
    objectKeys: constraining(objectKeysAt),
    expectedStrings: constraining(expectedStringsAt),
    expectedType: answered(expectedTypeAt),
    inScope: fitting(inScopeAt),
    modulesFrom: constraining(modulesAt),
  };
  const unanswered = Object.entries(project.unanswered).map(([name, reason]) => [
    name,
    (): Answer<never> => ({ kind: "unknown", reason }),
  ]);
  return { ...answers, ...Object.fromEntries(unanswered) };
}

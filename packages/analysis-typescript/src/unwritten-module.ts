// Whether more than a name of an import or export is to be written, such as the module. The text alone tells, so no program is made for this.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { withoutEndlessComments } from "./endless-comments.js";
import { type Declaration, namedAt, textWithName, unfinished, writtenModule } from "./named-specifier.js";

type Names = Answer<readonly string[]>;

/** The length of the text from a place on that is parsed first to see whether a module is written, in UTF-16 units. A statement seldom goes on so far. */
const MOST_UNITS = 1_000;
/** A token that begins so far before the end of a text, in UTF-16 units, is of the same kind in a longer text. */
const LONGEST_WORD = 100;

/** The answer, if the text alone gives it. */
export function decidedByText(ts: Compiler, place: ProgramPlace): Names | undefined {
  const { path, before } = place;
  const whole = textWithName(place);
  for (const end of [before.length + MOST_UNITS, whole.length]) {
    const text = withoutEndlessComments(whole.slice(0, end));
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const named = namedAt(ts, file, before.length);
    if (typeof named === "string") return undefined;
    const isWritten = writtenModule(ts, file, named) !== undefined;
    if (isWritten || end >= whole.length || isOver(file, named.declaration)) return unfinished(ts, file, named, place);
  }
  return undefined;
}

/** Whether a statement ends before the cut at the end of a text: another statement begins after it. */
function isOver(file: ts.SourceFile, declaration: Declaration): boolean {
  return file.statements.some((each) => {
    const start = each.getStart(file);
    return start >= declaration.end && start <= file.end - LONGEST_WORD;
  });
}

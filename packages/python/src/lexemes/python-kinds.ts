// Every kind of lexeme of a version of Python, and its lexical modes.

import type { LexemeKind, LexicalMode } from "@espalier/syntax";
import type { PythonVersion } from "../grammar/version.js";
import { FIELD_MODES, INTERPOLATION_MODES, interpolationKinds, startKinds, startNames } from "./interpolation.js";
import { numberKinds } from "./numbers.js";
import { bracketKinds, bracketTrivia, colonKinds, lineTrivia, operatorKinds } from "./punctuation.js";
import { stringKinds } from "./strings.js";
import { wordKinds } from "./words.js";

/** Where statements are: newlines and indentation are significant. */
const LINES = "lines";
/** Inside brackets of any kind. */
const BRACKETS = "brackets";
/** CPython's MAXLEVEL. */
const MOST_BRACKETS = 200;

/** The lexical modes of `version`; a text begins in the first. */
export function pythonModes(_version: PythonVersion): readonly LexicalMode[] {
  return [{ name: LINES, lines: true }, { name: BRACKETS, most: MOST_BRACKETS }, ...INTERPOLATION_MODES];
}

/** Every kind of lexeme of `version`. */
export function pythonKinds(version: PythonVersion): readonly LexemeKind[] {
  const modes = [LINES, BRACKETS, ...FIELD_MODES];
  return [
    ...wordKinds(version, modes),
    ...numberKinds(version, modes, ["string with a prefix", "bytes", ...startNames(version)]),
    ...operatorKinds(modes),
    ...colonKinds([LINES, BRACKETS]),
    ...bracketKinds(modes, BRACKETS),
    ...stringKinds(version, modes),
    ...startKinds(version, modes),
    ...interpolationKinds(version),
    ...lineTrivia([LINES]),
    ...bracketTrivia([BRACKETS, ...FIELD_MODES]),
  ];
}

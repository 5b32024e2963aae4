// Operators, delimiters and trivia (Language Reference 2.1, 2.7, 2.8).

import { choiceOf, literal, parseEcmaRegex, type Regex } from "@espalier/automata";
import type { LexemeKind } from "@espalier/gaps";
import { OPERATORS } from "../grammar/operators.js";
import { isAtLeast, type PythonVersion } from "../grammar/version.js";

const OPENING = ["(", "[", "{"];
const CLOSING = [")", "]", "}"];

/** Operators with another meaning at the top level of a field: there `:` ends the expression. */
const COLONS: readonly string[] = [":", ":="];

/** Readable names of the terminals that several operators share. */
const SHARED: Readonly<Record<string, string>> = {
  BINARY: "binary operator",
  COMPARE: "comparison",
  AUGMENTED: "augmented assignment",
};

/** Groups the operators by terminal, except brackets, colons and `=`. */
function operatorsByTerminal(): Map<string, string[]> {
  const leftOut = [...OPENING, ...CLOSING, ...COLONS, "="];
  const byTerminal = new Map<string, string[]>();
  for (const [spelling, terminal] of OPERATORS) {
    if (leftOut.includes(spelling)) continue;
    byTerminal.set(terminal, [...(byTerminal.get(terminal) ?? []), spelling]);
  }
  return byTerminal;
}

/** Returns the kinds of all operators except brackets, `=`, `:` and `:=`. */
export function operatorKinds(modes: readonly string[]): readonly LexemeKind[] {
  const operators = [...operatorsByTerminal()].map(([terminal, spellings]) => ({
    name: SHARED[terminal] ?? terminal,
    regex: choiceOf(spellings.map(literal)),
    modes,
    terminals: [terminal],
  }));
  // A lexer without backtracking needs a kind for two dots without a third.
  return [...operators, { name: "..", regex: literal(".."), modes, terminals: [".", "."] }];
}

/** Returns the kinds of `:` and `:=`, which fields contain only inside brackets. */
export function colonKinds(modes: readonly string[]): readonly LexemeKind[] {
  return COLONS.map((spelling) => ({ name: spelling, regex: literal(spelling), modes, terminals: [spelling] }));
}

/** Returns the kind of `=`, including adjacent `blanks`. */
export function equalsKind(modes: readonly string[], name = "=", blanks = ""): LexemeKind {
  return { name, regex: parseEcmaRegex(`=${blanks}`), modes, terminals: ["="] };
}

/**
 * Returns the kinds of lexemes that are brackets. An opening bracket in any of `modes` leads to the mode `inside`,
 * which must be one of `modes`. `where` makes the names of the kinds unique.
 */
export function bracketKinds(modes: readonly string[], inside: string, where = ""): readonly LexemeKind[] {
  const opening = OPENING.map((spelling) => ({ spelling, modes, opens: inside }));
  const closing = CLOSING.map((spelling) => ({ spelling, modes: [inside], closes: 1 }));
  return [...opening, ...closing].map(({ spelling, ...rest }) => ({
    name: `${spelling}${where}`,
    regex: literal(spelling),
    terminals: [spelling],
    ...rest,
  }));
}

/** The end of a line: LF, CR LF or CR. */
export const NEWLINE = "(?:\\r\\n?|\\n)";

const comment: Regex = parseEcmaRegex("#[^\\n\\r\\0]*");
const continuation: Regex = parseEcmaRegex(`\\\\${NEWLINE}`);
const continuationByOne: Regex = parseEcmaRegex("\\\\[\\r\\n]");
const continuationByTwo: Regex = parseEcmaRegex("\\\\\\r\\n");

/**
 * Returns the trivia where lines are significant. Up to 3.11, CPython adds a newline to a text that ends with CR LF, so
 * such a text may end after a backslash.
 */
export function lineTrivia(version: PythonVersion, modes: readonly string[]): readonly LexemeKind[] {
  const shared = { modes, terminals: [] };
  const continuations: readonly LexemeKind[] = isAtLeast(version, "3.12")
    ? [{ ...shared, name: "line continuation", regex: continuation, unfinished: true }]
    : [
        { ...shared, name: "line continuation", regex: continuationByOne, unfinished: true },
        { ...shared, name: "line continuation by CR LF", regex: continuationByTwo },
      ];
  return [
    { ...shared, name: "blank", regex: parseEcmaRegex("[ \\t\\f]+") },
    { ...shared, name: "comment", regex: comment, onlyBefore: "NEWLINE", swallows: true, place: "comment" },
    ...continuations,
  ];
}

/** Returns the trivia where a newline is a blank: in brackets and, from 3.12 on, in fields. */
export function bracketTrivia(modes: readonly string[], where: string): readonly LexemeKind[] {
  const shared = { modes, terminals: [] };
  return [
    { ...shared, name: `blank${where}`, regex: parseEcmaRegex("[ \\t\\f\\r\\n]+") },
    { ...shared, name: `comment${where}`, regex: comment, unfinished: true, swallows: true, place: "comment" },
    { ...shared, name: `line continuation${where}`, regex: continuation, unfinished: true },
  ];
}

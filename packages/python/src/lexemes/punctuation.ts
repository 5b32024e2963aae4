// Operators, delimiters and what stands between lexemes (Language Reference 2.1, 2.7, 2.8).

import { choiceOf, literal, parseRegex, type Regex } from "@espalier/automata";
import type { LexemeKind } from "@espalier/syntax";
import { OPERATORS } from "../grammar/operators.js";

const OPENING = ["(", "[", "{"];
const CLOSING = [")", "]", "}"];

/** What people call the terminals that several operators share. */
const SHARED: Readonly<Record<string, string>> = {
  BINARY: "binary operator",
  COMPARE: "comparison",
  AUGMENTED: "augmented assignment",
};

/** The operators of each terminal that is neither a bracket nor left out. */
function operatorsByTerminal(leftOut: readonly string[]): Map<string, string[]> {
  const byTerminal = new Map<string, string[]>();
  for (const [spelling, terminal] of OPERATORS) {
    if (OPENING.includes(spelling) || CLOSING.includes(spelling) || leftOut.includes(spelling)) continue;
    byTerminal.set(terminal, [...(byTerminal.get(terminal) ?? []), spelling]);
  }
  return byTerminal;
}

/** Operators that mean something else at the top of a replacement field: there `:` ends the expression. */
const NOT_IN_FIELDS: readonly string[] = [":", ":="];

/** Every operator but brackets, `:` and `:=`. */
export function operatorKinds(modes: readonly string[]): readonly LexemeKind[] {
  const operators = [...operatorsByTerminal(NOT_IN_FIELDS)].map(([terminal, spellings]) => ({
    name: SHARED[terminal] ?? terminal,
    regex: choiceOf(spellings.map(literal)),
    modes,
    terminals: [terminal],
  }));
  // A lexer that never goes back has to know what a third dot did not follow.
  return [...operators, { name: "..", regex: literal(".."), modes, terminals: [".", "."] }];
}

/** `:` and `:=`, which no field has outside of brackets. */
export function colonKinds(modes: readonly string[]): readonly LexemeKind[] {
  return NOT_IN_FIELDS.map((spelling) => ({
    name: spelling,
    regex: literal(spelling),
    modes,
    terminals: [OPERATORS.get(spelling) ?? spelling],
  }));
}

/** Brackets: in any of `modes` they open a frame of mode `inside`, and close one there. */
export function bracketKinds(modes: readonly string[], inside: string): readonly LexemeKind[] {
  const opening = OPENING.map((spelling) => ({ spelling, modes, opens: inside }));
  const closing = CLOSING.map((spelling) => ({ spelling, modes: [inside], closes: 1 }));
  return [...opening, ...closing].map(({ spelling, ...rest }) => ({
    name: spelling,
    regex: literal(spelling),
    terminals: [spelling],
    ...rest,
  }));
}

/** The end of a line: LF, CR LF or CR. */
export const NEWLINE = "(?:\\r\\n?|\\n)";

const comment: Regex = parseRegex("#[^\\n\\r\\0]*");
const continuation: Regex = parseRegex(`\\\\${NEWLINE}`);

/** What stands between lexemes where lines are significant. */
export function lineTrivia(modes: readonly string[]): readonly LexemeKind[] {
  return [
    { name: "blank", regex: parseRegex("[ \\t\\f]+"), modes, terminals: [] },
    { name: "comment", regex: comment, modes, terminals: [], onlyBefore: "NEWLINE", swallows: true, place: "comment" },
    { name: "line continuation", regex: continuation, modes, terminals: [], unfinished: true },
  ];
}

/** What stands between lexemes inside brackets, where a newline is a blank. */
export function bracketTrivia(modes: readonly string[]): readonly LexemeKind[] {
  return [
    { name: "blank in brackets", regex: parseRegex("[ \\t\\f\\r\\n]+"), modes, terminals: [] },
    {
      name: "comment in brackets",
      regex: comment,
      modes,
      terminals: [],
      unfinished: true,
      swallows: true,
      place: "comment",
    },
    { name: "line continuation in brackets", regex: continuation, modes, terminals: [], unfinished: true },
  ];
}

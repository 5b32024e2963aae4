// A lexer for a language whose lexical structure is declared as data. It reads one byte at a time, rejects nothing, and knows what each byte belongs to.

import type { ArgumentLexer, KeywordLexer, ProgramLexer } from "@espalier/analysis";
import { signature } from "@espalier/arguments";
import { structureKind } from "../kinds.js";
import { isDigit, isLetter, type LexicalTables, tablesOf } from "./lexical-tables.js";
import { MOST_FENCED, opened, stepCharacter, stepFence } from "./literal-starts.js";
import { stepNumber } from "./numbers.js";
import { afterMeaning, afterPlain, formOf, isUncounted, notStart } from "./punctuation.js";
import { type Frame, keyOf, type LexicalState, type Mode, OTHER_WORD, START } from "./state.js";
import { stepBlockComment, stepFormat, stepString } from "./string-text.js";
import type { LexicalStructure } from "./structure.js";

/** What a position is inside of. The position after a closing quote or bracket is outside. */
export type LexicalKind = "code" | "word" | "number" | "string" | "comment";

/** The lexemes of a declared language. */
export interface DeclaredLexer extends ProgramLexer<LexicalState>, ArgumentLexer<LexicalState> {
  opensArguments(before: LexicalState, after: LexicalState): boolean;
  depth(state: LexicalState): number;
  losesCount(state: LexicalState): boolean;
  step(state: LexicalState, byte: number): LexicalState;
  kind(state: LexicalState): LexicalKind;
}

const checkLexer = signature("declaredLexer", { structure: structureKind });

/**
 * The lexer of a language. A step takes O(1), except for punctuation of several characters. A state holds the open brackets.
 *
 * The lexer reads invalid text on a best-effort basis: a closing bracket closes the innermost open bracket, and a line break ends a single-line string.
 *
 * @throws ArgumentError if a part of the structure is unknown, missing or invalid.
 */
export function declaredLexer(structure: LexicalStructure): DeclaredLexer {
  checkLexer(structure);
  const tables = tablesOf(structure);
  const { punctuation, lengthens, longer, keywords, paths, openers, uncounted, remembered } = tables;
  const { directiveNames, hashed, isName } = tables;
  const { directives, joinsLines = false } = structure;
  const range = lengthens.has("..") ? (ended: LexicalState): LexicalState => operator(ended, "..") : undefined;

  function step(state: LexicalState, byte: number): LexicalState {
    const character = String.fromCharCode(byte);
    switch (state.mode) {
      case "code":
        return stepCode(state, byte, character);
      case "operator":
        if (lengthens.has(state.text + character)) return operator(state, state.text + character);
        return step(afterOperator(state), byte);
      case "word":
        return stepWord(state, byte, character);
      case "number":
      case "numberDot":
      case "fraction":
      case "exponent":
        return stepNumber(structure, state, byte, range, (next) => step(next, byte));
      case "directive":
        return stepDirective(state, byte, character);
      case "lineComment":
        return stepLineComment(state, byte, character);
      case "blockComment":
        return stepBlockComment(state, character);
      case "continuation":
        return character === "\n" || character === "\r"
          ? { ...state, mode: character === "\n" ? "code" : "continuation" }
          : step({ ...state, mode: "code" }, byte);
      case "format":
        return stepFormat(state, character);
      case "hashes":
        return stepHashes(state, byte, character);
      case "fence":
        return stepFence(state, character, (string) => step(string, byte));
      case "character":
      case "label":
        return stepCharacter(state, byte, isName, (next) => step(next, byte));
      default:
        return stepString(state, character, (field) => step(field, byte));
    }
  }

  function stepCode(at: LexicalState, byte: number, character: string): LexicalState {
    if (directives !== undefined && at.lineStart && character === directives.open)
      return { ...at, mode: "directive", text: "", lineStart: false };
    const state = directives === undefined ? at : inLine(at, character);
    if (isDigit(byte) && state.before !== "member") return { ...state, mode: "number", text: character };
    if (isName(byte)) return { ...state, mode: "word", text: remembered.has(character) ? character : OTHER_WORD };
    if (character === "\\") return { ...state, mode: "continuation" };
    if (character === ":" && state.frame?.kind === "field") return { ...state, mode: "format", before: "other" };
    if (lengthens.has(character)) return operator(state, character);
    return afterPlain(structure, state, character);
  }

  /** Inside a directive, up to the end of its name. */
  function stepDirective(state: LexicalState, byte: number, character: string): LexicalState {
    if (state.text === "" && (character === " " || character === "\t")) return state;
    if (isLetter(byte)) {
      const text = state.text + character;
      return { ...state, text: directiveNames.has(text) ? text : OTHER_WORD };
    }
    const isCode = directives!.code.includes(state.text);
    const after: LexicalState = { ...state, text: "", before: "other", statement: "directive" };
    return step({ ...after, mode: isCode ? "code" : "lineComment" }, byte);
  }

  function stepLineComment(state: LexicalState, byte: number, character: string): LexicalState {
    if (character === "\n" && state.text === "") return stepCode({ ...state, mode: "code" }, byte, character);
    if (!joinsLines || character === "\r") return state;
    const text = character === "\\" ? character : "";
    return text === state.text ? state : { ...state, text };
  }

  /** After a prefix and `#`s: this can be the start of a string, a raw identifier, or neither. */
  function stepHashes(state: LexicalState, byte: number, character: string): LexicalState {
    const { prefix, text } = state;
    if (character === "#") return text.length < MOST_FENCED ? { ...state, text: text + character } : state;
    const form = hashed.find((each) => each.prefixes.includes(prefix) && each.quotes.includes(character));
    if (form !== undefined) return { ...opened(state, form, character, character + text), statement: notStart(state) };
    if (text === "#" && isName(byte)) return { ...state, mode: "word", prefix: "", text: OTHER_WORD };
    const word: LexicalState = { ...state, mode: "code", prefix: "", text: "", before: "operand" };
    return step(
      [...text].reduce((next, hash) => step(next, hash.charCodeAt(0)), word),
      byte,
    );
  }

  /** Inside punctuation, or at its end if no declared punctuation is longer. */
  function operator(state: LexicalState, text: string): LexicalState {
    const read: LexicalState = { ...state, mode: "operator", text };
    return longer.has(text) ? read : afterOperator(read);
  }

  /** The state after punctuation. The longest declared prefix counts, and the remaining characters are read again. */
  function afterOperator(state: LexicalState): LexicalState {
    let length = state.text.length;
    while (length > 0 && !isMeant(structure, tables, state, state.text.slice(0, length))) length--;
    const code: LexicalState = { ...state, mode: "code", text: "" };
    const text = state.text.slice(0, length);
    let next =
      length === 0
        ? afterPlain(structure, code, state.text[0]!)
        : afterMeaning(structure, code, punctuation.get(text)!);
    if (length > 0 && isUncounted(structure, state, text)) next = { ...next, before: "uncounted" };
    for (const rest of state.text.slice(Math.max(length, 1))) next = step(next, rest.charCodeAt(0));
    return next;
  }

  function stepWord(state: LexicalState, byte: number, character: string): LexicalState {
    if (isName(byte)) {
      const text = remembered.has(state.text + character) ? state.text + character : OTHER_WORD;
      return text === state.text ? state : { ...state, text };
    }
    // After a member operator, a keyword is an ordinary name, but a string prefix is still a prefix.
    const { text } = state;
    if (character === "#" && hashed.some(({ prefixes }) => prefixes.includes(text)))
      return { ...state, mode: "hashes", prefix: text, text: character };
    if (formOf(structure, text, character) !== undefined) return operator({ ...state, prefix: text }, character);
    const begins = state.statement === "start" && state.before !== "member" && paths.has(text);
    const operand = state.before === "member" || !keywords.has(text);
    const ended: LexicalState = {
      ...state,
      mode: "code",
      text: "",
      before: operand ? "operand" : uncounted.has(text) ? "uncounted" : "other",
      statement: begins ? "path" : openers.has(text) ? state.statement : notStart(state),
    };
    return step(ended, byte);
  }

  return {
    start: START,
    step,
    key: keyOf,
    kind: kindOf,
    expectsMember: (state) => expectsMember(structure, tables, state),
    expectsMemberOrOther: (state, after) => expectsOther(structure, tables, state, after),
    ...IN_EVERY_LANGUAGE,
    opensArguments: ({ frame }, after) => after.frame !== frame && after.frame?.parent === frame && isCall(after.frame),
    depth: depthOf,
    losesCount: (state) =>
      state.before === "uncounted" || (state.mode === "operator" && isUncounted(structure, state, state.text)),
    ...(structure.caseEnds === undefined ? {} : { keywordBeforeOperand: caseBefore, caseEnds: structure.caseEnds }),
  };
}

/** Any closing bracket closes the innermost open one. */
const CLOSING: ReadonlySet<number> = new Set([...")]}"].map((character) => character.charCodeAt(0)));

const IN_EVERY_LANGUAGE = {
  isInsideCharacter: () => false,
  mayClose: (byte: number) => CLOSING.has(byte),
};

/** Whether `text` has a meaning after the prefix of a string in `state`. */
function isMeant(
  structure: LexicalStructure,
  { punctuation }: LexicalTables,
  { prefix }: LexicalState,
  text: string,
): boolean {
  const meaning = punctuation.get(text);
  return meaning !== undefined && (meaning.kind !== "string" || formOf(structure, prefix, text) !== undefined);
}

/** The modes between lexemes, including comments. */
const BETWEEN: ReadonlySet<Mode> = new Set<Mode>(["code", "continuation", "lineComment", "blockComment"]);

function expectsMember(
  structure: LexicalStructure,
  { punctuation, comments }: LexicalTables,
  state: LexicalState,
): boolean {
  // A comment can precede the name, and its opening text may still be incomplete.
  if (state.before === "member")
    return BETWEEN.has(state.mode) || (state.mode === "operator" && comments.has(state.text));
  if (state.mode !== "operator") return false;
  // The operator may be complete, in which case its name must follow.
  const meaning = punctuation.get(state.text);
  return meaning?.kind === "member" && afterMeaning(structure, state, meaning).before === "member";
}

/** Whether the byte between the states follows a member operator, although it begins no name. It may also lengthen the operator. */
function expectsOther(
  structure: LexicalStructure,
  tables: LexicalTables,
  state: LexicalState,
  after: LexicalState,
): boolean {
  if (state.mode !== "operator" || !expectsMember(structure, tables, state)) return false;
  const isLonger = after.mode === "operator" && after.text.startsWith(state.text);
  return isLonger || structure.onlyNamesAreMembers !== true;
}

/** After `case`, blanks leave code in the same bracket; punctuation that would do so cannot stand there. */
const caseBefore: KeywordLexer<LexicalState>["keywordBeforeOperand"] = (before, after) =>
  before.mode === "word" && before.text === "case" && before.before !== "member" && isCode(before, after)
    ? "case"
    : undefined;

function isCode(before: LexicalState, after: LexicalState): boolean {
  return after.mode === "code" && after.before === "other" && after.frame === before.frame;
}

function isCall(frame: Frame | undefined): boolean {
  return frame?.kind === "bracket" && frame.open === "(" && frame.isAfterOperand;
}

function depthOf({ frame }: LexicalState): number {
  let depth = 0;
  for (let at = frame; at !== undefined; at = at.parent) depth++;
  return depth;
}

function kindOf({ mode, text, prefix }: LexicalState): LexicalKind {
  switch (mode) {
    case "code":
    case "continuation":
      return "code";
    case "directive":
      return text === "" ? "code" : "word";
    case "hashes":
    case "word":
      return "word";
    case "number":
    case "numberDot":
    case "fraction":
    case "exponent":
      return "number";
    case "lineComment":
    case "blockComment":
      return "comment";
    case "operator":
      return prefix !== "" || QUOTES.has(text[0]!) ? "string" : "code";
    default:
      return "string";
  }
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);

/** The state with the information that a code character gives about its line, for languages with directives. */
function inLine(state: LexicalState, character: string): LexicalState {
  if (" \t\r\f".includes(character)) return state;
  const ended: LexicalState = { ...state, lineStart: character === "\n" };
  if (character !== "\n" || state.statement !== "directive") return ended;
  return { ...ended, before: "other", statement: "start" };
}

// What a word leaves behind: keywords decide whether an operand or an operator comes next, and what a brace opens.

import { after, type Before, type Frame, holdsStatements, type LexicalState } from "./state.js";

/** Words that decide something, and what they leave. Names of members decide nothing (see `afterWord`). */
const KEYWORDS: ReadonlyMap<string, Before> = new Map([
  ...each("operand", ["return", "throw", "new", "typeof", "delete", "in", "instanceof", "yield", "extends", "case"]),
  ...each("start", ["else", "do", "try", "finally"]),
  ...each("header", ["if", "for", "while", "with"]),
  ...each("declare", ["import", "export", "default"]),
  ...each("binding", ["let", "const", "var"]),
  ...each("function", ["function", "class"]),
  ["await", "operand"],
  ["void", "void"],
]);

/** Words that a type goes on after; in types, other keywords are names or end them. */
const TYPE_OPERATORS: ReadonlySet<string> = new Set(["typeof", "new", "void"]);

function each(before: Before, words: readonly string[]): [string, Before][] {
  return words.map((word) => [word, before]);
}

const BEGINNINGS: ReadonlySet<string> = new Set(
  [...KEYWORDS.keys(), "as", "satisfies", "of", "async", "type", "from"].flatMap((word) =>
    Array.from(word, (_, at) => word.slice(0, at + 1)),
  ),
);

/** `word` where a word that decides something may begin with it, and `"-"` otherwise: so states differ only where that matters. */
export function remembered(word: string): string {
  return BEGINNINGS.has(word) ? word : "-";
}

/** Where an operand may begin: a slash begins a regular expression there, and `function` an expression. */
export function wantsOperand(before: Before): boolean {
  switch (before) {
    case "start":
    case "labelColon":
    case "operand":
    case "type":
    case "declare":
    case "greater":
    case "arrow":
    case "void":
      return true;
    default:
      return false;
  }
}

/** Whether a function or class that begins here is an expression. */
function makesExpression(before: Before): boolean {
  return wantsOperand(before)
    ? before !== "start" && before !== "labelColon" && before !== "declare"
    : before === "async";
}

/** The state after the word that `state` has read. */
export function afterWord(state: LexicalState): LexicalState {
  const { before, word, frame } = state;
  if (before === "dot" || before === "optionalDot" || before === "otherDot") return after(state, "end");
  const starts = startsStatement(state);
  if (before === "typeWord" && !state.newLine) return after(state, "end", pending(frame, "alias"));
  if (before === "type" && !TYPE_OPERATORS.has(word)) return after(state, "end");
  const ended = !wantsOperand(before) && before !== "header" && before !== "function";
  if (ended && !state.newLine && (word === "as" || word === "satisfies")) return after(state, "type");
  if (ended && word === "of" && frame.kind === "header") return after(state, "operand");
  if (before === "header" && word === "await") return after(state, "header");
  if (word === "async" && makesExpression(before)) return after(state, "async");
  if (word === "type" && (starts || before === "declare")) return after(state, "typeWord");
  const keyword = KEYWORDS.get(word);
  if (keyword === undefined) {
    const next = after(state, starts ? "label" : "end");
    return word === "from" ? { ...next, word } : next;
  }
  if (word === "import" || word === "export")
    return { ...after(state, keyword, starts && word === "import" ? pending(frame, "import") : frame), word };
  if (keyword === "function" && makesExpression(before)) return after(state, keyword, pending(frame, "body"));
  if (word === "case" && holdsStatements(frame)) return after(state, keyword, pending(frame, "case"));
  return after(state, keyword);
}

function pending(frame: Frame, what: Frame["pending"]): Frame {
  return { ...frame, pending: what };
}

/** Whether the word that is read may begin a statement, or goes on with words that do. */
function startsStatement({ before, newLine, frame }: LexicalState): boolean {
  if (before === "start" || before === "label" || before === "typeWord") return true;
  return newLine && holdsStatements(frame) && before === "end";
}

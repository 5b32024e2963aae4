// The effect of words: keywords decide whether an operand or an operator comes next, and what a brace opens.

import { after, type Before, type Frame, holdsStatements, type LexicalState } from "./state.js";

/** Keywords, and what they leave for the next lexeme. Member names have no effect (see `afterWord`). */
const KEYWORDS: ReadonlyMap<string, Before> = new Map([
  ...each("operand", ["return", "throw", "new", "typeof", "delete", "in", "instanceof", "yield", "extends", "case"]),
  ...each("start", ["else", "do", "try", "finally"]),
  ...each("header", ["if", "for", "while", "with", "catch"]),
  ...each("declare", ["import", "export", "default"]),
  ...each("binding", ["let", "const", "var"]),
  ...each("function", ["function", "class"]),
  ["await", "operand"],
  ["void", "void"],
  ["switch", "switch"],
]);

/** Words after which a type continues. Within types, other keywords are names or end the type. */
const TYPE_OPERATORS: ReadonlySet<string> = new Set(["typeof", "new", "void", "import"]);

function each(before: Before, words: readonly string[]): [string, Before][] {
  return words.map((word) => [word, before]);
}

const BEGINNINGS: ReadonlySet<string> = new Set(
  [...KEYWORDS.keys(), "as", "satisfies", "of", "async", "type", "from", "readonly", "keyof"].flatMap((word) =>
    Array.from(word, (_, at) => word.slice(0, at + 1)),
  ),
);

/** Returns `word` if a keyword may begin with it, and `"-"` otherwise, so that states differ only where it matters. */
export function remembered(word: string): string {
  return BEGINNINGS.has(word) ? word : "-";
}

/** Returns whether an operand may begin: a slash begins a regular expression there, and `function` an expression. */
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

/** Returns whether a function or class that begins here is an expression. */
function makesExpression(before: Before): boolean {
  return wantsOperand(before)
    ? before !== "start" && before !== "labelColon" && before !== "declare"
    : before === "async";
}

/** Returns the state after the word of `state`. */
export function afterWord(state: LexicalState): LexicalState {
  const { before, word, frame } = state;
  if (before === "dot" || before === "optionalDot" || before === "otherDot") return after(state, "end");
  const starts = startsStatement(state);
  const named = frame.pending === "import" && word === "from";
  if (before === "typeWord" && !state.newLine && !named) return after(state, "end", pending(frame, "alias"));
  if (before === "type" && (word === "readonly" || word === "keyof")) return after(state, "type");
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
  // In an object, it is the name of a method.
  if (word === "switch" && !holdsStatements(frame)) return after(state, "end");
  if (word === "case" && holdsStatements(frame)) return after(state, keyword, pending(frame, "case"));
  return after(state, keyword);
}

function pending(frame: Frame, what: Frame["pending"]): Frame {
  return { ...frame, pending: what };
}

/** Returns whether the current word may begin a statement, or continues words that do. */
function startsStatement({ before, newLine, frame }: LexicalState): boolean {
  if (before === "start" || before === "label" || before === "typeWord") return true;
  return newLine && holdsStatements(frame) && before === "end";
}

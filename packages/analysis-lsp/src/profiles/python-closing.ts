// The lexer of Python programs, and the closing of a place in one.

import { type Closing, createClosing } from "../lexemes/closing.js";
import { type DeclaredLexer, declaredLexer } from "../lexemes/lexer.js";
import { python } from "../lexemes/python.js";

/** After blanks and comments: a number, a string, or a name that is not the word of an operator or a clause. */
const ITEM =
  /^(?:\s|\\\r?\n|#[^\n]*\n)*(?!(?:and|as|async|else|for|if|in|is|not|or)(?![\p{ID_Continue}_]))[\p{ID_Start}_\d"']/u;

export const pythonLexer: DeclaredLexer = declaredLexer(python);
export const pythonClosing: Closing = createClosing(pythonLexer, ITEM);

export { type LexerOptions, type LexicalKind, type TypescriptLexer, typescriptLexer } from "./lexer.js";
export type { LexicalState } from "./state.js";

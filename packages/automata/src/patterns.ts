// What reads patterns and tables, as `@espalier/automata/patterns`: a page downloads it if a language has some.

export type { ByteAutomaton } from "./automaton.js";
export { automatonRegex, deferred } from "./given-regex.js";
export { parseEcmaRegex, parseRegex, searchEcmaRegex, searchRegex } from "./parse-regex.js";
export { RegexSyntaxError } from "./regex-syntax-error.js";

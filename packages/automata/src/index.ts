export type { Expr } from "./arena.js";
export { EMPTY_EXPR, EPSILON_EXPR } from "./arena.js";
export type { ByteAutomaton } from "./automaton.js";
export { anyCharacter, characters } from "./characters.js";
export type { CodePointRanges } from "./code-points.js";
export type { Comparison, RandomMemberOptions, RegexSource } from "./decide.js";
export { contains, equivalent, isEmpty, matches, randomMember, shortestMember } from "./decide.js";
export type { Alphabet, Engine, EngineWatch } from "./engine.js";
export { createEngine, defaultEngine, watchEngine, withRoom } from "./engine.js";
export type { LiteralRun } from "./first-bytes.js";
// For packages that take regexes and engines as arguments.
export { automatonRegex, deferred } from "./given-regex.js";
export { engineKind, regexKind } from "./kinds.js";
export type { EngineLimits } from "./limits.js";
export type { ByteRanges, Deferral, Regex } from "./make-regex.js";
export { anyByte, empty, epsilon } from "./make-regex.js";
export type { EcmaOptions, ParseOptions } from "./parse-regex.js";
export { parseEcmaRegex, parseRegex, searchEcmaRegex, searchRegex } from "./parse-regex.js";
export type { RegexDialect } from "./pattern-reader.js";
export { printRegex } from "./print-regex.js";
export {
  and,
  bytes,
  choice,
  choiceOf,
  literal,
  matchesEmpty,
  not,
  optional,
  plus,
  repeat,
  sequence,
  sequenceOf,
  star,
} from "./regex.js";
export type { RegexMonitor } from "./regex-monitor.js";
export { regexMonitor } from "./regex-monitor.js";
export type { RegexSyntaxCode } from "./regex-syntax-error.js";
export { RegexSyntaxError } from "./regex-syntax-error.js";
export type { Shapes } from "./shapes.js";
export { shapesOf } from "./shapes.js";

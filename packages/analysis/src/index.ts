export type {
  Analysis,
  Answering,
  ArgumentCount,
  DeclarableMembers,
  Declaring,
  ObjectKeys,
  ProgramDiagnostic,
  ProgramPlace,
  QuestionKind,
} from "./analysis.js";
export type { AskedQuestion } from "./asker.js";
export type { ExpectedType, TypeSource } from "./expected-type.js";
export type {
  ArgumentLexer,
  ImportLexer,
  KeywordLexer,
  ObjectLexer,
  OperandLexer,
  ProgramLexer,
  SwitchLexer,
} from "./lexical.js";
export {
  type HoleMonitor,
  type ProgramHole,
  type ProgramMonitor,
  type ProgramMonitorOptions,
  programMonitor,
  type QuestionPlace,
} from "./program-monitor.js";

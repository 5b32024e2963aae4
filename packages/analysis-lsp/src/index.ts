export type { Abilities as ServerAbilities } from "./capabilities.js";
export type { Connection as ServerConnection } from "./connection.js";
export { cpp as cppLexemes } from "./lexemes/cpp.js";
export { csharp as csharpLexemes } from "./lexemes/csharp.js";
export { go as goLexemes } from "./lexemes/go.js";
export { java as javaLexemes } from "./lexemes/java.js";
export { type DeclaredLexer, declaredLexer, type LexicalKind } from "./lexemes/lexer.js";
export { python as pythonLexemes } from "./lexemes/python.js";
export { rust as rustLexemes } from "./lexemes/rust.js";
export type { LexicalState } from "./lexemes/state.js";
export type { BlockComment, Directives, LexicalStructure, StringForm, Uncounted } from "./lexemes/structure.js";
export {
  type LanguageServer,
  type LocatedServer,
  type LspAnalysis,
  type LspMonitor,
  locateServer,
  lsp,
  lspAnalysis,
  type RunningServer,
  runServer,
  type ServerOptions,
} from "./lsp.js";
export { offsetOf, type PositionEncoding, positionOf } from "./positions.js";
export type {
  CallCounts,
  CaseLists,
  Evidence,
  Exhaustive,
  HoverProof,
  Readiness,
  ResultHovers,
  ServerProfile,
  ShownCall,
  ShownSignature,
} from "./profile.js";
export { PROFILES } from "./profiles/profiles.js";
export { ServerError, type ServerErrorCode } from "./server-error.js";
export type { ServerState, ServerStatus } from "./supervisor.js";

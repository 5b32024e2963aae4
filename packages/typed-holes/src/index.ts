// Knowledge about a hole.

export { type AskHoleOptions, askHole, type HoleKnowledge, type HoleSignal } from "./ask-hole.js";
export type {
  ClosedTexts,
  DeclaredAt,
  DefinedType,
  Entry,
  Expectation,
  Header,
  HoleServer,
  Locality,
  Promising,
  StaticError,
  TypeAlias,
  TypeDefinition,
} from "./hole-server.js";
export type { RetrievalLimits } from "./relevant.js";

// Uses of that knowledge: a prompt, masks, error rounds.

export {
  errorRounds,
  type Round,
  type RoundMessage,
  type RoundOptions,
  type RoundRequest,
  type Rounds,
} from "./error-rounds.js";
export { avoids, beginsWithName, holeMonitor } from "./hole-monitors.js";
export { holeFirst, holeProposals } from "./proposals.js";
export type { FillingError } from "./static-errors.js";

// ChatLSP.

export {
  CHAT_LSP,
  type ChatLspRequests,
  type ErrorReport,
  type ErrorReportParameters,
  type ProtocolPosition,
  type RelevantHeaders,
  type RelevantTypes,
  type TextDocumentPlace,
} from "./chat-lsp.js";
export { type ChatMethods, chatMethods } from "./chat-methods.js";
export { type SyntaxHolesOptions, type SyntaxType, syntaxHoles } from "./syntax-holes.js";

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
export type {
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

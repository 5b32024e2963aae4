export type { ChatLspAnswers, DocumentPlace, DocumentSpan, EditorSession } from "./answers.js";
export {
  type ChatLspClient,
  type ChatLspClientOptions,
  ChatLspError,
  type ChatLspErrorCode,
  chatLspClient,
} from "./client.js";
export type { ErrorRule, FitProbe, HoleDialect, PlaceRule, ProbeEntry, ProbeName } from "./holes/dialect.js";
export type { LspType } from "./holes/lsp-type.js";
export { pythonDialect } from "./holes/python-dialect.js";
export type { Overlay } from "./holes/shown-server.js";
export { typescriptDialect } from "./holes/typescript-dialect.js";
export type { MirroredDocument } from "./mirror.js";
export {
  type LspHoleOptions,
  type LspHoleServer,
  lspHoleServer,
  type ServerAnswersOptions,
  serverAnswers,
} from "./own-server.js";
export { type ChatLspProxy, chatLspProxy, type ProxyOptions, type ServerEnd } from "./proxy.js";
export { type ChatLspSession, type ChatLspSessionOptions, chatLspSession, type ShownDocument } from "./session.js";

export type { ChatLspAnswers, DocumentPlace, DocumentSpan, EditorSession } from "./answers.js";
export {
  type ChatLspClient,
  type ChatLspClientOptions,
  ChatLspError,
  type ChatLspErrorCode,
  chatLspClient,
} from "./client.js";
export type { MirroredDocument } from "./mirror.js";
export { type ChatLspProxy, chatLspProxy, type ProxyOptions, type ServerEnd } from "./proxy.js";

export {
  type ChatMessage,
  type ChatModel,
  type ChatOptions,
  type ChatTool,
  chatPrompt,
  chatText,
} from "./chat-prompt.js";

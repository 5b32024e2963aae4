// A chat prompt whose tools are schemas by name, as everywhere in this package.

import { anything, having, type KindsOf, listOf, signature } from "@espalier/arguments";
import * as chat from "@espalier/chat";
import { readSchema } from "@espalier/json-schema";
import { type TokenId, vocabularyKind } from "@espalier/vocabulary";
import { optionsOf } from "./options.js";
import { type Tools, toolsKind } from "./tool-calls.js";

/** Options of {@link chatPrompt}. */
export interface ChatPromptOptions extends Omit<chat.ChatOptions, "tools"> {
  /**
   * The schemas of the tools' arguments by tool name, as for `generateToolCalls`. The `description` of a schema is also
   * the description of the tool.
   */
  readonly tools?: Tools;
}

const OPTIONS: KindsOf<ChatPromptOptions> = {
  tools: toolsKind,
  template: anything,
  end: anything,
  variables: anything,
};
const checkChatPrompt = signature("chatPrompt", {
  model: having(
    "a model",
    { vocabulary: vocabularyKind, encode: "function" },
    () => "Load one with loadModel(folder).",
  ),
  messages: listOf(having("a message", { role: "string" })),
  options: optionsOf(OPTIONS),
});

/**
 * Returns the prompt of a conversation, rendered with the model's own chat template: token ids for the option `prompt`.
 * Names of control tokens in messages stay text; see `@espalier/chat`.
 *
 * @throws ModelError if the model has no template, or the template rejects the messages.
 * @throws SchemaError if a tool's schema cannot be read; ArgumentError for an unknown option.
 */
export async function chatPrompt(
  model: chat.ChatModel,
  messages: readonly chat.ChatMessage[],
  options: ChatPromptOptions = {},
): Promise<readonly TokenId[]> {
  checkChatPrompt(model, messages, options);
  const { tools, ...rest } = options;
  return chat.chatPrompt(model, messages, { ...rest, ...(tools === undefined ? {} : { tools: described(tools) }) });
}

function described(tools: Tools): readonly chat.ChatTool[] {
  return Object.entries(tools).map(([name, schema]) => {
    const { schema: parameters } = readSchema(schema, { objects: "closed" });
    const { description } = Object(parameters) as { readonly description?: unknown };
    return {
      type: "function",
      function: { name, ...(typeof description === "string" ? { description } : {}), parameters },
    };
  });
}

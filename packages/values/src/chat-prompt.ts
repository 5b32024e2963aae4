// A chat prompt with tools given as everywhere here: schemas by name.

import { anything, having, type KindsOf, listOf, signature } from "@espalier/arguments";
import * as chat from "@espalier/chat";
import { readSchema } from "@espalier/json-schema";
import { type TokenId, vocabularyKind } from "@espalier/vocabulary";
import { optionsOf } from "./options.js";
import { type Tools, toolsKind } from "./tool-calls.js";

/** How a chat prompt is made. */
export interface ChatPromptOptions extends Omit<chat.ChatOptions, "tools"> {
  /** The schemas of the tools' arguments, by name: the same as for `generateToolCalls`. A schema's description is the tool's. */
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
 * The prompt of a conversation, by the model's own chat template: token ids, to be given as `prompt`. Names of control tokens in messages stay
 * text; see `@espalier/chat`.
 *
 * @throws ModelError when the model has no template, or the template refuses the messages.
 * @throws SchemaError for a tool's schema that cannot be read; ArgumentError when an option is unknown.
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

// Turns chat messages into a prompt with the model's own template. The template writes control tokens by name
// (`<|im_end|>`). Messages may contain the same characters, which must stay text. So before the template runs, a
// *guard*, a character that occurs nowhere else, is inserted into each such name in the messages. The guard is removed
// when the rendered text is converted to tokens:
//
//   messages ─▶ guard ─▶ template ─▶ control names ─▶ control tokens
//                                    everything else ─▶ text tokens, without guards

import {
  anything,
  having,
  type Kind,
  type KindsOf,
  listOf,
  oneOf,
  optionally,
  options,
  recordOf,
  signature,
  text,
} from "@espalier/arguments";
import { type ChatTemplate, type Model, ModelError } from "@espalier/model";
import { type TokenId, vocabularyKind } from "@espalier/vocabulary";

/**
 * One message of a conversation. The template decides which other members it uses (`tool_calls`, `name`,
 * `reasoning_content`, …).
 */
export interface ChatMessage {
  /** Usually `"system"`, `"user"`, `"assistant"` or `"tool"`. */
  readonly role: string;
  readonly content?: unknown;
  readonly [member: string]: unknown;
}

/** A tool in the format that templates expect, that of OpenAI's API. */
export interface ChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    /** A JSON Schema. */
    readonly parameters: unknown;
  };
}

export interface ChatOptions {
  /** The tools that the template describes to the model. */
  readonly tools?: readonly ChatTool[];
  /** A Jinja template that replaces the model's own. */
  readonly template?: string;
  /** The end of the prompt: the beginning of an answer (`"answer"`, the default), or the last message (`"message"`). */
  readonly end?: "answer" | "message";
  /** Variables of the template, for example `enable_thinking: false`. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The part of a model that a chat prompt needs. */
export type ChatModel = Pick<Model, "vocabulary" | "encode" | "chatTemplate">;

const modelKind: Kind = having(
  "a model",
  { vocabulary: vocabularyKind, encode: "function" },
  () => "Load one with loadModel(folder).",
);
const messagesKind: Kind = listOf(having("a message { role, content }", { role: "string" }));
const OPTIONS: KindsOf<ChatOptions> = {
  tools: listOf(
    having("a tool { type, function }", { function: having("a function { name, parameters }", { name: text }) }),
  ),
  template: text,
  end: oneOf("answer", "message"),
  variables: recordOf(anything, "an object of variables"),
};
const parameters = { model: modelKind, messages: messagesKind, options: optionally(options(OPTIONS)) };
const checkChatPrompt = signature("chatPrompt", parameters);
const checkChatText = signature("chatText", parameters);

/**
 * Returns the token ids of a chat prompt, for the `prompt` of `generate`. Names of control tokens in the text of
 * messages and tools stay text. The exception is messages with the role `"assistant"`, because templates split their
 * text at such names. The prompt begins with a beginning-of-text token only if the template writes one.
 *
 * Loads `@huggingface/jinja` on the first call.
 *
 * @throws {ModelError} `model-unsupported` if there is no template, or the template rejects the messages; the message
 * says why.
 */
export async function chatPrompt(
  model: ChatModel,
  messages: readonly ChatMessage[],
  options: ChatOptions = {},
): Promise<readonly TokenId[]> {
  checkChatPrompt(model, messages, options);
  const guard = unusedCharacter(model, messages, options);
  const names = controlNames(model);
  const guarded = await render(
    model,
    messages.map((message) => (message.role === "assistant" ? message : guardNames(message, names, guard))),
    { ...options, ...(options.tools === undefined ? {} : { tools: guardNames(options.tools, names, guard) }) },
  );
  return guarded.includes(guard) ? apart(model, guarded, names, guard) : whole(model, guarded, names);
}

/**
 * Returns a chat prompt as text for people to read. It shows control tokens by name, so they look the same as text with
 * these characters.
 *
 * @throws {ModelError} as {@link chatPrompt}.
 */
export async function chatText(
  model: ChatModel,
  messages: readonly ChatMessage[],
  options: ChatOptions = {},
): Promise<string> {
  checkChatText(model, messages, options);
  return render(model, messages, options);
}

async function render(model: ChatModel, messages: readonly ChatMessage[], options: ChatOptions): Promise<string> {
  const { tools, end = "answer", variables = {} } = options;
  const template = templateOf(model, options);
  const { Template } = await import("@huggingface/jinja");
  try {
    return new Template(tools === undefined ? template.source : (template.toolSource ?? template.source)).render({
      ...template.specialTokens,
      ...variables,
      messages,
      add_generation_prompt: end === "answer",
      ...(tools === undefined ? {} : { tools }),
    });
  } catch (cause) {
    throw new ModelError("model-unsupported", `The model's chat template fails: ${(cause as Error).message}`, {
      hint: "Templates refuse roles that they do not know, and roles out of order.",
      cause,
    });
  }
}

function templateOf({ chatTemplate }: ChatModel, { template }: ChatOptions): ChatTemplate {
  if (template !== undefined) return { source: template, specialTokens: chatTemplate?.specialTokens ?? {} };
  if (chatTemplate !== undefined) return chatTemplate;
  throw new ModelError("model-unsupported", "The model has no chat template.", {
    hint: "It may not be a chat model; otherwise give it the text of one as `template`.",
  });
}

/** Returns the names of all control tokens, longest first. */
function controlNames({ vocabulary }: ChatModel): readonly string[] {
  const names = new Set<string>();
  for (let id = 0; id < vocabulary.size; id++) {
    const name = vocabulary.control(id);
    if (name !== undefined && name !== "") names.add(name);
  }
  return [...names].sort((a, b) => b.length - a.length);
}

const anyOf = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");

/** Returns a private-use character that occurs in none of the texts. */
function unusedCharacter(model: ChatModel, messages: readonly ChatMessage[], options: ChatOptions): string {
  const { tools, template, variables } = options;
  const all = [messages, tools, template, variables, model.chatTemplate];
  const text = JSON.stringify(all, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  for (let code = 0xf8ff; code >= 0xe000; code--) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
  throw new RangeError(
    "The messages contain every private-use character of Unicode. Remove one of them: the prompt needs one that occurs nowhere.",
  );
}

/**
 * Returns `value` with the character `guard` inserted after the first character of every control name in its texts,
 * also where names overlap. So no control name remains.
 */
function guardNames<Value>(value: Value, names: readonly string[], guard: string): Value {
  if (names.length === 0) return value;
  const begins = new RegExp(`(?=${anyOf(names)})[^]`, "gu");
  const guarded = (each: unknown): unknown => {
    if (typeof each === "string") return each.replace(begins, (character) => character + guard);
    if (Array.isArray(each)) return each.map(guarded);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, of]) => [guarded(key), guarded(of)]));
  };
  return guarded(value) as Value;
}

/**
 * Encodes a text that contains no guard characters with the model's own pipeline, and removes the control tokens that
 * the pipeline adds to every prompt.
 */
function whole(model: ChatModel, text: string, names: readonly string[]): readonly TokenId[] {
  const ids = model.encode(text, "prompt");
  if (names.length === 0) return ids;
  const isText = (id: TokenId): boolean => model.vocabulary.control(id) === undefined;
  const namesIn = (part: string): number => part.match(new RegExp(anyOf(names), "gu"))?.length ?? 0;
  const [begun = ""] = new RegExp(`^(?:${anyOf(names)})+`, "u").exec(text) ?? [];
  const [ended = ""] = new RegExp(`(?:${anyOf(names)})+$`, "u").exec(text) ?? [];
  const before = ids.findIndex(isText) - namesIn(begun);
  const after = [...ids].reverse().findIndex(isText) - namesIn(ended);
  return ids.slice(Math.max(0, before), ids.length - Math.max(0, after));
}

/** Encodes a text with guards: looks up the control names and encodes the parts between them as text. */
function apart(model: ChatModel, text: string, names: readonly string[], guard: string): readonly TokenId[] {
  const parts = text.split(new RegExp(`(${anyOf(names)})(?!${guard})`, "u"));
  return parts.flatMap((part, index) =>
    index % 2 === 1
      ? [model.vocabulary.controlIds(part)[0]!]
      : part === ""
        ? []
        : model.encode(part.replaceAll(guard, ""), "literal"),
  );
}

// Chat messages to a prompt, by the model's own template. The template writes control tokens by their names (`<|im_end|>`), and messages may
// contain the same characters; those must stay text. So names within messages are broken by a *guard*, a character that occurs nowhere else,
// before the template sees them, and the guard is taken out again when the rendered text becomes tokens:
//
//   messages ─▶ guard ─▶ template ─▶ control names ─▶ control tokens
//                                    all else      ─▶ text tokens, without guards

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

/** One message of a conversation. The template decides which other members count (`tool_calls`, `name`, `reasoning_content`, …). */
export interface ChatMessage {
  /** `"system"`, `"user"`, `"assistant"` or `"tool"`, usually. */
  readonly role: string;
  readonly content?: unknown;
  readonly [member: string]: unknown;
}

/** A tool as templates expect it: the form of OpenAI's API. */
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
  /** A template in place of the model's own: Jinja. */
  readonly template?: string;
  /** What the prompt ends with: the beginning of an answer (`"answer"`, the default), or the last message (`"message"`). */
  readonly end?: "answer" | "message";
  /** Variables of the template, `enable_thinking: false` for example. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** What of a model a chat prompt needs. */
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
 * The token ids of a chat prompt: what `generate` takes as its `prompt`. Names of control tokens in the text of messages and tools stay text;
 * only in messages of the role `"assistant"`, whose text templates take apart by such names, they count. The prompt begins
 * with a token of beginning only where the template writes one.
 *
 * Loads `@huggingface/jinja` on the first call.
 *
 * @throws {ModelError} `model-unsupported` when there is no template, or the template refuses the messages; its message says why.
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
 * The text of a chat prompt, for people to read: control tokens stand in it by their names, and so does text that looks like them.
 *
 * @throws {ModelError} as {@link chatPrompt} does.
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

/** All control names, longest first. */
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

/** A character for private use that no text here contains. */
function unusedCharacter(model: ChatModel, messages: readonly ChatMessage[], options: ChatOptions): string {
  const { tools, template, variables } = options;
  const all = [messages, tools, template, variables, model.chatTemplate];
  const text = JSON.stringify(all, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  for (let code = 0xf8ff; code >= 0xe000; code--) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
  throw new RangeError("The messages contain every character for private use; one must be left.");
}

/** `value` with a guard after the first character of every control name in its texts, overlapping ones too. */
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

/** The ids of a text without guards, as the model's own pipeline has them, less the control tokens that it puts around every prompt. */
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

/** The ids of a text with guards: control names are looked up, what is between them is text. */
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

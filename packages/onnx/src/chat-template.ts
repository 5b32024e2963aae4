// Finds the chat template in a model's folder: in `tokenizer_config.json`, as a text or a list of named ones, or in a
// separate file.

import type { ChatTemplate } from "@espalier/model";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the template from the text of `chat_template.jinja`, or else from a parsed `tokenizer_config.json`;
 * `undefined` if there is none.
 */
export function readChatTemplate(config: unknown, file: string | undefined): ChatTemplate | undefined {
  const fields: Fields = typeof config === "object" && config !== null ? (config as Fields) : {};
  const named = new Map(file === undefined ? templatesIn(fields.chat_template) : [["default", file]]);
  const source = named.get("default");
  if (source === undefined) return undefined;
  const toolSource = named.get("tool_use");
  return { source, ...(toolSource === undefined ? {} : { toolSource }), specialTokens: specialTokensOf(fields) };
}

function templatesIn(given: unknown): readonly (readonly [name: string, source: string])[] {
  if (typeof given === "string") return [["default", given]];
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown) => {
    const { name, template } = Object(each) as Fields;
    return typeof name === "string" && typeof template === "string" ? [[name, template] as const] : [];
  });
}

/** Returns `bos_token` and similar tokens. Each is a name, or an object with the name as its content. */
function specialTokensOf(config: Fields): Readonly<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const [key, value] of Object.entries(config)) {
    if (!/^[a-z]+_token$/u.test(key)) continue;
    const name = typeof value === "string" ? value : (Object(value) as Fields).content;
    if (typeof name === "string") tokens[key] = name;
  }
  return tokens;
}

// Generates an answer that contains tool calls, typed by the schemas of the tools.

import { FIRST_CONTROL } from "@espalier/monitor";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import { callOptions, type TextWithCalls, type ToolCallsOptions, type Tools, toolCalls } from "./tool-calls.js";
import { type WritingOptions, type WrittenText, writing, writingOptions } from "./writing.js";

/** Options of the generation; `model`, `prompt` and `tools` are required. */
export interface ToolCallGenerationOptions<Of extends Tools>
  extends WritingOptions,
    Omit<ToolCallsOptions<Of>, "vocabulary"> {}

/** The answer, and data about its generation. */
export interface ToolCallResult<Of extends Tools> extends TextWithCalls<Of>, WrittenText {}

/**
 * Generates an answer in free text with calls of `tools`. The tool's own schema validates each call. The prompt must
 * describe the tools to the model, as its chat template does.
 *
 * @throws the errors of `generateObject`. The issues of an ObjectError begin with the number and the name of the call.
 */
export async function generateToolCalls<const Of extends Tools>(
  options: ToolCallGenerationOptions<Of>,
): Promise<ToolCallResult<Of>> {
  const mine = writingOptions("generateToolCalls", options, callOptions);
  const { tools, format, count } = options;
  const language = toolCalls<Of>({
    tools,
    vocabulary: options.model.vocabulary,
    ...(format === undefined ? {} : { format }),
    ...(count === undefined ? {} : { count }),
  });
  const meaningful = {
    language,
    notices: () => language.notices,
    read: ({ ids }: { readonly ids: readonly TokenId[] }) =>
      language.read(symbolsOf(options.model.vocabulary, ids, language.controls ?? [])),
  };
  for await (const event of writing(mine, meaningful))
    if (event.kind === "finish") return { ...event.meaning, ...event.written };
  throw new RangeError("A generation ended without a result.");
}

/** Returns the symbols that tokens spell, for a monitor with `controls`. */
function symbolsOf(vocabulary: Vocabulary, ids: readonly TokenId[], controls: readonly string[]): readonly number[] {
  return ids.flatMap((id) => {
    const control = vocabulary.control(id);
    if (control !== undefined) return [FIRST_CONTROL + controls.indexOf(control)];
    return [...(vocabulary.bytes(id) ?? [])];
  });
}

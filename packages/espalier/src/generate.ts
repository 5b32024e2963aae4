// Generates text from a model within a language: the loop of `decode`, with the option `language`.

import type { ProgramMonitor } from "@espalier/analysis";
import {
  ArgumentError,
  either,
  type KindsOf,
  listOf,
  options as optionsKind,
  required,
  signature,
  text,
  typedArray,
} from "@espalier/arguments";
import * as decode from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";
import { IN_SAMPLING, omitted, optionsOf } from "@espalier/values";
import { languageKind } from "./arguments.js";
import { type MonitorRecord, monitored, monitorsKind, openHoles, recordsOf } from "./program-monitors.js";

/** Options of a generation. Only `model` and `prompt` are required; the others are those of `@espalier/decode`. */
export interface GenerateOptions<State = number>
  extends Omit<decode.GenerateOptions<State>, "monitor" | "masker" | "stop"> {
  /** The language of the text; any text by default. */
  readonly language?: Monitor<State>;
  /**
   * Texts (or bytes), or a single one, that end the generation. They are not part of the text, which may then be
   * incomplete: see `accepted`.
   */
  readonly stop?: string | Uint8Array | readonly (string | Uint8Array)[];
}

/** The file to which a generation writes. */
export interface WrittenFile {
  readonly path: string;
  /** The content before the text; by default the prompt if it is a text, else nothing. */
  readonly prefix?: string;
  /** The content after the text; by default, the rest of the file is not written yet. */
  readonly suffix?: string;
}

/** Options that constrain a generation by a program. */
export interface ProgramOptions {
  /** Monitors over the program that contains the text, such as `typescript({ ts, project })`; they require `file`. */
  readonly monitors?: readonly ProgramMonitor[];
  readonly file?: WrittenFile;
}

/** A generated text. */
export interface Generated<State = number> extends decode.Generation<State> {
  /** What each of `monitors` asked, in order, and the answers. */
  readonly monitors: readonly MonitorRecord[];
}

/** An event of {@link generate}. */
export type GeneratedEvent<State = number> =
  | Exclude<decode.GenerationEvent<State>, { readonly kind: "finish" }>
  | (Omit<Extract<decode.GenerationEvent<State>, { readonly kind: "finish" }>, "result"> & {
      readonly result: Generated<State>;
    });

const bytes = typedArray("Uint8Array");
const stop = either(text, bytes, listOf(either(text, bytes)));

/** The kinds of the options of a generation, for functions that pass them on. */
export const generateOptions: KindsOf<GenerateOptions> = {
  ...omitted(decode.generateOptions, "monitor", "masker"),
  language: languageKind,
  stop,
};
const file = optionsKind({ path: required(text), prefix: text, suffix: text });
const kind = optionsOf({ ...generateOptions, monitors: monitorsKind, file }, IN_SAMPLING);
const checkGenerate = signature("generate", { options: kind });
const checkComplete = signature("complete", { options: kind });

/**
 * Generates a text step by step: an event for each token, and one with the complete result at the end. With a grammar
 * or a regex, the text is valid when it ends, for any model. Leaving the iteration early frees its resources. A stop
 * string cuts the text wherever it occurs; `accepted` says whether the rest is valid.
 *
 * @throws ArgumentError at once, if an option is unknown, missing or has the wrong type.
 * @throws BudgetError before the first token, if no valid text is certain to fit into `maxTokens` or the model's
 * context.
 * @throws DeadEndError if nothing can follow; only for languages that may have dead ends, such as some products.
 * @throws ModelError from the model.
 * @throws RangeError if an option is outside its bounds.
 */
export function generate<State = number>(
  options: GenerateOptions<State> & ProgramOptions,
): AsyncGenerator<GeneratedEvent<State>, void, undefined> {
  checkGenerate(options);
  const { decoding, records } = forDecode(options);
  return recorded(decode.generate(decoding), records);
}

/**
 * Generates a text and returns it as a whole, with how it ended and where the time went.
 *
 * @throws as {@link generate}.
 */
export async function complete<State = number>(
  options: GenerateOptions<State> & ProgramOptions,
): Promise<Generated<State>> {
  checkComplete(options);
  const { decoding, records } = forDecode(options);
  return { ...(await decode.complete(decoding)), monitors: records() };
}

async function* recorded<State>(
  events: AsyncGenerator<decode.GenerationEvent<State>, void, undefined>,
  records: () => readonly MonitorRecord[],
): AsyncGenerator<GeneratedEvent<State>, void, undefined> {
  for await (const event of events)
    yield event.kind === "finish" ? { ...event, result: { ...event.result, monitors: records() } } : event;
}

function forDecode<State>(options: GenerateOptions<State> & ProgramOptions): {
  readonly decoding: decode.GenerateOptions<State>;
  readonly records: () => readonly MonitorRecord[];
} {
  const { language, stop, monitors = [], file, ...rest } = options;
  if (monitors.length > 0 && file === undefined)
    throw new ArgumentError("missing", "file", "monitors over a program need file: { path }, the file's path.");
  const { prompt } = options;
  const prefix = file?.prefix ?? (typeof prompt === "string" ? prompt : "");
  const holes = file === undefined ? [] : openHoles(monitors, { ...file, prefix });
  const own = holes.length === 0 ? language && { monitor: language } : monitored(language, holes, options.answer);
  return {
    decoding: {
      ...rest,
      ...own,
      ...(stop === undefined ? {} : { stop: typeof stop === "string" || stop instanceof Uint8Array ? [stop] : stop }),
    },
    records: () => recordsOf(holes),
  };
}

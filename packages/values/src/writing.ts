// Generates a text in a language whose texts have values: writes it, parses it, and checks the value. If the check
// rejects the value and retries remain, writes again with another seed.
//
//   think? ─▶ text within the language ─▶ read ─▶ value
//                      ▲                    │ rejected
//                      └────────────────────┘

import { ArgumentError, anything, checkArgument, integer, type KindsOf } from "@espalier/arguments";
import * as decode from "@espalier/decode";
import type { SchemaIssue, Validation, ValueIssue } from "@espalier/json-schema";
import type { Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { ObjectError } from "./object-error.js";
import { IN_SAMPLING, optionsOf, picked } from "./options.js";
import { afterBlanks, checkThinkFirst, type ThinkFirst, type Thinking, think, tokensToThink } from "./think-first.js";

/** How to write a text. `model` and `prompt` are required. Options without a description are those of `complete`. */
export interface WritingOptions
  extends Pick<
    decode.GenerateOptions<number>,
    "model" | "prompt" | "ifShort" | "sampling" | "seed" | "signal" | "session" | "forcing" | "masks" | "clock"
  > {
  /**
   * The most tokens; 1024 by default. The text is complete within them, or a `BudgetError` is thrown before the first
   * token.
   */
  readonly maxTokens?: number;
  /** Writes free text first, up to this end: `"</think>"`, or an object with a token limit of its own. */
  readonly thinkFirst?: string | ThinkFirst;
  /** How often to retry with another seed if a validator rejects the value; 0 by default. Requires a temperature. */
  readonly retries?: number;
}

/** Data about the generation of a value. */
export interface WrittenText {
  /** The thinking text without the marker; absent unless `thinkFirst` is set. */
  readonly thinking?: string;
  /** What the schemas require but the generation does not enforce. */
  readonly notices: readonly SchemaIssue[];
  /** How many texts were written: more than 1 if a validator rejected some. */
  readonly attempts: number;
  /** The generation of the final text. */
  readonly generation: decode.Generation;
}

/** A language whose texts have values. */
export interface Meaningful<Meaning> {
  readonly language: Monitor<number>;
  /** Returns what the language does not enforce. */
  notices(): readonly SchemaIssue[];
  read(generation: decode.Generation): Promise<Validation<Meaning>>;
}

export type WritingEvent<Meaning> =
  | Thinking
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "retry"; readonly issues: readonly ValueIssue[]; readonly text: string }
  | { readonly kind: "finish"; readonly meaning: Meaning; readonly written: WrittenText };

const WRITING: KindsOf<WritingOptions> = {
  ...picked(decode.generateOptions, "model", "prompt", "maxTokens", "ifShort", "sampling", "seed", "signal", "session"),
  ...picked(decode.generateOptions, "forcing", "masks", "clock"),
  // Checked separately, with an error that shows the correct form.
  thinkFirst: anything,
  retries: integer({ min: 0 }),
};
/**
 * Checks the options of the public function named `where`, which also takes the options `others`, and returns those
 * that `writing` takes. @throws ArgumentError if an option is invalid.
 */
export function writingOptions<Options extends WritingOptions>(
  where: string,
  options: Options,
  others: KindsOf<Omit<Options, keyof WritingOptions>>,
): WritingOptions {
  checkArgument(where, "options", options, optionsOf({ ...WRITING, ...others }, IN_SAMPLING));
  const mine = Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(WRITING, name)));
  const { thinkFirst, retries = 0, ...rest } = mine as unknown as WritingOptions;
  if (thinkFirst !== undefined) checkThinkFirst(where, thinkFirst);
  if (retries > 0 && (rest.sampling?.temperature ?? 0) === 0)
    throw new ArgumentError(
      "wrong-type",
      "retries",
      `${where}: without a temperature the model writes the same again; retries need sampling: { temperature }.`,
    );
  return mine as unknown as WritingOptions;
}

/**
 * Lets the model write a text in the language of `meaningful`, and returns the value of the text.
 *
 * @throws from the iteration: BudgetError, ObjectError, ModelError, the signal's reason, and errors from a validator.
 */
export async function* writing<Meaning>(
  options: WritingOptions,
  meaningful: Meaningful<Meaning>,
): AsyncGenerator<WritingEvent<Meaning>, void, undefined> {
  const { prompt, thinkFirst, retries = 0, ...rest } = options;
  const { model } = rest;
  const seed = options.seed ?? Math.floor(Math.random() * 0x100000000);
  const session = options.session ?? model.session();
  const monitor = thinkFirst === undefined ? meaningful.language : afterBlanks(meaningful.language);
  try {
    let before: readonly TokenId[] = typeof prompt === "string" ? model.encode(prompt, "prompt") : prompt;
    let thought: { readonly thinking?: string } = {};
    if (thinkFirst !== undefined) {
      const thinking = typeof thinkFirst === "string" ? { end: thinkFirst } : thinkFirst;
      const maxTokens = tokensToThink({ ...rest, session }, before.length, thinking, monitor);
      const around = { ...rest, session, prompt: before, seed, maxTokens, ifShort: "refuse" } as const;
      const { text, unappended } = yield* think(thinking.end, around);
      thought = { thinking: text };
      before = unappended;
    }
    const point = session.checkpoint();
    for (let attempt = 1; ; attempt++) {
      let generation: decode.Generation | undefined;
      const around = { ...rest, session, prompt: before, monitor, seed: seed + (attempt - 1) };
      for await (const event of decode.generate(around)) {
        if (event.kind === "finish") generation = event.result;
        if (event.kind !== "rewind" && event.text !== "") yield { kind: "text", text: event.text };
      }
      const text = generation!.text.trim();
      if (!generation!.accepted) throw new ObjectError("incomplete", { issues: [], text, attempts: attempt });
      const judged = await meaningful.read(generation!);
      if (options.signal?.aborted) throw options.signal.reason;
      if (judged.kind === "valid") {
        const written = { ...thought, notices: meaningful.notices(), attempts: attempt, generation: generation! };
        yield { kind: "finish", meaning: judged.value, written };
        return;
      }
      const { issues } = judged;
      if (attempt > retries) throw new ObjectError("invalid-value", { issues, text, attempts: attempt });
      await session.restore(point);
      yield { kind: "retry", issues, text };
    }
  } finally {
    if (options.session === undefined) session.dispose();
  }
}

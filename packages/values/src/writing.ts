// A text within a language that has a meaning: written, read, judged, and written again with another seed while the judge refuses it and
// retries are left.
//
//   think? ─▶ text within the language ─▶ read ─▶ meaning
//                      ▲                    │ refused
//                      └────────────────────┘

import { ArgumentError, anything, checkArgument, integer, type KindsOf } from "@espalier/arguments";
import * as decode from "@espalier/decode";
import type { SchemaIssue, Validation, ValueIssue } from "@espalier/json-schema";
import type { Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { ObjectError } from "./object-error.js";
import { IN_SAMPLING, optionsOf, picked } from "./options.js";
import { afterBlanks, checkThinkFirst, type ThinkFirst, type Thinking, think, tokensToThink } from "./think-first.js";

/** How a text is written. `model` and `prompt` are needed; what is not explained here is as in `complete`. */
export interface WritingOptions
  extends Pick<
    decode.GenerateOptions<number>,
    "model" | "prompt" | "ifShort" | "sampling" | "seed" | "signal" | "session" | "forcing" | "masks" | "clock"
  > {
  /** The most tokens: 1024 by default. The text is whole within them, or there is a `BudgetError` before anything. */
  readonly maxTokens?: number;
  /** Free text first, to this end: `"</think>"`, or with a bound of its own. */
  readonly thinkFirst?: string | ThinkFirst;
  /** How often to try again with another seed when a validator refuses what was written; 0 by default. Needs a temperature. */
  readonly retries?: number;
}

/** What was written, beside its meaning. */
export interface WrittenText {
  /** What was thought before, without the marker; absent unless it was asked for. */
  readonly thinking?: string;
  /** What of the schemas is not enforced while the text is written. */
  readonly notices: readonly SchemaIssue[];
  /** How many texts were written: 1 unless a validator refused some. */
  readonly attempts: number;
  /** The generation of the text. */
  readonly generation: decode.Generation;
}

/** A language with a meaning. */
export interface Meaningful<Meaning> {
  readonly language: Monitor<number>;
  readonly notices: readonly SchemaIssue[];
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
  // Checked by itself, with an error that shows how it is written.
  thinkFirst: anything,
  retries: integer({ min: 0 }),
};
/** The options of `writing` among those of `where`, whose own are `others`. @throws ArgumentError when they are wrong. */
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
 * Writes a text of `meaningful` and reads it.
 *
 * @throws BudgetError, ObjectError, ModelError, the signal's reason, what a validator throws; from the iteration.
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
        const { notices } = meaningful;
        const written = { ...thought, notices, attempts: attempt, generation: generation! };
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

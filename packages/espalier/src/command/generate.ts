// `espalier generate`: prints a model's text within a language while it is generated.

import { setImmediate } from "node:timers/promises";
import type { BudgetError, Generation, Sampling } from "@espalier/decode";
import type { Monitor } from "@espalier/monitor";
import { loadModel } from "@espalier/onnx-node";
import { generate } from "../generate.js";
import { EXIT, type Exit, Failure } from "./failure.js";
import { languageOf, writeNotices } from "./grammar.js";
import type { GrammarOptions } from "./grammar-options.js";
import { decoded, textBytes } from "./input.js";
import { colorsFor, type Surroundings, write, writeJson } from "./surroundings.js";

export interface GenerateCommandOptions extends GrammarOptions {
  readonly model: string;
  readonly prompt?: string;
  readonly chomp?: boolean;
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export async function runGenerate(options: GenerateCommandOptions, surroundings: Surroundings): Promise<Exit> {
  const { stdout, stderr } = surroundings;
  const named = await languageOf(options);
  const language = named?.language as Monitor<number> | undefined;
  const prompt = options.prompt ?? decoded(await textBytes(undefined, options, surroundings), "the prompt");
  const quiet = options.quiet === true || options.json === true;
  const colors = colorsFor(stderr);
  const note = async (text: string): Promise<void> => (quiet ? undefined : write(stderr, `${colors.dim(text)}\n`));
  if (!quiet) await writeNotices(named?.notices ?? [], surroundings);

  const model = await loadModel(options.model, {
    onProgress: ({ stage, path, totalBytes }) => {
      if (stage === "model") void note(`loading ${path} (${(totalBytes / 1e6).toFixed(1)} MB)`);
    },
  });
  const signal = surroundings.interrupted();
  let written = "";
  let whole = true;
  try {
    const { maxTokens, seed, stop } = options;
    const events = generate({
      model,
      prompt,
      maxTokens,
      sampling: samplingOf(options),
      signal,
      ...(language === undefined ? {} : { language }),
      ...(seed === undefined ? {} : { seed }),
      ...(stop === undefined ? {} : { stop }),
    });
    for await (const event of events) {
      // Steps follow one another without a pause; this pause lets an interrupt be noticed.
      await setImmediate();
      if (event.kind !== "rewind" && options.json !== true) await write(stdout, event.text);
      if (event.kind !== "rewind") written += event.text;
      if (event.kind !== "finish") continue;
      const { text, finish, accepted, ids, promptTokens, timings, seed: used, stop: stopped } = event.result;
      if (options.json === true) {
        const notices = named === undefined || named.notices.length === 0 ? {} : { notices: named.notices };
        const tokens = ids.length;
        await writeJson(stdout, { text, finish, accepted, tokens, promptTokens, seed: used, timings, ...notices });
      } else {
        if (stdout.isTTY === true && !text.endsWith("\n")) await write(stdout, "\n");
        const speed = `${timings.tokensPerSecond.toFixed(0)} tokens/s, ${(100 * timings.maskShare).toFixed(1)} % of it masks`;
        await note(`${finish}: ${ids.length} tokens, ${speed}, seed ${used}`);
        if (language !== undefined && !accepted)
          await write(stderr, `${colors.red("espalier:")} ${cut(finish, stopped)}\n`);
      }
      whole = language === undefined || accepted;
    }
    return whole ? EXIT.yes : EXIT.no;
  } catch (error) {
    if (!signal.aborted) throw shortOfTokens(error);
    if (stdout.isTTY === true && options.json !== true) await write(stdout, "\n");
    throw new Failure(EXIT.interrupted, "interrupted", "interrupted", { text: written });
  } finally {
    await model.dispose();
  }
}

function samplingOf({ temperature, topK, topP, minP, repetitionPenalty }: GenerateCommandOptions): Sampling {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topK === undefined ? {} : { topK }),
    ...(topP === undefined ? {} : { topP }),
    ...(minP === undefined ? {} : { minP }),
    ...(repetitionPenalty === undefined ? {} : { repetitionPenalty }),
  };
}

/** Says why a text is incomplete. */
function cut(finish: Generation["finish"], stop: string | Uint8Array | undefined): string {
  const why = finish === "stop" ? `: --stop ${JSON.stringify(String(stop))} cut it off` : "";
  return `the text is not a complete text of the language${why}`;
}

/** Rephrases a BudgetError for the command line; returns any other error unchanged. */
function shortOfTokens(error: unknown): unknown {
  const { name, code, needed, available, limitedBy } = error as Partial<BudgetError>;
  if (name !== "BudgetError" || code !== "budget-too-small") return error;
  const message =
    limitedBy === "context"
      ? `after the prompt, the model's context leaves ${available} tokens, which may be too few for any valid text: up to ${needed}; shorten the prompt`
      : `${available} tokens may be too few for any valid text; allow at least ${needed} with --max-tokens`;
  return new Failure(EXIT.usage, "budget-too-small", message, { needed, available });
}

// Completing a prompt many times, freely or within its language, and counting.

import type { Model } from "@espalier/model";
import { complete } from "espalier";
import type { Task } from "./tasks.js";

/** One completion, judged. */
export interface Sample {
  readonly text: string;
  readonly valid: boolean;
}

/** Many completions of one prompt. */
export interface Run {
  readonly samples: readonly Sample[];
  /** The part of the samples that is valid, in [0, 1]. */
  readonly validity: number;
  /** Tokens generated in all, by the time it took: without reading the prompt, with the first text, which finds nothing remembered. */
  readonly tokensPerSecond: number;
  /** Time on masks, by time on masks and in the model, in [0, 1]. */
  readonly maskShare: number;
  readonly seconds: number;
}

export interface RunOptions {
  readonly samples: number;
  readonly seed: number;
  /** Fewer tokens a text than the task allows. */
  readonly maxTokens?: number;
}

/** `free`: whatever the model says. `within`: in the task's language. */
export type Way = "free" | "within";

const SAMPLING = { temperature: 0.8, topP: 0.95 } as const;

/** How texts are drawn, in words. */
export const SAMPLING_WORDS: string = `temperature ${SAMPLING.temperature}, top-p ${SAMPLING.topP}`;

export async function measure(
  given: Model,
  task: Task,
  way: Way,
  options: RunOptions,
  onSample: (done: number) => void,
): Promise<Run> {
  const { language, answer, prompt, stop } = task;
  const model = task.model?.(given) ?? given;
  const maxTokens = Math.min(options.maxTokens ?? task.maxTokens, task.maxTokens);
  const samples: Sample[] = [];
  // The prompt is read once, but for its last token, which each text begins with.
  const ids = typeof prompt === "string" ? model.encode(prompt, "prompt") : prompt(model);
  const session = model.session();
  await session.append(ids.slice(0, -1));
  const afterPrompt = session.checkpoint();
  let [tokens, maskMs, modelMs, totalMs] = [0, 0, 0, 0];
  for (let n = 0; n < options.samples; n++) {
    session.restore(afterPrompt);
    const result = await complete({
      model,
      session,
      prompt: ids.slice(-1),
      maxTokens,
      sampling: SAMPLING,
      seed: options.seed + n,
      ...(way === "free" ? { stop } : { language, ...(answer === undefined ? {} : { answer }) }),
    });
    samples.push({ text: result.text, valid: task.isValid(result.text) && (way === "free" || result.accepted) });
    tokens += result.ids.length;
    maskMs += result.timings.maskMs;
    modelMs += result.timings.modelMs;
    totalMs += result.timings.totalMs;
    onSample(n + 1);
  }
  session.dispose();
  return {
    samples,
    validity: samples.filter(({ valid }) => valid).length / samples.length,
    tokensPerSecond: (1000 * tokens) / totalMs,
    maskShare: maskMs / (maskMs + modelMs),
    seconds: totalMs / 1000,
  };
}

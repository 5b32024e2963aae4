// Fills a gap in a text. A model writes what stands between a prefix and a suffix, so that the whole is a text of the
// language. The model sees as much of both sides as its context can hold; the language sees all of them.

import type { ProgramMonitor } from "@espalier/analysis";
import { ArgumentError, having, type KindsOf, oneOf, required, signature, text } from "@espalier/arguments";
import type { Retrieved } from "@espalier/context";
import * as decode from "@espalier/decode";
import {
  fillMiddle,
  type FillOptions as GapOptions,
  type LexedLanguage,
  lexedLanguageKind,
  type OpaqueRegion,
  type PolicyFallback,
  type StraddlePolicy,
  type Gap as SyntaxGap,
} from "@espalier/gaps";
import { IN_SAMPLING, omitted, optionsOf } from "@espalier/values";
import { type GenerateOptions, generateOptions } from "./generate.js";
import { type MonitorRecord, monitored, monitorsKind, openHoles, recordsOf } from "./program-monitors.js";
import type { Repository } from "./repository.js";
import { type ContextOptions, contextOptionsKind, repositoryContext } from "./repository-context.js";
import { type StopAfter, stopRules } from "./stop-rules.js";

/** Options of {@link fill}. */
export interface FillOptions
  extends Omit<GenerateOptions, "prompt" | "language" | "from" | "heal" | "stopAfter">,
    Pick<GapOptions, "policy" | "scope"> {
  /**
   * What to do if the prefix or suffix has errors. `tolerate` (the default): omits what cannot be parsed, and lists it
   * in `opaque` of the result. `refuse`: throws a FillError.
   */
  readonly errors?: GapOptions["errors"];
  /**
   * Where the middle ends although the model would continue: after one logical `line`, one `statement` with its blocks,
   * or the `block` that contains the gap or is missing there; `model`: only where the model ends it. By default after
   * the first line where the model gives an end a probability of at least e⁻⁴, and no later than the block. With
   * `monitors`, or without a `language`, only the model ends it.
   */
  readonly stopAfter?: StopAfter;
  /**
   * A language that supports gaps, such as `python()`. If absent, any text connects the two sides; then `monitors` is
   * required.
   */
  readonly language?: LexedLanguage;
  /**
   * Monitors over the program that contains the file, such as `typescript({ ts, project })`; `prompting` must then
   * contain the file's `path`.
   */
  readonly monitors?: readonly ProgramMonitor[];
  readonly prefix: string;
  readonly suffix: string;
  /** How to prompt the model: its family, paths, other files; by default derived from its vocabulary. */
  readonly prompting?: decode.MiddleOptions;
  /**
   * The repository that contains the file. The model is shown relevant parts of it; `prompting` must then contain the
   * file's `path`, and no `files`. Nothing is shown twice, and the text in the repository's own copy of the gap is
   * never shown.
   */
  readonly context?: Repository;
  /** How much of the repository to show, and recent edits. */
  readonly contextOptions?: ContextOptions;
}

/** A filled gap. */
export interface Filled extends decode.Generation {
  /** The family of models whose prompt format was used. */
  readonly family: string;
  /** The policy that was used. */
  readonly policy: StraddlePolicy;
  /** Why it differs from the requested policy; absent if it does not. */
  readonly fallback?: PolicyFallback;
  /**
   * The regions of prefix and suffix that cannot be parsed, as byte offsets in their concatenation. Placeholders stand
   * for them.
   */
  readonly opaque: readonly OpaqueRegion[];
  /** What was shown of the repository, and why; only with `context`. */
  readonly context?: Retrieved;
  /** What each of `monitors` asked, in order, and the answers. */
  readonly monitors: readonly MonitorRecord[];
}

const FILL: KindsOf<FillOptions> = {
  ...omitted(generateOptions, "prompt", "from", "heal", "language"),
  language: lexedLanguageKind,
  monitors: monitorsKind,
  prefix: required(text),
  suffix: required(text),
  policy: oneOf("all", "noSwallow", "boundaryOnly"),
  scope: oneOf("any", "inner"),
  errors: oneOf("refuse", "tolerate"),
  stopAfter: oneOf("line", "statement", "block", "model"),
  prompting: decode.middleKind,
  context: having("repository(folder)", {}),
  contextOptions: contextOptionsKind,
};
const checkFill = signature("fill", {
  options: optionsOf({ ...FILL, language: required(lexedLanguageKind) }, IN_SAMPLING),
});
const checkMonitoredFill = signature("fill", { options: optionsOf(FILL, IN_SAMPLING) });
/** Tokens of the model's context that the prompt leaves free, unless `maxTokens` requires more: middles are short. */
const RESERVED_TOKENS = 256;

/**
 * Returns what `model` writes between `prefix` and `suffix`. If the budget suffices at the start, `prefix + text +
 * suffix` is a text of the language when the generation ends, for any model. With `monitors`, the text also satisfies
 * their answers, but no budget is kept. A token may span the end of `prefix` (token healing). If the model does not end
 * the text itself, the text is cut at the most likely end (`stopping`). If the file has errors elsewhere, the guarantee
 * holds for the file with placeholders for what cannot be parsed (`opaque`, `withPlaceholders`).
 *
 * @throws ArgumentError if an option is unknown, missing or has the wrong type.
 * @throws FillError if nothing connects the prefix to the suffix, or, with `errors: "refuse"`, if one of them has an
 * error.
 * @throws BudgetError before the first token, if nothing is certain to connect them within `maxTokens` (1,024 by
 * default).
 * @throws RangeError if the path is not in the repository.
 * @throws ModelError from the model; `model-unsupported` if it was not trained to fill gaps.
 */
export async function fill(options: FillOptions): Promise<Filled> {
  // Something must constrain the text.
  const check = Object(options).monitors === undefined ? checkFill : checkMonitoredFill;
  check(options);
  checkContext(options);
  const { policy, scope, errors, language, monitors = [], stopAfter, ...others } = options;
  const { prefix, suffix, prompting, context, contextOptions, model, stop, ...rest } = others;
  const gap = language === undefined ? FREE : gapOf(language, options);
  const holes = openHoles(monitors, { path: prompting?.path ?? "", prefix, suffix });
  const { contextLength = Number.POSITIVE_INFINITY } = model;
  const reserve = Math.min(options.maxTokens ?? RESERVED_TOKENS, Math.floor(contextLength / 2));
  const asked = { ...(Number.isFinite(reserve) ? { reserve } : {}), ...prompting };
  const shown =
    context === undefined
      ? undefined
      : await repositoryContext(model, context, { prefix, suffix, path: asked.path! }, asked, contextOptions);
  const prompt = decode.middlePrompt(model, prefix, suffix, { ...asked, ...shown?.prompting });
  const result = await decode.complete({
    ...rest,
    model: decode.withFurtherEnds(model, prompt.ends),
    prompt: prompt.ids,
    ...monitored(gap.monitor, holes, options.answer),
    heal: prompt.heal,
    stopping: options.stopping ?? "best-when-cut",
    // With monitors, states are not those of the gap alone.
    stopAfter: gap.monitor === undefined || monitors.length > 0 ? [] : stopRules(gap.monitor, stopAfter),
    ...(stop === undefined ? {} : { stop: typeof stop === "string" || stop instanceof Uint8Array ? [stop] : stop }),
  });
  const { fallback } = gap;
  return {
    ...result,
    family: prompt.family,
    policy: gap.policy,
    ...(fallback && { fallback }),
    opaque: gap.opaque,
    ...(shown === undefined ? {} : { context: shown.retrieved }),
    monitors: recordsOf(holes),
  };
}

/** What connects both sides, as a monitor. */
interface Gap extends Pick<Filled, "policy" | "fallback" | "opaque"> {
  /** Absent if every text connects them. */
  readonly monitor?: SyntaxGap;
}

const FREE: Gap = { policy: "all", opaque: [] };

function gapOf(language: LexedLanguage, { prefix, suffix, policy, scope, errors = "tolerate" }: FillOptions): Gap {
  const gap = fillMiddle(language, {
    prefix,
    suffix,
    errors,
    ...(policy === undefined ? {} : { policy }),
    ...(scope === undefined ? {} : { scope }),
  });
  return { monitor: gap, policy: gap.policy, ...(gap.fallback && { fallback: gap.fallback }), opaque: gap.opaque };
}

/** A context and monitors need the path of the file with the gap. */
function checkContext({ context, prompting, monitors }: FillOptions): void {
  if (monitors !== undefined && prompting?.path === undefined)
    throw new ArgumentError("missing", "prompting", "fill with monitors needs prompting: { path }, the file's path.");
  if (context === undefined || (prompting?.path !== undefined && prompting.files === undefined)) return;
  throw new ArgumentError(
    prompting?.path === undefined ? "missing" : "wrong-type",
    "prompting",
    "fill with a context needs prompting: { path }, the file's path in the repository, and does not accept files as well.",
  );
}

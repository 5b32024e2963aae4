// Filling a gap in a text: a model is asked for what stands between a prefix and a suffix, and whatever it writes, the whole is a text of
// the language. The model sees as much of both sides as its context holds; the language sees all of them.

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

/** What to fill in, and how. */
export interface FillOptions
  extends Omit<GenerateOptions, "prompt" | "language" | "from" | "heal" | "stopAfter">,
    Pick<GapOptions, "policy" | "scope"> {
  /**
   * What happens where prefix or suffix have errors. `tolerate` (default): what cannot be read is left out, and `opaque` of the result lists it.
   * `refuse`: a FillError.
   */
  readonly errors?: GapOptions["errors"];
  /**
   * Where the middle is over although the model goes on: after one logical `line`, one `statement` with its blocks, or the `block` that the gap is in or
   * that is missing there; `model`: only where the model ends it. By default after the first line where the model gives an end a probability of
   * e⁻⁴ at least, and no later than the block. With `monitors`, or without a `language`, only the model ends it.
   */
  readonly stopAfter?: StopAfter;
  /** A language that knows gaps, such as `python()`. Absent, any text connects the two sides; then there must be `monitors`. */
  readonly language?: LexedLanguage;
  /** Monitors over the program that the file belongs to, such as `typescript({ ts, project })`; `prompting` must have the file's `path` in it. */
  readonly monitors?: readonly ProgramMonitor[];
  readonly prefix: string;
  readonly suffix: string;
  /** How the model is asked: its family, paths, other files; by default as its vocabulary tells. */
  readonly prompting?: decode.MiddleOptions;
  /**
   * The repository that the file is in, from which the model is shown what may help; `prompting` must have the file's `path` in it, and no
   * `files`. Nothing is shown twice, and never what stands in the repository's own copy of the gap.
   */
  readonly context?: Repository;
  /** How much of the repository to show, and what is known of recent edits. */
  readonly contextOptions?: ContextOptions;
}

/** A middle that was filled in. */
export interface Filled extends decode.Generation {
  /** The family of models whose format the prompt has. */
  readonly family: string;
  /** The policy that was in force. */
  readonly policy: StraddlePolicy;
  /** Why that is not the policy that was asked for; absent where it is. */
  readonly fallback?: PolicyFallback;
  /** The regions of prefix and suffix that cannot be read, by byte offsets of the two put together; the file is taken to have their placeholders there. */
  readonly opaque: readonly OpaqueRegion[];
  /** What was shown of the repository, and why; only with `context`. */
  readonly context?: Retrieved;
  /** What each of `monitors` asked, in order, and what it was answered. */
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
/** Tokens of the model's context that the prompt leaves free, where `maxTokens` does not say more: a middle is short. */
const RESERVED_TOKENS = 256;

/**
 * What `model` writes between `prefix` and `suffix`: with a budget that suffices at the start, `prefix + text + suffix` is a text of
 * the language when it ends, whatever the model; with `monitors` the text is held to their answers as well, and no budget is kept. Tokens are healed at the cut: one may span it. Where the model never says that it has
 * finished, the text ends at its best stop (`stopping`). Where the file has errors elsewhere, that holds of the file with placeholders for what cannot
 * be read (`opaque`, `withPlaceholders`).
 *
 * @throws ArgumentError when an option is unknown, missing or of a wrong type.
 * @throws FillError when nothing connects the prefix to the suffix, or, with `errors: "refuse"`, one of them has an error.
 * @throws BudgetError before the first token, when nothing is sure to connect them within `maxTokens` (1,024 by default).
 * @throws RangeError when the path is not in the repository.
 * @throws ModelError what the model throws; `model-unsupported` when it was not trained to fill gaps.
 */
export async function fill(options: FillOptions): Promise<Filled> {
  // Something has to constrain the text.
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
    // States of a gap beside monitors are none of the gap alone.
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
  /** Absent where every text does. */
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

/** A context needs to know where in the repository the gap is, and so do monitors. */
function checkContext({ context, prompting, monitors }: FillOptions): void {
  if (monitors !== undefined && prompting?.path === undefined)
    throw new ArgumentError("missing", "prompting", "fill with monitors needs prompting: { path }, the file's path.");
  if (context === undefined || (prompting?.path !== undefined && prompting.files === undefined)) return;
  throw new ArgumentError(
    prompting?.path === undefined ? "missing" : "wrong-type",
    "prompting",
    "fill with a context needs prompting: { path }, the file's path in the repository, and takes no files beside it.",
  );
}

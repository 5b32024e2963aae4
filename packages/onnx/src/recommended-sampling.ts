// Converts the sampling settings in `generation_config.json` to the names of our decoder.

import type { RecommendedSampling } from "@espalier/model";

interface Setting {
  readonly name: keyof RecommendedSampling["sampling"];
  readonly isValid: (value: number) => boolean;
  /** The value that has no effect. */
  readonly neutral: number;
}

/** Supported settings. Those for random sampling apply only if the file sets `do_sample`. */
const DRAW: Readonly<Record<string, Setting>> = {
  temperature: { name: "temperature", isValid: (value) => value >= 0, neutral: 1 },
  top_k: { name: "topK", isValid: (value) => Number.isInteger(value) && value >= 1, neutral: 0 },
  top_p: { name: "topP", isValid: (value) => value > 0 && value <= 1, neutral: 1 },
  min_p: { name: "minP", isValid: (value) => value >= 0 && value <= 1, neutral: 0 },
};
const ALWAYS: Readonly<Record<string, Setting>> = {
  repetition_penalty: { name: "repetitionPenalty", isValid: (value) => value > 0, neutral: 1 },
};

/** Unsupported settings, with the values that have no effect. */
const OTHERS: Readonly<Record<string, unknown>> = {
  typical_p: 1,
  epsilon_cutoff: 0,
  eta_cutoff: 0,
  num_beams: 1,
  penalty_alpha: 0,
  no_repeat_ngram_size: 0,
  diversity_penalty: 0,
  encoder_repetition_penalty: 1,
  bad_words_ids: null,
  suppress_tokens: null,
  begin_suppress_tokens: null,
  forced_bos_token_id: null,
  sequence_bias: null,
};

/**
 * Returns the recommendation in a parsed `generation_config.json`; `undefined` if it contains nothing about sampling.
 * Without `do_sample: true`, the file means greedy decoding, so settings for random sampling are omitted. With it, the
 * temperature is 1 unless the file sets another.
 */
export function recommendedSampling(config: unknown): RecommendedSampling | undefined {
  if (typeof config !== "object" || config === null) return undefined;
  const given = config as Readonly<Record<string, unknown>>;
  const draws = given.do_sample === true;
  const sampling: { -readonly [Name in Setting["name"]]?: number } = draws ? { temperature: 1 } : {};
  const unsupported: string[] = [];
  for (const [key, setting] of Object.entries(draws ? { ...DRAW, ...ALWAYS } : ALWAYS)) {
    const value = given[key];
    if (value === undefined || value === null || value === setting.neutral) continue;
    if (typeof value === "number" && Number.isFinite(value) && setting.isValid(value)) sampling[setting.name] = value;
    else unsupported.push(key);
  }
  for (const [key, neutral] of Object.entries(OTHERS)) {
    const value = given[key];
    if (value !== undefined && value !== null && value !== neutral) unsupported.push(key);
  }
  return Object.keys(sampling).length + unsupported.length === 0 ? undefined : { sampling, unsupported };
}

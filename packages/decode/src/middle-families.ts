// The prompt formats of model families for filling a middle. Each family was trained with its own control tokens around
// prefix and suffix (Bavarian et al. 2022). The data here are the names, the order, what comes before, and which tokens
// end the middle.
//
//   prefix first   ‹pre› PREFIX ‹suf› SUFFIX ‹mid›   ──▶  MIDDLE ‹end›
//   suffix first   ‹suf› SUFFIX ‹pre› PREFIX         ──▶  MIDDLE ‹end›       the cache of the suffix outlives a keystroke
//
// Sources: the models' own token files and cards. For StarCoder, SantaCoder, StarCoder 2, Code Llama, DeepSeek-Coder,
// Qwen2.5-Coder, CodeGemma and Codestral, two sources agree; the other entries rest on one source.

import type { Vocabulary } from "@espalier/vocabulary";

/** A hole in a template. `pathLine` is the path and a line feed, or nothing; `context` is the place of other files. */
export type Hole = "prefix" | "suffix" | "path" | "pathLine" | "repository" | "text" | "context";

/**
 * A piece of a template: a placeholder (`hole`) for the prefix, the suffix or another text; literal text; or a control
 * token by name (the first of several names that the vocabulary has).
 */
export type Piece =
  | { readonly hole: Hole }
  | { readonly literal: string }
  | { readonly control: string | readonly string[] };

export type Template = readonly Piece[];

/** The possible orders of prefix and suffix. */
export type MiddleOrder = "prefix-first" | "suffix-first";

/** The format that a family of models was trained on. */
export interface MiddleFamily {
  readonly name: string;
  /** Other names of models with the same format. */
  readonly also: readonly string[];
  /**
   * Control tokens that identify the family's vocabulary, in addition to those of its templates; `undefined` if the
   * family can be identified only by name.
   */
  readonly tells: readonly string[] | undefined;
  /** The templates by order; the first is the usual one. */
  readonly orders: Readonly<Partial<Record<MiddleOrder, Template>>>;
  /** Control tokens that end a middle, in addition to those that end any generation. */
  readonly ends: readonly string[];
  /** A token with which every prompt begins, if the tokenizer's own template does not add it. */
  readonly begins?: string;
  /** Whether the prefix begins with a space that the training added. */
  readonly space?: "always" | "as-prompt";
  /**
   * Templates for the name of the repository, for each other file, and for what precedes this file if either is given.
   */
  readonly repository?: Template;
  readonly file?: Template;
  readonly own?: Template;
}

const control = (...names: readonly string[]): Piece => ({ control: names });
const literal = (text: string): Piece => ({ literal: text });
const hole = (name: Hole): Piece => ({ hole: name });
const PREFIX = hole("prefix");
const SUFFIX = hole("suffix");
const PATH_LINE = hole("pathLine");
const TEXT = hole("text");
const CONTEXT = hole("context");
const LINE_FEED = literal("\n");

const prefixFirst = (pre: Piece, suf: Piece, mid: Piece): Template => [CONTEXT, pre, PREFIX, suf, SUFFIX, mid];
/** The order that keeps the token of the prefix in front (the second variant of Bavarian et al., §4.2). */
const suffixFirst = (pre: Piece, suf: Piece, mid: Piece): Template => [CONTEXT, pre, suf, SUFFIX, mid, PREFIX];

const BARS = [control("<|fim_prefix|>"), control("<|fim_suffix|>"), control("<|fim_middle|>")] as const;
const UNDERSCORES = [control("<fim_prefix>"), control("<fim_suffix>"), control("<fim_middle>")] as const;
const HYPHENS = [control("<fim-prefix>"), control("<fim-suffix>"), control("<fim-middle>")] as const;
const LLAMA = [control("▁<PRE>", "<PRE>"), control("▁<SUF>", "<SUF>"), control("▁<MID>", "<MID>")] as const;
const CODE = [control("<|code_prefix|>"), control("<|code_suffix|>"), control("<|code_middle|>")] as const;

/** All families, the most specific vocabulary first. */
export const MIDDLE_FAMILIES: readonly MiddleFamily[] = [
  {
    name: "qwen-coder",
    also: ["qwen2.5-coder", "qwen3-coder"],
    tells: ["<|file_sep|>", "<|repo_name|>"],
    orders: { "prefix-first": prefixFirst(...BARS) },
    ends: ["<|endoftext|>", "<|file_sep|>", "<|repo_name|>", "<|fim_pad|>"],
    repository: [control("<|repo_name|>"), hole("repository"), LINE_FEED],
    file: [control("<|file_sep|>"), PATH_LINE, TEXT, LINE_FEED],
    own: [control("<|file_sep|>"), PATH_LINE],
  },
  {
    name: "codegemma",
    also: [],
    tells: ["<|file_separator|>"],
    orders: { "prefix-first": prefixFirst(...BARS) },
    ends: ["<|file_separator|>", "<eos>"],
    file: [PATH_LINE, TEXT, control("<|file_separator|>")],
    own: [PATH_LINE],
  },
  {
    name: "fim-bars",
    also: ["granite-4"],
    tells: [],
    orders: { "prefix-first": prefixFirst(...BARS) },
    ends: ["<|endoftext|>", "<|end_of_text|>", "<|file_sep|>", "<|fim_pad|>"],
  },
  {
    name: "starcoder2",
    also: [],
    tells: ["<repo_name>", "<file_sep>"],
    orders: {
      "prefix-first": [CONTEXT, UNDERSCORES[0], PATH_LINE, PREFIX, UNDERSCORES[1], SUFFIX, UNDERSCORES[2]],
    },
    ends: ["<|endoftext|>", "<file_sep>", "<repo_name>"],
    repository: [control("<repo_name>"), hole("repository")],
    file: [control("<file_sep>"), PATH_LINE, TEXT],
    own: [control("<file_sep>")],
  },
  {
    name: "codeqwen1.5",
    also: [],
    tells: ["<reponame>", "<file_sep>"],
    orders: { "prefix-first": prefixFirst(...UNDERSCORES) },
    ends: ["<|endoftext|>", "<file_sep>", "<reponame>"],
    repository: [control("<reponame>"), hole("repository")],
    file: [control("<file_sep>"), PATH_LINE, TEXT],
    own: [control("<file_sep>"), PATH_LINE],
  },
  {
    name: "starcoder",
    also: ["starcoderbase", "granite-code"],
    tells: ["<reponame>", "<filename>"],
    orders: { "prefix-first": prefixFirst(...UNDERSCORES), "suffix-first": suffixFirst(...UNDERSCORES) },
    ends: ["<|endoftext|>", "<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<fim_pad>", "<filename>", "<reponame>"],
    repository: [control("<reponame>"), hole("repository")],
    file: [control("<filename>"), PATH_LINE, TEXT],
    own: [control("<filename>"), PATH_LINE],
  },
  {
    name: "fim-underscores",
    also: ["stable-code", "granite-3.3"],
    tells: [],
    orders: { "prefix-first": prefixFirst(...UNDERSCORES) },
    ends: ["<|endoftext|>", "<|end_of_text|>", "<fim_pad>", "<file_sep>", "<filename>"],
  },
  {
    name: "santacoder",
    also: [],
    tells: [],
    orders: { "prefix-first": prefixFirst(...HYPHENS), "suffix-first": suffixFirst(...HYPHENS) },
    ends: ["<|endoftext|>", "<fim-pad>"],
  },
  {
    name: "deepseek-coder",
    also: ["deepseek-coder-v2"],
    tells: [],
    orders: {
      "prefix-first": prefixFirst(control("<｜fim▁begin｜>"), control("<｜fim▁hole｜>"), control("<｜fim▁end｜>")),
    },
    ends: ["<｜end▁of▁sentence｜>", "<|EOT|>"],
    file: [literal("#"), PATH_LINE, TEXT, LINE_FEED],
    own: [literal("#"), PATH_LINE],
  },
  {
    name: "codellama",
    also: ["code-llama"],
    tells: [],
    orders: { "prefix-first": prefixFirst(...LLAMA), "suffix-first": suffixFirst(...LLAMA) },
    ends: ["▁<EOT>", "<EOT>", "</s>"],
    space: "always",
  },
  {
    name: "codestral",
    also: ["mamba-codestral", "codestral-mamba"],
    tells: [],
    orders: { "suffix-first": [control("[SUFFIX]"), SUFFIX, control("[PREFIX]"), CONTEXT, PREFIX] },
    ends: ["</s>"],
    space: "as-prompt",
    file: [literal("+++++ "), PATH_LINE, TEXT, LINE_FEED],
    own: [literal("+++++ "), PATH_LINE],
  },
  {
    name: "seed-coder",
    also: [],
    tells: [],
    orders: {
      "suffix-first": [
        CONTEXT,
        control("<[fim-suffix]>"),
        SUFFIX,
        control("<[fim-prefix]>"),
        PREFIX,
        control("<[fim-middle]>"),
      ],
    },
    ends: [],
  },
  {
    name: "incoder",
    also: [],
    tells: [],
    orders: {
      "prefix-first": [CONTEXT, PREFIX, control("<|mask:0|>"), SUFFIX, control("<|mask:1|>"), control("<|mask:0|>")],
    },
    ends: ["<|endofmask|>", "<|/ file |>"],
    begins: "<|endoftext|>",
  },
  {
    name: "glm-4",
    also: ["glm"],
    tells: [],
    orders: { "prefix-first": prefixFirst(...CODE) },
    ends: ["<|endoftext|>", "<|user|>", "<|observation|>"],
  },
  {
    name: "codegeex4",
    also: [],
    // The vocabulary is the same as GLM-4's.
    tells: undefined,
    orders: {
      "suffix-first": [
        control("<|user|>"),
        literal("\n###PATH:"),
        hole("path"),
        literal("\n###LANGUAGE:\n###MODE:BLOCK\n"),
        CONTEXT,
        CODE[1],
        SUFFIX,
        CODE[0],
        PREFIX,
        CODE[2],
        control("<|assistant|>"),
        LINE_FEED,
      ],
    },
    ends: ["<|endoftext|>", "<|user|>", "<|observation|>"],
    file: [literal("###REFERENCE:\n###PATH:"), PATH_LINE, TEXT, LINE_FEED],
    own: [],
  },
];

/** Returns the family named `name`, ignoring case; `undefined` if there is none. */
export function middleFamilyNamed(name: string): MiddleFamily | undefined {
  const wanted = name.toLowerCase();
  return MIDDLE_FAMILIES.find((family) => family.name === wanted || family.also.includes(wanted));
}

/** Returns the family that a vocabulary's control tokens identify; `undefined` if there is none. */
export function middleFamilyOf(vocabulary: Vocabulary): MiddleFamily | undefined {
  return MIDDLE_FAMILIES.find(
    (family) =>
      family.tells?.every((name) => vocabulary.controlIds(name).length > 0) &&
      missingControl(family, vocabulary) === undefined,
  );
}

/** Returns a control token of the family's templates that the vocabulary lacks. */
export function missingControl({ orders }: MiddleFamily, vocabulary: Vocabulary): string | undefined {
  for (const template of Object.values(orders)) {
    for (const piece of template) {
      if (!("control" in piece)) continue;
      const names = [piece.control].flat();
      if (names.every((name) => vocabulary.controlIds(name).length === 0)) return names[0];
    }
  }
  return undefined;
}

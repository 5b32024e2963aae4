// Checks of the arguments of this package: options, and those parts of the library's objects that the package uses.

import { either, having, integer, type Kind, type KindsOf, listOf, named, options } from "@espalier/arguments";
import { vocabularyKind } from "@espalier/vocabulary";
import type { ProcessorOptions } from "./language-processor.js";
import type { ObjectStreamerOptions } from "./object-streamer.js";

/**
 * A tokenizer of `@huggingface/transformers`, as returned by `AutoTokenizer.from_pretrained`. Only this field is
 * public; the contents of tokenizer.json are read from fields that the library marks as internal.
 */
export interface TransformersTokenizer {
  readonly eos_token_id?: number | null | undefined;
}

/** The part of the library's `Tensor` that a processor uses. */
export interface LogitsTensor {
  /** `[rows, logits per row]` */
  readonly dims: readonly number[];
  /** The logits, row by row, as a `Float32Array` in main memory. */
  readonly data: unknown;
}

/** A kind for objects of the library. Most of them are functions with members. */
function objectKind(what: string, holds: (value: object) => boolean): Kind {
  return {
    what,
    fault(value) {
      const given = typeof value === "function" || (typeof value === "object" && value !== null);
      if (given && holds(value)) return undefined;
      const hint = value instanceof Promise ? " Await it." : "";
      return { code: "wrong-type", path: [], message: () => `${what}, not ${named(value)}.${hint}` };
    },
  };
}

/** A tokenizer of the library: an object that contains its parsed tokenizer.json. */
export const tokenizerKind: Kind = objectKind(
  "a tokenizer of @huggingface/transformers 4",
  (value) => typeof tokenizerFile(value) === "object",
);

/** An object with the vocabulary over which a processor enforces its language. */
export const processorKind: Kind = objectKind(
  "a processor of languageProcessor",
  (value) => "vocabulary" in value && vocabularyKind.fault(value.vocabulary) === undefined,
);

/** Returns the parsed tokenizer.json of a tokenizer. Versions of the library store it in one of two places. */
export function tokenizerFile(tokenizer: TransformersTokenizer): object | undefined {
  const { _tokenizerJSON: own, _tokenizer: inner } = tokenizer as {
    _tokenizerJSON?: unknown;
    _tokenizer?: { tokenizer?: unknown };
  };
  const file = own ?? inner?.tokenizer;
  return typeof file === "object" && file !== null ? file : undefined;
}

const ends = either(integer({ min: 0 }), listOf(integer({ min: 0 }), 1));

const PROCESSOR: KindsOf<ProcessorOptions> = { ends, maxTokens: integer({ min: 1 }) };

/** The options of a processor. */
export const processorOptions: Kind = options(PROCESSOR, {
  eostokenid: "ends",
  eostokenids: "ends",
  maxnewtokens: "maxTokens",
});

const STREAMER: KindsOf<ObjectStreamerOptions> = {
  streamer: having("a streamer", { put: "function", end: "function" }),
};

/** The options of a streamer. */
export const streamerOptions: Kind = options(STREAMER);

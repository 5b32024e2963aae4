// What the functions of this package take: the parts of the library's objects that they read, and their own options.

import { either, having, integer, type Kind, type KindsOf, listOf, named, options } from "@espalier/arguments";
import { vocabularyKind } from "@espalier/vocabulary";
import type { ProcessorOptions } from "./language-processor.js";
import type { ObjectStreamerOptions } from "./object-streamer.js";

/**
 * A tokenizer of `@huggingface/transformers`, as `AutoTokenizer.from_pretrained` gives it. Only this field is public; the contents of tokenizer.json
 * are read from fields that the library marks as its own.
 */
export interface TransformersTokenizer {
  readonly eos_token_id?: number | null | undefined;
}

/** The part of the library's `Tensor` that a processor reads and writes. */
export interface LogitsTensor {
  /** `[rows, logits per row]` */
  readonly dims: readonly number[];
  /** The logits, row after row, as a `Float32Array` in main memory. */
  readonly data: unknown;
}

/** A kind of the library's objects, most of which are functions with members. */
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

/** A tokenizer of the library: an object that holds the contents of its tokenizer.json. */
export const tokenizerKind: Kind = objectKind(
  "a tokenizer of @huggingface/transformers 4",
  (value) => typeof tokenizerFile(value) === "object",
);

/** What knows the vocabulary that a processor enforces its language over. */
export const processorKind: Kind = objectKind(
  "a processor of languageProcessor",
  (value) => "vocabulary" in value && vocabularyKind.fault(value.vocabulary) === undefined,
);

/** The parsed tokenizer.json that a tokenizer holds. Versions of the library keep it in one of two places. */
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

/** How a language is enforced. */
export const processorOptions: Kind = options(PROCESSOR, {
  eostokenid: "ends",
  eostokenids: "ends",
  maxnewtokens: "maxTokens",
});

const STREAMER: KindsOf<ObjectStreamerOptions> = {
  streamer: having("a streamer", { put: "function", end: "function" }),
};

/** How values are streamed. */
export const streamerOptions: Kind = options(STREAMER);

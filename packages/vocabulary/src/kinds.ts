// The kinds of arguments that the functions of this package check.
import {
  anything,
  having,
  integer,
  iterable,
  type Kind,
  listOf,
  options,
  required,
  text,
  typedArray,
} from "@espalier/arguments";

/** A vocabulary. */
export const vocabularyKind: Kind = having(
  "a vocabulary",
  { size: "number", bytes: "function", control: "function", pool: "object", offsets: "object", kinds: "object" },
  (value) => (Array.isArray(value) ? "A list of tokens becomes one by vocabularyOfBytes(tokens)." : undefined),
);

/** Bytes. */
export const bytesKind: Kind = typedArray("Uint8Array");

/** A set of tokens. */
export const tokenSetKind: Kind = typedArray("Uint32Array");

/** The parts of a vocabulary. The tokens are checked while they are read, with errors that name the token. */
export const partsKind: Kind = options({
  tokens: required(iterable),
  ends: required(iterable),
  size: integer({ min: 0 }),
});

/** The control tokens for a list of ranks. */
export const rankNamesKind: Kind = options({ controls: required(iterable), ends: listOf(text) });

/** The files beside tokenizer.json. Their contents are checked while they are read. */
export const filesKind: Kind = options({
  generation: anything,
  model: anything,
  tokenizerConfig: anything,
  ends: listOf(text),
  controls: listOf(text),
});

// What the functions of this package take, as kinds of arguments.
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

/** What a vocabulary is made of. The tokens are checked as they are read, with errors that name the token. */
export const partsKind: Kind = options({
  tokens: required(iterable),
  ends: required(iterable),
  size: integer({ min: 0 }),
});

/** The control tokens of a list of ranks. */
export const rankNamesKind: Kind = options({ controls: required(iterable), ends: listOf(text) });

/** The files beside tokenizer.json. What they hold is checked as it is read. */
export const filesKind: Kind = options({
  generation: anything,
  model: anything,
  tokenizerConfig: anything,
  ends: listOf(text),
  controls: listOf(text),
});

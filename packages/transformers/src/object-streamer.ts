// The value of a JSON text while it is generated, as a streamer of transformers.js: the library hands each new token to `put`.

import { callable, signature } from "@espalier/arguments";
import { createPartialJson, type PartialJson } from "@espalier/json-schema";
import { createUtf8Stream, type Utf8Stream, type Vocabulary } from "@espalier/vocabulary";
import { processorKind, streamerOptions } from "./kinds.js";
import type { BatchIds } from "./sequences.js";

/** The streamer's other options. */
export interface ObjectStreamerOptions {
  /** Another streamer, a `TextStreamer` for example, that gets everything first. */
  readonly streamer?: Streamer;
}

/** A streamer, as `generate` of transformers.js takes one. */
export interface Streamer {
  /** Called with the prompts first, then with one token of each row. */
  put(value: bigint[][]): void;
  end(): void;
}

/** Called with the value so far, each time that it changes, and with the row of the batch it belongs to. */
export type OnValue = (value: unknown, row: number) => void;

interface RowText {
  readonly utf8: Utf8Stream;
  readonly json: PartialJson;
}

const checkObjectStreamer = signature("objectStreamer", {
  processor: processorKind,
  onValue: callable,
  options: streamerOptions,
});

/**
 * A streamer that reads the JSON text of each row while it is written, and calls `onValue` whenever its value changes. Members may be missing, arrays
 * shorter, strings cut; the last value of a row is that of its whole text, except for a number that stands alone. A streamer serves one generation
 * after another; after a generation that failed, make a new one.
 *
 * `put` throws JsonTextError when a text is no JSON, which rejects the generation.
 *
 * @param processor the processor that `generate` gets beside this streamer; it knows the bytes of the tokens.
 * @throws ArgumentError when an argument is wrong.
 */
export function objectStreamer(
  processor: { readonly vocabulary: Vocabulary },
  onValue: OnValue,
  options: ObjectStreamerOptions = {},
): Streamer {
  checkObjectStreamer(processor, onValue, options);
  const { vocabulary } = processor;
  const { streamer } = options;
  let rows: readonly RowText[] | undefined;
  const push = ({ utf8, json }: RowText, row: number, ids: BatchIds[number]): void => {
    const before = json.value;
    for (const id of ids) {
      const bytes = vocabulary.bytes(Number(id));
      if (bytes !== undefined) json.push(utf8.push(bytes));
    }
    if (json.value !== before) onValue(json.value, row);
  };
  return {
    put: (value) => {
      streamer?.put(value);
      if (rows === undefined) rows = value.map(() => ({ utf8: createUtf8Stream(), json: createPartialJson() }));
      else for (const [row, text] of rows.entries()) push(text, row, value[row] ?? []);
    },
    end: () => {
      streamer?.end();
      rows = undefined;
    },
  };
}

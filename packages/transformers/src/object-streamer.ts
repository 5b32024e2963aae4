// Parses JSON text during its generation, as a streamer of transformers.js: the library passes each new token to `put`.

import { callable, signature } from "@espalier/arguments";
import { createPartialJson, type PartialJson } from "@espalier/json-schema";
import { createUtf8Stream, type Utf8Stream, type Vocabulary } from "@espalier/vocabulary";
import { processorKind, streamerOptions } from "./kinds.js";
import type { BatchIds } from "./sequences.js";

/** Further options of the streamer. */
export interface ObjectStreamerOptions {
  /** Another streamer, for example a `TextStreamer`, that receives everything first. */
  readonly streamer?: Streamer;
}

/** A streamer for `generate` of transformers.js. */
export interface Streamer {
  /** Called first with the prompts, then with one token of each row. */
  put(value: bigint[][]): void;
  end(): void;
}

/** Called with the value so far, each time that it changes, and with its row in the batch. */
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
 * Creates a streamer that parses the JSON text of each row while it is generated, and calls `onValue` whenever its
 * value changes. Members may be missing, arrays shorter, strings cut. The last value of a row is that of its complete
 * text. A single number is delivered when the generation ends. A streamer serves one generation after another; after a failed generation,
 * create a new one.
 *
 * `put` throws JsonTextError if a text is not JSON, which rejects the generation.
 *
 * @param processor the processor of the same generation; it knows the bytes of the tokens.
 * @throws ArgumentError for an invalid argument.
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
      for (const [row, { json }] of rows?.entries() ?? []) {
        const before = json.value;
        json.end();
        if (json.value !== before) onValue(json.value, row);
      }
      rows = undefined;
    },
  };
}

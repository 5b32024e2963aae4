// A model that writes the tokens of a given script.

import { logitsOf, type Model, type Session } from "@espalier/model";
import type { Vocabulary } from "@espalier/vocabulary";

/** What a script model writes, and how. */
export interface Script {
  readonly vocabulary: Vocabulary;
  readonly ids: readonly number[];
  /** The logits of a step that chooses token `index` of the script; past its end, those that end the text. */
  rowAt(index: number): Float32Array;
  /** The tokens of a text. Without tokens, text that has only one continuation is written by the model's steps. */
  encode(text: string): readonly number[];
  /** Called in each step; the step ends when the promise is resolved. */
  step?(): Promise<void>;
}

/** Logits that choose one token. */
export function rowOf(vocabulary: Vocabulary, id: number): Float32Array {
  return new Float32Array(vocabulary.size).fill(20, id, id + 1);
}

/**
 * A model that writes a script after a prompt of one token.
 * Forced text may have other tokens than the script. The model then continues where the script's next token begins, after the rest of the one in which it is.
 */
export function scriptModel({ vocabulary, ids: script, rowAt, encode, step }: Script): Model {
  const bytes = script.flatMap((id) => [...vocabulary.bytes(id)!]);
  const begins = [0];
  for (const id of script) begins.push(begins.at(-1)! + vocabulary.bytes(id)!.length);
  const rowFrom = (at: number): Float32Array => {
    const index = begins.findIndex((begin) => begin >= at);
    if (index < 0 || begins[index] === at) return rowAt(index < 0 ? script.length : index);
    const [rest] = encode(new TextDecoder().decode(Uint8Array.from(bytes.slice(at, begins[index]))));
    return rowOf(vocabulary, rest!);
  };
  const session = (): Session => {
    let [length, at] = [0, 0];
    return {
      get length() {
        return length;
      },
      async append(ids) {
        await step?.();
        for (const id of ids) if (length++ > 0) at += vocabulary.bytes(id)?.length ?? 0;
        return logitsOf(rowFrom(at));
      },
      checkpoint: () => ({ length, at }),
      restore(point) {
        ({ length, at } = point as unknown as { length: number; at: number });
      },
      dispose: () => {},
    };
  };
  const contextLength = undefined;
  return { vocabulary, logitsSize: vocabulary.size, contextLength, encode, session, dispose: async () => {} };
}

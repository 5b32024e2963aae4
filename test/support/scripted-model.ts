// A model that follows scripts: it would write the first of them that the text so far begins, in tokens as long as can be.

import { adversarialModel } from "@espalier/laws";
import type { Model } from "@espalier/model";
import { utf8Decode, type Vocabulary } from "@espalier/vocabulary";

const spellings = new WeakMap<Vocabulary, ReadonlyMap<string, number>>();

function spellingsOf(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  let found = spellings.get(vocabulary);
  if (found === undefined) {
    const made = new Map<string, number>();
    for (let id = 0; id < vocabulary.size; id++) {
      const bytes = vocabulary.bytes(id);
      if (bytes !== undefined && bytes.length > 0) made.set(utf8Decode(bytes), id);
    }
    spellings.set(vocabulary, (found = made));
  }
  return found;
}

/** The model of `scripts`, the preferred first. Its prompt is one token. */
export function scriptedModel(vocabulary: Vocabulary, ...scripts: readonly string[]): Model {
  const known = spellingsOf(vocabulary);
  return adversarialModel(vocabulary, (ids) => {
    const text = ids
      .slice(1)
      .map((id) => utf8Decode(vocabulary.bytes(id)!))
      .join("");
    return scripts.flatMap((script) => {
      const rest = script.startsWith(text) ? script.slice(text.length) : "";
      const pieces = Array.from({ length: Math.min(rest.length, 40) }, (_, at) =>
        rest.slice(0, rest.length > 40 ? 40 - at : rest.length - at),
      );
      return pieces.flatMap((piece) => known.get(piece) ?? []);
    });
  });
}

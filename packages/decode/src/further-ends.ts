// A model whose texts may end with additional tokens. For example, a middle also ends where the next file begins.
// Everything else is unchanged.

import { iterable, named, signature } from "@espalier/arguments";
import type { Model } from "@espalier/model";
import { modelKind } from "@espalier/model";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";

/** One vocabulary for each vocabulary and set of ends, so that caches by vocabulary can be reused. */
const made = new WeakMap<Vocabulary, Map<string, Vocabulary>>();

const checkWithFurtherEnds = signature("withFurtherEnds", { model: modelKind, ids: iterable });

/**
 * Returns the model with `ids` added to the ends of its vocabulary; the same model if they are ends already.
 *
 * @throws {RangeError} if an id is not that of a control token.
 */
export function withFurtherEnds(model: Model, ids: Iterable<TokenId>): Model {
  checkWithFurtherEnds(model, ids);
  const { vocabulary } = model;
  const given = new Set(ids);
  for (const id of given)
    if (vocabulary.control(id) === undefined)
      throw new RangeError(`Token ${named(id)} is not a control token, so no text can end with it.`);
  const ends = [...new Set([...vocabulary.ends, ...given])].sort((a, b) => a - b);
  if (ends.length === vocabulary.ends.length) return model;
  const known = made.get(vocabulary) ?? new Map<string, Vocabulary>();
  made.set(vocabulary, known);
  const key = ends.join();
  const ended = known.get(key) ?? withEnds(vocabulary, ends);
  known.set(key, ended);
  return {
    vocabulary: ended,
    logitsSize: model.logitsSize,
    contextLength: model.contextLength,
    encode: (text, how) => model.encode(text, how),
    session: () => model.session(),
    dispose: () => model.dispose(),
  };
}

function withEnds(vocabulary: Vocabulary, ends: readonly TokenId[]): Vocabulary {
  return {
    size: vocabulary.size,
    bytes: (id) => vocabulary.bytes(id),
    control: (id) => vocabulary.control(id),
    controlIds: (name) => vocabulary.controlIds(name),
    ends,
    pool: vocabulary.pool,
    offsets: vocabulary.offsets,
    kinds: vocabulary.kinds,
  };
}

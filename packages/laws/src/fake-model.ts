// Models without weights. Their logits are a function of the ids so far, so runs are reproducible and tests can
// prescribe any behaviour. A random model has no preference and therefore visits everything. An adversarial one prefers
// given tokens and shows how a decoder treats a model that works against its constraint.

import { callable, either, integer, listOf, named, signature } from "@espalier/arguments";
import { type Checkpoint, type Logits, logitsOf, type Model, ModelError, type Session } from "@espalier/model";
import { type TokenId, utf8Encode, type Vocabulary, vocabularyKind } from "@espalier/vocabulary";
import { fakeModelKind } from "./kinds.js";

/** The sizes of a fake model. */
export interface FakeModelOptions {
  /** Rows of logits; by default the vocabulary's size. May be larger (padding) or smaller. */
  readonly logitsSize?: number;
  /** The maximum number of tokens of a session; if absent, unknown and not limited. */
  readonly contextLength?: number;
}

const checkRandomModel = signature("randomModel", {
  vocabulary: vocabularyKind,
  seed: integer(),
  options: fakeModelKind,
});

/**
 * Creates a model whose logits in (−8, 8) are a hash of `seed`, the ids so far and the row. Equal ids give equal
 * logits. Rows of padding get logits too.
 *
 * @example
 * import { vocabularyOfBytes } from "@espalier/vocabulary";
 *
 * const session = randomModel(vocabularyOfBytes(["a", "b"]), 1).session();
 * (await session.append([0])).size; // => 2
 */
export function randomModel(vocabulary: Vocabulary, seed: number, options: FakeModelOptions = {}): Model {
  checkRandomModel(vocabulary, seed, options);
  return fakeModel(vocabulary, options, (ids, row) => {
    let hash = mix(seed | 0);
    for (const id of ids) hash = mix(hash ^ (id + 1));
    return (mix(hash ^ (row + 0x10001)) / 2 ** 32) * 16 - 8;
  });
}

const checkAdversarialModel = signature("adversarialModel", {
  vocabulary: vocabularyKind,
  preferences: either(callable, listOf(integer({ min: 0 }))),
  options: fakeModelKind,
});

/**
 * Creates a model that prefers tokens in the given order: logit 100 for the first, 1 less for each following one, 0 for
 * the rest. A function is called again after every step, so that it can lead a decoder into a dead end.
 *
 * @example
 * import { vocabularyOfBytes } from "@espalier/vocabulary";
 *
 * const session = adversarialModel(vocabularyOfBytes(["a", "b"]), [1]).session();
 * Array.from(await (await session.append([0])).read()); // => [0, 100]
 */
export function adversarialModel(
  vocabulary: Vocabulary,
  preferences: readonly TokenId[] | ((ids: readonly TokenId[]) => readonly TokenId[]),
  options: FakeModelOptions = {},
): Model {
  checkAdversarialModel(vocabulary, preferences, options);
  let asked: readonly TokenId[] | undefined;
  let ranks = new Map<TokenId, number>();
  return fakeModel(vocabulary, options, (ids, row) => {
    if (asked !== ids) {
      asked = ids;
      const order = typeof preferences === "function" ? preferences(ids) : preferences;
      ranks = new Map(order.map((id, rank) => [id, rank]));
    }
    const rank = ranks.get(row);
    return rank === undefined ? 0 : 100 - rank;
  });
}

function fakeModel(
  vocabulary: Vocabulary,
  options: FakeModelOptions,
  logit: (ids: readonly TokenId[], row: number) => number,
): Model {
  const { logitsSize = vocabulary.size, contextLength } = options;
  let disposed = false;
  const spell = speller(vocabulary);
  return {
    vocabulary,
    logitsSize,
    contextLength,
    encode: (text) => spell(utf8Encode(text)),
    session() {
      let ids: readonly TokenId[] = [];
      let closed = false;
      const points = new WeakMap<Checkpoint, readonly TokenId[]>();
      const open = (): void => {
        if (disposed || closed) throw new ModelError("disposed", "The session was used after it was disposed of.");
      };
      const session: Session = {
        get length() {
          return ids.length;
        },
        async append(more, signal): Promise<Logits> {
          open();
          if (signal?.aborted === true) throw signal.reason;
          if (more.length === 0) throw new RangeError("append needs at least one id, and got 0");
          const rows = Math.max(logitsSize, vocabulary.size);
          for (const id of more) {
            if (!Number.isInteger(id) || id < 0 || id >= rows)
              throw new RangeError(`${named(id)} is not an id in [0, ${rows})`);
          }
          if (contextLength !== undefined && ids.length + more.length > contextLength) {
            const length = ids.length + more.length;
            throw new ModelError("context-exceeded", `${length} tokens do not fit into ${contextLength}.`);
          }
          ids = [...ids, ...more];
          const here = ids;
          return logitsOf(Float32Array.from({ length: logitsSize }, (_, row) => logit(here, row)));
        },
        checkpoint() {
          open();
          const point: Checkpoint = { length: ids.length };
          points.set(point, ids);
          return point;
        },
        restore(point) {
          open();
          const known = points.get(point);
          if (known === undefined)
            throw new RangeError(`the checkpoint of ${point.length} tokens belongs to another session`);
          ids = known;
        },
        dispose() {
          closed = true;
        },
      };
      return session;
    },
    async dispose() {
      disposed = true;
    },
  };
}

/** Returns a function that splits text into ids: longest token first, lowest id among equals. */
function speller(vocabulary: Vocabulary): (text: Uint8Array) => readonly TokenId[] {
  let idOf: Map<string, TokenId> | undefined;
  let longest = 0;
  return (text) => {
    if (idOf === undefined) {
      idOf = new Map();
      for (let id = vocabulary.size - 1; id >= 0; id--) {
        const bytes = vocabulary.bytes(id);
        if (bytes === undefined || bytes.length === 0) continue;
        idOf.set(bytes.join(), id);
        longest = Math.max(longest, bytes.length);
      }
    }
    const ids: TokenId[] = [];
    for (let from = 0; from < text.length; ) {
      let id: TokenId | undefined;
      let to = Math.min(text.length, from + longest);
      for (; to > from && id === undefined; to--) id = idOf.get(text.subarray(from, to).join());
      if (id === undefined) throw new RangeError(`no token spells byte ${text[from]} at offset ${from}`);
      ids.push(id);
      from = to + 1;
    }
    return ids;
  };
}

/** A 32-bit mixer (the finaliser of MurmurHash3), unsigned. */
function mix(value: number): number {
  let x = value ^ (value >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

// Tokens that are stepped one at a time: a text token byte by byte, a control token as one symbol.

import type { Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { createMask, type Mask } from "../masks/mask.js";
import { append, createIdList, taken } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";
import type { Binding } from "./binding.js";
import { type ReadBytes, readBySteps } from "./read-bytes.js";

/** A control symbol that can be stepped. */
export interface ControlStep<State> {
  readonly ids: readonly TokenId[];
  readonly next: State;
}

export interface TokenSteps<State> {
  /** Returns the state after a token, if the token can be read and `finishable` holds. */
  push(state: State, id: TokenId): State | undefined;
  /** Returns the ids of each control symbol that can be stepped, and the state after it. */
  controls(state: State): readonly ControlStep<State>[];
  /** Returns the ids of allowed control tokens, each once. */
  controlIds(state: State, keep: (next: State) => boolean): ReadonlySet<TokenId>;
  /** Returns the text tokens `base` together with the control tokens. */
  withControls(state: State, base: Mask): Mask;
}

/**
 * @param finishable returns whether the text can be completed from a state.
 * @param readBytes reads several bytes faster than steps of the monitor; `undefined` if that is not possible.
 */
export function createTokenSteps<State>(
  trie: Trie,
  monitor: Monitor<State>,
  bound: Binding,
  finishable: (state: State) => boolean,
  readBytes: ReadBytes<State> | undefined,
): TokenSteps<State> {
  const { vocabulary } = trie;

  function controls(state: State): readonly ControlStep<State>[] {
    const steps: ControlStep<State>[] = [];
    bound.idsOf.forEach((ids, k) => {
      const next = ids.length === 0 ? undefined : monitor.step(state, 256 + k);
      if (next !== undefined) steps.push({ ids, next });
    });
    return steps;
  }

  function controlIds(state: State, keep: (next: State) => boolean): ReadonlySet<TokenId> {
    const ids = new Set<TokenId>(monitor.accepts(state) ? vocabulary.ends : []);
    for (const step of controls(state)) if (keep(step.next)) for (const id of step.ids) ids.add(id);
    return ids;
  }

  function push(state: State, id: TokenId): State | undefined {
    if (!(id >= 0 && id < vocabulary.size)) return undefined;
    if (vocabulary.kinds[id] === 1) {
      const end = vocabulary.offsets[id + 1]!;
      const at = vocabulary.offsets[id]!;
      if (at === end) return undefined;
      const next =
        readBytes !== undefined && end - at > 1
          ? readBytes(state, vocabulary.pool, at, end)
          : readBySteps(monitor, state, vocabulary.pool, at, end);
      return next !== undefined && finishable(next) ? next : undefined;
    }
    for (const symbol of bound.symbolsOf.get(id) ?? []) {
      const next = monitor.step(state, symbol);
      if (next !== undefined && finishable(next)) return next;
    }
    return undefined;
  }

  function withControls(state: State, base: Mask): Mask {
    if (bound.idsOf.length === 0 && !monitor.accepts(state)) return base;
    const added = controlIds(state, () => true);
    if (added.size === 0) return base;
    const ids = createIdList(base.extra.length + added.size);
    ids.array.set(base.extra);
    ids.length = base.extra.length;
    for (const id of added) append(ids, id);
    return createMask(trie.size, base.plane, taken(ids));
  }

  return { push, controls, controlIds, withControls };
}

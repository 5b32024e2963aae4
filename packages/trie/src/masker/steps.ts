// What a masker needs to know about a monitor's steps over a vocabulary. There are two implementations: one that walks
// (plain-steps.ts), and one that also uses a monitor's capabilities (factored-steps.ts). The first is much less code,
// for pages that need no more.

import type { Monitor } from "@espalier/monitor";
import type { BudgetMasks, BudgetSteps } from "../budget/budget-masks.js";
import type { MemoPool } from "../memory/memo.js";
import type { TextMasks } from "../strategies/remembered.js";
import type { Trie } from "../tree/trie.js";
import { type Arena, createArena, DEFAULT_ROW_BYTES, sharedArena } from "../walks/arena.js";
import type { Walker } from "../walks/walk.js";
import type { MaskerOptions } from "./masker-options.js";
import type { ReadBytes } from "./read-bytes.js";

/** What depends only on a monitor's steps. */
export interface Steps<State> {
  readonly walker: Walker<State>;
  readonly text: TextMasks<State>;
  /** Clears the walker's caches, because the states have become invalid. */
  forget(): void;
  /** Tests the promises of a user-written monitor on a text token before it is pushed; `undefined` if not needed. */
  readonly auditPush: ((state: State, id: number) => void) | undefined;
  /** Reads several bytes faster than steps of the monitor; `undefined` if that is not possible. */
  readonly readBytes: ReadBytes<State> | undefined;
  /** Computes masks within a budget using sketches; `undefined` if every token must be stepped. */
  readonly budgetMasks: ((steps: BudgetSteps<State>) => BudgetMasks<State> | undefined) | undefined;
}

export type StepsOptions = Omit<MaskerOptions, "ahead">;

/** Creates the steps of a monitor. Masks are cached in `masks`. */
export type MakeSteps = <State>(
  trie: Trie,
  monitor: Monitor<State>,
  options: StepsOptions,
  masks: MemoPool,
) => Steps<State>;

/** Returns the arena for the options: that of the trie, or a separate one. */
export function arenaOf(trie: Trie, { kernel, rowBytes }: StepsOptions): Arena {
  return kernel === undefined && rowBytes === undefined
    ? sharedArena(trie)
    : createArena(trie, kernel ?? "auto", rowBytes ?? DEFAULT_ROW_BYTES);
}

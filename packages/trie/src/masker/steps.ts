// What a masker needs to know of a monitor's steps over a vocabulary. There are two makers: one that walks (plain-steps.ts), and one that also uses
// what a monitor knows of its own states (factored-steps.ts). The first is a small part of the code of the second, for pages that need no more.

import type { Monitor } from "@espalier/monitor";
import type { BudgetMasks, BudgetSteps } from "../budget/budget-masks.js";
import type { MemoPool } from "../memory/memo.js";
import type { TextMasks } from "../strategies/remembered.js";
import type { Trie } from "../tree/trie.js";
import { type Arena, createArena, ROW_BYTES, sharedArena } from "../walks/arena.js";
import type { Walker } from "../walks/walk.js";
import type { MaskerOptions } from "./masker-options.js";

/** What depends on a monitor's steps alone. */
export interface Steps<State> {
  readonly walker: Walker<State>;
  readonly text: TextMasks<State>;
  /** Whether monitors whose texts end elsewhere have the same object. */
  readonly shared: boolean;
  /** Forgets what the walker remembers of states: they have lost their meaning. */
  forget(): void;
  /** Tries what a user's monitor promises, on a text token that is about to be pushed; `undefined` where that is not asked for. */
  readonly auditPush: ((state: State, id: number) => void) | undefined;
  /** Finds masks within a budget by sketches; `undefined` where every token is to be stepped. */
  readonly budgetMasks: ((steps: BudgetSteps<State>) => BudgetMasks<State> | undefined) | undefined;
}

export type StepsOptions = Omit<MaskerOptions, "ahead">;

/** Makes the steps of a monitor. What is remembered of masks is remembered in `masks`. */
export type MakeSteps = <State>(
  trie: Trie,
  monitor: Monitor<State>,
  options: StepsOptions,
  masks: MemoPool,
) => Steps<State>;

/** The arena that the options ask for: that of the trie, or one of its own. */
export function arenaOf(trie: Trie, { kernel, rowBytes }: StepsOptions): Arena {
  return kernel === undefined && rowBytes === undefined
    ? sharedArena(trie)
    : createArena(trie, kernel ?? "auto", rowBytes ?? ROW_BYTES);
}

// Computes masks with all the capabilities that a monitor may have: states that consist of a lexer state and a rest
// (`factor`), abstract states (`sketches`), and the parts of an intersection. For a monitor without these,
// plain-steps.ts walks over all tokens.

import type { LocalAutomaton, Monitor } from "@espalier/monitor";
import { createBudgetMasks } from "../budget/budget-masks.js";
import { createVisitedMasks } from "../budget/visited-masks.js";
import { createFactoredWalker, storeOf } from "../lexer-states/factored-walker.js";
import { following } from "../lexer-states/following.js";
import type { LocalStore } from "../lexer-states/local-store.js";
import { createNumberMemo, type MemoPool } from "../memory/memo.js";
import { conjunctionOf, createConjunctionMasks } from "../strategies/conjunction-masks.js";
import { createOwnMasks } from "../strategies/own-masks.js";
import { createPlainTextMasks } from "../strategies/plain-text-masks.js";
import type { TextMasks } from "../strategies/remembered.js";
import { createSketchedMasks } from "../strategies/sketched-masks.js";
import { createTextMasks } from "../strategies/text-mask.js";
import type { Trie } from "../tree/trie.js";
import type { Arena } from "../walks/arena.js";
import { createPlainWalker } from "../walks/plain-walker.js";
import type { Walker } from "../walks/walk.js";
import { createFactoredReading } from "./factored-reading.js";
import type { Factoring } from "./masker-options.js";
import { createPushAudit } from "./push-audit.js";
import { arenaOf, type MakeSteps, type Steps } from "./steps.js";

/** `followLimit`: the tokens that one mask within a budget follows one by one, where abstract states do not decide. */
const DEFAULT_FOLLOW_LIMIT = 256;

interface TextLimits {
  /** The memory for the masks. */
  readonly masks: MemoPool;
  readonly factoring: Factoring;
}

/** Monitors that take their steps from another one share its data, unless an option requires separate data. */
export const makeFactoredSteps: MakeSteps = (trie, monitor, options, masks) => {
  const arena = arenaOf(trie, options);
  const limits = { masks, factoring: options.factoring ?? "auto" };
  const store = chooseStore(arena, monitor, options.localBytes, limits);
  const { followLimit = DEFAULT_FOLLOW_LIMIT } = options;
  const { stepsOf } = monitor;
  const steps =
    stepsOf === undefined || Object.keys(options).length > 0
      ? createSteps(trie, monitor, arena, store, limits)
      : withOwnMasks(sharedSteps(trie, stepsOf as typeof monitor, arena, store, limits), masks);
  return {
    ...steps,
    auditPush: createPushAudit(trie, monitor),
    readBytes: store === undefined ? undefined : createFactoredReading(monitor),
    budgetMasks: (its) =>
      createBudgetMasks(trie, monitor, its, store, masks, followLimit) ?? createVisitedMasks(trie, monitor),
  };
};

const withOwnMasks = <State>(steps: SharedSteps<State>, pool: MemoPool): SharedSteps<State> => ({
  ...steps,
  text: createOwnMasks(steps.text, pool),
});

function chooseStore<State>(
  arena: Arena,
  monitor: Monitor<State>,
  bytes: number | undefined,
  { factoring }: TextLimits,
): LocalStore | undefined {
  const { factor } = monitor;
  return factor === undefined || factoring === "never" ? undefined : storeOf(arena, monitor, factor, bytes);
}

type SharedSteps<State> = Omit<Steps<State>, "budgetMasks" | "auditPush" | "readBytes">;

function createSteps<State>(
  trie: Trie,
  monitor: Monitor<State>,
  arena: Arena,
  store: LocalStore | undefined,
  limits: TextLimits,
): SharedSteps<State> {
  const { walker, forget } =
    store === undefined ? createPlainWalker(arena, monitor) : createFactoredWalker(arena, monitor, store);
  const text = createText(trie, monitor, arena, walker, store, limits);
  return { walker, forget, text };
}

function createText<State>(
  trie: Trie,
  monitor: Monitor<State>,
  arena: Arena,
  walker: Walker<State>,
  store: LocalStore | undefined,
  limits: TextLimits,
): TextMasks<State> {
  if (limits.factoring === "never") return createPlainTextMasks(trie, monitor, walker, limits.masks);
  const { sketches } = monitor;
  if (sketches !== undefined) {
    const numbered = sketches.monitor as Monitor<number>; // its start and its accepting states are not used
    const ask = following(numbered, () => {
      const its = storeOf(arena, numbered, numbered.factor!, undefined);
      const { walker, forget } = createFactoredWalker(arena, numbered, its);
      return { masks: createTextMasks(trie, numbered, walker, its, limits.masks, createNumberMemo), forget };
    });
    return createSketchedMasks(trie, monitor, sketches, ask);
  }
  const parts = conjunctionOf(monitor);
  if (parts === undefined && store !== undefined) return createTextMasks(trie, monitor, walker, store, limits.masks);
  if (parts === undefined) return createPlainTextMasks(trie, monitor, walker, limits.masks);
  const masksOf = (part: Monitor<unknown>): TextMasks<unknown> => textMasksOf(trie, part, arena, limits);
  return createConjunctionMasks(trie, monitor, parts, masksOf, limits.masks);
}

/** The masks of one part of an intersection, shared by all intersections with it. */
function textMasksOf(trie: Trie, part: Monitor<unknown>, arena: Arena, limits: TextLimits): TextMasks<unknown> {
  const ask = following(part, () => {
    const store = chooseStore(arena, part, undefined, limits);
    return sharedSteps(trie, (part.stepsOf ?? part) as Monitor<unknown>, arena, store, limits).text;
  });
  return {
    of: (state) => ask((text) => text.of(state)),
    grown: (state, bytes) => ask((text) => text.grown(state, bytes)),
    clear: () => ask((text) => text.clear()),
  };
}

// For monitors from which others take their steps, and for the parts of intersections; as long as both live.
const steps = new WeakMap<object, WeakMap<Arena, AutomatonSteps>>();

/** Steps, and the automaton for which they were created. */
interface AutomatonSteps {
  readonly automaton: LocalAutomaton | undefined;
  readonly steps: SharedSteps<never>;
}

function sharedSteps<State>(
  trie: Trie,
  monitor: Monitor<State>,
  arena: Arena,
  store: LocalStore | undefined,
  limits: TextLimits,
): SharedSteps<State> {
  let byArena = steps.get(monitor);
  if (byArena === undefined) {
    byArena = new WeakMap();
    steps.set(monitor, byArena);
  }
  const known = byArena.get(arena);
  const automaton = monitor.factor?.automaton;
  if (known?.automaton === automaton && known !== undefined) return known.steps as unknown as SharedSteps<State>;
  const made = createSteps(trie, monitor, arena, store, limits);
  byArena.set(arena, { automaton, steps: made as unknown as SharedSteps<never> });
  return made;
}

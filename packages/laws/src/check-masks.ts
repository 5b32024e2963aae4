// Checks masks on random walks against stepping every token separately. It also checks the promise of masks: after
// every allowed token, the text can be finished in tokens of this vocabulary, and within a budget if there is one. Each
// check shows a completion. If the vocabulary cannot spell every byte, a bounded search over tokens looks for one.

import { signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { monitorKind } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker, type Trie } from "@espalier/trie";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import { vocabularyKind } from "@espalier/vocabulary";
import fc from "fast-check";
import { type Completion, completionBy } from "./completion.js";
import { masksKind } from "./kinds.js";
import { type CheckOptions, type CounterExample, guarded, LawError, tryLaw } from "./law-error.js";
import { choices, walkBy } from "./members.js";
import { afterToken, spellsEverything, tokenWays } from "./token-ways.js";
import { rememberWays } from "./ways.js";

/** Options of {@link checkMasks}. */
export interface MasksCheckOptions<State> extends CheckOptions {
  /** The most symbols of a random walk (included); 16 by default. */
  readonly symbols?: number;
  /** The most states that one search for a completion may visit; 500 by default. */
  readonly searched?: number;
  /** The maskers to check; by default three of `@espalier/trie` that work differently. */
  readonly maskers?: readonly ((trie: Trie, monitor: Monitor<State>) => Masker<State>)[];
}

/** What was checked. All zeros mean that nothing was checked. */
export interface MasksReport {
  /** Masks compared with brute force: states times maskers. */
  readonly masks: number;
  /** Tokens in these masks, each allowed or not. */
  readonly tokens: number;
  /** States after allowed tokens for which a completion was shown, in tokens if that differs from symbols. */
  readonly completions: number;
  /** States for which the bounded search found no answer. */
  readonly undecided: number;
  /** Generations within a budget that were run to the end. */
  readonly budgets: number;
}

function bothMaskers<State>(trie: Trie, monitor: Monitor<State>, searchLimit: number): readonly Masker<State>[] {
  return [
    createMasker(trie, monitor, { searchLimit }),
    createMasker(trie, monitor, { searchLimit, factoring: "never", kernel: "script", maskBytes: 0 }),
  ];
}

/** Larger costs are not run to the end. */
const LONGEST_PLAY = 200;

const checkCheckMasks = signature("checkMasks", {
  monitor: monitorKind,
  vocabulary: vocabularyKind,
  options: masksKind,
});

/**
 * Tests the laws of masks of `monitor` over `vocabulary` on random walks: masks equal brute force; `allows` and `push`
 * agree with them; end tokens are allowed exactly if the text may end; the text can be finished after every allowed
 * token; budgets are kept.
 *
 * @throws LawError with the smallest counter-example found.
 *
 * @example
 * import { strings } from "@espalier/monitor";
 * import { vocabularyOfBytes } from "@espalier/vocabulary";
 *
 * const vocabulary = vocabularyOfBytes(["a", "b", "ab", { control: "<end>" }], ["<end>"]);
 * checkMasks(strings(["ab"]), vocabulary).undecided; // => 0
 */
export function checkMasks<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  options: MasksCheckOptions<State> = {},
): MasksReport {
  checkCheckMasks(monitor, vocabulary, options);
  const { symbols = 16, searched = 500 } = options;
  const trie = buildTrie(vocabulary);
  const maskers = options.maskers?.map((make) => make(trie, monitor)) ?? bothMaskers(trie, monitor, 2 * searched);
  const judge = createJudge(monitor, vocabulary, searched);
  const on = rememberWays(monitor);
  let visited = new Set<State>();
  const report = { masks: 0, tokens: 0, completions: 0, undecided: 0, budgets: 0 };

  function visit(state: State, random: number, where: () => CounterExample): void {
    if (visited.has(state)) return;
    if (visited.size > 20_000) visited = new Set();
    visited.add(state);
    const judged = judge.mask(state);
    report.undecided += judged.undecided;
    report.completions += judged.completions;
    if (judged.stuck !== undefined) {
      const what = "this token is left by the mask, and nothing accepting can be reached after it";
      throw new LawError("completable", what, { ...where(), ...tokenOf(vocabulary, judged.stuck) });
    }
    const [first] = maskers;
    try {
      for (const masker of maskers) {
        checkMask(masker, state, judged, where);
        report.masks++;
        report.tokens += vocabulary.size;
      }
      if (first !== undefined && checkBudget(first, state, random, where)) report.budgets++;
    } catch (error) {
      // A masker may give up with a LimitError if the vocabulary cannot spell everything.
      if (judge.complete || (error as { readonly name?: unknown } | undefined)?.name !== "LimitError") throw error;
      report.undecided++;
    }
  }

  tryLaw(fc.tuple(choices(symbols), fc.noBias(fc.nat())), options, ([numbers, random]) => {
    const { symbols: text, states } = walkBy(on, monitor.start, numbers);
    // Checks only the last state of a run and one on the way: otherwise the same few states near the start would
    // dominate.
    for (const at of new Set([states.length - 1, random % states.length])) {
      const where = (): CounterExample => ({ text: text.slice(0, at), states: states.slice(0, at + 1) });
      guarded(where, () => visit(states[at]!, random, where));
    }
  });
  return report;
}

/** The correct mask of a state. */
interface Judged {
  /** By id: 1 allowed, 0 not allowed, 2 if the bounded search found no answer. */
  readonly allowed: Uint8Array;
  /** States after tokens for which a completion was shown. */
  readonly completions: number;
  readonly undecided: number;
  /** A token after which the text cannot be finished, although the monitor is trim. */
  readonly stuck: TokenId | undefined;
}

function createJudge<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  searched: number,
): { readonly complete: boolean; mask(state: State): Judged } {
  const complete = spellsEverything(monitor, vocabulary);
  const bySymbols = rememberWays(monitor);
  const byTokens = rememberWays(monitor, (state) => tokenWays(monitor, vocabulary, state));
  const known = new Map<State, Completion["kind"]>();
  const { cost: _, ...costless } = monitor;

  /** Whether the text can be finished from a state: in symbols if each is a token, else in tokens. */
  function finishable(state: State): Completion["kind"] {
    let kind = known.get(state);
    if (kind === undefined) {
      kind = complete
        ? completionBy(monitor, bySymbols, state, searched).kind
        : completionBy(costless, byTokens, state, searched).kind;
      known.set(state, kind);
    }
    return kind;
  }

  return {
    complete,
    mask(state) {
      const allowed = new Uint8Array(vocabulary.size);
      let stuck: TokenId | undefined;
      const met = new Map<State, Completion["kind"]>();
      const judge = (next: State): Completion["kind"] => {
        if (complete && monitor.trim !== true) return "found";
        const kind = met.get(next) ?? finishable(next);
        met.set(next, kind);
        return kind;
      };
      for (let id = 0; id < vocabulary.size; id++) {
        const kinds = afterToken(monitor, vocabulary, state, id).map(judge);
        if (complete && kinds.length > 0) {
          allowed[id] = 1;
          if (kinds.every((kind) => kind === "none")) stuck ??= id;
        } else if (kinds.includes("found")) allowed[id] = 1;
        else if (kinds.includes("unknown")) allowed[id] = 2;
      }
      if (monitor.accepts(state)) for (const id of vocabulary.ends) allowed[id] = 1;
      const kinds = [...met.values()];
      return {
        allowed,
        stuck,
        completions: kinds.filter((kind) => kind === "found").length,
        undecided: kinds.filter((kind) => kind === "unknown").length,
      };
    },
  };
}

function tokenOf(vocabulary: Vocabulary, id: TokenId): Pick<CounterExample, "token" | "spelling"> {
  const bytes = vocabulary.bytes(id);
  return { token: id, spelling: bytes === undefined ? (vocabulary.control(id) ?? "(a hole)") : [...bytes] };
}

function checkMask<State>(masker: Masker<State>, state: State, { allowed }: Judged, where: () => CounterExample): void {
  const { vocabulary } = masker.trie;
  const { monitor } = masker;
  const { mask } = masker.mask(state);
  const said = new Uint8Array(vocabulary.size);
  for (const id of mask.ids()) said[id] = 1;
  const fail = (law: "mask" | "push" | "end", id: TokenId, what: string): never => {
    throw new LawError(law, what, { ...where(), ...tokenOf(vocabulary, id) });
  };
  const ends = new Set(vocabulary.ends);
  let count = 0;
  for (let id = 0; id < vocabulary.size; id++) {
    const inMask = said[id] === 1;
    if (inMask) count++;
    if (allowed[id] !== 2 && inMask !== (allowed[id] === 1)) {
      fail(
        ends.has(id) ? "end" : "mask",
        id,
        `the mask ${inMask ? "allows" : "refuses"} the token, stepping it does not`,
      );
    }
    if (mask.has(id) !== inMask) fail("mask", id, `has is ${mask.has(id)}, and ids say otherwise`);
    if (masker.allows(state, id) !== inMask) fail("push", id, `allows returns ${!inMask}, but the mask disagrees`);
    const next = masker.push(state, id);
    const after = afterToken(monitor, vocabulary, state, id);
    if (next === undefined ? inMask && !ends.has(id) : !inMask || !after.some((one) => same(one, next))) {
      fail(
        "push",
        id,
        `push leads ${next === undefined ? "nowhere" : `to ${String(next)}`}, stepping to ${after.map(String).join(" or ") || "nowhere"}`,
      );
    }
  }
  if (mask.count !== count || mask.size !== vocabulary.size || mask.has(-1) || mask.has(vocabulary.size)) {
    fail("mask", 0, `the mask counts ${mask.count} of ${mask.size} ids, and there are ${count} of ${vocabulary.size}`);
  }
}

/** Compares values by `===`. Objects cannot be compared and count as equal. */
function same<State>(a: State, b: State): boolean {
  return Object.is(a, b) || (typeof a === "object" && typeof b === "object");
}

/** Checks `tokenCost` and `maskWithin` in one state with a generation that chooses at random within a budget. */
function checkBudget<State>(masker: Masker<State>, state: State, random: number, where: () => CounterExample): boolean {
  const { vocabulary } = masker.trie;
  const { monitor } = masker;
  const cost = masker.tokenCost(state);
  const fail = (what: string, id?: TokenId): never => {
    throw new LawError("budget", what, { ...where(), ...(id === undefined ? {} : tokenOf(vocabulary, id)) });
  };
  if ((cost === 0) !== monitor.accepts(state)) {
    fail(`the token cost is ${cost}, and the state ${monitor.accepts(state) ? "accepts" : "does not accept"}`);
  }
  const ends = new Set(monitor.accepts(state) ? vocabulary.ends : []);
  const costs = new Map<TokenId, number>();
  for (const id of masker.mask(state).mask.ids()) {
    const least = afterToken(monitor, vocabulary, state, id).map((next) => masker.tokenCost(next));
    costs.set(id, Math.min(...least));
  }
  const finite = cost !== Number.POSITIVE_INFINITY;
  const cheapest = Math.min(...costs.values());
  if (cost > 0 && finite && !(cheapest <= cost - 1))
    fail(`the token cost is ${cost}, and the least after a token ${cheapest}`);
  for (const budget of new Set([0, 1, finite ? cost : 3, finite ? cost + (random % 4) : 5])) {
    const { mask } = masker.maskWithin(state, budget);
    for (let id = 0; id < vocabulary.size; id++) {
      const wanted = ends.has(id) || (costs.get(id) ?? Number.POSITIVE_INFINITY) <= budget - 1;
      if (mask.has(id) !== wanted) {
        fail(
          `within ${budget} tokens the mask ${wanted ? "refuses" : "allows"} one after which the cost is ${costs.get(id)}`,
          id,
        );
      }
    }
  }
  if (cost > LONGEST_PLAY) return false;
  play(masker, state, cost + (random % 7), random, fail);
  return true;
}

/** Chooses at random from masks within a budget. The text must be finished when the budget is spent. */
function play<State>(
  masker: Masker<State>,
  start: State,
  budget: number,
  random: number,
  fail: (what: string, id?: TokenId) => never,
): void {
  let state = start;
  let dice = random | 1;
  const ends = new Set(masker.trie.vocabulary.ends);
  for (let left = budget; left > 0; left--) {
    const accepts = masker.monitor.accepts(state);
    // If the text may end, an end token ends it, even if it can also be read as text.
    const open = [...masker.maskWithin(state, left).mask.ids()].filter((id) => !(accepts && ends.has(id)));
    if (open.length === 0) {
      if (accepts) return;
      fail(`with ${left} of ${budget} tokens left, nothing is allowed, but the text is not finished`);
    }
    dice = (Math.imul(dice, 0x2545f491) + 0x3c6ef372) >>> 0;
    const id = open[(dice >>> 8) % open.length]!;
    state =
      masker.push(state, id) ?? fail(`with ${left} of ${budget} tokens left it is allowed, and cannot be pushed`, id);
  }
  if (!masker.monitor.accepts(state)) fail(`${budget} tokens are spent, but the text is not finished`);
}

// Follows derivations through the calls and returns of rules, beside what is known of the parser's sets (set-items.ts) and
// the guards. For each place where a derivation enters a rule, it finds once how the rule may end.

import type { LexerState } from "@espalier/lexer";
import { burn } from "@espalier/monitor";
import { createGuards, type Guards, NO_GUARDS } from "./guards.js";
import { goesOn } from "./hopeful-boundary.js";
import { createAlike, createLazyCompetitors } from "./lazy-competitors.js";
import { createLexemeWays } from "./lexeme-ways.js";
import type { Parts } from "./parts.js";
import { createSetItems, type Items, type Known, stateOf } from "./set-items.js";

/** The most places followed in one generation of a language, coarsely and again finely. Past it, nothing more is proved. */
const MOST_PLACES = 10_000;
/** The most guards that are kept at a place. */
const MOST_GUARDS = 4;

/** What is known at a place. */
export interface Facts {
  readonly certain: Known;
  /** Absent if no terminal is lazy, because it does not matter then. */
  readonly possible: Known | undefined;
  readonly guards: number;
  /** Whether the certain items are all of the set's, so that nothing else competes. */
  readonly exact: boolean;
}

/** A place where derivations enter a rule, or go on in it. */
export interface Entry {
  readonly rule: number;
  /** What is known where the rule ends. */
  readonly ends: Facts[];
  readonly callers: { readonly entry: Entry; readonly facts: Facts; readonly target: number }[];
  /** What is known at the places that have been reached in the rule, by rule state. */
  readonly places: Map<number, Facts[]>;
}

interface Place {
  readonly entry: Entry;
  readonly state: number;
  readonly facts: Facts;
}

export interface RulePlaces {
  /** Returns the entry at a rule state. What is known where its rule ends is complete after `settle`. */
  enter(state: number, facts: Facts): Entry;
  /** Returns what is known in `caller` after a rule that it called has ended; it is then in `target`. */
  returned(caller: Facts, ended: Facts, target: number): Facts;
  /** Returns the guards with another lexer state. */
  guardsAfter(guards: number, state: LexerState): number;
  /** Returns the states in which the rules begin that `base` predicts. */
  predicted(base: Items): readonly number[];
  /** Follows all places that have been reached. Returns false if there are too many. */
  settle(): boolean;
  /** Whether there are too many places. */
  isCut(): boolean;
}

const textOf = ({ items, ending, fresh, base }: Known): string =>
  `${items.join()}:${ending === items ? "" : ending.join()}:${fresh}:${base.join()}`;
const keyOf = (state: number, { certain, possible, guards, exact }: Facts): string =>
  `${state},${guards},${exact}:${textOf(certain)}:${possible === undefined ? "" : textOf(possible)}`;

/** Whether the ascending list `a` has no other members than the ascending list `b`. */
function within(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  if (a.length > b.length) return false;
  let at = 0;
  for (const member of a) {
    while (at < b.length && b[at]! < member) at++;
    if (b[at] !== member) return false;
  }
  return true;
}

/**
 * Whether each set that `b` describes is also one that `a` describes. Then `a` leads wherever `b` does.
 *
 * @param items which of the items are compared.
 */
function covers(guarding: Guards, a: Facts, b: Facts, items: "items" | "ending"): boolean {
  if (a.exact !== b.exact || a.certain.fresh !== b.certain.fresh) return false;
  const guards = a.guards === b.guards || a.guards === NO_GUARDS ? [] : guarding.states(a.guards);
  return (
    within(a.certain[items], b.certain[items]) &&
    (b.possible === undefined || within(b.possible[items], a.possible![items])) &&
    (guards.length === 0 || within(guards, guarding.states(b.guards)))
  );
}

/** Returns the function from certain items to the pattern terminals that certainly compete, ascending. Cached. */
function createAllowed({ patterns, skip, chart: { rules } }: Parts): (items: Items) => readonly number[] {
  const allowed = new Map<string, readonly number[]>();
  return (items) => {
    const key = items.join();
    let known = allowed.get(key);
    if (known === undefined) {
      const words = rules.allowedWords;
      const has = (t: number): boolean =>
        items.some((item) => ((rules.allowed[stateOf(item) * words + (t >>> 5)]! >>> (t & 31)) & 1) === 1);
      known = patterns.flatMap((_, t) => (skip.includes(t) || has(t) ? [t] : []));
      allowed.set(key, known);
    }
    return known;
  };
}

export function createRulePlaces(parts: Parts): RulePlaces {
  const { lexer, patterns, skip, controls, chart } = parts;
  const { rules } = chart;
  const certainly = createSetItems(rules, skip, "certain");
  const possibly = createSetItems(rules, skip, "possible");
  const guarding = createGuards(lexer);
  const ways = createLexemeWays(parts, guardsAfter, guarding.stepGuards);
  const lazyAmong = createLazyCompetitors(parts);
  const alike = createAlike(parts);
  const allowedIn = createAllowed(parts);

  function guardsAfter(guards: number, state: LexerState): number {
    if (!goesOn(lexer, state)) return guards;
    return guarding.states(guards).length < MOST_GUARDS ? guarding.addGuard(guards, state) : guards;
  }

  // Entries by their first place; places are numbered by text.
  const entries = new Map<string, Entry>();
  const waiting: Place[] = [];
  let placeCount = 0;

  function enter(state: number, facts: Facts): Entry {
    const key = keyOf(state, facts);
    let entry = entries.get(key);
    if (entry === undefined) {
      entry = { rule: rules.ruleOf[state]!, ends: [], callers: [], places: new Map() };
      entries.set(key, entry);
      reach(entry, state, facts);
    }
    return entry;
  }

  function reach(entry: Entry, state: number, facts: Facts): void {
    const known = entry.places.get(state) ?? [];
    if (known.some((other) => covers(guarding, other, facts, "items") && covers(guarding, other, facts, "ending")))
      return;
    entry.places.set(state, known);
    known.push(facts);
    placeCount++;
    waiting.push({ entry, state, facts });
  }

  function end(entry: Entry, facts: Facts): void {
    if (entry.ends.some((other) => covers(guarding, other, facts, "ending"))) return;
    entry.ends.push(facts);
    for (const { entry: caller, facts: before, target } of entry.callers)
      reach(caller, target, returned(before, facts, target));
  }

  function returned(caller: Facts, { certain, possible, guards }: Facts, target: number): Facts {
    return {
      certain: certainly.returned(caller.certain, certain.ending, target),
      possible: possible && possibly.returned(caller.possible!, possible.ending, target),
      guards,
      exact: false,
    };
  }

  function after({ certain, possible }: Facts, terminals: readonly number[], target: number, guards: number): Facts {
    return {
      certain: certainly.after(certain, terminals, target),
      possible: possible && possibly.after(possible, alike(terminals), target),
      guards,
      exact: false,
    };
  }

  function called({ certain, possible, guards, exact }: Facts): Facts {
    return {
      certain: certainly.begin(certainly.baseOf(certain)),
      possible: possible && possibly.begin(possibly.baseOf(possible)),
      guards,
      exact,
    };
  }

  function follow({ entry, state, facts }: Place): void {
    const { certain, possible, guards, exact } = facts;
    burn("search", 1 + certain.items.length + (possible?.items.length ?? 0));
    // What an exact place has ended already is among the other items of the set.
    if (rules.final[state] === 1 && !exact) end(entry, facts);
    const compete = allowedIn(certain.items);
    const perhaps =
      exact || possible === undefined ? [] : lazyAmong(possible.items).filter((t) => !compete.includes(t));
    for (const { terminals, guards: left } of ways.at(compete, guards, perhaps)) {
      // What follows an ignored lexeme is predicted after it.
      if (!certain.fresh && terminals.some((t) => skip.includes(t)))
        reach(entry, state, after(facts, terminals, -1, left));
      for (let e = rules.terminalEdges[state]!; e < rules.terminalEdges[state + 1]!; e++) {
        const target = rules.terminalTarget[e]!;
        if (terminals.includes(rules.terminalLabel[e]!)) reach(entry, target, after(facts, terminals, target, left));
      }
    }
    for (let e = rules.terminalEdges[state]!; e < rules.terminalEdges[state + 1]!; e++) {
      const control = controls[rules.terminalLabel[e]! - patterns.length]?.control;
      if (control === undefined) continue;
      // A control token ends the lexeme in progress, and no guard matches across it.
      const terminals = parts.controlTerminals[parts.controlNames.indexOf(control)]!;
      const target = rules.terminalTarget[e]!;
      reach(entry, target, after(facts, terminals, target, NO_GUARDS));
    }
    for (let e = rules.callEdges[state]!; e < rules.callEdges[state + 1]!; e++) {
      const target = rules.callTarget[e]!;
      const callee = enter(rules.startOf[rules.callLabel[e]!]!, called(facts));
      callee.callers.push({ entry, facts, target });
      for (const ended of [...callee.ends]) reach(entry, target, returned(facts, ended, target));
    }
  }

  const isCut = (): boolean => placeCount > MOST_PLACES || ways.isCut();
  /** Follows all waiting places. Returns false if there are too many. */
  function settle(): boolean {
    for (let place = waiting.pop(); place !== undefined && !isCut(); place = waiting.pop()) follow(place);
    return !isCut();
  }

  const predicted = (base: Items): readonly number[] => certainly.predicted(base);
  return { enter, returned, guardsAfter, predicted, settle, isCut };
}

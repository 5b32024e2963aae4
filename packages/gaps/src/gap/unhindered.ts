// Decides whether every text that a language with layout and a finite automaton both read can be completed: whatever
// the automaton forbids, there is always something else to write. A *free* state of the automaton reads nearly
// everything (free-states.ts). If the answer is "yes", every text that leads to a free state can be completed up to a
// line start outside of all blocks. If, in addition, all states are free and accept, the mask of the product is the
// intersection of the two masks. For other states, hindered-costs.ts decides. The answer may be "no" although every
// text can be completed.
//
// A byte is *plain* if the automaton reads it in every free state and is in a free state afterwards. By itself, the language can be completed from each of its
// states, terminal by terminal. With the automaton, the same terminals work, with other texts for the lexemes, under four conditions. A kind of lexemes is
// *wide* if it has many texts, such as names, and *narrow* if it has few, such as keywords.
//
// 1. The automaton can read line ends and indentation wherever lines begin.
// 2. Plain bytes can end a lexeme of a wide kind at any time (regex-facts.ts), and the result is not a text of another kind.
// 3. A lexeme of a narrow kind can be finished together with the automaton; or it can become a lexeme of a wide kind
//    that is allowed wherever the narrow kind is.
// 4. Some terminals can be written in every free state, if necessary after a separator, and every rule can always be finished with these terminals.
//
// A text is then completed by finishing the lexeme in progress, the open rules, and a line end. From there, a text that leads to the suffix must be known for
// every free state that is possible at the beginning of a line. Nesting depths near a limit of the language are the language's own concern, as they are without
// an automaton. The condition for grammars is in always-completable.ts of @espalier/syntax.

import type { Monitor } from "@espalier/monitor";
import type { LexedLanguage } from "../language/lexed-language.js";
import { type ByteSet, byteSet, createFinishing, holds } from "../lexing/regex-facts.js";
import { DEAD, type FreeStates, freeStates } from "./free-states.js";
import { type LexemeFacts, lexemeFacts } from "./lexeme-facts.js";

const [TAB, LINE_FEED, SPACE] = [9, 10, 32];
const BLANKS = byteSet([TAB, LINE_FEED, 11, 12, 13, SPACE]);
/** Bytes that must be plain: line feed, and the parts of multi-byte characters, which can occur in comments. */
const ALWAYS = byteSet([LINE_FEED, ...Array.from({ length: 0x80 }, (_, i) => 0x80 + i)]);

/** How many bytes of a text can be read from a state. */
function readable({ step }: FreeStates, state: number, text: readonly number[]): number {
  let at = state;
  for (let i = 0; i < text.length; i++) {
    at = step(at, text[i]!);
    if (at === DEAD) return i;
  }
  return text.length;
}

const reads = (states: FreeStates, state: number, text: readonly number[]): boolean =>
  readable(states, state, text) === text.length;

/** Whether a text can be read after each of the given bytes, wherever those bytes can be read. */
function followsAfter(states: FreeStates, text: readonly number[], after: ByteSet): boolean {
  for (let byte = 0; byte < 256; byte++) {
    if (!holds(after, byte)) continue;
    for (const state of states.all) {
      const at = states.next(state, byte);
      if (at !== DEAD && states.isFree(at) && !reads(states, at, text)) return false;
    }
  }
  return true;
}

/**
 * Returns the states in which the automaton can be at the start of a line or in its indentation, as far as they are
 * free (read nearly everything). Returns `undefined` if one of these states does not read blanks, or if some free state
 * does not read a line end.
 */
function lineStates(states: FreeStates): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  // The middle itself may begin at a line start.
  if (states.isFree(states.start)) found.add(states.start);
  for (const state of states.all) {
    const line = states.next(state, LINE_FEED);
    if (states.isFree(state) || states.isFree(line)) found.add(states.isFree(line) ? line : DEAD);
  }
  for (const state of found) {
    if (state === DEAD) return undefined;
    found.add(states.step(state, SPACE)).add(states.step(state, TAB));
  }
  return found;
}

/** How texts are completed together with an automaton. */
export interface WayAround {
  readonly states: FreeStates;
  /** The free states in which a line may begin. */
  readonly lines: ReadonlySet<number>;
  /** By terminal: whether it can be written in every free state. */
  readonly always: readonly boolean[];
  /**
   * Whether the terminals in `always` can finish every rule, wherever a text stops. If false, some rules need another terminal first at some places.
   */
  readonly finishes: boolean;
}

/**
 * Returns how a text can be completed, up to a line start outside of all blocks, from any free state of the automaton
 * (a state that reads nearly everything). Returns a sentence if something prevents this. If `finishes` is false, the
 * result is valid only for those Earley sets that the terminals in `always` can finish.
 *
 * @param local the lexer state at the start of the gap.
 */
export function wayAround(language: LexedLanguage, local: number, automaton: Monitor<number>): WayAround | string {
  const { kinds, newline } = language.core.compiled;
  if (newline < 0)
    return "Its lexemes depend on the place, and intersections are decided for languages with one mode or with lines.";
  const states = freeStates(automaton);
  if (states === undefined) return "The other part has more than 4,096 states.";
  if (demandsWithoutEnd(states))
    return "The other part has states that read only few bytes, and it can stay in them for any number of bytes other than blanks.";
  const lines = lineStates(states);
  if ((~states.plain & ALWAYS) !== 0n || lines === undefined)
    return "The other part refuses the end of a line, a blank at its beginning, or a byte above 127 in some state.";
  const facts = lexemeFacts(language);
  if (!facts.distinct) return "Its lexemes cannot be told apart without their context.";
  const many = kinds.flatMap((_, k) => (facts.texts[k] === undefined ? [k] : []));
  const finishing = createFinishing(states.plain, (text, after) => followsAfter(states, text, after));
  for (const k of many) {
    const { whole, ends } = finishing(kinds[k]!.kind.regex);
    if (!whole || !ends)
      return `The other part may prevent the end of a lexeme that has begun (${kinds[k]!.kind.name}).`;
  }
  if (!beginsWell(language, facts, local, states))
    return "The other part may prevent the end of the lexeme that the prefix leaves unfinished.";
  for (const k of few(language, facts, states))
    if (!hasTwin(language, facts, states, many, k))
      return `The other part may prevent the end of a lexeme that has begun and can become nothing else (${kinds[k]!.kind.name}).`;
  const { always, finished } = rulesFinish(language, facts, states, lines, local);
  if (finished === "no") return "The other part may forbid the only lexeme that can follow at some place of a rule.";
  return { states, lines, always, finishes: finished === "all" };
}

/** Whether the states that are not free have a cycle, other than staying in one state over blanks. */
function demandsWithoutEnd(states: FreeStates): boolean {
  const targets = states.all
    .filter((state) => !states.isFree(state))
    .map((state): readonly [number, ReadonlySet<number>] => {
      const found = new Set<number>();
      for (let byte = 0; byte < 256; byte++) {
        const to = states.next(state, byte);
        if (to !== DEAD && !states.isFree(to) && (to !== state || !holds(BLANKS, byte))) found.add(to);
      }
      return [state, found];
    });
  // Removes states without a target until none is left, or until the rest lies on cycles or leads to them.
  let left = new Map(targets);
  for (;;) {
    const kept = new Map([...left].filter(([, found]) => [...found].some((to) => left.has(to))));
    if (kept.size === left.size) return kept.size > 0;
    left = kept;
  }
}

/** The kinds with few texts that can be begun, or continued from a free state, together with the automaton but not finished. */
function few({ core }: LexedLanguage, { texts }: LexemeFacts, states: FreeStates): readonly number[] {
  const isCut = (text: readonly number[]): boolean => cuts(states, text).length > 0;
  return core.compiled.kinds.flatMap((_, k) => (texts[k]?.some(isCut) === true ? [k] : []));
}

/** The lengths at which a text is cut off in a free state, if the automaton is free at its beginning or becomes free inside it. */
function cuts(states: FreeStates, text: readonly number[]): readonly number[] {
  const lengths = new Set<number>();
  const follow = (state: number, from: number): void => {
    const length = from + readable(states, state, text.slice(from));
    if (length > 0 && length < text.length) for (let n = Math.max(from, 1); n <= length; n++) lengths.add(n);
  };
  for (const state of states.free) follow(state, 0);
  for (const state of states.all) {
    if (states.isFree(state)) continue;
    for (let at = state, i = 0; i < text.length && at !== DEAD; i++) {
      at = states.next(at, text[i]!);
      if (at === DEAD || !states.isFree(at)) continue;
      follow(at, i + 1);
      break;
    }
  }
  return [...lengths];
}

/** Whether a lexeme that the prefix left unfinished can end with plain bytes, whatever it becomes. */
function beginsWell({ core }: LexedLanguage, { texts }: LexemeFacts, local: number, { plain }: FreeStates): boolean {
  const { lexer } = core.compiled;
  if (lexer.isLine(local) || lexer.begins(local)) return true;
  return lexer
    .possible(local)
    .every((k) => texts[k]?.every((text) => text.slice(1).every((byte) => holds(plain, byte))) !== false);
}

/**
 * Whether some kind with many texts is allowed wherever kind `k` is, and can begin with every prefix of the texts of `k`. For example, names are such a kind
 * for keywords.
 */
function hasTwin(
  { core }: LexedLanguage,
  { texts, has }: LexemeFacts,
  states: FreeStates,
  many: readonly number[],
  k: number,
): boolean {
  const { kinds, rules } = core.compiled;
  const { terminalEdges, terminalLabel, stateCount, allowed, allowedWords } = rules.automata;
  const its = kinds[k]!;
  return many.some((other) => {
    const twin = kinds[other]!;
    const [terminal] = twin.terminals;
    if (terminal === undefined || twin.terminals.length > 1 || its.terminals.length === 0) return false;
    if (!its.kind.modes.every((mode) => twin.kind.modes.includes(mode))) return false;
    for (const text of texts[k]!) if (!cuts(states, text).every((n) => has(other, text.slice(0, n)))) return false;
    for (let q = 0; q < stateCount; q++) {
      const isAllowed = ((allowed[q * allowedWords + (terminal >>> 5)]! >>> (terminal & 31)) & 1) === 1;
      for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
        if (terminalLabel[e] === its.terminals[0] && !isAllowed) return false;
    }
    return true;
  });
}

/** Which terminals can be written in every free state, and whether these finish each rule after any terminals that can be written at all. */
function rulesFinish(
  language: LexedLanguage,
  facts: LexemeFacts,
  states: FreeStates,
  lines: ReadonlySet<number>,
  local: number,
): { readonly always: readonly boolean[]; readonly finished: "all" | "near" | "no" } {
  const { compiled } = language.core;
  const { kinds, rules, terminals, newline, indent, dedent, lexer } = compiled;
  const ofLayout = [newline, indent, dedent];
  const begun = lexer.isLine(local) || lexer.begins(local) ? [] : lexer.possible(local);
  const every = states.free;
  const isRead = (text: readonly number[]): boolean =>
    states.all.some((state) => text.reduce((at, byte) => states.next(at, byte), state) !== DEAD);
  const canBe = (k: number): boolean => begun.includes(k) || facts.texts[k]?.some(isRead) !== false;
  // By separators and kind.
  const known = new Map<readonly (readonly number[])[], Map<number, boolean>>();
  function isSeparated(k: number, separators: readonly (readonly number[])[]): boolean {
    let byKind = known.get(separators);
    if (byKind === undefined) known.set(separators, (byKind = new Map()));
    let its = byKind.get(k);
    if (its === undefined) {
      const texts = facts.texts[k] ?? [[]];
      const all = separators.flatMap((before) => texts.map((text) => [...before, ...text]));
      byKind.set(k, (its = every.every((state) => all.some((text) => reads(states, state, text)))));
    }
    return its;
  }
  const isSpelt = (k: number, mode: number): boolean => {
    const texts = facts.texts[k];
    const separators = facts.separators.get(compiled.source.modes[mode]?.name as string) ?? [];
    if (separators.length === 0)
      return texts?.some((text) => text.every((byte) => holds(states.plain, byte))) !== false;
    const atLine = (state: number): boolean => texts?.some((text) => reads(states, state, text)) !== false;
    return isSeparated(k, separators) && (mode !== 0 || [...lines].every(atLine));
  };
  const may = terminals.map(
    (_, t) => ofLayout.includes(t) || kinds.some((kind, k) => kind.terminals.includes(t) && canBe(k)),
  );
  const always = terminals.map((_, t) => {
    if (ofLayout.includes(t)) return true;
    const spelling = compiled.kindsIn.map((list) =>
      list.filter((k) => kinds[k]!.terminals.length === 1 && kinds[k]?.terminals[0] === t),
    );
    return (
      spelling.some((list) => list.length > 0) &&
      spelling.every((list, mode) => list.length === 0 || list.some((k) => isSpelt(k, mode)))
    );
  });
  return { always, finished: finishRules(rules.automata, may, always) };
}

type Automata = LexedLanguage["core"]["compiled"]["rules"]["automata"];

/**
 * Whether the terminals in `always` suffice to finish every rule. `all`: from every state. `near`: in some states, one
 * terminal that is not in `always` must come first, but no rule that is called there can be open. `no`: otherwise.
 */
function finishRules(automata: Automata, may: readonly boolean[], always: readonly boolean[]): "all" | "near" | "no" {
  const { stateCount, startOf, final, terminalEdges, terminalLabel, terminalTarget, callEdges, callLabel, callTarget } =
    automata;
  const finishes = Uint8Array.from(final);
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = stateCount - 1; q >= 0; q--) {
      if (finishes[q] === 1) continue;
      let found = false;
      for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
        found ||= always[terminalLabel[e]!] === true && finishes[terminalTarget[e]!] === 1;
      for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++)
        found ||= finishes[startOf[callLabel[e]!]!] === 1 && finishes[callTarget[e]!] === 1;
      if (!found) continue;
      finishes[q] = 1;
      changed = true;
    }
  }
  const reached = new Set([startOf[0]!]);
  const afterTerminals = new Set<number>();
  const afterCalls = new Set<number>();
  for (const q of reached) {
    for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
      if (may[terminalLabel[e]!] === true) {
        reached.add(terminalTarget[e]!);
        afterTerminals.add(terminalTarget[e]!);
      }
    for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++) {
      reached.add(startOf[callLabel[e]!]!).add(callTarget[e]!);
      afterCalls.add(callTarget[e]!);
    }
  }
  const unfinished = [...reached].filter((q) => finishes[q] === 0);
  if (unfinished.length === 0) return "all";
  // Beside the beginning of a rule, a set has the state that calls it.
  const kernel = unfinished.filter((q) => afterTerminals.has(q) || afterCalls.has(q) || q === startOf[0]);
  const isNear = (q: number): boolean => {
    if (afterCalls.has(q) || q === startOf[0] || callEdges[q] !== callEdges[q + 1]) return false;
    for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
      if (finishes[terminalTarget[e]!] === 0) return false;
    return true;
  };
  return kernel.every(isNear) ? "near" : "no";
}

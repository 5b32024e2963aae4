// Decides whether a finite automaton only forbids texts for which there is always an alternative. If so, every text that a language with layout and one of its
// gaps read together with the automaton has a completion that both read. The masks of the product are then the intersections of the two masks, and no state has
// to be dropped. The answer may be "no" even if no state would have to be dropped.
//
// A byte is *plain* if the automaton reads it in all of its states. The language by itself completes each of its states, terminal by terminal. The same works
// together with the automaton, with other texts for the lexemes, if
//
// 1. the automaton accepts in all states, and can read line ends and indentation wherever lines begin;
// 2. a lexeme in progress of a kind with many texts can always be ended with plain bytes (regex-facts.ts), and the result is not a text of another kind;
// 3. a lexeme in progress of a kind with few texts can be finished together with the automaton, or can become a lexeme of a kind with many texts that is
// allowed wherever the first kind is;
// 4. some terminals can be written in every automaton state and in every mode that has them, if necessary after a separator, and every rule can be finished
// with these terminals after any terminals that can be written at all; and
// 5. at a line start outside of all blocks, a text that leads to the suffix can be read in every automaton state that is possible there.
//
// A text is then completed by finishing the lexeme in progress, the open rules, a line end, and the text of (5). Nesting depths near a limit of the language
// are the language's own concern, as they are without an automaton. The condition for grammars is in always-completable.ts of @espalier/syntax.

import type { Monitor } from "@espalier/monitor";
import type { LexedLanguage } from "../language/lexed-language.js";
import { type ByteSet, byteSet, createFinishing, holds } from "../lexing/regex-facts.js";
import { type LexemeFacts, lexemeFacts } from "./lexeme-facts.js";

/** The largest number of automaton states that are examined. For a larger automaton, the answer is "no". */
const MOST_STATES = 1_024;
const DEAD = -1;
const [TAB, LINE_FEED, SPACE] = [9, 10, 32];
/** Bytes that must be plain: line feed, and the parts of multi-byte characters, which can occur in comments. */
const ALWAYS = byteSet([LINE_FEED, ...Array.from({ length: 0x80 }, (_, i) => 0x80 + i)]);

/** All states of an automaton, numbered. */
interface States {
  readonly count: number;
  /** The state after a byte; −1 if there is none. */
  step(state: number, byte: number): number;
  /** The bytes that all states read. */
  readonly plain: ByteSet;
}

/** The states of an automaton that accepts in all of them. State 0 is the start. */
function acceptingStates(automaton: Monitor<number>): States | undefined {
  const classOf =
    (automaton.table ?? automaton.classes)?.classOf ?? Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const firsts = new Map<number, number>();
  for (let byte = 255; byte >= 0; byte--) firsts.set(classOf[byte]!, byte);
  const columns = Math.max(...firsts.keys()) + 1;
  const numbers = new Map([[automaton.start, 0]]);
  const next: number[] = [];
  for (const [state, number] of numbers) {
    if (numbers.size > MOST_STATES || !automaton.accepts(state)) return undefined;
    for (const [column, byte] of firsts) {
      const to = automaton.step(state, byte);
      if (to !== undefined && !numbers.has(to)) numbers.set(to, numbers.size);
      next[number * columns + column] = to === undefined ? DEAD : (numbers.get(to) as number);
    }
  }
  const step = (state: number, byte: number): number => next[state * columns + classOf[byte]!]!;
  const all = [...numbers.values()];
  const read = new Set(
    [...firsts].flatMap(([column, byte]) => (all.every((state) => step(state, byte) !== DEAD) ? [column] : [])),
  );
  const plain = byteSet([...classOf.keys()].filter((byte) => read.has(classOf[byte]!)));
  return { count: numbers.size, step, plain };
}

/** How many bytes of a text can be read from a state. */
function readable({ step }: States, state: number, text: readonly number[]): number {
  let at = state;
  for (let i = 0; i < text.length; i++) {
    at = step(at, text[i]!);
    if (at === DEAD) return i;
  }
  return text.length;
}

const reads = (states: States, state: number, text: readonly number[]): boolean =>
  readable(states, state, text) === text.length;

/** Whether a text can be read after each of the given bytes, wherever those bytes can be read. */
function followsAfter(states: States, text: readonly number[], after: ByteSet): boolean {
  for (let byte = 0; byte < 256; byte++) {
    if (!holds(after, byte)) continue;
    for (let state = 0; state < states.count; state++) {
      const at = states.step(state, byte);
      if (at !== DEAD && !reads(states, at, text)) return false;
    }
  }
  return true;
}

/** The states in which a line may begin, including blanks before its first lexeme. `undefined` if one of them does not read blanks or a line end. */
function lineStates(states: States): ReadonlySet<number> | undefined {
  // The middle itself may begin at a line start.
  const found = new Set([0]);
  for (let state = 0; state < states.count; state++) found.add(states.step(state, LINE_FEED));
  for (const state of found) {
    if (state === DEAD) return undefined;
    found.add(states.step(state, SPACE)).add(states.step(state, TAB));
  }
  return found;
}

/** What must be known about the gap. */
export interface UnhinderedGap {
  /** The lexer state at its start. */
  readonly local: number;
  /** Texts that lead to the suffix from a line start outside of all blocks. */
  connecting(): Iterable<ArrayLike<number>>;
}

/**
 * Returns what the automaton may prevent, in a sentence; `undefined` if every text has a way around what it forbids.
 *
 * @param gap a gap that uses the language's own steps, and whose suffix can be reached from every line start outside of all blocks.
 */
export function hindranceOf(
  language: LexedLanguage,
  gap: UnhinderedGap,
  automaton: Monitor<number>,
): string | undefined {
  const { kinds, newline } = language.core.compiled;
  if (newline < 0)
    return "Its lexemes depend on the place, and intersections are decided for languages with one mode or with lines.";
  const states = acceptingStates(automaton);
  if (states === undefined)
    return `The other part has a state that does not accept, or more than ${MOST_STATES} states; beside a language with layout, only automata are decided that accept everywhere.`;
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
  if (!beginsWell(language, facts, gap.local, states))
    return "The other part may prevent the end of the lexeme that the prefix leaves unfinished.";
  for (const k of few(language, facts, states))
    if (!hasTwin(language, facts, states, many, k))
      return `The other part may prevent the end of a lexeme that has begun and can become nothing else (${kinds[k]!.kind.name}).`;
  if (!rulesFinish(language, facts, states, lines, gap.local))
    return "The other part may forbid the only lexeme that can follow at some place of a rule.";
  for (const text of gap.connecting())
    if ([...lines].every((state) => reads(states, state, Array.from(text)))) return undefined;
  return "The other part may refuse the text that leads to the suffix.";
}

/** The kinds with few texts that can be begun together with the automaton but not finished. */
function few({ core }: LexedLanguage, { texts }: LexemeFacts, states: States): readonly number[] {
  const isCut = (text: readonly number[]): boolean => {
    for (let state = 0; state < states.count; state++) {
      const length = readable(states, state, text);
      if (length > 0 && length < text.length) return true;
    }
    return false;
  };
  return core.compiled.kinds.flatMap((_, k) => (texts[k]?.some(isCut) === true ? [k] : []));
}

/** Whether a lexeme that the prefix left unfinished can end with plain bytes, whatever it becomes. */
function beginsWell({ core }: LexedLanguage, { texts }: LexemeFacts, local: number, { plain }: States): boolean {
  const { lexer } = core.compiled;
  if (lexer.isLine(local) || lexer.begins(local)) return true;
  return lexer
    .possible(local)
    .every((k) => texts[k]?.every((text) => text.slice(1).every((byte) => holds(plain, byte))) !== false);
}

/**
 * Whether a kind with many texts is allowed wherever kind `k` is, in the same modes, and can begin with every prefix of the texts of `k`. Names have this
 * relation to keywords.
 */
function hasTwin(
  { core }: LexedLanguage,
  { texts, has }: LexemeFacts,
  states: States,
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
    for (const text of texts[k]!) {
      for (let state = 0; state < states.count; state++) {
        const length = readable(states, state, text);
        if (length === text.length) continue;
        for (let n = 1; n <= length; n++) if (!has(other, text.slice(0, n))) return false;
      }
    }
    for (let q = 0; q < stateCount; q++) {
      const isAllowed = ((allowed[q * allowedWords + (terminal >>> 5)]! >>> (terminal & 31)) & 1) === 1;
      for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
        if (terminalLabel[e] === its.terminals[0] && !isAllowed) return false;
    }
    return true;
  });
}

/** Whether each rule can be finished with terminals that can be written anywhere, after any terminals that can be written at all. */
function rulesFinish(
  language: LexedLanguage,
  facts: LexemeFacts,
  states: States,
  lines: ReadonlySet<number>,
  local: number,
): boolean {
  const { compiled } = language.core;
  const { kinds, rules, terminals, newline, indent, dedent, lexer } = compiled;
  const ofLayout = [newline, indent, dedent];
  const begun = lexer.isLine(local) || lexer.begins(local) ? [] : lexer.possible(local);
  const every = Array.from({ length: states.count }, (_, state) => state);
  const canBe = (k: number): boolean =>
    begun.includes(k) || facts.texts[k]?.some((text) => every.some((state) => reads(states, state, text))) !== false;
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
  return finishRules(rules.automata, may, always);
}

type Automata = LexedLanguage["core"]["compiled"]["rules"]["automata"];

function finishRules(automata: Automata, may: readonly boolean[], always: readonly boolean[]): boolean {
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
  for (const q of reached) {
    if (finishes[q] === 0) return false;
    for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
      if (may[terminalLabel[e]!] === true) reached.add(terminalTarget[e]!);
    for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++) reached.add(startOf[callLabel[e]!]!).add(callTarget[e]!);
  }
  return true;
}

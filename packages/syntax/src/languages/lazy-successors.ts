// The states of a lazy language that follow a state: after a byte, and after a lexeme. Sets after lexemes of several terminals are cached here, and so are the
// states where a lexeme begins.
//
// If any terminal can still match after a byte, the byte continues the lexeme in progress; otherwise the byte begins
// the next lexeme. This choice is never ambiguous.

import { DEAD_SET, type SetId } from "@espalier/earley";
import { createPairTable, FIRST_CONTROL } from "@espalier/monitor";
import { type LanguageState, VAGUE_STATE } from "../states/generations.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import { VAGUE_SET } from "../tracking/tracked-lexemes.js";

/** In place of a text: an unsure edge may take it. */
export const VAGUE = -1;
/** In place of a text: no edge may take it, and nothing else can be read. */
export const DEAD = -2;

/** The successors of the states of one generation. */
export interface LazySuccessors {
  /**
   * Returns the set after a lexeme that began in `set` and has the exit `exit`; `text` is 0 if it does not matter.
   * Returns {@link VAGUE_SET} if that is not known.
   */
  crossed(set: SetId, exit: number, text: number): SetId;
  /** Returns the state at the start of a lexeme after `set`; 0 if that is dead. */
  at(set: SetId): LanguageState;
  /**
   * Returns the state inside a lexeme that began in `set`, after the lexeme has been read up to the lexer state
   * `lexeme`. If the lexeme cannot be longer, it ends at once. Returns 0 if nothing can follow.
   */
  settled(lexeme: number, set: SetId, text: number): LanguageState;
  /**
   * Decides whether the text of a lexeme so far must be stored in the state. It returns `text` if some tracked edge,
   * whose continuation depends on the text, may still read the lexeme, and 0 if no tracked edge can. It returns
   * {@link VAGUE} if the text is unknown and matters, and {@link DEAD} if the grammar refuses every text that the lexer
   * could still read.
   */
  textThatMatters(lexeme: number, set: SetId, text: number): number;
  /** Returns the text of the lexeme after one more byte; 0 if it does not matter. */
  textAfter(state: LanguageState, set: SetId, byte: number): number;
  /** Returns the state after a symbol; `undefined` if it is refused. */
  step(state: LanguageState, symbol: number): LanguageState | undefined;
  /** Returns the set of the parser if the lexeme in progress ends here; dead if it cannot. */
  ended(state: LanguageState): SetId;
  bytes(): number;
}

export function createLazySuccessors(machines: LazyMachines): LazySuccessors {
  const { source, lexer, chart, terminals, tracked, texts, configurations } = machines;
  const crossings = createPairTable();

  function crossed(set: SetId, exit: number, text: number): SetId {
    if (text !== 0) return tracked.mayRefuse(set, exit, text) ? VAGUE_SET : tracked.crossed(set, exit, text);
    const its = terminals.ofExit(exit);
    // The chart caches what follows a single terminal.
    if (its.length === 1) return chart.scan(set, its[0]!);
    let after = crossings.get(set, exit);
    if (after >= 0) return after;
    after = DEAD_SET;
    for (let i = 0; i < its.length; i++) after = chart.merge(after, chart.scan(set, its[i]!));
    crossings.set(set, exit, after);
    return after;
  }

  // For each set, the state at the start of a lexeme; 0 if not created.
  const beginnings: LanguageState[] = [0];

  function at(set: SetId): LanguageState {
    if (set === VAGUE_SET) return VAGUE_STATE;
    const known = beginnings[set];
    if (known !== undefined && (known !== 0 || set === DEAD_SET)) return known;
    while (beginnings.length <= set) beginnings.push(0);
    const made = configurations.before(tracked.begin(set), set, 0);
    beginnings[set] = made;
    return made;
  }

  function settled(lexeme: number, set: SetId, text: number): LanguageState {
    const mattering = text === 0 ? 0 : textThatMatters(lexeme, set, text);
    if (mattering === VAGUE) return VAGUE_STATE;
    if (mattering === DEAD) return 0;
    if (lexer.closes(lexeme)) return at(crossed(set, lexer.exit(lexeme), mattering));
    return configurations.inside(lexeme, set, mattering);
  }

  function textThatMatters(lexeme: number, set: SetId, text: number): number {
    let matters = false;
    let live = false;
    for (const edge of tracked.of(set)) {
      const left = lexer.leftOf(lexeme, edge.slot);
      if (left === 0) continue;
      if (edge.unsure && !tracked.outlasts(edge, text, left)) return VAGUE;
      matters = true;
      live ||= edge.refused < 0 || tracked.takesAny(edge, text, left);
    }
    live ||= !matters || hasUntracked(lexeme, set);
    if (!live) return DEAD;
    return matters ? text : 0;
  }

  /** Returns whether a lexeme may become an untracked terminal. */
  function hasUntracked(lexeme: number, set: SetId): boolean {
    const slots = new Set(tracked.of(set).map(({ slot }) => slot));
    const allowed = chart.lookaheadTerminals(chart.lookahead(set));
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const slot = lexer.slotAt(lexeme, i);
      if (!slots.has(slot)) return true;
      if (terminals.ofSlot(slot).some((t) => source.rules.tracked?.(t) !== true && allowed.includes(t))) return true;
    }
    return false;
  }

  function step(state: LanguageState, symbol: number): LanguageState | undefined {
    if (symbol >= FIRST_CONTROL) return undefined;
    const lexeme = configurations.lexeme(state);
    const set = configurations.set(state);
    const longer = lexer.step(lexeme, symbol);
    if (longer !== 0) return settled(longer, set, textAfter(state, set, symbol)) || undefined;
    const exit = lexer.exit(lexeme);
    if (exit === 0) return undefined;
    const after = crossed(set, exit, configurations.text(state));
    if (after === DEAD_SET) return undefined;
    if (after === VAGUE_SET) return VAGUE_STATE;
    const first = lexer.step(tracked.begin(after), symbol);
    if (first === 0) return undefined;
    return settled(first, after, tracked.of(after).length > 0 ? texts.longer(0, symbol) : 0) || undefined;
  }

  function textAfter(state: LanguageState, set: SetId, byte: number): number {
    const text = configurations.text(state);
    if (text === 0 && (configurations.isInside(state) || tracked.of(set).length === 0)) return 0;
    return texts.longer(text, byte);
  }

  function ended(state: LanguageState): SetId {
    const set = configurations.set(state);
    if (!configurations.isInside(state)) return set;
    const exit = lexer.exit(configurations.lexeme(state));
    const after = exit === 0 ? DEAD_SET : crossed(set, exit, configurations.text(state));
    return after === VAGUE_SET ? DEAD_SET : after;
  }

  return { crossed, at, settled, textThatMatters, textAfter, step, ended, bytes: () => crossings.bytes() };
}

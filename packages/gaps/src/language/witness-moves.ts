// The steps that form a completion: the rest of the lexeme in progress; a lexeme; blanks and a lexeme; or a line end
// and the blanks of the next line. Each step comes with its shortest text, and with an estimate of the cost after it.

import type { CompiledKind } from "../source/compiled.js";
import { type Goal, NONE, type Offer, type Spelling } from "./goal.js";
import { createLineMoves } from "./line-moves.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import { offerBeyond, passesGoal } from "./unfinished-moves.js";

export interface Moves {
  /** Offers all moves. */
  all(state: LexedState, offer: Offer): void;
  /** Like `all`, but where a lexeme begins, offers only the terminal that the goal names next. */
  named(state: LexedState, offer: Offer): void;
  /** The shortest rest of the lexeme in progress that leads on, by the estimate; `undefined` if there is none. */
  nearest(state: LexedState): NearestRest | undefined;
  /** Lexemes of one byte that can begin at `before`, after which nothing is missing by the estimate. */
  lastBytes(before: LexedState): readonly number[];
}

/** A rest of a lexeme, and the estimate of the completion that begins with it. */
export interface NearestRest {
  readonly bytes: readonly number[];
  readonly length: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 0x0d;
/** Any terminal. */
const ANY = -2;

export function createMoves(machine: LexedMachine, goal: Goal): Moves {
  const { core } = machine;
  const { frames } = core;
  const { lexer, kinds, kindsIn } = core.compiled;
  const { shortest, reads }: Spelling = goal.spelling ?? { shortest: lexer.shortest, reads: () => true };

  /** The state after bytes; the dead state has no steps. */
  function run(state: LexedState, bytes: readonly number[]): LexedState {
    let at = state;
    for (const byte of bytes) {
      at = machine.step(at, byte);
      if (at === DEAD_STATE) return DEAD_STATE;
    }
    return at;
  }

  function crossed(state: LexedState): LexedState {
    const exit = lexer.exit(machine.local(state));
    return exit === 0 ? DEAD_STATE : machine.cross(state, exit);
  }

  const restOf = (state: LexedState, kind: CompiledKind): number =>
    goal.rest(core.read(machine.set(state), kind), core.framesAfter(machine.frame(state), kind));

  /** Whether to follow, where a lexeme begins, only the terminal that the goal names next. */
  let guided = false;
  const namedNext = (before: LexedState): number =>
    guided ? (goal.next?.(machine.set(before), machine.frame(before)) ?? ANY) : ANY;

  /** Offers every rest of the lexeme in progress, and its end if it may end here. */
  function offerLexeme(state: LexedState, offer: Offer): void {
    let offered = false;
    for (const k of lexer.possible(machine.local(state))) {
      const bytes = shortest(machine.local(state), k);
      if (bytes === undefined || bytes.length === 0) continue;
      const rest = restOf(state, kinds[k]!);
      // If nothing leads on after it, it may still end beyond the goal.
      if (rest === NONE && !passesGoal(machine, goal, state, bytes)) continue;
      offered = true;
      offer(bytes, rest === NONE ? 0 : rest);
    }
    const before = crossed(state);
    if (before !== DEAD_STATE) offerNext(state, before, offer);
    else if (!offered) offerBeyond(machine, goal, state, offer);
  }

  /** Offers lexemes that can begin at `before`, except those in `tried`. Returns the kinds offered. */
  function offerKinds(
    before: LexedState,
    through: readonly number[],
    tried: ReadonlySet<number> | undefined,
    offer: Offer,
  ): ReadonlySet<number> {
    const at = machine.local(before);
    const offered = new Set<number>();
    const named = namedNext(before);
    for (const k of lexer.possible(at)) {
      const kind = kinds[k]!;
      if (kind.terminals.length === 0 || tried?.has(k) === true) continue;
      if (named !== ANY && kind.terminals[0] !== named) continue;
      const rest = restOf(before, kind);
      const bytes = rest === NONE ? undefined : shortest(at, k);
      if (bytes === undefined || !reads(before, bytes)) continue;
      offered.add(k);
      offer([...through, ...bytes], rest);
    }
    return offered;
  }

  /** Offers what can be read next at `before`, a state before a lexeme, with bytes from `state`: lexemes, blanks and lexemes, or a line end. */
  function offerNext(state: LexedState, before: LexedState, offer: Offer): void {
    const direct = offerKinds(before, [], undefined, offer);
    const named = namedNext(before);
    if (lexer.allowsLine(machine.local(before)) && (named === ANY || named === core.compiled.newline)) {
      // After a backslash and a carriage return, a line feed belongs to them.
      const longer = machine.step(state, LINE_FEED);
      const own = longer !== DEAD_STATE && !lexer.isLine(machine.local(longer));
      if (own && goal.reached(longer)) offer([LINE_FEED], 0);
      const lineBreak = own ? CARRIAGE_RETURN : LINE_FEED;
      const line = own ? machine.step(state, CARRIAGE_RETURN) : longer;
      if (line !== DEAD_STATE) {
        if (goal.reached(line)) offer([lineBreak], 0);
        if (lexer.isLine(machine.local(line))) offerLine(line, [lineBreak], offer);
      }
    }
    for (const k of kindsIn[frames.mode(machine.frame(before))]!) {
      const { kind } = kinds[k]!;
      if (kind.terminals.length > 0 || kind.swallows === true || kind.unfinished === true) continue;
      const blank = shortest(machine.local(before), k);
      const behind = blank === undefined ? DEAD_STATE : run(state, blank);
      if (blank === undefined || behind === DEAD_STATE) continue;
      const after = lexer.begins(machine.local(behind)) ? behind : crossed(behind);
      if (after === DEAD_STATE) continue;
      offerKinds(after, blank, direct, offer);
      return;
    }
  }

  /** Offers the goal's own texts that reach the goal. */
  function offerLast(state: LexedState, offer: Offer): void {
    for (const bytes of goal.last?.() ?? []) {
      const to = run(state, bytes);
      if (to !== DEAD_STATE && goal.reached(to)) offer(bytes, 0);
    }
  }

  /** Offers all moves from `state`. */
  function offerMoves(state: LexedState, offer: Offer): void {
    const at = machine.local(state);
    const line = lexer.isLine(at);
    const before = line || lexer.begins(at) ? state : crossed(state);
    if (before !== DEAD_STATE && goal.rest(machine.set(before), machine.frame(before)) === 0) offerLast(state, offer);
    if (line) offerLine(state, [], offer);
    else if (lexer.begins(at)) offerNext(state, state, offer);
    else offerLexeme(state, offer);
  }

  const offerLine = createLineMoves(machine, goal, (state, before, rest, offer) => {
    if (rest === 0) offerLast(state, offer);
    offerKinds(before, [], undefined, offer);
  });

  return {
    all(state: LexedState, offer: Offer): void {
      guided = false;
      offerMoves(state, offer);
    },
    named(state: LexedState, offer: Offer): void {
      guided = true;
      offerMoves(state, offer);
    },
    nearest(state: LexedState): NearestRest | undefined {
      let best: NearestRest | undefined;
      for (const k of lexer.possible(machine.local(state))) {
        const bytes = shortest(machine.local(state), k);
        if (bytes === undefined || bytes.length === 0) continue;
        const length = bytes.length + restOf(state, kinds[k]!);
        if (length < (best?.length ?? NONE)) best = { bytes, length };
      }
      return best;
    },
    lastBytes: (before: LexedState): readonly number[] =>
      [...lexer.possible(machine.local(before))].flatMap((k) => {
        const bytes = shortest(machine.local(before), k);
        return bytes?.length === 1 && restOf(before, kinds[k]!) === 0 ? [bytes[0]!] : [];
      }),
  };
}

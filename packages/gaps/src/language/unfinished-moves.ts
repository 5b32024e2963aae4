// Moves inside the lexeme in progress that the lexer's shortest texts do not give: the rest of an unfinished character, and a text after which the lexeme ends
// beyond the goal.

import type { Goal, Offer } from "./goal.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";

/** The longest text, in bytes, for a lexeme that must end beyond the goal. */
const LONGEST_BEYOND = 4;
/** The number of states that are examined for a lexeme that must end beyond the goal. */
const MOST_BEYOND = 500;

/** Offers the shortest rest of an unfinished character. */
export function offerCharacter(machine: LexedMachine, goal: Goal, state: LexedState, offer: Offer): void {
  const { lexer } = machine.core.compiled;
  let level: { readonly at: LexedState; readonly bytes: readonly number[] }[] = [{ at: state, bytes: [] }];
  for (let missing = 0; missing < 3; missing++) {
    const next: typeof level = [];
    for (const { at, bytes } of level) {
      const byte = lexer.representatives.find((each) => each >= 0x80 && machine.step(at, each) !== DEAD_STATE);
      if (byte === undefined) continue;
      const made = { at: machine.step(at, byte), bytes: [...bytes, byte] };
      if (lexer.lineMayEnd(machine.local(made.at))) {
        offer(made.bytes, goal.rest(machine.set(state), machine.frame(state)));
        return;
      }
      next.push(made);
    }
    level = next;
  }
}

/** Offers the shortest text inside the lexeme in progress after which it ends beyond the goal. For example, one quote becomes three. */
export function offerBeyond(machine: LexedMachine, goal: Goal, state: LexedState, offer: Offer): void {
  const { lexer } = machine.core.compiled;
  const met = new Set([state]);
  let level: { readonly at: LexedState; readonly bytes: readonly number[] }[] = [{ at: state, bytes: [] }];
  for (let depth = 0; depth < LONGEST_BEYOND && met.size < MOST_BEYOND; depth++) {
    const next: typeof level = [];
    for (const { at, bytes } of level) {
      const local = machine.local(at);
      // Only an unfinished character continues with a byte beyond ASCII.
      const most = lexer.exit(local) === 0 && !(lexer.isLine(local) && lexer.lineMayEnd(local)) ? 0xff : 0x7f;
      for (const byte of lexer.representatives) {
        const longer = lexer.step(local, byte);
        const to = longer === 0 || byte > most ? DEAD_STATE : machine.step(at, byte);
        if (to === DEAD_STATE || met.has(to)) continue;
        met.add(to);
        const made = { at: to, bytes: [...bytes, byte] };
        if (goal.reached(to)) {
          offer(made.bytes, 0);
          return;
        }
        next.push(made);
      }
    }
    level = next;
  }
}

/** Whether the goal is reached by these bytes or by their beginning. */
export function passesGoal(machine: LexedMachine, goal: Goal, state: LexedState, bytes: readonly number[]): boolean {
  let at = state;
  for (const byte of bytes) {
    at = machine.step(at, byte);
    if (at === DEAD_STATE || goal.reached(at)) break;
  }
  return at !== DEAD_STATE && goal.reached(at);
}

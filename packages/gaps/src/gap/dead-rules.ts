// Proves that a state of a gap has no completion beside an automaton, because its pending rules need a lexeme that can
// no longer be written. In Python, for example, `import` must follow `from x`. If the automaton forbids that word, and
// the suffix does not contain it, nothing completes `from x`.
//
// A lexeme can still be written if it stands in the suffix, or if the automaton can read it from some state; it may also
// begin in the prefix or end in the suffix. Only kinds with few texts, such as keywords, are examined.

import { DEAD_SET, type SetId } from "@espalier/earley";
import type { LexedLanguage } from "../language/lexed-language.js";
import type { LexedMachine, LexedState } from "../language/machine.js";
import { createRest } from "../lexing/rest.js";
import { DEAD, type FreeStates } from "./free-states.js";
import { lexemeFacts } from "./lexeme-facts.js";

/** Costs of sets from here on mean that a set cannot be finished. */
const UNFINISHABLE = 2 ** 31 - 1;

/**
 * @param local the lexer state at the start of the gap.
 * @param suffix the bytes of the suffix.
 * @returns whether a state certainly has no completion; it may have none all the same if this is false.
 */
export function createDeadRules(
  language: LexedLanguage,
  machine: LexedMachine,
  states: FreeStates,
  local: number,
  suffix: ArrayLike<number>,
): (state: LexedState) => boolean {
  const { compiled, chart } = language.core;
  const { kinds, lexer, terminals, newline, indent, dedent } = compiled;
  const { texts } = lexemeFacts(language);
  const begun = lexer.isLine(local) || lexer.begins(local) ? [] : lexer.possible(local);
  const rest = Array.from(suffix);
  const isPartOf = (text: readonly number[]): boolean =>
    rest.some((_, at) => text.every((byte, i) => rest[at + i] === byte));
  /** Whether the automaton reads the text from some state, up to where the suffix continues it. */
  const isRead = (text: readonly number[]): boolean =>
    states.all.some((state) => {
      let at = state;
      for (let i = 0; i < text.length; i++) {
        if (i > 0 && text.slice(i).every((byte, k) => rest[k] === byte)) return true;
        at = states.next(at, text[i]!);
        if (at === DEAD) return false;
      }
      return true;
    });
  const canBe = (k: number): boolean =>
    begun.includes(k) || texts[k]?.some((text) => isPartOf(text) || isRead(text)) !== false;
  const usable = terminals.map(
    (_, t) => [newline, indent, dedent].includes(t) || kinds.some((kind, k) => kind.terminals.includes(t) && canBe(k)),
  );
  if (usable.every(Boolean)) return () => false;
  const costs = createRest(chart, compiled, language.engine, usable);
  const isDead = (set: SetId): boolean => set === DEAD_SET || costs.rest(set) >= UNFINISHABLE;
  return (state) => {
    const [its, set] = [machine.local(state), machine.set(state)];
    if (lexer.isLine(its) || lexer.begins(its)) return isDead(set);
    return lexer.possible(its).every((k) => {
      // What opens or closes blocks at the end of a lexeme is not examined.
      const kind = kinds[k]!;
      return kind.terminals.some((t) => t < 0) ? false : isDead(language.core.read(set, kind));
    });
  };
}

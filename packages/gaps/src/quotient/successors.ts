// Which lexemes may be read after a boundary, by what the grammar allows after the lexemes that end with it.

import { DEAD_STATE } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { adjacentTerminals } from "./adjacent.js";
import { isTrivia, type Lexemes } from "./lexemes.js";
import { QuotientError } from "./refusal.js";

/** The largest number of lexer states. */
const MOST_LOCALS = 20_000;

/**
 * Whether a lexeme of `kind` may be read after one of those that end with `guard`. `starts` are the lexer states in which texts begin.
 *
 * @throws QuotientError if the lexer has too many states.
 */
export function createSuccessors(
  core: LexedCore,
  { begin, ended, namesOf }: Lexemes,
  starts: readonly number[],
): (guard: number, kind: number) => boolean {
  const { lexer, kinds, source } = core.compiled;
  const adjacent = adjacentTerminals(source.grammar);
  const kindsBefore = new Map<number, Set<number>>();
  const met = new Set<number>();
  const open = [...starts];
  for (let local = open.pop(); local !== undefined; local = open.pop()) {
    if (met.has(local)) continue;
    met.add(local);
    if (met.size > MOST_LOCALS) throw new QuotientError("too-large", `its lexer has more than ${MOST_LOCALS} states`);
    for (const byte of lexer.representatives) {
      const to = lexer.step(local, byte);
      if (to !== DEAD_STATE) open.push(to);
    }
    const exit = lexer.exit(local);
    if (exit === 0) continue;
    const { kind, guard } = ended(exit);
    let known = kindsBefore.get(guard);
    if (known === undefined) {
      kindsBefore.set(guard, (known = new Set()));
      open.push(begin(guard));
    }
    known.add(kind);
  }

  return (guard, kind) => {
    if (isTrivia(kinds[kind]!)) return true;
    const name = namesOf(kind)[0];
    if (name === undefined) return false;
    for (const k of kindsBefore.get(guard)!) {
      if (isTrivia(kinds[k]!)) return true;
      const last = namesOf(k).at(-1);
      if (last !== undefined && adjacent.get(last)?.has(name) === true) return true;
    }
    return false;
  };
}

// The classes of a suffix: the different sequences of terminals into which it splits, depending on the lexeme that ends in it or before it.

import type { CommittedLexer } from "@espalier/lexer";
import { DEAD_STATE } from "../language/machine.js";
import { rememberedBy } from "../source/remembered.js";
import type { Lexemes } from "./lexemes.js";

/** No class: the suffix cannot be read. */
export const NOTHING: number = -1;

export interface SuffixClasses {
  /** By class: the terminals of the suffix, including those of the lexeme that ends in it. */
  readonly names: readonly (readonly string[])[];
  /** The class after a lexeme in progress that continues in the suffix. */
  inside(local: number): number;
  /** The class after a boundary with `guard`. `row` has the lexer state after each byte there. */
  after(row: Int32Array, guard: number): number;
}

export function createSuffixClasses(
  { begin, read, ended, namesOf }: Lexemes,
  lexer: CommittedLexer,
  suffix: Uint8Array,
): SuffixClasses {
  const names: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const classAt = new Map<string, number>();

  function numberOf(terminals: readonly (string | undefined)[]): number {
    if (terminals.includes(undefined)) return NOTHING;
    const key = JSON.stringify(terminals);
    let id = numbers.get(key);
    if (id === undefined) numbers.set(key, (id = names.push(terminals as readonly string[]) - 1));
    return id;
  }

  /** The terminals of a kind and of the suffix from byte `from` on. */
  function lexed(first: number, guard: number, from: number): readonly (string | undefined)[] {
    const found = [...namesOf(first)];
    let behind = guard;
    for (let at = from; at < suffix.length; ) {
      const end = read(suffix, at, begin(behind));
      if (end.exit === 0) return [undefined];
      const next = ended(end.exit);
      found.push(...namesOf(next.kind));
      behind = next.guard;
      at = end.at;
    }
    return lexer.mayEnd(behind) ? found : [undefined];
  }

  /** The class if the lexeme in progress has read the suffix up to byte `from`. */
  function behindLexeme(local: number, from: number): number {
    const { at, exit } = read(suffix, from, local);
    if (at === 0 || exit === 0) return NOTHING;
    const { kind, guard } = ended(exit);
    const key = `${kind};${guard};${at}`;
    let found = classAt.get(key);
    if (found === undefined) classAt.set(key, (found = numberOf(lexed(kind, guard, at))));
    return found;
  }

  return {
    names,
    inside: rememberedBy((local: number) => behindLexeme(local, 0)),
    after(row, guard) {
      if (suffix.length === 0) return lexer.mayEnd(guard) ? numberOf([]) : NOTHING;
      const local = row[suffix[0]!]!;
      return local === DEAD_STATE ? NOTHING : behindLexeme(local, 1);
    },
  };
}

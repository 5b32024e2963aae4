// Lexemes that begin before a suffix and end in it: `whi|le x`, `=|= 1`, `0x|1f`. It is not known in advance in which
// lexer state a text will be when the suffix follows. But few states differ in how they read the suffix, and short
// beginnings of lexemes lead to all these states. So they are tried, and the resulting lexemes are listed once for each
// suffix.

import { DEAD_STATE } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { SuffixLexing } from "./suffix-lexing.js";

/** A lexeme of `kind` that `beginning` begins before the suffix, and that ends at byte `at` of it. */
export interface Straddle {
  readonly kind: number;
  readonly at: number;
  readonly guard: number;
  readonly beginning: readonly number[];
}

/** The number of states that are examined for one mode. */
const MOST_STATES = 1_000;
/** The largest length of a beginning, in bytes. */
const LONGEST = 4;

/** A short text that leads into a lexeme. */
interface Beginning {
  readonly local: number;
  readonly bytes: readonly number[];
}

/** By suffix, by mode, and by whether kinds that swallow are included. */
const straddles = new WeakMap<SuffixLexing, (readonly Straddle[])[]>();

type Lexer = LexedCore["compiled"]["lexer"];

/** By mode, and by whether kinds that swallow are included. All generations of a language share them with the lexer. */
const beginnings = new WeakMap<Lexer, Map<number, readonly Beginning[]>>();
/** By mode, by whether kinds that swallow are included, and by the first byte of a suffix. */
const continuations = new WeakMap<Lexer, Map<number, readonly Beginning[]>>();

/** The beginnings that the first byte of a suffix continues, with the state after that byte: of those that lead to one state, the first. */
function continuedBy(core: LexedCore, mode: number, swallows: boolean, byte: number): readonly Beginning[] {
  const { lexer } = core.compiled;
  let all = continuations.get(lexer);
  if (all === undefined) continuations.set(lexer, (all = new Map()));
  const place = 256 * (2 * mode + (swallows ? 1 : 0)) + byte;
  let found = all.get(place);
  if (found === undefined) {
    const byState = new Map<number, Beginning>();
    for (const { local, bytes } of beginningsIn(core, mode, swallows)) {
      const to = lexer.step(local, byte);
      if (to !== DEAD_STATE && !byState.has(to)) byState.set(to, { local: to, bytes });
    }
    found = [...byState.values()];
    all.set(place, found);
  }
  return found;
}

/** Beginnings of lexemes in a mode that lead to different states. Kinds that may swallow anything are included only on request. */
function beginningsIn(core: LexedCore, mode: number, swallows: boolean): readonly Beginning[] {
  const { lexer, kinds, kindsIn } = core.compiled;
  let byMode = beginnings.get(lexer);
  if (byMode === undefined) beginnings.set(lexer, (byMode = new Map()));
  const place = 2 * mode + (swallows ? 1 : 0);
  const known = byMode.get(place);
  if (known !== undefined) return known;
  const plain = kindsIn[mode]!.filter((k) => swallows || kinds[k]?.kind.swallows !== true);
  const found: Beginning[] = [];
  const met = new Set<number>();
  let level: Beginning[] = [{ local: lexer.begin(mode, lexer.kinds(plain), 0, 0), bytes: [] }];
  for (let depth = 0; depth < LONGEST; depth++) {
    const next: Beginning[] = [];
    for (const { local, bytes } of level) {
      for (const byte of lexer.representatives) {
        // A beginning ends at a character boundary; otherwise the suffix would begin inside a character.
        if (byte >= 0x80) continue;
        const to = lexer.step(local, byte);
        if (to === DEAD_STATE || met.has(to) || lexer.closes(to) || found.length >= MOST_STATES) continue;
        met.add(to);
        const made = { local: to, bytes: [...bytes, byte] };
        next.push(made);
        found.push(made);
      }
    }
    level = next;
  }
  byMode.set(place, found);
  return found;
}

/** The straddles of a suffix, for text that meets it in `mode`: for each end and kind, one with a shortest beginning. */
export function straddlesOf(
  core: LexedCore,
  lexing: SuffixLexing,
  mode: number,
  swallows: boolean,
): readonly Straddle[] {
  let own = straddles.get(lexing);
  if (own === undefined) straddles.set(lexing, (own = []));
  const place = 2 * mode + (swallows ? 1 : 0);
  own[place] ??= findStraddles(core, lexing, mode, swallows);
  return own[place] as readonly Straddle[];
}

function findStraddles(core: LexedCore, lexing: SuffixLexing, mode: number, swallows: boolean): readonly Straddle[] {
  const { lexer } = core.compiled;
  const found = new Map<string, Straddle>();
  const first = lexing.bytes()[0];
  const tried = first === undefined ? [] : continuedBy(core, mode, swallows, first);
  const ends = lexing.lexemes(
    1,
    tried.map(({ local }) => local),
  );
  for (const end of [...ends].sort((a, b) => a.index - b.index)) {
    if (end.exit === 0) continue;
    const boundary = lexer.boundary(end.exit);
    if (boundary.kind === "line") continue;
    const key = `${boundary.kind};${end.at};${boundary.guard}`;
    const { bytes } = tried[end.index]!;
    if (!found.has(key)) found.set(key, { kind: boundary.kind, at: end.at, guard: boundary.guard, beginning: bytes });
  }
  return [...found.values()];
}

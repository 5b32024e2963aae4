// Converts a source with a contextual lexer to a source with a committed lexer, if both sources mean the same. A
// contextual lexer looks for the longest match among the terminals that the parser expects. A committed lexer looks
// among all terminals and never backtracks. They agree on every text under two conditions:
//
// - No text is a lexeme of two terminals.
// - Let w be a lexeme of terminal t, and b a byte with which some other terminal could continue w. Then one of two
//   things must hold. Either w·b is a lexeme of t too: both lexers then continue. Or all lexemes that may follow t
//   begin with other bytes: w then cannot end before b in either lexer.

import { signature } from "@espalier/arguments";
import { and, matchesEmpty, type Regex, shortestMember } from "@espalier/automata";
import { terminalNames } from "@espalier/grammar";
import type { CommittedLexer } from "@espalier/lexer";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";
import { sourceKind } from "@espalier/syntax";
import { createLexedLanguage } from "../language/language.js";
import type { LexedSource, LexemeKind } from "../source/source.js";
import { adjacentTerminals } from "./adjacent.js";
import { QuotientError } from "./refusal.js";

const MODE = "text";
/** States of the lexer. */
const MOST_STATES = 20_000;

const checkLexedSource = signature("lexedSource", { source: sourceKind });

/**
 * Returns the same language with a committed lexer, which does not depend on the parser.
 *
 * @throws QuotientError with the code `munch` if the two lexers could read some text differently; its message names the
 * text and the terminals. With the code `terminals`, if there are control tokens, or terminals that are lazy or match
 * the empty text.
 */
export function lexedSource(source: SyntaxSource): LexedSource {
  checkLexedSource(source);
  if (source.munch !== "maximal") throw new QuotientError("munch", "it has no lexemes: any split of the text counts");
  const used = new Set([...terminalNames(source.grammar), ...source.skip]);
  const patterns = source.terminals.filter(({ name }) => used.has(name)).map(plainPattern);
  checkDisjoint(patterns);
  const kinds = patterns.map(
    ({ name, regex }): LexemeKind => ({
      name,
      regex,
      modes: [MODE],
      terminals: source.skip.includes(name) ? [] : [name],
    }),
  );
  const lexed: LexedSource = { grammar: source.grammar, kinds, modes: [{ name: MODE }] };
  checkBoundaries(lexed, createLexedLanguage(lexed).core.compiled.lexer);
  return lexed;
}

function plainPattern(terminal: SyntaxSource["terminals"][number]): PatternTerminal {
  if (terminal.kind === "control") throw new QuotientError("terminals", `${terminal.name} is a control token, no text`);
  if (terminal.lazy === true) throw new QuotientError("terminals", `${terminal.name} is lazy`);
  if (matchesEmpty(terminal.regex)) throw new QuotientError("terminals", `${terminal.name} matches the empty text`);
  return terminal;
}

function checkDisjoint(patterns: readonly PatternTerminal[]): void {
  patterns.forEach((one, at) => {
    for (const other of patterns.slice(at + 1)) {
      const both: Regex = and(one.regex, other.regex);
      const member = shortestMember(both);
      if (member !== undefined) {
        const text = shown(member);
        const way = `which of them it is depends on what is expected; take it out of one, as in \`/…/ & ~${text}\``;
        throw new QuotientError("munch", `${text} is both ${one.name} and ${other.name}, and ${way}`);
      }
    }
  });
}

function checkBoundaries({ grammar, kinds }: LexedSource, lexer: CommittedLexer): void {
  const adjacent = adjacentTerminals(grammar);
  const nameOf = (kind: number): string => kinds[kind]!.name;
  const isSkipped = (kind: number): boolean => kinds[kind]!.terminals.length === 0;
  const mayFollow = (kind: number, next: number): boolean =>
    isSkipped(kind) || isSkipped(next) || adjacent.get(nameOf(kind))?.has(nameOf(next)) === true;
  const start = lexer.begin(0, lexer.kinds([...kinds.keys()]), 0, 0);
  const textOf = new Map<number, readonly number[]>([[start, []]]);
  for (const [local, text] of textOf) {
    if (textOf.size > MOST_STATES)
      throw new QuotientError("too-large", `its lexer has more than ${MOST_STATES} states`);
    const kind = lexer.matched(local);
    for (const byte of lexer.representatives) {
      const to = lexer.step(local, byte);
      if (to === 0) continue;
      const longer = [...text, byte];
      if (!textOf.has(to)) textOf.set(to, longer);
      if (kind < 0 || lexer.matched(to) === kind) continue;
      const first = lexer.step(start, byte);
      const next = first === 0 ? undefined : lexer.possible(first).find((each) => mayFollow(kind, each));
      if (next === undefined) continue;
      const others = lexer.possible(to).map(nameOf).join(", ");
      throw new QuotientError(
        "munch",
        `where ${shown(text)} ends depends on what is expected: after it, ${shown([byte])} may begin ${nameOf(next)}, or ${shown(longer)} may continue as ${others}`,
      );
    }
  }
}

/** A text in quotes. Bytes that are not text appear as numbers. */
function shown(bytes: Iterable<number>): string {
  const escaped = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  try {
    return JSON.stringify(decodeURIComponent(escaped));
  } catch {
    return escaped.replaceAll("%", "\\x");
  }
}

// Reads a text as lexemes by the kinds alone: longest match that never goes back, frames, and newlines where lines matter.
// No parser: brackets are counted, not matched, and indentation is skipped.
import { createEngine, type Engine } from "@espalier/automata";
import type { LexemeKind, LexicalMode } from "@espalier/syntax";
import { createLexer, type Lexer } from "../../../lexer/src/index.js";

/** One lexeme of a text: bytes `from` to `to`. Ends of lines have the kind `undefined`. */
export interface ReadLexeme {
  readonly kind: LexemeKind | undefined;
  readonly from: number;
  readonly to: number;
}

/** The lexemes of a text, and where reading stopped when not at its end. */
export interface Reading {
  readonly lexemes: readonly ReadLexeme[];
  readonly stopped?: number;
  /** Frames open at the end. */
  readonly open: number;
}

/** Reads texts. */
export interface LexemeReader {
  read(text: string | Uint8Array): Reading;
  /** States of the automaton so far. */
  readonly stateCount: number;
  readonly bytes: number;
}

const LF = 10;
const CR = 13;

/** A reader for the kinds of a language. */
export function createReader(kinds: readonly LexemeKind[], modes: readonly LexicalMode[]): LexemeReader {
  const engine: Engine = createEngine();
  const terminals = kinds.map((kind, index) => ({ regex: kind.regex, priority: kinds.length - index, lazy: false }));
  const lexer: Lexer = createLexer(engine, terminals);
  const starts = new Map(
    modes.map((mode) => [
      mode.name,
      lexer.begin(kinds.flatMap((kind, index) => (kind.modes.includes(mode.name) ? [index] : []))),
    ]),
  );
  const significant = new Set(modes.filter((mode) => mode.lines).map((mode) => mode.name));
  const first = modes[0]!.name;
  return {
    read(text: string | Uint8Array): Reading {
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
      const lexemes: ReadLexeme[] = [];
      const frames = [first];
      let at = 0;
      let last: LexemeKind | undefined;
      while (at < bytes.length) {
        const mode = frames.at(-1);
        const stop: Reading = { lexemes, stopped: at, open: frames.length - 1 };
        if (mode === undefined) return stop;
        if (significant.has(mode) && (bytes[at] === LF || bytes[at] === CR)) {
          const to = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
          lexemes.push({ kind: undefined, from: at, to });
          last = undefined;
          at = to;
          continue;
        }
        let state = starts.get(mode)!;
        let to = at;
        while (to < bytes.length) {
          const next = lexer.step(state, bytes[to]!);
          if (next === 0) break;
          state = next;
          to++;
        }
        const exit = to === at ? 0 : lexer.exit(state);
        if (exit === 0) return stop;
        const kind = kinds[lexer.exitTerminals(exit)[0]!]!;
        if (last?.notBefore?.includes(kind.name)) return stop;
        lexemes.push({ kind, from: at, to });
        for (let k = 0; k < (kind.closes ?? 0); k++) frames.pop();
        if (kind.opens !== undefined) frames.push(kind.opens);
        last = kind;
        at = to;
      }
      const unfinished = last?.unfinished === true && frames.length === 1;
      return { lexemes, open: frames.length - 1, ...(unfinished ? { stopped: at } : {}) };
    },
    get stateCount(): number {
      return lexer.stateCount;
    },
    get bytes(): number {
      return lexer.bytes;
    },
  };
}

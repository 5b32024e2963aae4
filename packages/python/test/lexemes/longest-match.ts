// Reads a text as lexemes by the kinds alone: longest match that never goes back, frames, and newlines where lines matter.
// No parser: brackets are counted, not matched, and indentation is skipped.
import { createEngine, EMPTY_EXPR, type Expr } from "@espalier/automata";
import type { LexemeKind, LexicalMode } from "@espalier/gaps";

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
}

const LF = 10;
const CR = 13;
const DEAD = 0;

/** What is left of each kind that can still match, and where bytes lead from there. */
interface State {
  readonly left: readonly (readonly [kind: number, expr: Expr])[];
  /** The kind that wins where a lexeme ends here; −1 for none. */
  readonly matched: number;
  readonly next: Int32Array;
}

/** A reader for the kinds of a language. */
export function createReader(kinds: readonly LexemeKind[], modes: readonly LexicalMode[]): LexemeReader {
  const engine = createEngine();
  const whole = kinds.map(({ regex }) => engine.intern(regex));
  const states: State[] = [];
  const known = new Map<string, number>();

  function stateOf(left: State["left"]): number {
    const key = left.join(";");
    const same = known.get(key);
    if (same !== undefined) return same;
    const matched = left.find(([, expr]) => engine.nullable(expr))?.[0] ?? -1;
    known.set(key, states.length);
    return states.push({ left, matched, next: new Int32Array(256).fill(-1) }) - 1;
  }
  stateOf([]);

  function step(state: number, byte: number): number {
    const { left, next } = states[state]!;
    if (next[byte] === -1) {
      const derived = left.map(([kind, expr]) => [kind, engine.derivative(expr, byte)] as const);
      next[byte] = stateOf(derived.filter(([, expr]) => expr !== EMPTY_EXPR));
    }
    return next[byte]!;
  }

  const starts = new Map(
    modes.map(({ name }) => [
      name,
      stateOf(kinds.flatMap((kind, k) => (kind.modes.includes(name) ? [[k, whole[k]!] as const] : []))),
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
          const next = step(state, bytes[to]!);
          if (next === DEAD) break;
          state = next;
          to++;
        }
        const kind = to === at ? undefined : kinds[states[state]!.matched];
        if (kind === undefined) return stop;
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
  };
}

// Finds which kinds of lexemes may occur directly inside a frame (a bracket or a string): between the parentheses of
// Python, for example, there is no `def`. So if a bracket is never closed, the error is found at the next statement and
// not at the end of the file. The result may contain kinds that the grammar does not allow, but it contains all that
// the grammar allows. It comes from walks through the rules that count how many frames are open:
//
//     call: name "(" args ")"        after "(", at depth 0:  args, ")"        so a parenthesis may contain what `args` may contain outside of brackets, and ")"

import type { Compiled, CompiledKind } from "./compiled.js";
import { lazily } from "./lazily.js";
import { remembered, rememberedBy } from "./remembered.js";

/** Returns whether a kind may be read while a frame of `mode` is the innermost one. */
export type KindsInside = (mode: number, kind: number) => boolean;

/** Rules that open more frames than this without closing them are not followed. */
const DEEPEST = 8;

export const kindsInside: (compiled: Compiled) => KindsInside = remembered(create);

/** What a walk found directly inside the frame that it began in. */
interface Found {
  readonly terminals: Set<number>;
  readonly calls: Set<number>;
}

function create(compiled: Compiled): KindsInside {
  const { kinds, kindsIn } = compiled;
  const walks = lazily(() => createWalks(compiled));
  const insideOf = rememberedBy((mode: number): ReadonlySet<number> => {
    const terminals = walks().inside(mode);
    const isReadable = (k: number): boolean =>
      terminals === undefined || kinds[k]!.terminals.every((t) => terminals.has(t));
    return new Set(kindsIn[mode]!.filter(isReadable));
  });
  // Mode 0 is also that of the whole text.
  return (mode, kind) => mode === 0 || insideOf(mode).has(kind);
}

/** `inside` returns the terminals that may be read directly inside a frame of a mode; `undefined` if the walks do not tell. */
function createWalks(compiled: Compiled): { inside(mode: number): ReadonlySet<number> | undefined } {
  const { kinds } = compiled;
  const { automata } = compiled.rules;
  const { depths, modes } = bracketsOf(compiled);

  /**
   * Walks through one rule from states inside `level` open frames, as long as these stay open. Finds what is read
   * directly inside the innermost of them (with level 0, outside of all). Returns `undefined` if the rule nests frames
   * too deeply, ends while a frame is open, or closes a frame that is not open.
   */
  function walk(starts: readonly number[], level: 0 | 1): Found | undefined {
    const found: Found = { terminals: new Set(), calls: new Set() };
    const met = new Set<number>();
    const waiting: number[] = [];
    const visit = (state: number, depth: number): void => {
      const key = state * (DEEPEST + 1) + depth;
      if (met.has(key)) return;
      met.add(key);
      waiting.push(key);
    };
    for (const state of starts) visit(state, level);
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const depth = key % (DEEPEST + 1);
      const state = (key - depth) / (DEEPEST + 1);
      if (automata.final[state] === 1 && depth > 0) return undefined;
      for (let e = automata.terminalEdges[state]!; e < automata.terminalEdges[state + 1]!; e++) {
        const terminal = automata.terminalLabel[e]!;
        if (depth === level) found.terminals.add(terminal);
        const after = depth + (depths.get(terminal) ?? 0);
        if (after > DEEPEST || after < 0) return undefined;
        if (after >= level) visit(automata.terminalTarget[e]!, after);
      }
      for (let e = automata.callEdges[state]!; e < automata.callEdges[state + 1]!; e++) {
        if (depth === level) found.calls.add(automata.callLabel[e]!);
        visit(automata.callTarget[e]!, depth);
      }
    }
    return found;
  }

  // Every rule must close what it opens, and nothing else. Then other lexemes close no bracket either: a text would have more closing brackets than frames.
  const rules = [...automata.startOf].map((start) => walk([start], 0));
  const balanced = rules.filter((found) => found !== undefined);

  return {
    inside(mode) {
      if (!modes.has(mode) || balanced.length < rules.length) return undefined;
      const opening = new Set(kinds.flatMap(({ opens, terminals }) => (opens === mode ? terminals : [])));
      const starts: number[] = [];
      automata.terminalLabel.forEach((terminal, e) => {
        if (opening.has(terminal)) starts.push(automata.terminalTarget[e]!);
      });
      const found = walk(starts, 1)!;
      // What the called rules have outside of their own frames, and the rules that they call there.
      for (const rule of found.calls) {
        for (const terminal of balanced[rule]!.terminals) found.terminals.add(terminal);
        for (const called of balanced[rule]!.calls) found.calls.add(called);
      }
      return found.terminals;
    },
  };
}

/** The brackets of a source: 1 for each terminal that opens a frame, −1 for each that closes one, and the modes that only they open and close. */
interface Brackets {
  readonly depths: ReadonlyMap<number, number>;
  readonly modes: ReadonlySet<number>;
}

function bracketsOf({ kinds, kindsIn, terminals }: Compiled): Brackets {
  const modesOf: number[][] = kinds.map(() => []);
  for (const [mode, list] of kindsIn.entries()) for (const k of list) modesOf[k]!.push(mode);
  const kindsWith: number[][] = terminals.map(() => []);
  for (const [k, kind] of kinds.entries()) for (const t of kind.terminals) kindsWith[t]?.push(k);
  const modes = new Set([...kindsIn.keys()].slice(1));
  const depths = new Map<number, number>();
  const isBracket = ({ terminals }: CompiledKind, depth: number): boolean => depths.get(terminals[0] ?? -1) === depth;
  const opensOne = ({ opens, closes }: CompiledKind): boolean => closes === 0 && modes.has(opens);
  // Outside of all frames, there is nothing to close.
  const isOutside = (mode: number): boolean => mode === 0 && kinds.every(({ opens }) => opens !== 0);
  const closesOne = ({ opens, closes }: CompiledKind, k: number): boolean =>
    closes === 1 && opens < 0 && modesOf[k]!.every((mode) => modes.has(mode) || isOutside(mode));
  // A mode whose frames are also opened or closed otherwise is not one of brackets, and then its lexemes are not either.
  for (let before = -1; before !== modes.size; ) {
    before = modes.size;
    depths.clear();
    for (const terminal of terminals.keys()) {
      const its = kindsWith[terminal]!;
      if (its.length === 0 || !its.every((k) => kinds[k]!.terminals.length === 1)) continue;
      if (its.every((k) => opensOne(kinds[k]!))) depths.set(terminal, 1);
      else if (its.every((k) => closesOne(kinds[k]!, k))) depths.set(terminal, -1);
    }
    for (const mode of modes) {
      const opened = kinds.every((kind) => kind.opens !== mode || isBracket(kind, 1));
      const closed = kindsIn[mode]!.every((k) => kinds[k]!.closes === 0 || isBracket(kinds[k]!, -1));
      if (!opened || !closed) modes.delete(mode);
    }
  }
  return { depths, modes };
}

// Describes states of a lexed language for messages: what may follow, and what the lexer and the parser see.

import type { SetId } from "@espalier/earley";
import type { ReadingView } from "@espalier/syntax";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";

/** The names of the kinds that may follow or continue; at the start of a line, also the allowed indentations. */
export function expectedIn(machine: LexedMachine, state: LexedState): readonly string[] {
  const names = new Set(namesAt(machine, machine.local(state), machine.set(state)));
  for (const name of indentationsIn(machine, state)) names.add(name);
  for (const name of namesAfter(machine, state)) names.add(name);
  return [...names];
}

/** What the lexer and the parser see, except whether the text may end. */
export function describeIn(machine: LexedMachine, state: LexedState): Omit<ReadingView, "accepts"> {
  const { chart, compiled } = machine.core;
  const { lexer } = compiled;
  const local = machine.local(state);
  const items = chart.items(machine.set(state));
  const rules = new Set<string>();
  for (let i = 0; i < items.length; i += 2)
    rules.add(compiled.rules.automata.nonterminals[chart.rules.ruleOf(items[i]!)]!);
  const isLine = lexer.isLine(local);
  return {
    lexeme: isLine ? indentationsIn(machine, state) : [...namesAt(machine, local, machine.set(state))],
    inside: !isLine && !lexer.begins(local),
    next: [...namesAfter(machine, state)],
    rules: [...rules],
  };
}

function namesAt({ core }: LexedMachine, local: number, set: SetId): ReadonlySet<string> {
  const { lexer, kinds, source } = core.compiled;
  const names = new Set<string>();
  const possible = lexer.possible(local).map((k) => kinds[k]!);
  for (const its of possible) {
    const like = its.kind.ordinary && possible.find(({ kind }) => kind.name === its.kind.ordinary);
    if (like && core.read(set, its) === core.read(set, like)) continue;
    if (its.terminals.length > 0) names.add(its.kind.name);
  }
  if (lexer.allowsLine(local) && source.layout !== undefined) names.add(source.layout.newline);
  return names;
}

/** What may follow if the lexeme in progress, or the blanks at the start of a line, end here. */
function namesAfter(machine: LexedMachine, state: LexedState): ReadonlySet<string> {
  const { lexer } = machine.core.compiled;
  const exit = lexer.exit(machine.local(state));
  const next = exit === 0 ? DEAD_STATE : machine.cross(state, exit);
  return next === DEAD_STATE ? new Set() : namesAt(machine, machine.local(next), machine.set(next));
}

/** The columns where the line may begin, except the current one. For states at the start of a line. */
function indentationsIn(machine: LexedMachine, state: LexedState): readonly string[] {
  const { core } = machine;
  const { lexer } = core.compiled;
  const local = machine.local(state);
  if (!lexer.isLine(local)) return [];
  const exit = lexer.exit(local);
  const boundary = exit === 0 ? undefined : lexer.boundary(exit);
  const reached = boundary?.kind === "line" ? boundary.column : 0;
  const set = machine.set(state);
  const frames = machine.frame(state);
  const mayBegin = (column: number, alternate: number): boolean => {
    const after = core.newLine(set, frames, column, alternate);
    return machine.before(after.set, after.frames, 0) !== DEAD_STATE;
  };
  const innermost = core.frames.column(frames);
  const words: string[] = [];
  const deeper = Math.max(innermost + 1, reached);
  if (mayBegin(deeper, core.frames.alternate(frames) + 1)) words.push(`indentation deeper than ${innermost}`);
  for (let open = frames; ; open = core.frames.parent(open)) {
    const column = core.frames.column(open);
    if (column > reached && mayBegin(column, core.frames.alternate(open))) words.push(`indentation of ${column}`);
    if (column === 0) return [...new Set(words)];
  }
}

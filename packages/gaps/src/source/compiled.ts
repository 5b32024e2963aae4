// A source with its names resolved: terminals, kinds and modes as numbers, and the grammar's automata. All checks are done here.

import { signature } from "@espalier/arguments";
import type { Engine } from "@espalier/automata";
import {
  type ChartLimits,
  compileRules,
  DEFAULT_CHART_LIMITS,
  type RuleAutomata,
  readRules,
  writeRules,
} from "@espalier/earley";
import { type Expression, type Grammar, terminalNames } from "@espalier/grammar";
import { type CommittedLexer, createCommittedLexer, type LexerLimits } from "@espalier/lexer";
import { SyntaxSourceError } from "@espalier/syntax";
import { lexedSourceKind } from "../kinds.js";
import { type ColumnRules, createColumnRules } from "./column-rules.js";
import type { LexedSource, LexemeKind } from "./source.js";

/** A kind with its names resolved. */
export interface CompiledKind {
  readonly kind: LexemeKind;
  readonly terminals: readonly number[];
  readonly closes: number;
  /** The mode of the frame that it opens; −1 for none. */
  readonly opens: number;
  /** The terminal that the parser must be able to read next; −1 for none. */
  readonly onlyBefore: number;
}

/** A source ready to run. */
export interface Compiled {
  readonly source: LexedSource;
  readonly rules: ColumnRules;
  readonly terminals: readonly string[];
  readonly kinds: readonly CompiledKind[];
  /** The kinds of each mode, ascending. */
  readonly kindsIn: readonly (readonly number[])[];
  /** By mode: the group in which its frames are counted, −1 for none; and the largest count with which one may be opened. */
  readonly groupOf: readonly number[];
  readonly most: readonly number[];
  readonly lexer: CommittedLexer;
  /** The terminals of the layout; −1 if there is none. */
  readonly newline: number;
  readonly indent: number;
  readonly dedent: number;
  readonly deepest: number;
  /** Whether any text of the language may be followed by any other: lines separate them, and the grammar's start can repeat where it may end. */
  readonly repeats: boolean;
}

export interface CompileLimits {
  readonly lexer?: Partial<LexerLimits>;
  readonly chart?: Partial<ChartLimits>;
}

const NO_TERMINAL = -1;

/** @throws SyntaxSourceError for missing or duplicate names, and for rules with an indent that do not end with their dedent. */
export function compileSource(source: LexedSource, engine: Engine, limits: CompileLimits): Compiled {
  const { grammar, layout } = source;
  const terminals = [...terminalNames(grammar)];
  const number = new Map(terminals.map((name, t) => [name, t]));
  const modeOf = new Map(source.modes.map(({ name }, m) => [name, m]));
  const kindOf = new Map(source.kinds.map(({ name }, k) => [name, k]));
  if (kindOf.size !== source.kinds.length) {
    const twice = source.kinds.find(({ name }, k) => kindOf.get(name) !== k)!;
    throw new SyntaxSourceError("duplicate-terminal", `Two kinds are named "${twice.name}"`, "Names are unique");
  }
  const missing = (what: string, name: string, where: string): SyntaxSourceError =>
    new SyntaxSourceError(
      "undefined-terminal",
      `There is no ${what} "${name}", which ${where} refers to`,
      "Add it, or mend the name",
    );
  const mode = (name: string, where: string): number => {
    const m = modeOf.get(name);
    if (m === undefined) throw missing("mode", name, where);
    return m;
  };
  // A terminal that does not occur in the grammar is never allowed.
  const terminal = (name: string): number => number.get(name) ?? NO_TERMINAL;

  const spelt = new Set(source.kinds.flatMap((kind) => kind.terminals));
  for (const name of terminals) {
    const ofLayout = layout !== undefined && [layout.newline, layout.indent, layout.dedent].includes(name);
    if (!ofLayout && !spelt.has(name)) throw missing("kind of lexeme for the terminal", name, "the grammar");
  }
  const kinds = source.kinds.map(
    (kind): CompiledKind => ({
      kind,
      terminals: kind.terminals.map(terminal),
      closes: kind.closes ?? 0,
      opens: kind.opens === undefined ? -1 : mode(kind.opens, kind.name),
      onlyBefore: kind.onlyBefore === undefined ? -1 : terminal(kind.onlyBefore),
    }),
  );
  const lexer = createCommittedLexer(
    engine,
    source.kinds.map((kind) => ({
      regex: kind.regex,
      modes: kind.modes.map((name) => mode(name, kind.name)),
      notBefore: (kind.notBefore ?? []).map((name) => {
        const k = kindOf.get(name);
        if (k === undefined) throw missing("kind", name, kind.name);
        return k;
      }),
      unfinished: kind.unfinished === true,
    })),
    source.modes.length,
    layout === undefined
      ? undefined
      : {
          tab: layout.tab,
          comment: layout.comment?.charCodeAt(0) ?? -1,
          continuation: layout.continuation,
          endsBehindReturn: layout.endsBehindReturn === true,
        },
    limits.lexer,
  );
  const groups = [
    ...new Set(source.modes.flatMap(({ name, counts, most }) => (most === undefined ? [] : [counts ?? name]))),
  ];
  const automata = rulesOf(source, terminals, { ...DEFAULT_CHART_LIMITS, ...limits.chart });
  const dedent = layout === undefined ? NO_TERMINAL : terminal(layout.dedent);
  return {
    source,
    rules: createColumnRules(automata, dedent),
    terminals,
    kinds,
    kindsIn: source.modes.map(({ name }) => source.kinds.flatMap((kind, k) => (kind.modes.includes(name) ? [k] : []))),
    groupOf: source.modes.map(({ name, counts, most }) => (most === undefined ? -1 : groups.indexOf(counts ?? name))),
    most: source.modes.map(({ most }) => most ?? Number.POSITIVE_INFINITY),
    lexer,
    newline: layout === undefined ? NO_TERMINAL : terminal(layout.newline),
    indent: layout === undefined ? NO_TERMINAL : terminal(layout.indent),
    dedent,
    deepest: layout?.deepest ?? 0,
    repeats: layout !== undefined && beginsAnew(automata),
  };
}

/** The rules as automata: those written with the source, or else compiled. */
function rulesOf(
  { grammar, layout, rules }: LexedSource,
  terminals: readonly string[],
  limits: ChartLimits,
): RuleAutomata {
  const blocks = layout === undefined ? [] : blockRules(grammar, layout.indent, layout.dedent);
  return rules?.grammar === grammar
    ? readRules(grammar, terminals, rules.text, limits)
    : compileRules(grammar, terminals, limits, blocks);
}

const checkWrittenRules = signature("writtenRules", { source: lexedSourceKind });

/**
 * The rules of a source as text, for its `rules`. A language with `rules` is created faster and is otherwise the same. Write them again whenever the grammar
 * changes.
 *
 * @example
 * import { literal } from "@espalier/automata";
 * import { star, terminal } from "@espalier/grammar";
 *
 * const grammar = { start: "many", rules: [{ name: "many", body: star(terminal("a")) }] };
 * const kinds = [{ name: "a", regex: literal("a"), modes: ["only"], terminals: ["a"] }];
 * const source = { grammar, kinds, modes: [{ name: "only" }] };
 * createLexedLanguage({ ...source, rules: { grammar, text: writtenRules(source) } }).start > 0; // => true
 *
 * @throws what `createLexedLanguage` throws for the grammar.
 */
export function writtenRules(source: LexedSource): string {
  checkWrittenRules(source);
  const { rules: _, ...rest } = source;
  const { grammar } = rest;
  return writeRules(grammar, rulesOf(rest, [...terminalNames(grammar)], DEFAULT_CHART_LIMITS));
}

/** Whether the start rule can continue at each of its ends as at its beginning. */
function beginsAnew({ startOf, ruleOf, final, stateCount, ...edges }: RuleAutomata): boolean {
  const start = startOf[0]!;
  const rowOf = (q: number): string => {
    const terminals = [edges.terminalEdges[q], edges.terminalEdges[q + 1]] as const;
    const calls = [edges.callEdges[q], edges.callEdges[q + 1]] as const;
    return [
      edges.terminalLabel.subarray(...terminals).join(),
      edges.terminalTarget.subarray(...terminals).join(),
      edges.callLabel.subarray(...calls).join(),
      edges.callTarget.subarray(...calls).join(),
    ].join(";");
  };
  for (let q = 0; q < stateCount; q++) {
    if (ruleOf[q] === ruleOf[start] && final[q] === 1 && rowOf(q) !== rowOf(start)) return false;
  }
  return true;
}

/** The rules that open a block. */
function blockRules(grammar: Grammar, indent: string, dedent: string): readonly string[] {
  const names: string[] = [];
  for (const { name, body } of grammar.rules) {
    const options = body.kind === "choice" ? body.options : [body];
    for (const option of options) {
      const indents = mentions(option, indent);
      if (indents === 0 && mentions(option, dedent) === 0) continue;
      const items = option.kind === "sequence" ? option.items : [];
      const last = items[items.length - 1];
      if (indents !== 1 || mentions(option, dedent) !== 1 || last?.kind !== "terminal" || last.name !== dedent) {
        throw new SyntaxSourceError(
          "bad-block",
          `Rule "${name}" opens a block that it does not close at its end`,
          `Write … ${indent} … ${dedent} as a separate rule`,
        );
      }
      if (!names.includes(name)) names.push(name);
    }
  }
  return names;
}

function mentions(expression: Expression, terminal: string): number {
  switch (expression.kind) {
    case "terminal":
      return expression.name === terminal ? 1 : 0;
    case "nonterminal":
      return 0;
    case "sequence":
      return expression.items.reduce((sum, item) => sum + mentions(item, terminal), 0);
    case "choice":
      return expression.options.reduce((sum, item) => sum + mentions(item, terminal), 0);
    case "repeat":
      return mentions(expression.item, terminal);
  }
}

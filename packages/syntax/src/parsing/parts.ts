// Builds the two machines of a language from its source: one lexer over its pattern terminals, and one chart over all
// terminals.
//
// Lexemes are never empty. A pattern that also matches the empty text becomes optional in the grammar. A pattern that
// matches only the empty text is removed. A pattern that matches nothing makes its alternatives impossible.

import { type Chart, type ChartLimits, compileRules, createChart } from "@espalier/earley";
import { choice, EMPTY, type Expression, type Grammar, NOTHING, terminalNames } from "@espalier/grammar";
import type { LexerLimits, LexerTerminal, PlainLexer } from "@espalier/lexer";
import { SyntaxLimitError, type SyntaxLimits, SyntaxSourceError } from "../states/error.js";
import type { ControlTerminal, PatternTerminal, SyntaxSource } from "./source.js";

/**
 * The machines of a language. Terminal ids 0 … patterns − 1 are patterns (the same in lexer and chart), followed by
 * controls.
 */
export interface Parts {
  readonly lexer: PlainLexer;
  /** A lexer for the same terminals in which none is lazy; the same object if none is lazy anyway. */
  readonly greedyLexer: PlainLexer;
  readonly chart: Chart;
  readonly patterns: readonly PatternTerminal[];
  readonly controls: readonly ControlTerminal[];
  /** The distinct names of control symbols: symbol 256 + k is `controlNames[k]`. */
  readonly controlNames: readonly string[];
  /** For each control symbol, the ids of its terminals (several terminals may name one control token). */
  readonly controlTerminals: readonly (readonly number[])[];
  /** The ids of the skipped terminals, ascending. */
  readonly skip: readonly number[];
}

/** The limits of all parts of a language. */
export interface PartLimits {
  readonly chart?: Partial<ChartLimits>;
  readonly lexer?: Partial<LexerLimits>;
}

/** Creates a lexer: on an engine, or plain. */
export type CreateLexer = (terminals: readonly LexerTerminal[], limits: Partial<LexerLimits> | undefined) => PlainLexer;

export function createParts(
  source: SyntaxSource,
  limits: SyntaxLimits,
  partLimits: PartLimits,
  createLexer: CreateLexer,
): Parts {
  checkNesting(source.grammar, limits.nesting);
  const names = new Set<string>();
  for (const { name } of source.terminals) {
    if (names.has(name)) {
      throw new SyntaxSourceError("duplicate-terminal", `terminal "${name}" is defined twice`, "Rename one of them");
    }
    names.add(name);
  }
  for (const name of terminalNames(source.grammar)) {
    if (names.has(name)) continue;
    throw new SyntaxSourceError(
      "undefined-terminal",
      `terminal "${name}" is not defined`,
      "Define it or rename its use",
    );
  }
  const patterns = source.terminals.filter((terminal) => terminal.kind === "pattern");
  const controls = source.terminals.filter((terminal) => terminal.kind === "control");
  const skip = source.skip.map((name) => {
    const id = patterns.findIndex((pattern) => pattern.name === name);
    if (id >= 0) return id;
    throw new SyntaxSourceError(
      "bad-skip",
      `skipped terminal "${name}" is not a pattern`,
      "Only patterns can be skipped",
    );
  });
  const lexerTerminals = patterns.map(({ name, regex, priority = 0, lazy = false }) => ({
    name,
    regex,
    priority,
    lazy,
  }));
  const lexer = createLexer(lexerTerminals, partLimits.lexer);
  const greedyLexer = lexerTerminals.some(({ lazy }) => lazy)
    ? createLexer(
        lexerTerminals.map((terminal) => ({ ...terminal, lazy: false })),
        partLimits.lexer,
      )
    : lexer;
  const replacement = new Map<string, (expression: Expression) => Expression>();
  patterns.forEach((pattern, t) => {
    const { matchable, matchesEmpty } = { matchable: lexer.matchable(t), matchesEmpty: lexer.matchesEmpty(t) };
    if (matchable && !matchesEmpty) return;
    replacement.set(pattern.name, (expression) =>
      matchable ? choice(expression, EMPTY) : matchesEmpty ? EMPTY : NOTHING,
    );
  });
  const grammar =
    replacement.size === 0
      ? source.grammar
      : {
          start: source.grammar.start,
          rules: source.grammar.rules.map(({ name, body }) => ({ name, body: replaceTerminals(body, replacement) })),
        };
  const terminals = [...patterns, ...controls].map(({ name }) => name);
  const controlNames = [...new Set(controls.map(({ control }) => control))];
  return {
    lexer,
    greedyLexer,
    chart: createChart(compileRules(grammar, terminals), partLimits.chart),
    patterns,
    controls,
    controlNames,
    controlTerminals: controlNames.map((name) =>
      controls.flatMap(({ control }, k) => (control === name ? [patterns.length + k] : [])),
    ),
    skip: skip.sort((a, b) => a - b),
  };
}

function replaceTerminals(
  expression: Expression,
  replacement: ReadonlyMap<string, (expression: Expression) => Expression>,
): Expression {
  switch (expression.kind) {
    case "terminal":
      return replacement.get(expression.name)?.(expression) ?? expression;
    case "nonterminal":
      return expression;
    case "sequence":
      return { kind: "sequence", items: expression.items.map((item) => replaceTerminals(item, replacement)) };
    case "choice":
      return { kind: "choice", options: expression.options.map((option) => replaceTerminals(option, replacement)) };
    case "repeat":
      return { ...expression, item: replaceTerminals(expression.item, replacement) };
  }
}

/** Bounds the depth of expressions first, because everything after this may recurse over them. */
function checkNesting(grammar: Grammar, allowed: number): void {
  const pending: [Expression, number][] = grammar.rules.map(({ body }) => [body, 1]);
  for (let top = pending.pop(); top !== undefined; top = pending.pop()) {
    const [expression, depth] = top;
    if (depth > allowed) throw new SyntaxLimitError("nesting", allowed, "split the rule into several");
    if (expression.kind === "sequence") for (const item of expression.items) pending.push([item, depth + 1]);
    else if (expression.kind === "choice") for (const option of expression.options) pending.push([option, depth + 1]);
    else if (expression.kind === "repeat") pending.push([expression.item, depth + 1]);
  }
}

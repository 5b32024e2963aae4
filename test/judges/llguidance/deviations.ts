// What llguidance does otherwise, as a program: the definition of a language (packages/syntax/README.md, "The language, exactly") with one
// rule changed. A text that the definition and a changed one judge differently is explained by that change.
//
//   gives-back       it never goes back to a shorter lexeme: while some terminal could still match, the lexeme goes on
//   skip-and-shown   text that may be skipped and may be shown is always skipped
//   skip-first       nothing is skipped before the first lexeme (unless asked for)
//   skip-last        nothing is skipped where only the end can follow
//   never-ends       terminals of rules that never end compete with the others
//
// (llguidance 1.9.1, parser/src/earley: `advance` of lexer.rs; `scan` and `just_push_row` of parser.rs.)

import { regexMonitor } from "@espalier/automata";
import type { Expression } from "@espalier/grammar";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";
import { PlainEarley } from "../../../packages/syntax/test/definition.js";

export type Deviation = "gives-back" | "skip-and-shown" | "skip-first" | "skip-last" | "never-ends";
export const DEVIATIONS: readonly Deviation[] = [
  ...(["skip-first", "skip-and-shown", "skip-last", "gives-back", "never-ends"] as const),
];

/** A terminal that nothing matches: with it as an alternative every rule could end. */
const NEVER: Expression = { kind: "terminal", name: "never" };

type Matcher = ReturnType<typeof regexMonitor>;
const matchers = new WeakMap<PatternTerminal, Matcher>();

function matcherOf(terminal: PatternTerminal): Matcher {
  let known = matchers.get(terminal);
  if (known === undefined) matchers.set(terminal, (known = regexMonitor(terminal.regex)));
  return known;
}

const isOptional = (terminal: PatternTerminal): boolean => {
  const matcher = matcherOf(terminal);
  return matcher.accepts(matcher.start);
};

/** The expression with every terminal that matches the empty text made optional. */
function optional(expression: Expression, patterns: ReadonlyMap<string, PatternTerminal>): Expression {
  switch (expression.kind) {
    case "terminal": {
      const pattern = patterns.get(expression.name);
      return pattern !== undefined && isOptional(pattern)
        ? { kind: "repeat", item: expression, min: 0, max: 1 }
        : expression;
    }
    case "sequence":
      return { kind: "sequence", items: expression.items.map((item) => optional(item, patterns)) };
    case "choice":
      return { kind: "choice", options: expression.options.map((option) => optional(option, patterns)) };
    case "repeat":
      return { ...expression, item: optional(expression.item, patterns) };
    default:
      return expression;
  }
}

/** The end of the lexeme at `from` and the terminals that match it; undefined when there is none. */
function lexemeAt(
  competitors: readonly PatternTerminal[],
  text: Uint8Array,
  from: number,
  goesOn: boolean,
): { readonly end: number; readonly matching: readonly PatternTerminal[] } | undefined {
  let running = competitors.map((terminal) => {
    const matcher = matcherOf(terminal);
    return { terminal, matcher, state: matcher.start as number | undefined };
  });
  let found: { end: number; matching: PatternTerminal[] } | undefined;
  for (let at = from; at < text.length; at++) {
    running = running
      .map((one) => ({ ...one, state: one.matcher.step(one.state!, text[at]!) }))
      .filter(({ state }) => state !== undefined);
    if (running.length === 0) break;
    const matching = running.filter(({ matcher, state }) => matcher.accepts(state!)).map(({ terminal }) => terminal);
    if (matching.length > 0) found = { end: at + 1, matching };
    else if (goesOn) found = undefined;
    if (matching.some(({ lazy }) => lazy === true)) break;
  }
  return found;
}

/** Whether `text` belongs to the language of `source` when it is read with these deviations. For sources without control tokens. */
export function belongsWith(source: SyntaxSource, text: Uint8Array, deviations: readonly Deviation[]): boolean {
  const has = (deviation: Deviation): boolean => deviations.includes(deviation);
  const patterns = new Map(
    source.terminals.filter((terminal) => terminal.kind === "pattern").map((terminal) => [terminal.name, terminal]),
  );
  const parser = new PlainEarley({
    start: source.grammar.start,
    rules: source.grammar.rules.map(({ name, body: written }) => {
      const body = optional(written, patterns);
      return { name, body: has("never-ends") ? { kind: "choice", options: [body, NEVER] } : body };
    }),
  });
  let shownBefore = false;
  for (let at = 0; at < text.length; ) {
    const allowed = new Set([...parser.allowed()].filter((name) => patterns.has(name)));
    const skips = !(has("skip-first") && !shownBefore) && !(has("skip-last") && allowed.size === 0);
    const competitors = [...patterns.values()].filter(
      ({ name }) => allowed.has(name) || (skips && source.skip.includes(name)),
    );
    const lexeme = lexemeAt(competitors, text, at, has("gives-back"));
    if (lexeme === undefined) return false;
    const best = Math.max(...lexeme.matching.map(({ priority = 0 }) => priority));
    const first = lexeme.matching.filter(({ priority = 0 }) => priority === best);
    const winners = first.some(({ lazy }) => lazy) ? first.filter(({ lazy }) => lazy) : first;
    const skipped = skips && winners.some(({ name }) => source.skip.includes(name));
    const shown = new Set(winners.map(({ name }) => name).filter((name) => allowed.has(name)));
    if (shown.size > 0 && !(skipped && has("skip-and-shown"))) {
      parser.scan(shown, skipped ? "shown or skipped" : "shown");
      shownBefore = true;
    }
    at = lexeme.end;
  }
  return parser.accepts();
}

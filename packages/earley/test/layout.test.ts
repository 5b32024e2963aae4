// Hooks for layout, in a toy language of blocks: columns stand on the left, the suffix knows none of them, and whole texts lexed
// and parsed at once are the judge.
//
// The suffix is read as §5.5 of the study says: between its successive least columns, its INDENTs and DEDENTs are its own. Where a line
// goes below every column seen before it, nobody knows how many blocks of the left end, so there DEDENT is a loop, marked with
// that step; a block of the left may end at the first step below its column and at no other.

import {
  automataRules,
  type ChartRules,
  compileRules,
  createChart,
  createRightQuotient,
  createSuffixChart,
  type RuleAutomata,
  type RuleEdges,
  type SuffixId,
} from "@espalier/earley";
import { choice, type Grammar, nonterminal, optional, plus, sequence, terminal } from "@espalier/grammar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const n = nonterminal;
const t = terminal;
const blocks: Grammar = {
  start: "file",
  rules: [
    { name: "file", body: plus(n("statement")) },
    { name: "block", body: sequence(t("INDENT"), plus(n("statement")), t("DEDENT")) },
    {
      name: "statement",
      body: choice(
        t("pass"),
        sequence(t("if"), n("block"), optional(sequence(t("else"), n("block")))),
        sequence(t("try"), n("block"), plus(sequence(t("except"), n("block")))),
      ),
    },
  ],
};
const TERMINALS = ["pass", "if", "else", "try", "except", "INDENT", "DEDENT"];
const INDENT = 5;
const DEDENT = 6;

/** A line: its column and its keyword, a terminal. */
type Line = readonly [column: number, keyword: number];

const rules = compileRules(blocks, TERMINALS, undefined, ["block"]);

/** The rules with the column of the block in the state, from INDENT on: state q in a block at column c is q + (c + 1) · states. */
function withColumns(automata: RuleAutomata): ChartRules {
  const base = automataRules(automata);
  const count = automata.stateCount;
  return {
    ...base,
    startOf: base.startOf,
    ruleOf: (state) => base.ruleOf(state % count),
    edges(state): RuleEdges {
      const q = state % count;
      const { final, terminals, calls } = base.edges(q);
      const shift = (row: readonly number[], terminal?: number): number[] =>
        row.map((value, i) => (i % 2 === 0 || row[i - 1] === terminal ? value : value + state - q));
      return { final, terminals: shift(terminals, DEDENT), calls: shift(calls) };
    },
  };
}

const columnOf = (state: number): number => Math.floor(state / rules.stateCount) - 1;

/** The terminals of whole lines; undefined when a line's column fits no open block. */
function lex(lines: readonly Line[]): readonly number[] | undefined {
  const stack = [0];
  const out: number[] = [];
  for (const [column, keyword] of lines) {
    if (column > stack.at(-1)!) {
      stack.push(column);
      out.push(INDENT);
    }
    while (column < stack.at(-1)!) {
      stack.pop();
      out.push(DEDENT);
    }
    if (column !== stack.at(-1)) return undefined;
    out.push(keyword);
  }
  return [...out, ...stack.slice(1).map(() => DEDENT)];
}

const plain = createChart(rules);

function judge(lines: readonly Line[]): boolean {
  const terminals = lex(lines);
  return terminals !== undefined && plain.accepts(terminals.reduce((set, t) => plain.scan(set, t), plain.start));
}

const chart = createChart(withColumns(rules));
const suffixes = createSuffixChart(rules);
// Marks name a step: blocks of the left at columns in (to, from] end there.
const steps: (readonly [from: number, to: number])[] = [];
const markOf = (from: number, to: number): number => {
  const known = steps.findIndex(([a, b]) => a === from && b === to);
  return known >= 0 ? known + 1 : steps.push([from, to]);
};
const quotient = createRightQuotient(chart, suffixes, {
  baseOf: (state) => state % rules.stateCount,
  mayEnd(state, end) {
    const column = columnOf(state);
    if (column < 0) return true;
    const [from, to] = steps[suffixes.markOf(end) - 1] ?? [0, 0];
    return to < column && column <= from;
  },
});

/** Open blocks that end before `suffix`, at columns in (to, from]. */
function dedents(from: number, to: number, suffix: SuffixId): SuffixId {
  const [loop] = suffixes.cycle([{ edges: [[DEDENT, ~0]], also: [suffix], mark: markOf(from, to) }]);
  return loop!;
}

/** The left text: its set and its open columns. */
function left(lines: readonly Line[]): { set: number; stack: readonly number[] } | undefined {
  let set = chart.start;
  const stack = [0];
  for (const [column, keyword] of lines) {
    if (column > stack.at(-1)!) {
      stack.push(column);
      const shift = (column + 1) * rules.stateCount;
      set = chart.scanFollowing(set, INDENT, (edge) => (edge % rules.stateCount) + shift);
    }
    while (column < stack.at(-1)!) {
      stack.pop();
      set = chart.scan(set, DEDENT);
    }
    if (column !== stack.at(-1)) return undefined;
    set = chart.scan(set, keyword);
  }
  return { set, stack };
}

/** What the suffix is, behind left text with these open columns; undefined when its columns do not fit. */
function right(lines: readonly Line[], stack: readonly number[]): SuffixId | undefined {
  const top = stack.at(-1)!;
  // What each line begins with, and the step that ends blocks of the left before it. The end of the text is at column 0, and ends all.
  const own: number[] = [];
  const before: { indent: boolean; dedents: number; step?: readonly [number, number] }[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const [i, [column]] of [...lines, [0, -1] as const].entries()) {
    const indent = i === 0 ? column > top : column > own.at(-1)!;
    let ended = 0;
    if (indent || i === 0) own.push(column);
    while (column < own.at(-1)! && own.length > 1) {
      own.pop();
      ended++;
    }
    const step = column < least && !(i === 0 && indent) ? ([least, column] as const) : undefined;
    if (column < own.at(-1)!) {
      // Below every column so far. The last of them is the left's, or was opened by the first line and ends here.
      if (!stack.includes(column)) return undefined;
      if (own[0]! > top) ended++;
      own[0] = column;
    } else if (column !== own.at(-1) || (i === 0 && !indent && !stack.includes(column))) return undefined;
    before.push({ indent, dedents: ended, ...(step === undefined ? {} : { step }) });
    least = Math.min(least, column);
  }
  let suffix = suffixes.end;
  for (let i = lines.length; i >= 0; i--) {
    const { indent, dedents: ended, step } = before[i]!;
    if (i < lines.length) suffix = suffixes.prepend(lines[i]![1], suffix);
    if (indent) suffix = suffixes.prepend(INDENT, suffix);
    if (step !== undefined) suffix = dedents(step[0], step[1], suffix);
    for (let k = 0; k < ended; k++) suffix = suffixes.prepend(DEDENT, suffix);
  }
  return suffix;
}

/** Lines of a valid program, at random columns. */
function program(depth: number, column: number): fc.Arbitrary<Line[]> {
  const line = (keyword: number): Line => [column, keyword];
  const simple = fc.constant([line(0)]);
  const inner = fc.integer({ min: 1, max: 3 }).chain((step) => program(depth - 1, column + step));
  const block = (...keywords: number[]): fc.Arbitrary<Line[]> =>
    fc.tuple(...keywords.map(() => inner)).map((all) => all.flatMap((body, i) => [line(keywords[i]!), ...body]));
  const statement = depth === 0 ? simple : fc.oneof(simple, simple, block(1), block(1, 2), block(3, 4), block(3, 4, 4));
  return fc.array(statement, { minLength: 1, maxLength: 2 }).map((all) => all.flat());
}

describe("labels with a layout", () => {
  it("agree with lexing and parsing the whole text, at every cut between two lines", () => {
    let valid = 0;
    let cases = 0;
    const check = (head: readonly Line[], tail: readonly Line[]): void => {
      const known = left(head);
      if (known === undefined || known.set === 0) return;
      const suffix = right(tail, known.stack);
      const complete = suffix !== undefined && quotient.complete(known.set, suffix);
      if (complete !== judge([...head, ...tail])) expect([head, tail]).toBe(`complete: ${!complete}`);
      if (complete) expect(quotient.least(known.set, suffix)).toBe(0);
      if (complete) valid++;
      cases++;
    };
    fc.assert(
      fc.property(program(2, 0), program(2, 0), fc.nat({ max: 3 }), fc.nat({ max: 3 }), (a, b, drop, shift) => {
        for (let i = 0; i <= a.length; i++) {
          check(a.slice(0, i), a.slice(i));
          // Something else's rest, and its own with lines left out or moved.
          check(a.slice(0, i), b.slice(Math.min(b.length, i)));
          check(a.slice(0, i), a.slice(i + drop));
          const moved = a.slice(i).map(([column, keyword]) => [Math.max(0, column - shift), keyword] as const);
          check(a.slice(0, i), moved);
        }
      }),
      { numRuns: 300 },
    );
    expect(valid).toBeGreaterThan(1000);
    expect(cases - valid).toBeGreaterThan(1000);
  });
});

// What may be read directly inside a frame, judged by random texts of random grammars: whatever one of them has inside a frame must be allowed there.

import { literal } from "@espalier/automata";
import { createLexedLanguage, type LexedSource, type LexemeKind } from "@espalier/gaps";
import { choice, type Expression, type Grammar, nonterminal, sequence, star, terminal } from "@espalier/grammar";
import { SyntaxSourceError } from "@espalier/syntax";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { kindsInside } from "../src/source/kinds-inside.js";
import { blockLanguage } from "./block-language.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const RULES = ["r0", "r1", "r2"];
/** Brackets of which the partner is elsewhere, if anywhere. */
const ALONE = ["(", ")", "[c", "c]", ")c(", "(c", "]c"];
const MODES = ["outside", "round", "square"];

/** Parts that close what they open, mostly, and any terminal alone now and then. */
const { body } = fc.letrec<{ body: Expression }>((tie) => ({
  body: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom("a", "b", "a").map(terminal) },
    { weight: 1, arbitrary: fc.constantFrom("c", "|").map(terminal) },
    { weight: 1, arbitrary: fc.constantFrom(...ALONE).map((text) => sequence(...[...text].map(terminal))) },
    { weight: 3, arbitrary: fc.constantFrom(...RULES).map(nonterminal) },
    { weight: 2, arbitrary: tie("body").map((inner) => sequence(terminal("("), inner, terminal(")"))) },
    { weight: 2, arbitrary: tie("body").map((inner) => sequence(terminal("["), inner, terminal("]"))) },
    { weight: 2, arbitrary: fc.tuple(tie("body"), tie("body")).map(([a, b]) => sequence(a, b)) },
    { weight: 2, arbitrary: fc.tuple(tie("body"), tie("body")).map(([a, b]) => choice(a, b)) },
    { weight: 1, arbitrary: tie("body").map(star) },
  ),
}));

/** What each bracket does: usually what it looks like, and sometimes something that no walk may trust. */
const kinds = fc
  .record({
    sharedMode: fc.boolean(),
    stray: fc.option(fc.constantFrom("(", ")", "[", "]"), { freq: 6 }),
    strange: fc.option(fc.constantFrom("closes two", "replaces", "opens outside", "two terminals"), { freq: 4 }),
    outsideCloses: fc.boolean(),
  })
  .map(({ sharedMode, stray, strange, outsideCloses }): readonly LexemeKind[] => {
    const square = sharedMode ? "round" : "square";
    const closer = (mode: string): readonly string[] => (outsideCloses ? ["outside", mode] : [mode]);
    const list: LexemeKind[] = [
      { name: "a", regex: literal("a"), modes: MODES, terminals: ["a"] },
      { name: "b", regex: literal("b"), modes: MODES, terminals: ["b"] },
      { name: "c", regex: literal("c"), modes: MODES, terminals: ["c"] },
      { name: "(", regex: literal("("), modes: MODES, terminals: ["("], opens: "round" },
      { name: ")", regex: literal(")"), modes: closer("round"), terminals: [")"], closes: 1 },
      { name: "[", regex: literal("["), modes: MODES, terminals: ["["], opens: square },
      { name: "]", regex: literal("]"), modes: closer(square), terminals: ["]"], closes: 1 },
      { name: "|", regex: literal("|"), modes: MODES, terminals: ["|"] },
      { name: "blank", regex: literal(" "), modes: MODES, terminals: [] },
    ];
    if (stray !== null) list.push({ name: "stray", regex: literal("s"), modes: MODES, terminals: [stray] });
    const odd = { name: "odd", regex: literal("o") };
    if (strange === "closes two") list.push({ ...odd, modes: [square], terminals: ["|"], closes: 2 });
    if (strange === "replaces") list.push({ ...odd, modes: ["round"], terminals: ["|"], closes: 1, opens: square });
    if (strange === "opens outside") list.push({ ...odd, modes: ["round"], terminals: ["|"], opens: "outside" });
    if (strange === "two terminals") list.push({ ...odd, modes: MODES, terminals: ["a", "["], opens: square });
    return list;
  });

const sources = fc.tuple(fc.array(body, { minLength: 3, maxLength: 3 }), kinds).map(([bodies, list]): LexedSource => {
  const rules = bodies.map((each, i) => ({ name: RULES[i]!, body: each }));
  // Every terminal occurs somewhere, so that each belongs to the grammar.
  const some = sequence(...[..."a()[]|bc"].map(terminal));
  const grammar: Grammar = {
    start: "start",
    rules: [{ name: "start", body: choice(nonterminal("r0"), some) }, ...rules],
  };
  return { grammar, kinds: list, modes: MODES.map((name) => ({ name })) };
});

/** A text of the grammar as terminals, by choices drawn from `draw`; undefined if it becomes too long. */
function derived({ rules, start }: Grammar, draw: () => number): readonly string[] | undefined {
  const bodies = new Map(rules.map((rule) => [rule.name, rule.body]));
  const text: string[] = [];
  let steps = 0;
  const write = (expression: Expression): boolean => {
    if (++steps > 200) return false;
    switch (expression.kind) {
      case "terminal":
        text.push(expression.name);
        return true;
      case "nonterminal":
        return write(bodies.get(expression.name)!);
      case "sequence":
        return expression.items.every(write);
      case "choice":
        return write(expression.options[draw() % expression.options.length]!);
      case "repeat":
        for (let n = draw() % 3; n > 0; n--) if (!write(expression.item)) return false;
        return true;
    }
  };
  return write(bodies.get(start)!) ? text : undefined;
}

describe("what may be inside a frame", () => {
  test("includes whatever a text of the grammar has there", () => {
    let inFrames = 0;
    let excluded = 0;
    const check = (source: LexedSource, draws: readonly number[]): void => {
      let language: ReturnType<typeof createLexedLanguage>;
      try {
        language = createLexedLanguage(source);
      } catch (error) {
        if (error instanceof SyntaxSourceError) return;
        throw error;
      }
      const { compiled } = language.core;
      const mayRead = kindsInside(compiled);
      for (let mode = 0; mode < MODES.length; mode++)
        excluded += compiled.kindsIn[mode]!.filter((k) => !mayRead(mode, k)).length;
      for (let first = 0; first < draws.length; first++) {
        let next = first;
        const draw = (): number => draws[next++ % draws.length]!;
        const text = derived(source.grammar, draw);
        if (text === undefined) continue;
        // Each terminal is read as one of the kinds that the open frame has for it.
        const open = [0];
        for (let at = 0; at < text.length; ) {
          const mode = open.at(-1)!;
          const fitting = compiled.kindsIn[mode]!.filter((k) => {
            const { terminals, closes } = compiled.kinds[k]!;
            const reads = terminals.every((t, i) => compiled.terminals[t] === text[at + i]);
            return terminals.length > 0 && reads && closes < open.length;
          });
          if (fitting.length === 0) break;
          const k = fitting[draw() % fitting.length]!;
          expect(mayRead(mode, k), JSON.stringify([text, at, source.kinds[k]!.name])).toBe(true);
          const { closes, opens, terminals } = compiled.kinds[k]!;
          if (open.length > 1) inFrames++;
          open.length -= closes;
          if (opens >= 0) open.push(opens);
          at += terminals.length;
        }
      }
    };
    fc.assert(fc.property(sources, fc.array(fc.nat(1_000), { minLength: 8, maxLength: 40 }), check), {
      seed,
      numRuns: samples(1_000),
    });
    expect(inFrames).toBeGreaterThan(100);
    expect(excluded).toBeGreaterThan(100);
  });

  test("is anything if a rule opens what another one closes", () => {
    const t = terminal;
    // A rule that calls itself between other parts is not inlined.
    const recursive = (name: string, own: Expression): Grammar["rules"][number] => ({
      name,
      body: choice(own, sequence(t("a"), nonterminal(name), t("a"))),
    });
    const plain: readonly LexemeKind[] = ["a", "b"].map((name) => ({
      name,
      regex: literal(name),
      modes: MODES,
      terminals: [name],
    }));
    const bracket = (text: string, rest: Partial<LexemeKind>): LexemeKind => ({
      ...{ name: text, regex: literal(text), modes: MODES, terminals: [text] },
      ...rest,
    });
    const brackets = [
      bracket("(", { opens: "round" }),
      bracket(")", { modes: ["round"], closes: 1 }),
      bracket("[", { opens: "square" }),
      bracket("]", { modes: ["square"], closes: 1 }),
    ];
    const mayReadOf = (whole: Expression, opener: Expression) => {
      const rules = [{ name: "whole", body: whole }, recursive("opener", opener), recursive("inner", t("b"))];
      const grammar = { start: "whole", rules };
      const source = { grammar, kinds: [...plain, ...brackets], modes: MODES.map((name) => ({ name })) };
      const { compiled } = createLexedLanguage(source).core;
      return (mode: string, kind: string): boolean =>
        kindsInside(compiled)(
          MODES.indexOf(mode),
          compiled.kinds.findIndex((each) => each.kind.name === kind),
        );
    };
    const opener = nonterminal("opener");
    // `( [ a ] b )`: the opener's rule is left inside the square brackets, and `b` is inside the round ones.
    const across = sequence(t("("), opener, t("]"), t("b"), t(")"));
    const unbalanced = mayReadOf(across, sequence(t("["), t("a")));
    expect([unbalanced("round", "b"), unbalanced("square", "a"), unbalanced("square", "]")]).toEqual([
      true,
      true,
      true,
    ]);
    const nested = mayReadOf(sequence(t("("), opener, t(")")), choice(nonterminal("inner"), sequence(t("["), t("]"))));
    expect([nested("round", "b"), nested("square", "b")]).toEqual([true, false]);
    const balanced = mayReadOf(sequence(t("("), opener, t("b"), t(")")), sequence(t("["), t("a"), t("]")));
    expect([balanced("round", "b"), balanced("round", "a"), balanced("square", "a")]).toEqual([true, true, true]);
    expect([balanced("square", "b"), balanced("square", "["), balanced("round", "(")]).toEqual([false, false, false]);
  });

  test("has no statements in brackets", () => {
    const { compiled } = createLexedLanguage(blockLanguage).core;
    const mayRead = kindsInside(compiled);
    const [line, bracket] = compiled.kindsIn.map((list, mode) =>
      list.filter((k) => !mayRead(mode, k)).map((k) => compiled.kinds[k]!.kind.name),
    );
    expect(line).toEqual([]);
    expect(bracket).toEqual(["if", "else", "pass", ":", "number else"]);
  });
});

// Products of gaps and finite automata against brute force: random languages whose lexer commits, in which lexemes begin each other, between random
// prefixes and suffixes. The judge steps gap and automaton side by side and looks at everything that can be reached; that a text is accepted, it
// asks the language of the whole.

import {
  createLexedLanguage,
  FillError,
  fillMiddle,
  type Gap,
  gapProducts,
  type LexedLanguage,
  type LexedSource,
  type LexemeKind,
} from "@espalier/gaps";
import { type Monitor, product } from "@espalier/monitor";
import { SyntaxSourceError } from "@espalier/syntax";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sources } from "../packages/syntax/test/random-sources.js";
import { finite, LETTERS, lookAhead } from "./support/joint-steps.js";
import { samples } from "./support/samples.js";

/** A source with one mode; `paired` joins two terminals in one more kind of lexeme. */
const lexedSources: fc.Arbitrary<LexedSource> = fc
  .tuple(sources, fc.boolean(), fc.boolean())
  .map(([its, paired, apart]) => {
    const kinds = its.terminals.flatMap((terminal): LexemeKind[] =>
      terminal.kind === "pattern"
        ? [
            {
              name: terminal.name,
              regex: terminal.regex,
              modes: ["text"],
              terminals: its.skip.includes(terminal.name) ? [] : [terminal.name],
              ...(apart && terminal.name === "U" && { notBefore: ["T"] }),
            },
          ]
        : [],
    );
    const both: LexemeKind = {
      name: "both",
      regex: { kind: "literal", bytes: [...new TextEncoder().encode("bab")] },
      modes: ["text"],
      terminals: ["T", "U"],
    };
    return { grammar: its.grammar, kinds: paired ? [both, ...kinds] : kinds, modes: [{ name: "text" }] };
  });
const text = fc.string({ unit: fc.constantFrom("a", "b", "_"), maxLength: 4 });

it("live exactly where both can be finished, and cost what that takes", () => {
  let [cases, states, empty, dead] = [0, 0, 0, 0];
  fc.assert(
    fc.property(
      lexedSources,
      fc.array(fc.tuple(text, text, fc.constantFrom("all" as const, "noSwallow" as const, "boundaryOnly" as const)), {
        minLength: 4,
        maxLength: 4,
      }),
      fc.array(finite, { minLength: 6, maxLength: 6 }),
      (source, cuts, all) => {
        let language: LexedLanguage;
        try {
          language = createLexedLanguage(source, { products: gapProducts });
        } catch (error) {
          if (error instanceof SyntaxSourceError) return;
          throw error;
        }
        for (const [prefix, suffix, policy] of cuts) {
          let gap: Gap;
          try {
            gap = fillMiddle(language, { prefix, suffix, policy });
          } catch (error) {
            if (error instanceof FillError) continue;
            throw error;
          }
          for (const automaton of all) {
            cases++;
            const ahead = lookAhead(gap, automaton);
            const both = product(gap as Monitor<number>, automaton);
            expect(both.trim).toBe(true);
            const visit = (state: number, left: number, right: number, so: string): void => {
              states++;
              const truth = ahead(left, right);
              const cost = both.cost!(state);
              if (truth.certain) expect([so, cost]).toEqual([so, truth.least]);
              if (so === "" && cost === Number.POSITIVE_INFINITY) empty++;
              if (Number.isFinite(cost)) {
                const rest = Array.from(both.witness!(state)!);
                let [at, end] = [state, automaton.start as number | undefined];
                for (const symbol of rest) at = both.step(at, symbol) as number;
                expect([so, both.accepts(at), rest.length]).toEqual([so, true, cost]);
                for (const symbol of new TextEncoder().encode(so)) end = automaton.step(end!, symbol);
                for (const symbol of rest) end = automaton.step(end!, symbol);
                expect([so, automaton.accepts(end!)]).toEqual([so, true]);
                const whole = [...new TextEncoder().encode(prefix + so), ...rest, ...new TextEncoder().encode(suffix)];
                let its: number | undefined = language.start;
                for (const byte of whole) its = its === undefined ? undefined : language.step(its, byte);
                expect([so, its !== undefined && language.accepts(its)]).toEqual([so, true]);
              }
              if (so.length > 2) return;
              for (const letter of LETTERS) {
                const [first, second] = [gap.step(left, letter), automaton.step(right, letter)];
                const next = both.step(state, letter);
                const longer = so + String.fromCharCode(letter);
                if (first === undefined || second === undefined) {
                  expect([longer, next]).toEqual([longer, undefined]);
                  continue;
                }
                const its = ahead(first, second);
                if (its.certain) expect([longer, next !== undefined]).toEqual([longer, Number.isFinite(its.least)]);
                if (next === undefined) dead++;
                else visit(next as number, first, second, longer);
              }
            };
            visit(both.start as number, gap.start, automaton.start, "");
          }
        }
      },
    ),
    { numRuns: samples(500) },
  );
  expect(cases).toBeGreaterThan(samples(1_500));
  for (const met of [states, empty, dead]) expect(met).toBeGreaterThan(samples(100));
}, 300_000);

// Gaps in texts of grammars beside finite automata: the quotient of the grammar is a grammar, so the product is decided. Judged by the gap of the lexed
// language, one text at a time.

import { createLexedLanguage, fillMiddle, lexedSource, quotientSource } from "@espalier/gaps";
import { product, run, strings } from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import fc from "fast-check";
import { expect, test } from "vitest";

const lexed = createLexedLanguage(
  lexedSource(
    readLark(
      'start: sum\nsum: atom ("+" sum)?\natom: NUMBER | "(" sum ")"\nNUMBER: /[0-9]+/\nBLANK: " "\n%ignore BLANK\n',
    ),
  ),
);

test.each([
  ["(1+", "+4)"],
  ["(1", "2)"],
  ["((", ")"],
])("the middles between %s and %s that are in a list, and nothing that leads nowhere", (prefix, suffix) => {
  const middles = fillMiddle(lexed, { prefix, suffix, policy: "all" });
  const source = quotientSource(lexed, { prefix, suffix });
  const language = createLanguage(source);
  let [some, none] = [0, 0];
  const text = fc.string({ unit: fc.constantFrom("1", "+", "(", ")", " "), maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 12 }), (list) => {
      const both = product(language, strings(list));
      const left = list.filter((each) => {
        const state = run(middles, each);
        return state !== undefined && middles.accepts(state);
      });
      expect(both.trim).toBe(true);
      if (left.length === 0) none++;
      else some++;
      for (const each of list) {
        for (let length = 1; length <= each.length; length++) {
          const start = each.slice(0, length);
          const isLive = run(both, start) !== undefined;
          expect([start, isLive]).toEqual([start, left.some((its) => its.startsWith(start))]);
        }
        const state = run(both, each);
        expect([each, state !== undefined && both.accepts(state)]).toEqual([each, left.includes(each)]);
      }
    }),
    { numRuns: 300 },
  );
  expect(Math.min(some, none)).toBeGreaterThan(10);
});

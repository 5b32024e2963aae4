// Products of random languages and random automata against brute force: which states have a completion, what it costs at least, which
// tokens may follow. The judge steps both parts side by side and looks at everything that can be reached; it knows nothing of kill sets,
// rule ends or views.

import { createEngine, parseRegex, type Regex, regexMonitor } from "@espalier/automata";
import { choice, sequence, terminal } from "@espalier/grammar";
import {
  budgeted,
  createFuel,
  deny,
  FuelError,
  fromAutomaton,
  sequence as inOrder,
  type Monitor,
  MonitorError,
  product,
  run,
  strings,
  top,
  until,
  verdict,
} from "@espalier/monitor";

import {
  createLanguage,
  createPlainLanguage,
  type Language,
  SyntaxLimitError,
  SyntaxSourceError,
} from "@espalier/syntax";
import { buildTrie, createMasker, type Trie } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import { lark } from "espalier";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ends } from "../packages/syntax/test/definition.js";
import { pattern, source, sources, word } from "../packages/syntax/test/random-sources.js";
import { finite, LETTERS, lookAhead, overLetters, words } from "./support/joint-steps.js";
import { samples } from "./support/samples.js";

/** Automata that refuse little, and mostly accept everywhere. */
const permissive: fc.Arbitrary<Monitor<number>> = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 2 }).map(deny),
  fc
    .integer({ min: 1, max: 4 })
    .chain((count) => {
      const state = fc.nat({ max: count - 1 });
      const target = fc.oneof({ weight: 9, arbitrary: state }, { weight: 1, arbitrary: fc.constant(-1) });
      const all = Array.from({ length: count }, (_, at) => at);
      return fc.record({
        accepting: fc.oneof({ weight: 4, arbitrary: fc.constant(all) }, fc.uniqueArray(state, { minLength: 1 })),
        next: fc.array(target, { minLength: 4 * count, maxLength: 4 * count }),
      });
    })
    .map(overLetters),
);

const oneOf = (...texts: readonly string[]): Regex => ({ kind: "choice", options: texts.map(word) });

/** Whether a lexeme of a source may be the beginning of another, or a lazy one ends it. */
function conflicts(grammar: Parameters<typeof createLanguage>[0]): boolean {
  if (grammar.munch === "none") return false;
  const texts: string[] = [""];
  for (const text of texts) if (text.length < 3) texts.push(...["a", "b", "_"].map((letter) => text + letter));
  const lexemes = texts.slice(1).filter((text) => {
    const bytes = new TextEncoder().encode(text);
    return grammar.terminals.some((each) => each.kind === "pattern" && ends(each.regex, bytes, 0).has(bytes.length));
  });
  return lexemes.some((one) => lexemes.some((other) => other !== one && other.startsWith(one)));
}

const PIECES = ["ab", "ba", "a_", "_b", "aab", "b_a", "abab", "__", "bb_b", "aaaa", "_a_", "bba"];
const SINGLES = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
/** Vocabularies of all single bytes and some of the pieces, from id 256 on. */
const vocabularies: fc.Arbitrary<Trie> = fc.subarray(PIECES, { minLength: 4 }).map((some) => {
  const tokens = [...SINGLES, ...some.map((text) => new TextEncoder().encode(text))].map((bytes, id) => ({
    id,
    bytes,
  }));
  return buildTrie(createVocabulary({ tokens, ends: [] }));
});

describe("the product of a language and a finite automaton", () => {
  it("lives exactly where both can be finished, costs what that takes, and allows exactly the tokens that lead there", () => {
    let [cases, conflicting, undecided, states, empty, dead, masks] = [0, 0, 0, 0, 0, 0, 0];
    fc.assert(
      fc.property(sources, fc.array(finite, { minLength: 12, maxLength: 12 }), vocabularies, (grammar, all, trie) => {
        let language: Language;
        try {
          language = createLanguage(grammar);
        } catch (error) {
          if (error instanceof SyntaxSourceError || error instanceof SyntaxLimitError) return;
          throw error;
        }
        const inConflict = conflicts(grammar);
        for (const automaton of all) {
          const ahead = lookAhead(language, automaton);
          try {
            const both = product(language, automaton);
            const masker = createMasker(trie, both);
            expect(both.trim).toBe(true);
            const visit = (state: unknown, left: number, right: number, text: string): void => {
              states++;
              const truth = ahead(left, right);
              const cost = both.cost!(state as number);
              if (truth.certain) {
                expect([text, Number.isFinite(cost)]).toEqual([text, Number.isFinite(truth.least)]);
                expect(cost).toBeGreaterThanOrEqual(truth.least);
              }
              if (text === "" && cost === Number.POSITIVE_INFINITY) empty++;
              if (Number.isFinite(cost)) {
                const rest = both.witness!(state as number)!;
                let at = state as number;
                for (const symbol of Array.from(rest)) at = both.step(at, symbol) as number;
                expect([text, both.accepts(at), rest.length <= cost]).toEqual([text, true, true]);
              }
              if (text.length > 2) return;
              for (const letter of LETTERS) {
                const [first, second] = [language.step(left, letter), automaton.step(right, letter)];
                const next = both.step(state as number, letter);
                const longer = text + String.fromCharCode(letter);
                if (first === undefined || second === undefined) {
                  expect([longer, next]).toEqual([longer, undefined]);
                  continue;
                }
                const its = ahead(first, second);
                if (its.certain) expect([longer, next !== undefined]).toEqual([longer, Number.isFinite(its.least)]);
                if (next === undefined) dead++;
                else visit(next, first, second, longer);
              }
              // The mask of the start in every case; those after one letter in some.
              if (text.length > (cases % 4 === 0 ? 1 : 0)) return;
              masks++;
              const { mask } = masker.mask(state as number);
              const { vocabulary } = trie;
              for (let id = 256; id < vocabulary.size; id++) {
                let [a, b]: [number | undefined, number | undefined] = [left, right];
                for (const byte of vocabulary.pool.subarray(vocabulary.offsets[id]!, vocabulary.offsets[id + 1]!)) {
                  a = a === undefined ? undefined : language.step(a, byte);
                  b = b === undefined ? undefined : automaton.step(b, byte);
                }
                const live = a !== undefined && b !== undefined ? ahead(a, b) : { least: Infinity, certain: true };
                if (live.certain) expect([text, id, mask.has(id)]).toEqual([text, id, Number.isFinite(live.least)]);
              }
            };
            visit(both.start, language.start, automaton.start, "");
            cases++;
            if (inConflict) conflicting++;
          } catch (error) {
            if (!(error instanceof SyntaxLimitError)) throw error;
            undecided++;
          }
        }
      }),
      { numRuns: samples(1_150) },
    );
    expect(cases).toBeGreaterThanOrEqual(samples(10_000));
    expect(masks).toBeGreaterThanOrEqual(samples(10_000));
    expect(conflicting).toBeGreaterThan(cases / 2);
    expect(undecided).toBeLessThan(cases / 1_000);
    for (const met of [states, empty, dead]) expect(met).toBeGreaterThan(samples(100));
  }, 300_000);

  it("drops what dies inside a lexeme that only a narrow context forces, and where the automaton does not accept", () => {
    const two = source({ s: sequence(choice(terminal("T"), terminal("U")), terminal("T")) }, [
      pattern("T", oneOf("ab", "cd")),
      pattern("U", oneOf("ab", "ae"), { priority: 1 }),
    ]);
    // Where U may stand, "a" goes on to "ae"; after it, T alone is left, and "ab" is refused.
    const once = product(createLanguage(two), deny(["ab"]));
    expect(["ae", "cd", "cda", "aea", "aecd"].map((text) => verdict(once, text).kind)).toEqual([
      "incomplete",
      "incomplete",
      "dead",
      "dead",
      "accepted",
    ]);
    const one = source({ s: terminal("T") }, [pattern("T", oneOf("a"))]);
    expect(verdict(product(createLanguage(one), strings(["aa"])), "a").kind).toBe("dead");
  });

  it("claims that nothing need be dropped only where nothing dies", () => {
    let [cases, clear] = [0, 0];
    fc.assert(
      fc.property(sources, fc.array(permissive, { minLength: 12, maxLength: 12 }), (grammar, all) => {
        let language: Language;
        try {
          language = createLanguage(grammar);
        } catch (error) {
          if (error instanceof SyntaxSourceError || error instanceof SyntaxLimitError) return;
          throw error;
        }
        for (const automaton of all) {
          cases++;
          if (language.intersection!(automaton)?.clear !== true) continue;
          clear++;
          const ahead = lookAhead(language, automaton);
          let level: (readonly [number, number, string])[] = [[language.start, automaton.start, ""]];
          for (let length = 0; length < 5; length++) {
            const next: (readonly [number, number, string])[] = [];
            for (const [left, right, text] of level) {
              expect([text, ahead(left, right).least]).not.toEqual([text, Number.POSITIVE_INFINITY]);
              for (const letter of LETTERS) {
                const [first, second] = [language.step(left, letter), automaton.step(right, letter)];
                if (first !== undefined && second !== undefined)
                  next.push([first, second, text + String.fromCharCode(letter)]);
              }
            }
            level = next;
          }
        }
      }),
      { numRuns: samples(400) },
    );
    expect(cases).toBeGreaterThan(samples(4_000));
    expect(clear).toBeGreaterThan(samples(100));
  }, 300_000);
});

describe("a plain language", () => {
  it("has the same texts and costs, and decides no product", () => {
    const grammar = source({ s: sequence(terminal("A"), terminal("B")) }, [
      pattern("A", word("a")),
      pattern("B", word("b")),
    ]);
    const [full, plain] = [createLanguage(grammar), createPlainLanguage(grammar)];
    for (const text of ["", "a", "ab", "b", "abb"]) expect(verdict(plain, text)).toEqual(verdict(full, text));
    expect(plain.cost(plain.start)).toBe(full.cost(full.start));
    const none = strings(["aa", "abb"]);
    expect(plain.intersection!(none)).toBeUndefined();
    // No text is in both. The product of the full language knows that at its start, that of the plain one where the parts part.
    const [decided, undecided] = [product(full, none), product(plain, none)];
    expect([decided.trim, decided.cost!(decided.start)]).toEqual([true, Number.POSITIVE_INFINITY]);
    expect([undecided.trim, undecided.cost]).toEqual([undefined, undefined]);
    expect(verdict(undecided, "abb")).toEqual({ kind: "dead", offset: 2 });
    expect(verdict(product(plain, strings(["ab"])), "ab").kind).toBe("accepted");
    // It is no finite automaton either, however few its states are: texts may begin anew.
    expect(product(full, plain).cost).toBeUndefined();
  });
});

it("a regular expression stays a finite automaton when texts have filled its engine", () => {
  const engine = createEngine({ bytes: 4 * 2 ** 20 });
  const pairs = regexMonitor("(?:..)*", engine);
  const large = regexMonitor("(?:a|b)*a(?:a|b){40}c", engine);
  let random = 1;
  for (let state = large.start, i = 0; i < 60_000 && large.table.generation === 0; i++) {
    random = Math.imul(random, 48271) >>> 0;
    state = large.step(i % 60 === 0 ? large.start : state, random >>> 31 === 0 ? 0x61 : 0x62)!;
  }
  expect(large.table.generation).toBeGreaterThan(0);
  const both = product(lark('start: "a" "b" "a"*'), pairs) as Monitor<number>;
  expect([both.trim, both.cost?.(both.start)]).toEqual([true, 2]);
});

describe("automata with many states", () => {
  const json = lark(`start: value
value: "{" [pair ("," pair)*] "}" | "[" [value ("," value)*] "]" | STRING | NUMBER
pair: STRING ":" value
STRING: /"[^"\\\\]*"/
NUMBER: /[0-9]+/
%ignore /[ \\n]+/`);
  /** Counts a letter up to `count`, and accepts after five. */
  const counting = (count: number): Monitor<number> =>
    fromAutomaton({
      start: 0,
      classOf: Array.from({ length: 256 }, (_, byte) => (byte === 0x61 ? 1 : 0)),
      classCount: 2,
      next: Array.from({ length: count }, (_, state) => [state, (state + 1) % count]).flat(),
      accepting: [5],
    });

  it.each([16, 64])("are decided with %d states", (count) => {
    const both = product(json, counting(count)) as Monitor<number>;
    expect(both.trim).toBe(true);
    expect(both.cost!(both.start)).toBe(7);
    expect(verdict(both, Array.from(both.witness!(both.start)!)).kind).toBe("accepted");
  });

  it("are undecided beyond the limits, from the start and for good", () => {
    const automaton = counting(4_000);
    for (let i = 0; i < 2; i++) {
      const both = product(json, automaton) as Monitor<number>;
      expect([both.trim, both.cost]).toEqual([undefined, undefined]);
      expect(both.deadEnds!()).toMatchObject({
        path: [0],
        reason: expect.stringContaining("too many states where lexemes begin"),
      });
      expect(verdict(both, '"aaaaa"').kind).toBe("accepted");
      expect(() => budgeted(both)).toThrow(MonitorError);
    }
    // The second product needs none of the work again.
    const fuel = createFuel(1_000);
    fuel.run(() => product(json, automaton));
  });

  it("are decided if few of their states are possible where lexemes begin", () => {
    const word = "a".repeat(300);
    const both = product(json, inOrder(until(word), top)) as Monitor<number>;
    expect(both.cost!(both.start)).toBe(302);
  });

  it("are decided when the product is made, also where the empty text is in both", () => {
    const rules = Array.from({ length: 30 }, (_, i) => {
      const [next, inside] = [(7 * i + 3) % 30, (5 * i + 1) % 30];
      return `s${i}: "k${i}" (ID "," s${next} | "(" s${inside} ")" NUM | ID ";")`;
    });
    const language = lark(`start: (${rules.map((_, i) => `s${i}`).join(" | ")})*
${rules.join("\n")}
ID: /[a-z]+/
NUM: /[0-9]+/
%ignore " "`);
    const both = product(language, regexMonitor(parseRegex("(?:.{60})*"))) as Monitor<number>;
    expect(both.trim).toBe(undefined);
    expect(verdict(both, "k3 ab").kind).toBe("incomplete");
  });

  it("pass the fuel of the user on", () => {
    const automaton = counting(100);
    expect(() => createFuel(10_000).run(() => product(json, automaton))).toThrow(FuelError);
    expect(product(json, automaton).deadEnds!().reason).toContain("too many states where lexemes begin");
    const small = counting(12);
    expect(() => createFuel(10_000).run(() => product(json, small))).toThrow(FuelError);
    const both = product(json, small) as Monitor<number>;
    const [after, fresh] = [both, product(json, counting(12)) as Monitor<number>];
    for (const text of ["", '"a', '["aa', '{"a":["aaa"', "[[", '"aaaaaa'])
      expect(after.cost!(run(after, text)!)).toBe(fresh.cost!(run(fresh, text)!));
  });
});

it("a product names no next byte that it refuses as expected", () => {
  const language = lark('start: "x" (A B | C D | C B)\nA: "a"\nB: "b"\nC: "c"\nD: "d"');
  const both = product(language, deny(["cb", "d"])) as Monitor<number>;
  const state = run(both, "x")!;
  // Both parts read the letter c, but then neither of the two ways goes on.
  expect([language.step(run(language, "x")!, 0x63), both.step(state, 0x63)]).toEqual([expect.any(Number), undefined]);
  expect(language.expected!(run(language, "x")!)).toEqual(["A", "C"]);
  expect(both.expected!(state)).toEqual(["[a]"]);
});

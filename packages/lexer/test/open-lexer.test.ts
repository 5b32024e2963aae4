// The open lexer against one lexer for each context, which has been held to RegExp (lexer.test.ts), and what it shares.

import { createEngine, defaultEngine, literal, parseRegex, type Regex } from "@espalier/automata";
import { createLexer, createOpenLexer, LexerLimitError, openLexer } from "@espalier/lexer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const PATTERNS = ["a", "ab", "a+", "[ab]+", "a*b", "(ab)+", "a?b", "aba", "b{2,3}", "[^a]", "[^ab]{2}", "\\u0000b?"];
const LETTERS = [0x61, 0x62, 0x63, 0x00, 0xff];

describe("an open lexer", () => {
  it("begins in the same state whatever the order of its slots", () => {
    const open = createOpenLexer(createEngine());
    const slots = Array.from({ length: 120 }, (_, i) => open.slot(literal([0x61 + (i % 26), 0x61 + (i >> 2)])));
    const subset = fc.uniqueArray(fc.constantFrom(...slots), { minLength: 1, maxLength: slots.length });
    fc.assert(
      fc.property(subset, fc.nat(), (list, at) => {
        const sorted = list.toSorted((a, b) => a - b);
        const { length } = sorted;
        const lastFirst = [...sorted.slice(at % length), ...sorted.slice(0, at % length)];
        const expected = open.begin(Int32Array.from(sorted), length);
        expect(open.begin(Int32Array.from(list), length)).toBe(expected);
        expect(open.begin(Int32Array.from(lastFirst), length)).toBe(expected);
      }),
      { seed },
    );
  });

  it("matches, closes and lives as a lexer of its context alone does", () => {
    const open = createOpenLexer(createEngine());
    const regex = fc.oneof(
      fc.constantFrom(...PATTERNS).map((pattern) => parseRegex(pattern)),
      fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 }).map((bytes) => literal(bytes)),
    );
    fc.assert(
      fc.property(fc.array(regex, { minLength: 1, maxLength: 20 }), (regexes) => {
        const slots = regexes.map((each) => open.slot(each));
        const alone = createLexer(
          createEngine(),
          regexes.map((each) => ({ regex: each, priority: 0, lazy: false })),
        );
        const visit = (state: number, twin: number, depth: number): void => {
          const matched = alone.exitTerminals(alone.exit(twin)).map((t) => slots[t]!);
          expect(open.exitSlots(open.exit(state))).toEqual([...new Set(matched)].sort((a, b) => a - b));
          expect(open.closes(state)).toBe(alone.closes(twin));
          const possible = alone.possible(twin).map((t) => slots[t]!);
          const held = Array.from({ length: open.size(state) }, (_, i) => open.slotAt(state, i));
          expect(held).toEqual([...new Set(possible)].sort((a, b) => a - b));
          if (depth === 0) return;
          for (const byte of LETTERS) {
            const [next, other] = [open.step(state, byte), alone.step(twin, byte)];
            expect(next === 0).toBe(other === 0);
            if (next !== 0) visit(next, other, depth - 1);
          }
        };
        const begin = open.begin(Int32Array.from(slots), slots.length);
        visit(begin, alone.begin([...regexes.keys()]), 4);
        expect(open.begin(Int32Array.from(slots).reverse(), slots.length)).toBe(begin);
      }),
      { numRuns: samples(150), seed },
    );
  });

  it("reads crowds as a lexer of each place alone does", () => {
    const word = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 5 }).map((bytes) => literal(bytes));
    const pattern = fc.constantFrom(...PATTERNS).map((source) => parseRegex(source));
    // Places that have most of a crowd, and patterns of their own.
    const share = fc.constantFrom(0.1, 0.5, 0.9, 1);
    const place = fc.record({ share, order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), pattern });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 90, maxLength: 140, selector: (each) => JSON.stringify(each) }),
        fc.array(place, { minLength: 1, maxLength: 4 }),
        (words, places) => {
          const open = createOpenLexer(createEngine());
          for (const { share, order, pattern } of places) {
            const regexes = [pattern, ...words.filter(() => order.next().value < share)];
            const slots = regexes.map((each) => open.slot(each));
            const alone = createLexer(
              createEngine(),
              regexes.map((each) => ({ regex: each, priority: 0, lazy: false })),
            );
            const visit = (state: number, twin: number, depth: number): void => {
              const possible = new Set(alone.possible(twin).map((t) => slots[t]!));
              const matched = new Set(alone.exitTerminals(alone.exit(twin)).map((t) => slots[t]!));
              expect(new Set(open.exitSlots(open.exit(state)))).toEqual(matched);
              expect(open.closes(state)).toBe(alone.closes(twin));
              expect(open.size(state)).toBe(possible.size);
              const held = Array.from({ length: possible.size }, (_, i) => open.slotAt(state, i));
              expect(held).toEqual([...possible].sort((a, b) => a - b));
              const left = slots.map((slot) => open.leftOf(state, slot));
              expect(left.map((each) => each !== 0)).toEqual(slots.map((slot) => possible.has(slot)));
              expect(held.map((_, i) => open.leftAt(state, i))).toEqual(held.map((slot) => left[slots.indexOf(slot)]));
              const firsts = new Int32Array(8);
              open.firsts(state, firsts);
              const { live } = open.outline(state);
              for (const byte of LETTERS) {
                const [next, other] = [open.step(state, byte), alone.step(twin, byte)];
                expect(next === 0).toBe(other === 0);
                const mayFollow = ((firsts[byte >> 5]! >>> (byte & 31)) & 1) === 1;
                if (next !== 0) expect([mayFollow, live[byte]]).toEqual([true, 1]);
                if (next !== 0 && depth > 0) visit(next, other, depth - 1);
              }
            };
            visit(open.begin(Int32Array.from(slots), slots.length), alone.begin([...regexes.keys()]), 3);
          }
        },
      ),
      { numRuns: 15, seed },
    );
  });

  it("takes no room for each place and byte of thousands of keys that begin alike", () => {
    const lexer = createOpenLexer(createEngine());
    const slots = Int32Array.from({ length: 3000 }, (_, i) => lexer.slot(literal(`"property ${i}":`)));
    for (let place = 0; place < slots.length; place++) {
      const rest = slots.slice(place);
      let state = lexer.begin(rest, rest.length);
      for (const byte of Buffer.from(`"property ${place}":`)) state = lexer.step(state, byte);
      expect(lexer.exitSlots(lexer.exit(state))).toEqual([slots[place]]);
      // The key before it may not come again.
      if (place > 0) {
        state = lexer.begin(rest, rest.length);
        for (const byte of Buffer.from(`"property ${place - 1}":`)) state = lexer.step(state, byte);
        expect(state).toBe(0);
      }
    }
    expect(lexer.bytes()).toBeLessThan(64 * 1024 * 1024);
  });

  it("gives equal expressions one slot, and shares what contexts have in common", () => {
    const lexer = createOpenLexer(createEngine());
    const [word, number, key] = ["[a-z]+", "[0-9]+", '"k":'].map((source) => lexer.slot(parseRegex(source))) as [
      number,
      number,
      number,
    ];
    expect(lexer.slot(parseRegex("[a-z]([a-z]*)"))).toBe(word);
    const one = lexer.begin(Int32Array.of(word, number), 2);
    const other = lexer.begin(Int32Array.of(key, word), 2);
    expect(one).not.toBe(other);
    expect(lexer.step(one, 0x61)).toBe(lexer.step(other, 0x61));
    expect(lexer.begin(new Int32Array(0), 0)).not.toBe(0);
    expect(lexer.step(lexer.begin(new Int32Array(0), 0), 0x61)).toBe(0);
  });

  it("walks hundreds of keys that begin alike", () => {
    const lexer = createOpenLexer(createEngine());
    const keys = Array.from({ length: 700 }, (_, i) => `"key ${i * i}":`);
    const slots = Int32Array.from(keys, (key) => lexer.slot(literal(key)));
    const start = lexer.begin(slots, slots.length);
    for (const key of ['"key 0":', '"key 81":', `"key ${699 * 699}":`]) {
      const end = [...key].reduce((state, letter) => lexer.step(state, letter.charCodeAt(0)), start);
      expect(lexer.exitSlots(lexer.exit(end))).toEqual([lexer.slot(literal(key))]);
      expect(lexer.closes(end)).toBe(true);
    }
    expect([...'"key 2'].reduce((state, letter) => lexer.step(state, letter.charCodeAt(0)), start)).not.toBe(0);
    expect([...'"key 00'].reduce((state, letter) => lexer.step(state, letter.charCodeAt(0)), start)).toBe(0);
  });

  it("refuses the empty text and stops at its limits, usable for what it knows", () => {
    const lexer = createOpenLexer(createEngine(), { states: 40 });
    expect(() => lexer.slot(parseRegex("a*"))).toThrow(RangeError);
    const slot = lexer.slot(parseRegex("a{1,1000}"));
    const start = lexer.begin(Int32Array.of(slot), 1);
    let state = start;
    const read = (): void => {
      for (;;) state = lexer.step(state, 0x61);
    };
    expect(read).toThrow(LexerLimitError);
    expect(lexer.exitSlots(lexer.exit(lexer.step(start, 0x61)))).toEqual([slot]);
  });

  it("is one for each engine, and another once the engine has forgotten", () => {
    const engine = createEngine();
    const regex: Regex = parseRegex("a");
    const lexer = openLexer(engine);
    lexer.slot(regex);
    expect(openLexer(engine)).toBe(lexer);
    expect(openLexer(defaultEngine())).not.toBe(lexer);
    engine.clear();
    expect(openLexer(engine)).not.toBe(lexer);
  });
});

// The lexing of a suffix remembers where it was entered: with which frames open, and behind which guard. What is remembered changes nothing
// but how much is read.

import { createLexedLanguage } from "@espalier/gaps";
import { NO_FRAME } from "@espalier/lexer";
import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { freeLexing } from "../src/lexing/free-lexing.js";
import { sharedQuotient } from "../src/suffix/connections.js";
import { createSuffixLexing, type SuffixLexing } from "../src/suffix/suffix-lexing.js";
import { createTailMemos } from "../src/suffix/tail-memo.js";
import { blockLanguage } from "./block-language.js";
import { programs } from "./programs.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);

const { core, engine } = createLexedLanguage(blockLanguage);
const { frames, compiled } = core;
const { suffixes } = sharedQuotient(core, engine);
const [LINE, BRACKET] = [0, 1];
const lexingOf = (text: string): SuffixLexing => createSuffixLexing(core, suffixes, bytesOf(text));

/** Behind the lexeme of the suffix that closes a frame of `mode`, read lexeme by lexeme; −1 for none. */
function closedAt({ bytes, lexeme }: SuffixLexing, mode: number): number {
  let open = frames.open(NO_FRAME, mode);
  for (let at = 0, guard = 0; at < bytes.length; ) {
    const end = lexeme(freeLexing(core).begin(frames.mode(open), guard), at);
    const boundary = compiled.lexer.boundary(end.exit);
    if (end.exit === 0 || end.at === at || boundary.kind === "line") return -1;
    const { closes, opens } = compiled.kinds[boundary.kind]!;
    for (let i = 0; i < closes && open !== NO_FRAME; i++) open = frames.parent(open);
    if (open === NO_FRAME) return end.at;
    if (opens >= 0) open = frames.open(open, opens);
    [at, guard] = [end.at, boundary.guard];
  }
  return -1;
}

/** What may not follow a text of one lexeme. */
function guardBehind(text: string): number {
  const { exit } = lexingOf(`${text} `).lexeme(freeLexing(core).begin(BRACKET, 0), 0);
  const boundary = compiled.lexer.boundary(exit);
  return boundary.kind === "line" ? 0 : boundary.guard;
}

const guards = [0, guardBehind("1"), guardBehind("\\\n")];
const opened = [
  NO_FRAME,
  frames.indent(NO_FRAME, 2, 2),
  frames.open(NO_FRAME, BRACKET),
  frames.open(frames.open(frames.indent(NO_FRAME, 2, 2), BRACKET), BRACKET),
];

describe("the lexing of a suffix", () => {
  test("says the same whatever it has read before", () => {
    const entries = fc.array(fc.tuple(fc.nat(40), fc.nat(), fc.nat()), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(programs, entries, (text, list) => {
        const used = lexingOf(text);
        for (const [place, frame, guard] of list) {
          const at = place % (text.length + 1);
          const entry = [at, opened[frame % opened.length]!, guards[guard % guards.length]!] as const;
          expect(used.from(...entry)).toBe(lexingOf(text).from(...entry));
        }
      }),
      { seed, numRuns: samples(300) },
    );
  });

  test("says the same across edits, whatever it has read before them", () => {
    const edits = fc.record({
      at: fc.nat(),
      dropped: fc.nat(8),
      insert: fc.constantFrom("", "a", "(", ")", "\n", "'''", "'", "\n\n", "  b\n", "#", "\\\n", "if a:\n  b\n"),
      starts: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
    });
    const begun = ["'''", "a", "'"].map((text) => lexingOf(text).lexeme(freeLexing(core).begin(BRACKET, 0), 0).local);
    fc.assert(
      fc.property(
        fc.array(programs, { minLength: 1, maxLength: 4 }),
        fc.array(edits, { minLength: 1, maxLength: 8 }),
        (parts, session) => {
          let text = parts.join("\n\n");
          const tails = createTailMemos();
          for (const { at, dropped, insert, starts } of session) {
            const from = at % (text.length + 1);
            const to = Math.min(text.length, from + dropped);
            tails.edit(text.length - to, to - from, insert.length);
            text = text.slice(0, from) + insert + text.slice(to);
            for (const [place, frame, guard] of starts) {
              const suffix = text.slice(place % (text.length + 1));
              const [used, fresh] = [createSuffixLexing(core, suffixes, bytesOf(suffix), tails), lexingOf(suffix)];
              const entry = [0, opened[frame % opened.length]!, guards[guard % guards.length]!] as const;
              expect(used.from(...entry), JSON.stringify([text, suffix])).toBe(fresh.from(...entry));
              expect(used.closing(0, BRACKET)).toBe(closedAt(fresh, BRACKET));
              expect(used.minima(0)).toEqual(fresh.minima(0));
              const local = begun[frame % begun.length]!;
              expect(used.lexeme(local, 0)).toEqual(fresh.lexeme(local, 0));
              expect(used.farthest()).toBe(fresh.farthest());
            }
          }
        },
      ),
      { seed, numRuns: samples(100) },
    );
  });

  test("reads what it was entered at before no second time", () => {
    expect(new Set(guards).size).toBe(3);
    const lexing = lexingOf(`+ (a +\n  b)\n${"c\n".repeat(500)}`);
    const step = vi.spyOn(compiled.lexer, "step");
    for (const frame of opened) {
      for (const guard of guards) {
        lexing.from(1, frame, guard);
        const first = step.mock.calls.length;
        lexing.from(1, frame, guard);
        expect(step.mock.calls.length).toBe(first);
      }
    }
    // Behind the first line, entries with the same frames have met.
    expect(step.mock.calls.length).toBeLessThan(2 * opened.length * lexing.bytes.length);
    step.mockRestore();
  });
});

test("modes are where this test expects them", () => {
  expect(compiled.source.modes.map(({ name }) => name)).toEqual(["line", "bracket"]);
  expect(frames.mode(NO_FRAME)).toBe(LINE);
});

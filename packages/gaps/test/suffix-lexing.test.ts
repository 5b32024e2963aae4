// The lexing of a suffix remembers where it was entered: with which frames open, and behind which guard. What is remembered changes nothing
// but how much is read.

import { DEAD_SUFFIX, type SuffixId } from "@espalier/earley";
import { createLexedLanguage } from "@espalier/gaps";
import { type FrameId, NO_COLUMN, NO_FRAME } from "@espalier/lexer";
import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { freeLexing } from "../src/lexing/free-lexing.js";
import { fixedTail } from "../src/lexing/text-buffer.js";
import { kindsInside } from "../src/source/kinds-inside.js";
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
const lexingOf = (text: string): SuffixLexing => createSuffixLexing(core, suffixes, fixedTail(bytesOf(text)));

/** Behind the lexeme of the suffix that closes a frame of `mode`, read lexeme by lexeme; −1 for none, and behind what no such frame contains. */
function closedAt({ length, lexeme }: SuffixLexing, mode: number): number {
  let open = frames.open(NO_FRAME, mode);
  for (let at = 0, guard = 0; at < length; ) {
    const end = lexeme(freeLexing(core).begin(frames.mode(open), guard), at);
    const boundary = compiled.lexer.boundary(end.exit);
    if (end.exit === 0 || end.at === at || boundary.kind === "line") return -1;
    if (!kindsInside(compiled)(frames.mode(open), boundary.kind)) return -1;
    const { closes, opens } = compiled.kinds[boundary.kind]!;
    for (let i = 0; i < closes && open !== NO_FRAME; i++) open = frames.parent(open);
    if (open === NO_FRAME) return end.at;
    if (opens >= 0) open = frames.open(open, opens);
    [at, guard] = [end.at, boundary.guard];
  }
  return -1;
}

/** The suffix as `from` gives it, read lexeme by lexeme to the end of the text, whatever the parser will say. */
function plainly({ length, lexeme }: SuffixLexing, start: number, opened: FrameId, behind: number): SuffixId {
  const { lexer, kinds, newline, indent, dedent, deepest } = compiled;
  // What is read, in order: the terminals, and for a dedent, the columns of the block that it leaves.
  const read: { readonly terminal: number; readonly column: number }[] = [];
  const columnOf = (block: FrameId): number => 1 + core.columnId(frames.column(block), frames.alternate(block));
  let open = opened;
  const lineTo = (column: number, alternate: number): boolean => {
    read.push({ terminal: newline, column: 0 });
    if (column > frames.column(open)) {
      read.push({ terminal: indent, column: 0 });
      const fits = alternate > frames.alternate(open) && frames.blocks(open) < deepest;
      open = frames.indent(open, column, alternate);
      return fits;
    }
    for (; column < frames.column(open); open = frames.parent(open))
      read.push({ terminal: dedent, column: columnOf(open) });
    return column === frames.column(open) && alternate === frames.alternate(open);
  };
  const isLast = (local: number, at: number): boolean => at === length && lexer.isLine(local);
  let ended = true;
  for (let at = start, guard = behind; ; ) {
    const end = at === length ? undefined : lexeme(freeLexing(core).begin(frames.mode(open), guard), at);
    if (end === undefined || isLast(end.local, end.at)) {
      if (frames.depth(open) > 0) return DEAD_SUFFIX;
      ended = end === undefined ? lexer.mayEnd(guard) : lexer.lineMayEnd(end.local);
      break;
    }
    if (end.exit === 0) return DEAD_SUFFIX;
    const boundary = lexer.boundary(end.exit);
    at = end.at;
    if (boundary.kind === "line") {
      if (boundary.column === NO_COLUMN) read.push({ terminal: newline, column: 0 });
      else if (!lineTo(boundary.column, boundary.alternate)) return DEAD_SUFFIX;
      guard = 0;
      continue;
    }
    const kind = kinds[boundary.kind]!;
    if (core.isFull(open, kind) || !core.hasToClose(open, kind)) return DEAD_SUFFIX;
    for (const terminal of kind.terminals) read.push({ terminal, column: 0 });
    open = core.framesAfter(open, kind);
    guard = boundary.guard;
  }
  if (!ended) return DEAD_SUFFIX;
  let id = suffixes.end;
  const closed: FrameId[] = [];
  for (let at = open; frames.isBlock(at); at = frames.parent(at)) closed.push(at);
  for (const block of closed.reverse()) id = suffixes.prepend(dedent, suffixes.mark(id, columnOf(block)));
  id = suffixes.either(suffixes.prepend(newline, id), id);
  for (const { terminal, column } of read.reverse())
    id = suffixes.prepend(terminal, column > 0 ? suffixes.mark(id, column) : id);
  return id;
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

  test("says what reading lexeme by lexeme to the end says", () => {
    let [alive, dead] = [0, 0];
    const check = (parts: readonly string[], place: number, frame: number, guard: number): void => {
      const text = parts.join("");
      const at = place % (text.length + 1);
      const entry = [at, opened[frame % opened.length]!, guards[guard % guards.length]!] as const;
      const expected = plainly(lexingOf(text), ...entry);
      expect(lexingOf(text).from(...entry), JSON.stringify([text.slice(at), frame % opened.length])).toBe(expected);
      if (expected === DEAD_SUFFIX) dead++;
      else alive++;
    };
    const parts = fc.array(programs, { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(parts, fc.nat(), fc.nat(), fc.nat(), check), { seed, numRuns: samples(1_000) });
    expect(Math.min(alive, dead)).toBeGreaterThan(5);
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
              const [used, fresh] = [
                createSuffixLexing(core, suffixes, fixedTail(bytesOf(suffix)), tails),
                lexingOf(suffix),
              ];
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
    expect(step.mock.calls.length).toBeLessThan(2 * opened.length * lexing.length);
    step.mockRestore();
  });
});

test("modes are where this test expects them", () => {
  expect(compiled.source.modes.map(({ name }) => name)).toEqual(["line", "bracket"]);
  expect(frames.mode(NO_FRAME)).toBe(LINE);
});

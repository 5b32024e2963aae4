import { literal } from "@espalier/automata";
import { choice, nonterminal, sequence, terminal } from "@espalier/grammar";
import { verdict } from "@espalier/monitor";
import { expect, test, vi } from "vitest";
import { shareMemory } from "../src/states/shared-memory.js";

const MIB = 2 ** 20;
/** So much that languages of other tests in this process do not matter. */
const MOST = 2 ** 34;

/** Tables whose size the test sets. */
function tables(empty = 0): { size: number; bytes(): number } {
  const made = { size: empty, bytes: (): number => made.size };
  return made;
}

const held = (of: { bytes(): number }): number => of.bytes();

test("the generations that hold most are left when all together hold too much", () => {
  const made = [tables(), tables(), tables(), tables(MOST)];
  const shares = made.map((each) => shareMemory(each, held, MOST));
  const over = (...sizes: readonly number[]): readonly boolean[] => {
    for (const [i, size] of sizes.entries()) made[i]!.size = size * MOST;
    return shares.map((share, i) => {
      const added = made[i]!.size - (i === 3 ? MOST : 0);
      return Array.from({ length: 20 }, () => share.isOver(added)).includes(true);
    });
  };
  expect(over(0.9, 0.3, 0.2, 1)).toEqual([false, false, false, false]);
  expect(over(0.9, 0.5, 0.2, 1)).toEqual([true, false, false, false]);
  expect(over(0.6, 0.6, 0.6, 1)).toEqual([true, true, true, false]);
  // What was there before any text does not count; what texts added to it does.
  expect(over(0.3, 0.3, 0.3, 1.7)).toEqual([false, false, false, true]);
  // One eighth is too little to leave, and to count in the average.
  expect(over(0.12, 1.5, 0.12, 1.12)).toEqual([false, true, false, false]);
});

test("a language begins another generation when all together hold too much", async () => {
  // Modules of its own: the languages of other tests in this process do not take part.
  vi.resetModules();
  const { createLanguage } = await import("../src/index.js");
  const { shareMemory } = await import("../src/states/shared-memory.js");
  const LEFT = "(" as const;
  const RIGHT = ")" as const;
  const nested = choice(
    sequence(terminal(LEFT), terminal(RIGHT)),
    sequence(terminal(LEFT), nonterminal("s"), terminal(RIGHT)),
  );
  const language = createLanguage(
    {
      grammar: { start: "s", rules: [{ name: "s", body: nested }] },
      terminals: [LEFT, RIGHT].map((name) => ({ kind: "pattern" as const, name, regex: literal(name) })),
      skip: [],
      munch: "maximal",
    },
    { limits: { generationBytes: 800_000 } },
  );
  const read = (depth: number): string => verdict(language, "(".repeat(depth)).kind;
  expect(read(2_000)).toBe("incomplete");
  expect(read(2_000)).toBe("incomplete");
  const before = language.bytes();
  for (let text = 0; text < 20; text++) read(2_000);
  expect(language.bytes()).toBe(before);
  // Many generations that are large for what they may have, and smaller than that of the language.
  const others = Array.from({ length: 1_000 }, () => tables());
  const shares = others.map((each) => shareMemory(each, held, 0.1 * MIB));
  for (const each of others) each.size = 0.09 * MIB;
  for (const share of shares) share.isOver(0.09 * MIB);
  for (let text = 0; text < 20; text++) read(2_000);
  expect(language.bytes()).toBeGreaterThan(1.5 * before);
});

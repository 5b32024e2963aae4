import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { literal } from "@espalier/automata";
import { choice, nonterminal, sequence, terminal } from "@espalier/grammar";
import { verdict } from "@espalier/monitor";
import { expect, test, vi } from "vitest";
import { shareMemory } from "../src/states/shared-memory.js";

const MIB = 2 ** 20;
/** So much that languages of other tests in this process do not matter. */
const MOST = 2 ** 34;

test("the generations that hold most are left when all together hold too much", () => {
  const shares = Array.from({ length: 3 }, () => shareMemory({}, MOST));
  const over = (...sizes: readonly number[]): readonly boolean[] => {
    const ask = (): readonly boolean[] =>
      shares.map((share, i) => Array.from({ length: 20 }, () => share.isOver(sizes[i]! * MOST)).includes(true));
    // Until all have said what they hold, the sum is not known.
    ask();
    return ask();
  };
  expect(over(0.9, 0.3, 0.2)).toEqual([false, false, false]);
  expect(over(0.9, 0.5, 0.2)).toEqual([true, false, false]);
  expect(over(0.6, 0.6, 0.6)).toEqual([true, true, true]);
  // What is below one eighth is too little to leave.
  expect(over(0.12, 1.5, 0.2)).toEqual([false, true, false]);
  shares[1]!.leave();
  expect(over(0.9, 0, 0.5)).toEqual([false, false, false]);
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
  const others = Array.from({ length: 1_000 }, () => ({}));
  const shares = others.map((each) => shareMemory(each, 0.1 * MIB));
  for (const share of shares) share.isOver(0.09 * MIB);
  for (let text = 0; text < 20; text++) read(2_000);
  expect(language.bytes()).toBeGreaterThan(1.5 * before);
  expect(others).toHaveLength(1_000); // They are alive until now.
});

test("tables that were dropped can be freed before the job ends", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const size = 8 * MIB;
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 20; n++) {
    const share = shareMemory({ lanes: new Uint8Array(size) }, size);
    share.isOver(size);
    share.leave();
  }
  // V8 frees array buffers in another thread after a collection; the next collection waits for it.
  const held = (): number => process.memoryUsage().arrayBuffers - before;
  for (let n = 0; n < 10 && held() >= 5 * size; n++) collect();
  expect(held()).toBeLessThan(5 * size);
});

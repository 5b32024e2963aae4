// What a product leaves of an answer: the names after which both parts can go on, found by reading each name alone.

import {
  type Answer,
  deny,
  endsWith,
  fromAutomaton,
  type Monitor,
  monitorOf,
  onTrigger,
  product,
  run,
  strings,
  top,
  until,
} from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { automata } from "./brute-force.js";

const members = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
const closed = (...value: readonly string[]): Answer<readonly string[]> => ({ kind: "closed", value });
/** Bytes that end a name. */
const ENDS = [".", " ", "("];

/** The state after `text` and then the answer `names` to the question `ago` bytes back. */
function answered<State>(monitor: Monitor<State>, text: string, names: readonly string[], ago = 0): State | undefined {
  const state = run(monitor, text)!;
  const question = monitor.asks!(state).find((each) => each.ago === ago)!;
  return monitor.supply!(state, question, closed(...names));
}

/** The names that `other` can read after `text`, and go on after or end with. */
function surviving(other: Monitor<number>, text: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const state = run(other, text + name);
    return state !== undefined && (other.accepts(state) || ENDS.some((end) => run(other, end, state) !== undefined));
  });
}

describe("when an answer arrives", () => {
  test("names that the other part refuses later are gone at their first byte", () => {
    const both = product(members as Monitor<unknown>, deny(["exec(", "exec ", "exec.", "remove"]));
    const state = answered(both, "os.", ["rename", "remove", "path"])!;
    expect(run(both, "re", state)).toBeDefined();
    expect(run(both, "rem", state)).toBeUndefined();
    expect(answered(both, "os.", ["remove"])).toBeUndefined();
    expect(answered(both, "os.r", ["remove", "path"], 1)).toBeUndefined();
  });

  test("exactly those names are left after which both can go on", () => {
    let [removed, refused] = [0, 0];
    const names = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }), {
      maxLength: 6,
      minLength: 1,
    });
    fc.assert(
      fc.property(automata.map(fromAutomaton), names, fc.constantFrom("", "a", "b"), (other, list, typed) => {
        const text = `a.${typed}`;
        const both = product(members as Monitor<unknown>, other);
        if (run(both, text) === undefined) return;
        const left = surviving(other, "a.", list).filter((name) => name.startsWith(typed));
        const state = answered(both, text, list, typed.length);
        expect(state === undefined).toBe(left.length === 0);
        if (state === undefined) {
          refused++;
          return;
        }
        if (left.length < list.length) removed++;
        for (const name of list.filter((each) => each.startsWith(typed))) {
          for (let length = typed.length; length <= name.length; length++) {
            const start = name.slice(0, length);
            const isLeft = left.some((each) => each.startsWith(start));
            expect([start, run(both, start.slice(typed.length), state) !== undefined]).toEqual([start, isLeft]);
          }
        }
      }),
      { numRuns: samples(2000) },
    );
    expect(removed).toBeGreaterThan(samples(100));
    expect(refused).toBeGreaterThan(samples(100));
  });

  test("in products of products, each part removes its names", () => {
    const inner = product(members as Monitor<unknown>, deny(["ab"]));
    for (const both of [product(inner, deny(["cd"])), product(deny(["cd"]), inner)] as readonly Monitor<unknown>[]) {
      const state = answered(both, ".", ["xab", "xcd", "xef"])!;
      const next = (text: string): boolean => run(both, text, state) !== undefined;
      expect(["x", "xa", "xc", "xe"].map(next)).toEqual([true, false, false, true]);
      expect(answered(both, ".", ["xab", "xcd"])).toBeUndefined();
    }
  });

  test("the order of two answers changes nothing", () => {
    const both: Monitor<unknown> = product(members as Monitor<unknown>, deny(["bad", "worse"])) as Monitor<unknown>;
    const text = "a.b.w";
    const [first, second] = both.asks!(run(both, text)!);
    const after = (...order: readonly (typeof first)[]): readonly boolean[] => {
      let state: unknown = run(both, text)!;
      for (const question of order)
        state = both.supply!(state, question!, question === first ? closed("b", "bad") : closed("worse", "well"))!;
      return ["o", "or", "e", "ell."].map((more) => run(both, more, state) !== undefined);
    };
    expect(after(first, second)).toEqual([false, false, true, true]);
    expect(after(second, first)).toEqual(after(first, second));
  });

  test("where nothing is removed, the state is what it would be without", () => {
    const both = product(members as Monitor<unknown>, top);
    const state = answered(both, ".", ["one", "two"])!;
    const alone = answered(members, ".", ["one", "two"])!;
    expect(both.conjunction!.stateOf(state, 0)).toEqual(members.conjunction!.stateOf(alone, 0));
  });

  test("names are told apart by what else rules: a text that has to end in a name keeps it", () => {
    const both = product(members as Monitor<unknown>, until("!"));
    expect(answered(both, ".", ["a"])).toBeDefined();
    const counted = monitorOf({
      start: 0,
      step: (count, byte) => (byte === 0x2e ? count : count + 1 > 2 ? undefined : count + 1),
      accepts: (count) => count === 2,
      key: (count) => count,
    });
    const short = product(members as Monitor<unknown>, counted);
    const state = answered(short, ".", ["ab", "abc", "b"])!;
    // `b` can go on with a blank, `ab` can end, and `abc` is too long.
    expect(["a", "b", "ab"].map((text) => run(short, text, state) !== undefined)).toEqual([true, true, true]);
    expect(run(short, "abc", state)).toBeUndefined();
    expect(answered(short, ".", ["abc"])).toBeUndefined();
  });
});

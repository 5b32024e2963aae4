// Typestates against a slow twin that reads the text whole: it finds the calls by a regular expression and follows the table.

import { type Typestate, typestate, verdict } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";

const FILE: Typestate = {
  start: "closed",
  states: { closed: { open: "opened" }, opened: { read: "opened", close: "closed" } },
  final: ["closed"],
};

/** The state of the table behind all calls of a whole text; undefined where one is refused or is not over. */
function follow(receiver: string, { start, states }: Typestate, whole: string): string | undefined {
  let state = start;
  const uses = new RegExp(`(?<![\\w$])(?<!\\.\\s*)${receiver}\\s*\\.(\\s*[\\w$]+\\s*\\(|)`, "g");
  for (const use of whole.matchAll(uses)) {
    const method = /[\w$]+/.exec(use[1] ?? "")?.[0];
    const next = method === undefined ? undefined : states[state]?.[method];
    if (next === undefined) return undefined;
    state = next;
  }
  return state;
}

describe("typestate", () => {
  it.each([
    ["f.open(); f.read(); f.close()", "accepted"],
    ["f . open ( ); f.close()", "accepted"],
    ["f.open()", "incomplete"],
    ["f.op", "incomplete"],
    ["f.read", "dead"],
    ["f.open(); f.open", "dead"],
    ["f.opened", "dead"],
    ["f.open;", "dead"],
    ["g.read(); gf.read(); f2.read(); g.f.read(); g. f.read()", "accepted"],
    ["f = g; f", "accepted"],
  ])("%s: %s", (text, kind) => {
    expect(verdict(typestate("f", FILE), text).kind).toBe(kind);
  });

  it("is what the calls of the whole text are", () => {
    const pieces = [
      "f",
      ".",
      "open",
      "read",
      "close",
      "(",
      ")",
      " ",
      "g",
      "f.open()",
      "f.close()",
      "f.read(",
      ";",
      "ff",
    ];
    const monitor = typestate("f", FILE);
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (list) => {
        const text = list.join("");
        const state = follow("f", FILE, text);
        const its = verdict(monitor, text).kind;
        if (its === "accepted") accepted++;
        expect([text, its === "accepted"]).toEqual([text, state === "closed"]);
      }),
      { numRuns: samples(3_000) },
    );
    expect(accepted).toBeGreaterThan(samples(300));
  });

  it("costs what the least calls to a final state take", () => {
    const monitor = typestate("f", FILE);
    let state = monitor.start;
    for (const letter of "f.open(") state = monitor.step(state, letter.charCodeAt(0))!;
    expect(monitor.cost!(state)).toBe("f.close(".length);
    expect(monitor.trim).toBe(true);
  });

  it.each([
    ["a start without a row", "f", { start: "x", states: { a: {} } }, 'The start is "x"'],
    ["a target without a row", "f", { start: "a", states: { a: { m: "b" } } }, 'What follows "m" in state "a" is "b"'],
    ["an unreachable state", "f", { start: "a", states: { a: {}, b: {} } }, 'State "b" cannot be reached from "a"'],
    [
      "a dead state",
      "f",
      { start: "a", states: { a: { m: "b" }, b: {} }, final: ["a"] },
      'From state "b" no final state',
    ],
    ["a receiver that is not a name", "f.g", FILE, 'The receiver "f.g" is not an ASCII identifier'],
    [
      "a method that is no name",
      "f",
      { start: "a", states: { a: { "m()": "a" } } },
      'The method "m()" is not an ASCII identifier',
    ],
  ])("refuses %s, and says why", (_, receiver, table, message) => {
    expect(() => typestate(receiver, table as Typestate)).toThrow(message);
  });
});

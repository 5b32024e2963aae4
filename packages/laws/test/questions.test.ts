// The laws of questions: a monitor that keeps them, and every one broken on purpose.

import { checkMonitor, LawError } from "@espalier/laws";
import { endsWith, type Monitor, onTrigger, product, star, strings } from "@espalier/monitor";
import { describe, expect, test } from "vitest";

/** `.` asks for the first letter and `!` for both; what has been answered is all that may follow. */
type State =
  | { readonly at: "text" }
  | { readonly at: "asked"; readonly open: readonly string[]; readonly known: readonly string[] }
  | { readonly at: "names"; readonly left: readonly string[] };
/** Equal states are one object, as a product of monitors wants it. */
const known = new Map<string, State>();
const one = (state: State): State => {
  const key = JSON.stringify(state);
  if (!known.has(key)) known.set(key, state);
  return known.get(key)!;
};
const text: State = { at: "text" };
const asked = (open: readonly string[], answers: readonly string[] = []): State =>
  one(open.length === 0 ? { at: "names", left: answers } : { at: "asked", open, known: [...answers].sort() });
const asking: Monitor<State> = {
  start: text,
  step(state, byte) {
    if (state.at === "text") return byte === 46 ? asked(["a"]) : byte === 33 ? asked(["a", "b"]) : undefined;
    if (state.at === "asked") return byte >= 97 && byte <= 99 ? state : undefined;
    return state.left.includes(String.fromCharCode(byte)) ? text : undefined;
  },
  accepts: (state) => state.at === "text",
  asks: (state) => (state.at === "asked" ? state.open.map((key) => ({ key })) : []),
  supply(state, { key }, answer) {
    if (state.at !== "asked" || !state.open.includes(key)) return state;
    if (answer === "") return undefined;
    return asked(
      state.open.filter((other) => other !== key),
      [...state.known, answer as string].sort(),
    );
  },
};
const answer = ({ key }: { readonly key: string }) => `${key}`;
const errorOf = (monitor: Monitor<State>): LawError => {
  try {
    checkMonitor(monitor, { answer, seed: 7 });
  } catch (error) {
    if (error instanceof LawError) return error;
    throw error;
  }
  throw new Error("no law failed");
};

test("a monitor that keeps them", () => {
  expect(checkMonitor(asking, { answer }).answered).toBeGreaterThan(1);
  expect(checkMonitor(asking).answered).toBe(0);
  expect(checkMonitor(asking, { answer: () => "" }).answered).toBeGreaterThan(1);
  const both = product(asking, star(strings([".", "!", "a", "b"])));
  expect(checkMonitor(both, { answer }).answered).toBeGreaterThan(1);
});

describe("each one broken", () => {
  let calls = 0;
  const broken: readonly [string, Partial<Monitor<State>>, RegExp][] = [
    ["asks that alternates", { asks: (s) => (calls++ % 2 ? [] : asking.asks!(s)) }, /and now asks/],
    ["a key twice", { asks: (s) => [...asking.asks!(s), ...asking.asks!(s)] }, /asks a key twice/],
    ["a key that is no string", { asks: () => [{ key: 7 as never }] }, /keys are strings/],
    ["an answer that settles nothing", { supply: (s) => s }, /is asked again/],
    [
      "an answer to what was not asked",
      { supply: (s, q, a) => (s.at === "text" ? asked(["a"]) : asking.supply!(s, q, a)) },
      /does not ask changes it/,
    ],
    [
      "a supply that alternates",
      {
        supply: (s, q, a) =>
          s.at === "asked" && s.open.includes(q.key) && calls++ % 2 ? undefined : asking.supply!(s, q, a),
      },
      /two different states/,
    ],
    ["a promise", { supply: (async () => text) as never }, /returned a Promise/],
    [
      "answers whose order counts",
      {
        supply: (s, q, a) =>
          s.at === "asked" && q.key === "b" && s.open.length === 1
            ? { at: "names", left: [] }
            : asking.supply!(s, q, a),
      },
      /in different orders/,
    ],
  ];
  test.each(broken)("%s", (_, change, message) => {
    const error = errorOf({ ...asking, ...change });
    expect([error.code, error.message]).toEqual(["questions", expect.stringMatching(message)]);
  });

  test("questions that nobody can answer", () => {
    const { supply: _, ...deaf } = asking;
    expect(errorOf(deaf).message).toMatch(/does not accept answers/);
  });

  test("what breaks a law only behind an answer is found behind it", () => {
    const accepts = (state: State): boolean => {
      if (state.at === "names") throw new Error("planted");
      return state.at === "text";
    };
    expect(errorOf({ ...asking, accepts }).code).toBe("throws");
    expect(checkMonitor({ ...asking, accepts }).answered).toBe(0);
  });
});

test("a monitor of triggers keeps the laws of questions", () => {
  const dots = onTrigger({ after: endsWith(["."]), ask: "names", allow: strings }) as Monitor<unknown>;
  const closed = () => ({ kind: "closed", value: ["ab", "c"] });
  expect(checkMonitor(dots, { answer: closed, seed: 7, texts: ["a.ab.c"] }).answered).toBeGreaterThan(0);
});

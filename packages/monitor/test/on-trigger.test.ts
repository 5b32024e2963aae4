// Triggers: where questions arise, what answers allow, and that neither lateness nor order matters. The judge is a reader that knows the
// whole text: it finds the sites in it and checks what follows each against the answers.

import {
  type Answer,
  endsWith,
  type Monitor,
  MonitorError,
  onTrigger,
  questionId,
  run,
  strings,
  type TriggerState,
  verdict,
} from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

type Names = Answer<readonly string[]>;
const closed = (...value: readonly string[]): Names => ({ kind: "closed", value });
const dot = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });

/** Answers every question of `state`, by the text before it. */
function settled<State>(
  monitor: Monitor<State>,
  state: State | undefined,
  text: string,
  answer: (before: string) => Names,
): State | undefined {
  let at = state;
  for (;;) {
    const question = at === undefined ? undefined : monitor.asks!(at)[0];
    if (question === undefined) return at;
    at = monitor.supply!(at!, question, answer(text.slice(0, text.length - question.ago!)));
  }
}

/** Whether `text` keeps to the answers, and ends where it may: found by looking at the whole text. */
function judged(text: string, answer: (before: string) => Names): "live" | "accepted" | "dead" {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== ".") continue;
    const given = answer(text.slice(0, at + 1));
    const name = /^\w*/.exec(text.slice(at + 1))![0];
    const isWhole = at + 1 + name.length < text.length;
    if (given.kind === "proven-empty" || (given.kind === "closed" && given.value.length === 0)) return "dead";
    if (given.kind !== "closed" || given.value.includes(name)) continue;
    return !isWhole && given.value.some((each) => each.startsWith(name)) ? "live" : "dead";
  }
  return "accepted";
}

describe("onTrigger", () => {
  test("the answer belongs to the text before the question", () => {
    const answer = (before: string): Names => (before === "a." ? closed("b") : closed("c"));
    const read = (text: string) => settled(dot, run(dot, text), text, answer);
    expect(read("a.b.c")).toBeDefined();
    expect(read("a.c")).toBeUndefined();
    expect(read("a.b.b")).toBeUndefined();
  });

  const text = fc.string({ unit: fc.constantFrom("a", "b", "ab", ".", " ", "("), maxLength: 10 });
  const names = fc.array(fc.constantFrom("a", "b", "ab", "ba", "aab"), { maxLength: 3 });
  const answers = fc.oneof(
    names.map((value): Names => ({ kind: "closed", value })),
    fc.constantFrom<Names>(
      { kind: "open" },
      { kind: "unknown", reason: "late" },
      { kind: "proven-empty", reason: "none" },
    ),
  );

  test("late, in any order or at once: the same texts, which are those of the judge", () => {
    let [refused, several] = [0, 0];
    fc.assert(
      fc.property(text, fc.array(answers, { minLength: 4, maxLength: 4 }), fc.nat(), (word, given, order) => {
        const answer = (before: string): Names => given[(before.length * 7 + before.split("a").length) % given.length]!;
        const expected = judged(word, answer);
        // At once: after each byte.
        let prompt: TriggerState | undefined = settled(dot, dot.start, "", answer);
        for (let at = 0; at < word.length && prompt !== undefined; at++)
          prompt = settled(dot, dot.step(prompt, word.charCodeAt(at)), word.slice(0, at + 1), answer);
        // Late, and in some order.
        let late: TriggerState | undefined = run(dot, word);
        for (let n = 0; late !== undefined && dot.asks(late).length > 0; n++) {
          const questions = dot.asks(late);
          several = Math.max(several, questions.length);
          const question = questions[(order + n) % questions.length]!;
          late = dot.supply(late, question, answer(word.slice(0, word.length - question.ago!)));
        }
        for (const state of [prompt, late]) {
          expect(state === undefined ? "dead" : dot.accepts(state) ? "accepted" : "live").toBe(expected);
        }
        if (prompt !== undefined) expect(dot.key(prompt)).toBe(dot.key(late!));
        if (expected === "dead") refused++;
      }),
      { numRuns: 5000 },
    );
    expect(refused).toBeGreaterThan(500);
    expect(several).toBeGreaterThan(2);
  });

  test("an unanswered question constrains nothing, and an answer only shrinks", () => {
    fc.assert(
      fc.property(text, text, answers, fc.nat(), (before, after, answer, pick) => {
        const state = run(dot, before)!;
        expect(state).toBeDefined();
        const questions = dot.asks(state);
        if (questions.length === 0) return;
        const given = dot.supply(state, questions[pick % questions.length]!, answer);
        const [open, shrunk] = [run(dot, after, state), given && run(dot, after, given)];
        expect(open).toBeDefined();
        if (shrunk !== undefined && dot.accepts(shrunk)) expect(dot.accepts(open!)).toBe(true);
        if (answer.kind === "open" || answer.kind === "unknown") expect(shrunk).toBeDefined();
      }),
      { numRuns: samples(2000) },
    );
  });

  test("two questions arise in one token, the second in what follows the first", () => {
    const state = run(dot, "x.ab.a")!;
    expect(dot.asks(state)).toEqual([
      { key: "members", ago: 4, inside: "ask", over: true },
      { key: "members", ago: 1, inside: "ask", over: false },
    ]);
    const [first, second] = dot.asks(state);
    expect(dot.supply(state, first!, closed("b"))).toBeUndefined();
    const after = dot.supply(state, first!, closed("ab"))!;
    expect(dot.asks(after).map(questionId)).toEqual([questionId(second!)]);
    expect(dot.supply(after, second!, closed("b"))).toBeUndefined();
  });

  test("a question that nobody answers is given up after 1,024 bytes", () => {
    const state = run(dot, `.${"a".repeat(1024)}`)!;
    expect(dot.asks(state)).toHaveLength(1);
    expect(dot.asks(dot.step(state, 97)!)).toEqual([]);
    const several = run(dot, `.${"a".repeat(1000)}.${"b".repeat(30)}`)!;
    expect(dot.asks(several).map(({ ago }) => ago)).toEqual([30]);
  });

  test("a trigger may match where the text begins, and names may hold other bytes", () => {
    const colours = onTrigger({
      after: endsWith([""]),
      ask: "all",
      allow: strings,
      word: "abcdefghijklmnopqrstuvwxyz.",
    });
    const [question] = colours.asks(colours.start);
    expect(question).toEqual({ key: "all", ago: 0, inside: "ask", over: false });
    const state = colours.supply(colours.start, question!, closed("red.dark"))!;
    expect(run(colours, "red.dark", state)).toBeDefined();
    expect(run(colours, "red.light", state)).toBeUndefined();
    expect(run(colours, "red ", state)).toBeUndefined();
  });

  test("an answer to a question that the state does not ask changes nothing", () => {
    const state = run(dot, "a.")!;
    const [question] = dot.asks(state);
    const settled = dot.supply(state, question!, closed("b"))!;
    for (const [at, asked] of [
      [settled, question!],
      [dot.start, question!],
      [state, { ...question!, key: "others" }],
      [state, { ...question!, ago: 1 }],
    ] as const)
      expect(dot.supply(at, asked, closed("b"))).toBe(at);
  });

  test("what nothing can follow is refused, ignored, or an error", () => {
    for (const answer of [closed(), closed("a;", "b c"), { kind: "proven-empty", reason: "no members" } as const]) {
      for (const whenEmpty of ["rewind", "abstain", "abort"] as const) {
        const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings, whenEmpty });
        const state = run(monitor, "a.")!;
        const supplied = () => monitor.supply(state, monitor.asks(state)[0]!, answer);
        if (whenEmpty === "abort")
          expect(supplied).toThrow(expect.objectContaining({ name: MonitorError.name, fault: "proven-empty" }));
        else expect(supplied() === undefined).toBe(whenEmpty === "rewind");
      }
    }
  });

  test("refuses what is no answer, no automaton, and a body without a cost", () => {
    const state = run(dot, "a.")!;
    const [question] = dot.asks(state);
    expect(() => dot.supply(state, question!, ["b"])).toThrow(/answer must be an answer: \{ kind: "closed"/);
    expect(() => dot.supply(state, question!, { kind: "unknown" })).toThrow(/answer must be/);
    const endless: Monitor<number> = { start: 0, step: (n) => n + 1, accepts: () => true };
    expect(() => onTrigger({ after: endless, ask: "x", allow: strings })).toThrow(/must be a finite automaton/);
    const bare = onTrigger({ after: endsWith(["."]), ask: "x", allow: () => endless });
    const waiting = run(bare, ".")!;
    expect(() => bare.supply(waiting, bare.asks(waiting)[0]!, closed("a"))).toThrow(/has no cost/);
    const nothing = onTrigger({ after: endsWith(["."]), ask: "x", allow: () => undefined as never });
    const asked = run(nothing, ".")!;
    expect(() => nothing.supply(asked, nothing.asks(asked)[0]!, closed("a"))).toThrow(
      expect.objectContaining({ name: "ArgumentError", message: "onTrigger needs allow(value): a monitor." }),
    );
  });
});

test("endsWith finds every string wherever it ends, one within another too", () => {
  const list = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 3 }), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(list, fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 8 }), (ends, text) => {
      const found = verdict(endsWith(ends), text).kind;
      if (ends.length > 0) expect(found === "accepted").toBe(ends.some((end) => text.endsWith(end)));
      else expect(found).toBe("dead");
    }),
  );
});

test("names that no text can spell are left out, so the cost stays true", () => {
  const asked = run(dot, ".")!;
  const after = dot.supply(asked, dot.asks(asked)[0]!, closed("data-id", "bc"))!;
  expect(dot.cost(after)).toBe(2);
  expect(["bc;", "d"].map((text) => run(dot, text, after) !== undefined)).toEqual([true, false]);
});

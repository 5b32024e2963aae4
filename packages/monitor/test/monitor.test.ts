// Verdicts, control symbols, questions, generations, limits, and what is refused.

import {
  type Automaton,
  bodyUntil,
  bottom,
  deny,
  fromAutomaton,
  ignoreControls,
  LimitError,
  type Monitor,
  optional,
  type ProductState,
  product,
  type Question,
  run,
  sequence,
  star,
  strings,
  top,
  union,
  until,
  verdict,
} from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { languageOf } from "./brute-force.js";

describe("verdict", () => {
  const monitor = strings(["héllo"]);
  test.each([
    ["", { kind: "incomplete" }],
    ["hé", { kind: "incomplete" }],
    ["héllo", { kind: "accepted" }],
    ["hello", { kind: "dead", offset: 1 }],
    ["héxlo", { kind: "dead", offset: 3 }],
    ["héllo!", { kind: "dead", offset: 6 }],
  ])("%j", (text, expected) => {
    expect(verdict(monitor, text)).toEqual(expected);
    for (const more of ["a", "!", "llo"]) {
      if (expected.kind === "dead") expect(verdict(monitor, text + more)).toEqual(expected);
    }
  });

  test("run from a state, and from none", () => {
    expect(run(monitor, "llo", run(monitor, "hé")!)).toBe(run(monitor, "héllo"));
    expect(run(monitor, "", monitor.start)).toBe(monitor.start);
    // What a caller without types would write: the dead state is not the start.
    expect(run(monitor as Monitor<number | undefined>, "h", run(monitor, "x"))).toBe(undefined);
  });
});

describe("control symbols", () => {
  /** The one control symbol `name`, once. */
  const symbol = (name: string) =>
    fromAutomaton({
      start: 0,
      accepting: [1],
      classOf: new Uint8Array(256),
      classCount: 1,
      controls: [name],
      next: [-1, 1, -1, -1],
    });
  const [x, y] = [symbol("<x>"), symbol("<y>")];
  const cases: [string, Monitor<unknown> | Monitor<ProductState>, readonly string[] | undefined, number[], string][] = [
    ["by name, left first", sequence(x, y), ["<x>", "<y>"], [256, 257], "accepted"],
    ["in another order", union(y, x), ["<y>", "<x>"], [257], "accepted"],
    ["of one side", union(strings(["a"]), x), ["<x>"], [256], "accepted"],
    ["of one name", product(x, x), ["<x>"], [256], "accepted"],
    ["of two names have no common text", product(x, y), ["<x>", "<y>"], [256], "dead"],
    ["are no text", product(x, top), ["<x>"], [256], "dead"],
    ["many times", star(union(x, y)), ["<x>", "<y>"], [256, 257, 257], "accepted"],
    ["unknown", star(x), ["<x>"], [257], "dead"],
    ["none", star(strings(["a"])), undefined, [256], "dead"],
    [
      "read over",
      product(sequence(strings(["a"]), x), ignoreControls(deny(["b"]), ["<x>"])),
      ["<x>"],
      [97, 256],
      "accepted",
    ],
    [
      "read over, text still read",
      product(sequence(strings(["b"]), x), ignoreControls(deny(["b"]), ["<x>"])),
      ["<x>"],
      [98],
      "dead",
    ],
    ["read over, beside known ones", ignoreControls(x, ["<y>"]), ["<x>", "<y>"], [257, 256, 257], "accepted"],
    ["read over, though known", ignoreControls(x, ["<x>"]), ["<x>"], [256, 256], "incomplete"],
    ["in a body", bodyUntil(sequence(strings(["a"]), x), "bb"), ["<x>"], [97, 256, 98, 98], "accepted"],
    ["break a marker", bodyUntil(sequence(strings(["ab"]), x), "bb"), ["<x>"], [97, 98, 256, 98, 98], "accepted"],
  ];
  test.each(cases)("%s", (_, monitor, controls, text, kind) => {
    expect([monitor.controls, verdict(monitor as Monitor<unknown>, text).kind]).toEqual([controls, kind]);
  });

  test("reading over keeps capabilities", () => {
    const monitor = ignoreControls(strings(["ab"]), ["<x>"]);
    expect([
      monitor.trim,
      monitor.table?.classCount,
      monitor.cost!(monitor.start),
      monitor.expected!(monitor.start),
    ]).toEqual([true, 3, 2, ['"ab"']]);
  });
});

describe("questions", () => {
  /** After `.`, waits for a list of names; until it comes, anything goes. */
  type Asking = { readonly at: "before" } | { readonly at: "asked" } | { readonly at: "names"; readonly state: number };
  const before: Asking = { at: "before" };
  const asked: Asking = { at: "asked" };
  const names = strings(["ab", "b"]);
  const known = new Map<number, Asking>();
  const named = (state: number): Asking => {
    if (!known.has(state)) known.set(state, { at: "names", state });
    return known.get(state)!;
  };
  const question: Question = { key: "members" };
  const asking: Monitor<Asking> = {
    start: before,
    step(state, symbol) {
      if (state.at === "before") return symbol === 46 ? asked : undefined;
      if (state.at === "asked") return asked;
      const next = names.step(state.state, symbol);
      return next === undefined ? undefined : named(next);
    },
    accepts: (state) => state.at === "asked" || (state.at === "names" && names.accepts(state.state)),
    asks: (state) => (state === asked ? [question] : []),
    supply: (state, { key }) => (state === asked && key === question.key ? named(names.start) : state),
  };
  const monitors: [string, Monitor<unknown>, string, string[]][] = [
    ["product", product(asking, deny(["b"])) as Monitor<unknown>, ".", []],
    ["product with itself", product(asking, asking) as Monitor<unknown>, ".", ["b", "ab"]],
    ["union", union(asking, strings([".x"])), ".", ["b", "ab"]],
    ["sequence, first", sequence(asking, strings(["a"])), ".", ["ba", "aba"]],
    ["sequence, second", sequence(strings(["a"]), asking), "a.", ["b", "ab"]],
    ["optional", optional(asking), ".", ["b", "ab"]],
    ["star", star(asking), ".", ["b", "ab"]],
  ];
  test.each(monitors)("%s", (_, monitor, text, rest) => {
    const state = run(monitor, text);
    expect([monitor.asks!(monitor.start), monitor.asks!(state)]).toEqual([[], [question]]);
    const supplied = monitor.supply!(state, question, ["ab", "b"])!;
    expect(monitor.asks!(supplied)).toEqual([]);
    const found = ["", "a", "b", "ab", "bb", "ba", "aba"].filter((more) => {
      const end = run(monitor, more, supplied);
      return end !== undefined && monitor.accepts(end);
    });
    expect(found.filter((more) => rest.includes(more))).toEqual(rest);
    expect(run(monitor, "x", state) === undefined).toBe(false);
    expect(monitor.supply!(state, { key: "other" }, [])).toEqual(state);
  });

  /** The same, where the text cannot end before the answer, and an empty list of names leaves nothing to follow. */
  const refusing: Monitor<Asking> = {
    ...asking,
    accepts: (state) => state.at === "names" && names.accepts(state.state),
    supply: (state, { key }, answer) =>
      state !== asked || key !== question.key
        ? state
        : (answer as string[]).length === 0
          ? undefined
          : named(names.start),
  };
  test.each<[string, Monitor<unknown>, string, readonly string[] | undefined]>([
    ["product: dead", product(refusing, deny(["b"])) as Monitor<unknown>, ".", undefined],
    ["union: the other is left", union(refusing, strings([".x"])), ".", ["x"]],
    ["union of two that refuse: dead", union(refusing, refusing), ".", undefined],
    ["sequence, first: dead", sequence(refusing, strings(["a"])), ".", undefined],
    ["sequence, second: dead", sequence(strings(["a"]), refusing), "a.", undefined],
    ["optional, after the start: dead", optional(refusing), ".", undefined],
    ["optional, at the start: nothing", optional({ ...refusing, start: asked }), "", [""]],
    ["star, within a round: dead", star(refusing), ".", undefined],
    ["star, at a boundary: nothing more", star({ ...refusing, start: asked }), "", [""]],
  ])("an answer by which nothing can follow; %s", (_, monitor, text, rest) => {
    const state = monitor.supply!(run(monitor, text)!, question, []);
    expect(state === undefined).toBe(rest === undefined);
    if (state === undefined) return;
    expect(monitor.asks!(state)).toEqual([]);
    const texts = ["", "x", "a", "b", "ab", "c"];
    const accepted = texts.filter((more) => {
      const end = run(monitor, more, state);
      return end !== undefined && monitor.accepts(end);
    });
    expect(accepted).toEqual(rest);
  });

  /** Waits from the start on; `.` has been read as soon as the start is asked. */
  const atOnce: Monitor<Asking> = { ...asking, start: asked };
  test.each([
    ["sequence, where the first may go on", sequence(star(strings(["c"])), atOnce), "c", ["b", "ab", "cb", "cab"]],
    ["star, at a boundary", star(atOnce), "", ["", "b", "ab", "bb"]],
  ])("%s: no unanswered start is left beside the answered one", (_, monitor, text, accepted) => {
    const supplied = monitor.supply!(run(monitor, text)!, question, ["ab", "b"])!;
    expect(monitor.asks!(supplied)).toEqual([]);
    const reads = (more: string) => run(monitor, more, supplied);
    expect(accepted.filter((more) => reads(more) === undefined || !monitor.accepts(reads(more)!))).toEqual([]);
    expect(reads("x")).toBe(undefined);
  });
});

describe("generations", () => {
  /** A monitor of (ab)* whose ids all change when its generation grows. */
  function forgetful() {
    let generation = 0;
    const monitor: Monitor<number> = {
      get start() {
        return generation * 10;
      },
      step: (state, symbol) => {
        if (state === generation * 10) return symbol === 97 ? state + 1 : undefined;
        if (state === generation * 10 + 1) return symbol === 98 ? state - 1 : undefined;
        throw new RangeError(`${state} is of another generation`);
      },
      accepts: (state) => state === generation * 10,
      table: {
        classOf: Uint8Array.from({ length: 256 }, (_, byte) => (byte === 97 ? 1 : byte === 98 ? 2 : 0)),
        classCount: 3,
        get generation() {
          return generation;
        },
      },
    };
    return { monitor, grow: () => generation++ };
  }
  const combine: [string, (monitor: Monitor<number>) => Monitor<unknown>][] = [
    ["product", (monitor) => product(monitor, top) as Monitor<unknown>],
    ["union", (monitor) => union(bottom, monitor)],
    ["sequence", (monitor) => sequence(monitor, strings([""]))],
    ["star", (monitor) => star(monitor)],
    ["optional", (monitor) => optional(monitor)],
  ];
  test.each(combine)("%s: the start outlives its parts' ids", (_, over) => {
    const { monitor, grow } = forgetful();
    const combined = over(monitor);
    const once = languageOf(combined, 4);
    expect(combined.table!.generation).toBe(0);
    grow();
    expect(combined.table!.generation).toBe(1);
    expect(languageOf(combined, 4)).toEqual(once);
    expect(once.accepted).toEqual(["", "ab", "abab"]);
  });
});

describe("limits", () => {
  /** Reads any bytes, and every text is a state of its own. */
  const counting: Monitor<number> = { start: 0, step: (state) => state + 1, accepts: () => true };
  const combine: [string, () => Monitor<unknown>][] = [
    ["product", () => product({ ...counting, table: top.table! }, top, { states: 10 }) as Monitor<unknown>],
    ["union", () => union(counting, bottom, { states: 10 })],
    ["sequence", () => sequence(counting, strings(["x"]), { states: 10 })],
    ["star", () => star(strings(["a".repeat(20)]), { states: 10 })],
    ["optional", () => optional(counting, { states: 10 })],
  ];
  test.each(combine)("%s", (_, over) => {
    const monitor = over();
    expect(run(monitor, "aaa")).not.toBe(undefined);
    expect(() => run(monitor, "a".repeat(20))).toThrow(
      expect.objectContaining({ name: "LimitError", code: "limit", limit: "states", allowed: 10 }),
    );
    // What was met before the limit goes on working.
    expect(run(monitor, "aaa")).not.toBe(undefined);
  });
  test("tables", () => {
    expect(() => until(Array.from({ length: 2 ** 17 }, (_, at) => at % 256))).toThrow(LimitError);
    expect(() => deny([Array.from({ length: 2 ** 17 }, (_, at) => at % 256)])).toThrow(LimitError);
  });
});

describe("refused", () => {
  const automaton: Automaton = { start: 0, accepting: [0], classOf: new Uint8Array(256), classCount: 1, next: [0] };
  const cases: [string, () => unknown][] = [
    ["no class", () => fromAutomaton({ ...automaton, classCount: 0 })],
    ["257 classes", () => fromAutomaton({ ...automaton, classCount: 257 })],
    ["255 bytes", () => fromAutomaton({ ...automaton, classOf: new Uint8Array(255) })],
    ["a class beyond the count", () => fromAutomaton({ ...automaton, classOf: new Uint8Array(256).fill(1) })],
    ["no rows", () => fromAutomaton({ ...automaton, next: [] })],
    ["half a row", () => fromAutomaton({ ...automaton, controls: ["<x>"], next: [0] })],
    ["a start beyond the rows", () => fromAutomaton({ ...automaton, start: 1 })],
    ["an accepting state beyond the rows", () => fromAutomaton({ ...automaton, accepting: [1] })],
    ["an entry beyond the rows", () => fromAutomaton({ ...automaton, next: [1] })],
    ["an entry that is no number", () => fromAutomaton({ ...automaton, next: [Number.NaN] })],
    ["a state that was never given out", () => star(strings(["a"])).step(99, 97)],
  ];
  test.each(cases)("%s", (_, act) => {
    expect(act).toThrow(RangeError);
  });
});

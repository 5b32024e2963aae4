// Gates, transducers, protocols, scopes, trimming and refusals, judged by what they mean for the whole text.

import {
  afterGiven,
  bodyUntil,
  deny,
  endsWith,
  fromAutomaton,
  gate,
  LimitError,
  type Monitor,
  mapInput,
  onTrigger,
  optional,
  product,
  protocol,
  refusalOf,
  run,
  scoped,
  sequence,
  star,
  strings,
  type Transducer,
  top,
  trigger,
  trimmed,
  typestate,
  union,
  until,
  verdict,
} from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const accepts = (monitor: Monitor<never>, text: string): boolean =>
  verdict(monitor as Monitor<unknown>, text).kind === "accepted";
const texts = (units: readonly string[], maxLength = 10) => fc.string({ unit: fc.constantFrom(...units), maxLength });

describe("gate", () => {
  const quoted = trigger([
    { markers: ['"'], language: until('"'), mode: "string" },
    { markers: ["#"], language: until("\n"), mode: "comment" },
  ]);
  /** The bytes of each mode, found without any automaton; `undefined` where a string or comment is not over. */
  function byMode(text: string): { readonly code: string; readonly string: string } | undefined {
    let [code, string] = ["", ""];
    for (let at = 0; at < text.length; ) {
      const from = at;
      const close = text[at] === '"' ? '"' : text[at] === "#" ? "\n" : undefined;
      code += text[at++];
      if (close === undefined) continue;
      const end = text.indexOf(close, at);
      if (end < 0) return undefined;
      if (text[from] === '"') string += text.slice(at, end + 1);
      at = end + 1;
    }
    return { code, string };
  }

  test("sees the bytes of its modes, and nothing else", () => {
    let [refused, hidden] = [0, 0];
    fc.assert(
      fc.property(texts(["a", "b", '"', "#", "\n"]), (text) => {
        const parts = byMode(text);
        const rule = deny(["ab", 'b"']);
        const expected = parts !== undefined && accepts(rule as Monitor<never>, parts.code);
        expect(accepts(gate(quoted, ["free"], rule) as Monitor<never>, text)).toBe(expected);
        if (parts !== undefined && !expected) refused++;
        if (expected && text.includes("ab")) hidden++;
        const inStrings = gate(quoted, ["string"], rule) as Monitor<never>;
        expect(accepts(inStrings, text)).toBe(parts !== undefined && accepts(rule as Monitor<never>, parts.string));
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(50);
    expect(hidden).toBeGreaterThan(5);
  });

  test("of finite automata is one, so that its product with another is decided", () => {
    const gated = gate(quoted, ["free"], until("!"));
    expect(gated.table).toBeDefined();
    const trim = trimmed(gated);
    expect([trim.cost!(trim.start), trim.trim]).toEqual([1, true]);
    expect(run(trim, '"!"')).toBeDefined();
    expect(trim.accepts(run(trim, '"!"')!)).toBe(false);
  });

  test("refuses a mode that its reader does not have", () => {
    const quoted = trigger([{ markers: ['"'], language: until('"'), mode: "string" }]);
    expect(() => gate(quoted, ["free", "comment"], top)).toThrow(
      new RangeError('The reader has no mode "comment"; its modes are free, string'),
    );
  });

  test("asks what the gated monitor asks, in its modes only", () => {
    const dots = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
    const gated = gate(quoted, ["free"], dots);
    expect(gated.asks!(run(gated, '"a.')!)).toEqual([]);
    const state = run(gated, '"a." b.')!;
    const after = gated.supply!(state, gated.asks!(state)[0]!, { kind: "closed", value: ["x"] })!;
    expect([run(gated, "x", after) === undefined, run(gated, "y", after) === undefined]).toEqual([false, true]);
  });
});

describe("mapInput", () => {
  /** Writes an event for each "open" or "close", as a control symbol. */
  const words = sequence(star(union(strings(["open", "close", " "]), strings(["x"]))), strings([""]));
  const events: Transducer<number> = {
    ...words,
    output: (state, symbol) => {
      const next = words.step(state, symbol);
      // A word ends where the rest may be anything again.
      if (next === undefined || !words.accepts(next)) return [];
      return symbol === 0x6e ? [256] : symbol === 0x65 ? [257] : [];
    },
  };
  const classOf = new Uint8Array(256);
  const file = fromAutomaton({
    start: 0,
    accepting: [0],
    classOf,
    classCount: 1,
    controls: ["open", "close"],
    next: [-1, 1, -1, -1, -1, 0],
  });

  test("reads what the transducer writes", () => {
    const monitor = mapInput(events, file);
    fc.assert(
      fc.property(fc.array(fc.constantFrom("open", "close", " ", "x"), { maxLength: 8 }), (list) => {
        const calls = list.filter((word) => word.length > 1);
        const expected = calls.length % 2 === 0 && calls.every((word, at) => word === ["open", "close"][at % 2]);
        expect(accepts(monitor as Monitor<never>, list.join(""))).toBe(expected);
      }),
    );
  });
});

describe("protocol", () => {
  const session = {
    start: "idle",
    states: {
      idle: { "client.send": "sent", "server.stop": "over" },
      sent: { "server.receive": "received" },
      received: { "server.reply": "idle", "server.refuse": "over" },
      over: {},
    },
    final: ["idle", "over"],
  } as const;

  test("is what the calls of the whole text are, whoever makes them", () => {
    const monitor = protocol(["client", "server"], session);
    let [kept, broken] = [0, 0];
    const call = fc.constantFrom(
      "client.send()",
      "server.receive()",
      "server.reply()",
      "server.refuse ()",
      "server.stop()",
      "other.send()",
      "x.client.send()",
      "client",
      ";",
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 6 }), (list) => {
        let state: string | undefined = session.start;
        for (const each of list) {
          if (!/^(client|server)\./.test(each)) continue;
          const row: Readonly<Record<string, string>> = session.states[state as keyof typeof session.states];
          state = row[each.replace(/ ?\(\)/, "")];
          if (state === undefined) break;
        }
        const expected = state !== undefined && (session.final as readonly string[]).includes(state);
        expect(accepts(monitor as Monitor<never>, list.join("; "))).toBe(expected);
        if (expected) kept++;
        else broken++;
      }),
      { numRuns: samples(3000) },
    );
    expect(kept).toBeGreaterThan(samples(100));
    expect(broken).toBeGreaterThan(samples(100));
  });

  test("of one party is a typestate", () => {
    const table = { start: "a", states: { a: { go: "b" }, b: { back: "a", go: "b" } }, final: ["a"] };
    const named = { ...table, states: { a: { "p.go": "b" }, b: { "p.back": "a", "p.go": "b" } } };
    fc.assert(
      fc.property(fc.array(fc.constantFrom("p", ".", "go", "back", "(", " ", "g"), { maxLength: 12 }), (list) => {
        const text = list.join("");
        expect(verdict(protocol(["p"], named), text)).toEqual(verdict(typestate("p", table), text));
      }),
    );
  });

  test("refuses calls of nobody, and states that are out of reach or lead nowhere", () => {
    const table = (states: Record<string, Record<string, string>>, final?: readonly string[]) => ({
      start: "a",
      states,
      ...(final && { final }),
    });
    expect(() => protocol(["p"], table({ a: { "q.go": "a" } }))).toThrow(
      '"q.go" is not a call of a party; write "p.method"',
    );
    expect(() => protocol(["p", "q", "p"], table({ a: {} }))).toThrow(new RangeError('The party "p" is named twice'));
    expect(() => protocol(["p"], table({ a: {}, b: {} }))).toThrow('State "b" cannot be reached from "a"');
    expect(() => protocol(["p"], table({ a: { "p.go": "b" }, b: {} }, ["a"]))).toThrow(
      'From state "b" no final state can be reached',
    );
    expect(() => protocol(["p"], table({ a: { "p.go": "c" } }))).toThrow(/is "c", for which the table has no row/);
    expect(() => protocol(["p-q"], table({ a: {} }))).toThrow(/is not an ASCII identifier/);
  });
});

test("scoped: what stands between the markers is a text of the monitor", () => {
  const monitor = scoped(deny(["ab"]), "<", ">");
  let inside = 0;
  fc.assert(
    fc.property(texts(["a", "b", "<", ">"]), (text) => {
      const parts = [...text.matchAll(/<([^>]*)(>|$)/g)];
      const expected = parts.every(([, body, end]) => end === ">" && !body!.includes("ab"));
      expect(accepts(monitor as Monitor<never>, text)).toBe(expected);
      if (text.includes("ab") && !expected) inside++;
    }),
    { numRuns: 3000 },
  );
  expect(inside).toBeGreaterThan(50);
  expect(monitor.trim).toBe(true);
  expect(() => scoped(strings(["a>b"]), "<", ">")).toThrow("scoped: no text of the monitor can stand before `to`.");
  expect(() => scoped(deny(["a"]), "", ">")).toThrow("scoped: `from` is empty; it must have at least one byte.");
  const unnumbered = { start: 0, step: () => 0, accepts: () => true, key: String };
  expect(() => scoped(unnumbered, "<", ">")).toThrow("scoped: the monitor does not number its states (`table`).");
});

describe("trimmed", () => {
  test("is the same language, of which every live state has a completion", () => {
    const monitor = product(
      strings(["aa", "ab", "ba", "c"]),
      union(strings(["ab", "c"]), bodyUntil(star(strings(["b"])), "a")),
    );
    const trim = trimmed(monitor);
    fc.assert(
      fc.property(texts(["a", "b", "c"], 4), (text) => {
        expect(accepts(trim as Monitor<never>, text)).toBe(accepts(monitor as Monitor<never>, text));
        const state = run(trim, text);
        if (state !== undefined) expect(trim.cost!(state)).toBeLessThan(Number.POSITIVE_INFINITY);
      }),
    );
  });

  test("has a bound, and takes no monitor that asks", () => {
    expect(() => trimmed(deny(["abcdef"]), { states: 3 })).toThrow(LimitError);
    const endless: Monitor<number> = { start: 0, step: (n) => n + 1, accepts: () => true };
    expect(() => trimmed(endless)).toThrow(LimitError);
    expect(() => trimmed(onTrigger({ after: endsWith(["."]), ask: "x", allow: strings }))).toThrow(/asks questions/);
  });
});

test("afterGiven: what a text has finished is not asked about any more, and what it has begun is", () => {
  const dots = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
  expect(dots.asks(afterGiven(dots, "a.b.c; d.")!)).toMatchObject([{ ago: 0, over: false }]);
  expect(dots.asks(afterGiven(dots, "a.b.c; ")!)).toEqual([]);
  const both = product(dots, deny(["x"]));
  expect(both.asks!(afterGiven(both, "a.b; c.d")!)).toMatchObject([{ ago: 1, over: false }]);
  expect(afterGiven(both, "ax")).toBeUndefined();
});

describe("refusalOf says which part refuses", () => {
  const byte = (character: string): number => character.charCodeAt(0);
  const nouns = { ...strings(["ax", "bx"]), label: "nouns" };
  const noA = { ...deny(["a"]), label: "no a" };
  const cases: readonly [string, Monitor<unknown>, string, string, unknown][] = (
    [
      [
        "a monitor that is no combination",
        nouns,
        "a",
        "b",
        [{ path: [], label: "nouns", reason: "refuses", expected: ['"x"'] }],
      ],
      ["a product", product(nouns, noA), "", "a", [{ path: [1], label: "no a" }]],
      ["a product of products", product(product(top, noA), nouns), "", "a", [{ path: [0, 1], label: "no a" }]],
      ["both parts of a product", product(nouns, noA), "bx", "a", [{ path: [0] }, { path: [1] }]],
      ["a product with a cost", product(nouns, noA, { cost: "search" }), "", "a", [{ path: [1], label: "no a" }]],
      ["every branch of a union", union(nouns, strings(["c"])), "", "z", [{ path: [0] }, { path: [1] }]],
      ["the branch of a union that is left", union(nouns, strings(["c"])), "a", "z", [{ path: [0] }]],
      ["a sequence whose cut is clear", sequence(nouns, until("!")), "ax!", "z", [{ path: [1] }]],
      [
        "a sequence whose cut is not",
        sequence(strings(["a", "ab"]), strings(["bc", "c"])),
        "a",
        "z",
        [{ path: [0] }, { path: [1] }],
      ],
      ["a star", star(nouns), "", "z", [{ path: [0], label: "nouns" }]],
      ["an option", optional(nouns), "a", "z", [{ path: [0], label: "nouns" }]],
      [
        "an island",
        trigger([
          { markers: ["<"], language: until(">") },
          { markers: ["("], language: sequence(nouns, strings([")"])) },
        ]),
        "(a",
        "z",
        [{ path: [1, 0] }],
      ],
      [
        "a gate",
        gate(trigger([{ markers: ['"'], language: until('"') }]), ["free"], noA),
        "",
        "a",
        [{ path: [], reason: "no-common-text" }],
      ],
      [
        "no single part",
        product(strings(["aa", "ab"]), strings(["ab", "ba"]), { cost: "search" }),
        "ab",
        "z",
        [{ path: [0] }, { path: [1] }],
      ],
    ] as const
  ).map(([name, monitor, ...rest]) => [name, monitor as Monitor<unknown>, ...rest]);

  test.each(cases)("%s", (_, monitor, text, character, expected) => {
    const state = run(monitor, text)!;
    expect(monitor.step(state, byte(character))).toBeUndefined();
    expect(refusalOf(monitor, state, byte(character))).toMatchObject(expected as object);
  });

  test("when all parts read on, but no text of all of them does", () => {
    const language = { ...strings(["aa"]), intersection: undefined };
    const doomed = trimmed(product(language as never, strings(["ab"])));
    expect(refusalOf(doomed, doomed.start, byte("a"))).toMatchObject([{ path: [], reason: "refuses" }]);
  });

  test("when the limits of a decision were reached before a proof", () => {
    const words = strings(["ab", "ac"]);
    // It decides that after "a", neither letter leads to the end, and proves it for "c" alone.
    const isOut = (state: number): boolean => words.accepts(state);
    let unproven = 0;
    const language: Monitor<number> = {
      ...words,
      intersection: () => ({
        exact: true,
        clear: false,
        cost: (state) => (isOut(state) ? Number.POSITIVE_INFINITY : 2),
        isUnproven: (state) => isOut(state) && (unproven = 1) > 0,
        unproven: () => unproven,
      }),
    };
    const both = product(language, deny(["ac"])) as Monitor<unknown>;
    const state = run(both, "a");
    expect(refusalOf(both, state, byte("b"))).toMatchObject([{ path: [], reason: "unproven" }]);
    expect(refusalOf(both, state, byte("c"))).toMatchObject([{ path: [1], reason: "refuses" }]);
    expect(both.unproven!()).toBe(1);
    expect(product(words, deny(["ac"])).unproven).toBeUndefined();
  });

  test("in a typestate, with the calls that are allowed", () => {
    const file = typestate("f", {
      start: "closed",
      states: { closed: { open: "opened", openAll: "opened" }, opened: { close: "closed" } },
    });
    expect(refusalOf(file, run(file, "f.open")!, byte("x"))[0]?.expected).toEqual(["f.open", "f.openAll"]);
    expect(refusalOf(file, run(file, "f.openAll ")!, byte("x"))[0]?.expected).toEqual(["("]);
  });

  test("and nothing where nothing refuses; or why the text may not end", () => {
    const monitor = product(until("!"), noA) as Monitor<unknown>;
    expect(refusalOf(monitor, monitor.start, byte("b"))).toEqual([]);
    expect(refusalOf(monitor, monitor.start)).toMatchObject([{ path: [0] }]);
    expect(refusalOf(monitor, run(monitor, "!")!)).toEqual([]);
  });

  test("and names a part once for each of its states, where ambiguous cuts at every level lead to it many times", () => {
    let steps = 0;
    const letters = strings(["a", "aa", "aaa"]);
    let monitor: Monitor<number> = {
      ...letters,
      step: (state, symbol) => {
        steps++;
        return letters.step(state, symbol);
      },
    };
    for (let level = 0; level < 12; level++) monitor = sequence(optional(monitor), monitor) as Monitor<number>;
    const state = run(monitor, "aaaaaa")!;
    steps = 0;
    expect(refusalOf(monitor, state, byte("b")).length).toBe(4);
    expect(steps).toBeLessThan(1_000);
  });

  test("and stops at 256 parts", () => {
    const parts = Array.from({ length: 300 }, (_, index) => ({ index, monitor: deny(["b"]), state: 0 }));
    const whole = { start: 0, step: () => undefined, accepts: () => false, constituents: () => parts };
    const found = refusalOf(whole as Monitor<unknown>, 0, byte("b"));
    expect(found.map(({ path }) => path)).toEqual(Array.from({ length: 256 }, (_, at) => [at]));
  });
});

// Monitors over programs. The judge reads a whole text with regular expressions; a monitor has to give the same verdict however the text is cut into
// tokens, and however late answers come.

import { type Analysis, type ProgramHole, type ProgramPlace, programMonitor } from "@espalier/analysis";
import type { Answer, Question } from "@espalier/monitor";
import { typescriptLexer } from "@espalier/typescript";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

type Names = Answer<readonly string[]>;
const closed = (...value: readonly string[]): Names => ({ kind: "closed", value });
const encoder = new TextEncoder();

/** Names that depend on all of the text before the dot. */
function membersOf(before: string): Names {
  const sum = [...before].reduce((total, character, at) => total + character.codePointAt(0)! * (at + 1), 0);
  return [closed("a", "b", "é"), closed("ab", "c"), closed("b", "#a"), { kind: "unknown", reason: "untyped" } as const][
    sum % 4
  ]!;
}

const analysisOf = (members: Analysis["members"]): Analysis => ({ epoch: () => "1", ...(members && { members }) });
const open = (hole: Partial<ProgramHole>, members: Analysis["members"] = ({ before }) => membersOf(before)) =>
  programMonitor({ lexer: () => typescriptLexer(), analysis: analysisOf(members) }).open({
    path: "a.ts",
    prefix: "",
    ...hole,
  });

/** Whether the text can be read: a site is asked about as soon as `late` bytes have come after it, or the text ends. */
function isRead(text: string, late: number): boolean {
  const { monitor } = open({});
  const bytes = encoder.encode(text);
  let state: unknown = monitor.start;
  for (let at = 0; at <= bytes.length; at++) {
    for (const question of monitor.asks!(state)) {
      if (question.ago! < late && at < bytes.length) continue;
      const offset = at - question.ago!;
      const before = new TextDecoder().decode(bytes.subarray(0, offset));
      state = monitor.supply!(state, question, membersOf(before));
      if (state === undefined) return false;
    }
    if (at === bytes.length) return true;
    state = monitor.step(state, bytes[at]!);
    if (state === undefined) return false;
  }
  return true;
}

/** The same by the definition: at each place where a member must come, the word that follows is one of the names, or begins one at the end. */
function isAllowed(whole: string): boolean {
  const lexer = typescriptLexer();
  let state = lexer.start;
  let isExpected = false;
  for (let at = 0; at < whole.length; at++) {
    for (const byte of encoder.encode(whole[at]!)) state = lexer.step(state, byte)!;
    const before = isExpected;
    isExpected = lexer.expectsMember(state);
    if (before || !isExpected) continue;
    const rest = whole.slice(at + 1).replace(/^(\s|\/\*[\s\S]*?\*\/)*/u, "");
    // No blank is needed before `#`, and no program has such a place.
    const word = /^[\w$é#]*/u.exec(rest)![0];
    if (rest === "" || /^(\/|\/\*[\s\S]*)$/u.test(rest)) continue;
    const answer = membersOf(whole.slice(0, at + 1));
    if (answer.kind !== "closed") continue;
    if (word === "") {
      if (lexer.expectsMemberOrOther(state)) continue;
      return false;
    }
    const fits =
      word.length === rest.length ? answer.value.some((name) => name.startsWith(word)) : answer.value.includes(word);
    if (!fits) return false;
  }
  return true;
}

const pieces = [
  "a",
  "b",
  "c",
  "ab",
  "é",
  "#a",
  ".",
  "?.",
  " ",
  "\n",
  "(",
  ")",
  "[",
  "]",
  "'.a'",
  "`${",
  "}`",
  "/*.a*/",
  ";",
  "a.b",
  ".c.a",
];

test("the verdict is the judge's, however late the answers come", () => {
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }),
      fc.integer({ min: 0, max: 12 }),
      (parts, late) => {
        const text = parts.join("");
        const allowed = isAllowed(text);
        if (!allowed) refused++;
        expect({ text, read: isRead(text, late) }).toEqual({ text, read: allowed });
      },
    ),
    { numRuns: samples(4_000) },
  );
  expect(refused).toBeGreaterThan(samples(200));
});

test("a prefix that ends within a name is read, with its byte order mark: the question is about the place of its dot", async () => {
  const asked: string[] = [];
  const members: Analysis["members"] = ({ before, after }) => {
    asked.push(`${before}|${after}`);
    return closed("get", "gather", "set");
  };
  const { monitor, answer } = open({ prefix: "\ufefflet é = x.y; obj.g", suffix: ");" }, members);
  const [question] = monitor.asks!(monitor.start) as [Question];
  expect(question).toMatchObject({ ago: 1, inside: "ask", over: false });
  const given = await answer(question, { offset: -1, before: new Uint8Array(0) });
  expect(asked).toEqual(["\ufefflet é = x.y; obj.|g);"]);
  const state = monitor.supply!(monitor.start, question, given);
  const next = [..."aestu"].filter((letter) => monitor.step(state, letter.charCodeAt(0)) !== undefined);
  expect(next).toEqual(["a", "e"]);
});

test("of a chain of members in the prefix, only the last is asked about", () => {
  for (const [prefix, ago] of [
    ["a.b.", 0],
    ["a.b.c", 1],
    ["a.b /* c */ . ", 1],
  ] as const) {
    const { monitor } = open({ prefix });
    expect({ prefix, asked: monitor.asks!(monitor.start).map((question) => question.ago) }).toEqual({
      prefix,
      asked: [ago],
    });
  }
});

test("an answer about a call that the prefix opens raises no questions about the complete members in it", () => {
  const analysis: Analysis = {
    epoch: () => "1",
    members: () => closed("b"),
    signatures: () => ({ kind: "closed", value: [{ least: 1, most: 3 }] }),
  };
  const hole = programMonitor({ lexer: () => typescriptLexer(), analysis }).open({
    path: "a.ts",
    prefix: "f(a.b, c.d, ",
  });
  const [signatures, ...others] = hole.monitor.asks!(hole.monitor.start);
  expect([signatures?.key, others]).toEqual(["program signatures", []]);
  const state = hole.monitor.supply!(hole.monitor.start, signatures!, {
    kind: "closed",
    value: [{ least: 1, most: 3 }],
  });
  expect(hole.monitor.asks!(state)).toEqual([]);
});

test("where the suffix goes on with a name, the name is the whole of it", () => {
  const { monitor } = open({ prefix: "x.", suffix: "Time()" }, () => closed("getTime", "get"));
  const endsAfter = (text: string): boolean => {
    const [question] = monitor.asks!(monitor.start) as [Question];
    let state = monitor.supply!(monitor.start, question, closed("getTime", "get"));
    for (const byte of encoder.encode(text)) state = monitor.step(state, byte);
    return monitor.accepts(state);
  };
  expect(["get", "getTime", "get()", "get ", ""].map(endsAfter)).toEqual([true, false, true, true, false]);
});

describe("answers", () => {
  const after = async (answer: Names | Promise<Names> | Error, deadline = 1_000) => {
    const members = (): Names | Promise<Names> => {
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const made = programMonitor({ lexer: () => typescriptLexer(), analysis: analysisOf(members), deadline });
    const hole = made.open({ path: "a.ts", prefix: "x." });
    const [question] = hole.monitor.asks!(hole.monitor.start) as [Question];
    const state = hole.monitor.supply!(
      hole.monitor.start,
      question,
      await hole.answer(question, { offset: 0, before: new Uint8Array(0) }),
    );
    return { state, step: state && hole.monitor.step(state, 0x7a), asked: hole.asked() };
  };

  test("one that is closed constrains, and others do not", async () => {
    expect((await after(closed("a"))).step).toBeUndefined();
    expect((await after({ kind: "open", value: ["a"], reason: "an index" })).step).toBeDefined();
    expect((await after({ kind: "unknown", reason: "any" })).step).toBeDefined();
    expect((await after({ kind: "proven-empty", reason: "never" })).state).toBeUndefined();
    expect((await after(closed())).state).toBeUndefined();
  });

  test("the record says what was asked, and why an answer constrains nothing", async () => {
    expect((await after(closed("a", "b"))).asked).toMatchObject([
      { question: "members", offset: 2, answer: "closed", names: 2, remembered: false },
    ]);
    expect((await after({ kind: "unknown", reason: "any" })).asked).toMatchObject([
      { answer: "unknown", reason: "any" },
    ]);
    expect((await after(new Error("broken"))).asked).toMatchObject([
      { answer: "unknown", reason: "the analysis failed: broken" },
    ]);
    expect((await after(new Promise<Names>(() => {}), 5)).asked).toMatchObject([
      { answer: "unknown", reason: "no answer within 5 ms" },
    ]);
  });

  test("a deadline longer than any timer is not one of a millisecond", async () => {
    const late = new Promise<Names>((resolve) => setTimeout(() => resolve(closed("a")), 20));
    expect((await after(late, 2 ** 40)).asked).toMatchObject([{ answer: "closed" }]);
  });
});

test("holes that are filled at once have a record each", async () => {
  const made = programMonitor({ lexer: () => typescriptLexer(), analysis: analysisOf(() => closed("a")) });
  const holes = ["x.", "long."].map((prefix) => made.open({ path: "a.ts", prefix }));
  await Promise.all(
    holes.map((hole) => hole.answer({ key: "program members" }, { offset: 0, before: new Uint8Array(0) })),
  );
  expect(holes.map((hole) => hole.asked().map(({ offset }) => offset))).toEqual([[2], [5]]);
});

test("answers are remembered by the text and the project's epoch", async () => {
  let epoch = 1;
  let calls = 0;
  const members = (): Names => {
    calls++;
    return closed("a");
  };
  const made = programMonitor({ lexer: () => typescriptLexer(), analysis: { epoch: () => String(epoch), members } });
  const ask = async (prefix: string): Promise<void> => {
    const hole = made.open({ path: "a.ts", prefix });
    await hole.answer({ key: "program members" }, { offset: 0, before: new Uint8Array(0) });
  };
  await ask("x.");
  await ask("x.");
  expect(calls).toBe(1);
  await ask("y.");
  expect(calls).toBe(2);
  epoch = 2;
  await ask("x.");
  expect(calls).toBe(3);
});

test("an answer about a text is never that of another, which differs far away", async () => {
  const members = ({ before, after }: ProgramPlace): Names => closed(before[0]!, after.at(-1)!);
  const { open } = programMonitor({ lexer: () => typescriptLexer(), analysis: analysisOf(members) });
  const far = "; ".repeat(100);
  for (const [first, last] of ["ac", "bc", "bd", "ac"]) {
    const hole = open({ path: "a.ts", prefix: `${first}${far}x.`, suffix: `${far}${last}` });
    const ask = () => hole.answer({ key: "program members" }, { offset: 0, before: new Uint8Array(0) });
    expect([await ask(), await ask()]).toEqual([closed(first!, last!), closed(first!, last!)]);
    expect(hole.asked().map(({ remembered }) => remembered)).toEqual([false, true]);
  }
});

test("an answer holds for a hole that begins at the same place, and not for another hole in the same text", async () => {
  const places: ProgramPlace[] = [];
  const members = (at: ProgramPlace): Names => {
    places.push(at);
    return closed("a");
  };
  const made = programMonitor({ lexer: () => typescriptLexer(), analysis: { epoch: () => "1", members } });
  const ask = async (prefix: string, written: string, suffix: string, offset: number): Promise<void> => {
    const before = encoder.encode(written.slice(0, Math.max(0, offset)));
    await made.open({ path: "a.ts", prefix, suffix }).answer({ key: "program members" }, { offset, before });
  };
  await ask("x.", "", "ab;", 0);
  await ask("x.a", "", "b;", -1);
  await ask("x", ".", "ab;", 1);
  await ask("x.", "", "ab;", 0);
  expect(places).toEqual([
    { path: "a.ts", before: "x.", after: "ab;", writtenFrom: 2 },
    { path: "a.ts", before: "x.", after: "ab;", hole: 1 },
    { path: "a.ts", before: "x.", after: "ab;", writtenFrom: 1 },
  ]);
});

test("states are values: the same steps and answers give the same state, and a step changes nothing", () => {
  const { monitor } = open({ prefix: "a.b." });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      let [one, other]: unknown[] = [monitor.start, monitor.start];
      for (const byte of encoder.encode(parts.join(""))) {
        const before = monitor.key!(one);
        monitor.step(one, byte ^ 1);
        expect(monitor.key!(one)).toBe(before);
        [one, other] = [monitor.step(one, byte), monitor.step(other, byte)];
        if (one === undefined || other === undefined) break;
        expect(monitor.key!(one)).toBe(monitor.key!(other));
        const [question] = monitor.asks!(one);
        if (question === undefined || byte % 2 === 0) continue;
        one = monitor.supply!(one, question, closed("a", "ab", "b"));
        other = monitor.supply!(other, question, closed("a", "ab", "b"));
        if (one === undefined) break;
        expect(monitor.key!(one)).toBe(monitor.key!(other));
        expect(monitor.asks!(one).some(({ ago }) => ago === question.ago)).toBe(false);
      }
      expect(one === undefined).toBe(other === undefined);
    }),
    { numRuns: samples(1_000) },
  );
});

test("after a name that ends with a dot, a dot must follow", () => {
  const members: Analysis["members"] = ({ before }) => (before.endsWith("x.") ? closed("a", "ns.", "b.") : closed("c"));
  /** How far the text is read. */
  const read = (text: string): string => {
    const { monitor } = open({}, members);
    let state: unknown = monitor.start;
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length; at++) {
      const next = monitor.step(state, bytes[at]!);
      if (next === undefined) return text.slice(0, at);
      state = next;
      for (const question of monitor.asks!(state))
        state = monitor.supply!(
          state,
          question,
          members({ path: "a.ts", before: text.slice(0, at + 1), after: "" }) as Names,
        );
    }
    return monitor.accepts(state) ? text : `${text} and more`;
  };
  for (const text of ["x.a;", "x.ns.c;", "x.ns .c", "x.b\n  .c"]) expect(read(text)).toBe(text);
  expect(read("x.ns;")).toBe("x.ns");
  expect(read("x.ns d")).toBe("x.ns ");
  expect(read("x.ns.d")).toBe("x.ns.");
  expect(read("x.ns")).toBe("x.ns and more");
});

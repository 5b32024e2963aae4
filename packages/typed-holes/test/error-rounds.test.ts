// Error rounds with scripted models: what they are told, what is kept, and when they stop.

import { run } from "@espalier/monitor";
import { avoids, beginsWithName, errorRounds, holeMonitor, type RoundRequest } from "@espalier/typed-holes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { scriptedServer } from "./scripted-server.js";

const WRONG = { one: "1 is wrong", two: "2 is wrong", three: "3 is wrong", "(": "not closed" };
const server = scriptedServer({ wrong: WRONG });
const at = { path: "a.script", before: "one\nx = ", after: "\n" };
/** A model that says these texts, one after the other, and what it was asked. */
function scripted(...replies: readonly string[]) {
  const asked: RoundRequest[] = [];
  const complete = (request: RoundRequest): string => {
    asked.push(request);
    return replies[Math.min(request.round, replies.length - 1)]!;
  };
  return { asked, complete };
}

test("a model that repairs one error per round ends clean", async () => {
  const repairing = ({ round }: RoundRequest): string => ["one", "two", "three"].slice(round).join(" ") || "right";
  const { status, filling, rounds } = await errorRounds({ server, at, complete: repairing, rounds: 3 });
  expect([status, filling, rounds.map(({ errors }) => errors.length)]).toEqual(["clean", "right", [3, 2, 1, 0]]);
});

test("whatever a model says, the result is the best it said, and never more rounds than allowed", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom("one", "two", "right", "("), { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 6 }),
      async (replies, most) => {
        const texts = replies.map((words) => words.join(" "));
        const { asked, complete } = scripted(...texts);
        const { filling, status, rounds, errors } = await errorRounds({ server, at, complete, rounds: most });
        const said = rounds.map((each) => each.filling);
        expect(asked.length).toBe(rounds.length);
        expect(rounds.length).toBeLessThanOrEqual(most + 1);
        expect(said).toEqual(said.map((_, k) => texts[Math.min(k, texts.length - 1)]));
        const cost = (text: string): number =>
          text.split(" ").reduce((sum, word) => sum + (word === "(" ? 100 : word in WRONG ? 1 : 0), 0);
        expect(cost(filling)).toBe(Math.min(...said.map(cost)));
        expect(said.indexOf(filling)).toBe(said.map(cost).indexOf(cost(filling)));
        expect(status === "clean").toBe(errors.length === 0);
        expect(status === "repeated").toBe(errors.length > 0 && new Set(said).size < said.length);
      },
    ),
    { numRuns: samples(80) },
  ));

test("a model is told its errors alone, with its own text, and sees the conversation", async () => {
  const { asked, complete } = scripted("a one\nb three", "right");
  await errorRounds({ server, at, complete });
  expect(asked[0]).toEqual({ round: 0, report: "", log: [], kept: "", refused: [] });
  expect(asked[1]!.report).toContain("- line 1, at `one`: 1 is wrong\n- line 2, at `three`: 3 is wrong\n");
  expect(asked[1]!.report.match(/^- /gm)).toHaveLength(2);
  expect(asked[1]!.log).toEqual([
    { role: "assistant", content: "a one\nb three" },
    { role: "user", content: asked[1]!.report },
  ]);
});

test("an error that was there before is told where the filling has another of its kind", async () => {
  const { rounds } = await errorRounds({ server, at, complete: () => "one", rounds: 0 });
  expect(rounds[0]!.errors).toHaveLength(1);
});

test.each([
  ["Here it is:\n```script\nright\n```\nGood luck!", "right\n"],
  ["right", "right"],
  ["", ""],
])("the code of the reply %j", async (reply, code) => {
  expect((await errorRounds({ server, at, complete: () => reply })).filling).toBe(code);
});

test("a reply that is no code is a filling with errors", async () => {
  const { status, errors } = await errorRounds({ server, at, complete: () => "Sorry, I cannot ( do that" });
  expect([status, errors.length]).toEqual(["repeated", 1]);
});

test("frozen: the text before the first error stands, and what was wrong there does not come again", async () => {
  const asked: RoundRequest[] = [];
  const complete = (request: RoundRequest): string => {
    asked.push(request);
    const monitor = avoids(request.refused);
    return ["good one end", "two end", "right end"]
      .map((text) => text.slice(request.kept === "" ? 0 : text.startsWith("good") ? 5 : 0))
      .find((text) => run(monitor, text) !== undefined)!;
  };
  const { status, filling } = await errorRounds({ server, at, complete, by: "freeze", rounds: 4 });
  expect([status, filling]).toEqual(["clean", "good right end"]);
  expect(asked.map(({ kept, refused }) => [kept, refused])).toEqual([
    ["", []],
    ["good ", ["one"]],
    ["good ", ["one", "two"]],
  ]);
});

test("frozen: a model that has nothing else to say is asked a bounded number of times", async () => {
  const { status, filling, rounds } = await errorRounds({ server, at, complete: () => "one", by: "freeze", rounds: 9 });
  expect([status, filling, rounds.length]).toEqual(["repeated", "one", 2]);
});

test.each([[undefined], [5], [null], [{ text: "right" }]])("a reply that is not a text: %j", async (reply) => {
  const complete = () => reply as unknown as string;
  await expect(errorRounds({ server, at, complete })).rejects.toThrow("complete must return a text");
  const codeOf = complete;
  await expect(errorRounds({ server, at, complete: () => "right", codeOf })).rejects.toThrow(
    "codeOf must return a text",
  );
});

test("a report is short, whatever the reply and the messages are", async () => {
  const long = scriptedServer({ wrong: { ["x".repeat(100_000)]: "y".repeat(100_000), again: "so" } });
  const { asked, complete } = scripted(`${"x".repeat(100_000)} again again again`, "right");
  await errorRounds({ server: long, at, complete });
  expect(asked[1]!.report.length).toBeLessThan(1_000);
  expect(asked[1]!.report).toContain("- line 1, at `again`: so (3 times)\n");
  expect(asked[1]!.report).toContain("The code that you wrote has 4 errors:");
});

test("an error elsewhere in the file is told with its line and text", async () => {
  const moving = { ...server, getErrorsBefore: async () => [] };
  const { asked, complete } = scripted("a\nb", "right");
  await errorRounds({ server: moving, at: { path: "a", before: "\none\nx = ", after: "\nthree\n" }, complete });
  expect(asked[1]!.report).toContain("- before your code, line 2, at `one` of the file: 1 is wrong\n");
  expect(asked[1]!.report).toContain("- after your code, line 5, at `three` of the file: 3 is wrong\n");
});

test("an error of the model ends the rounds, and the server can be asked again", async () => {
  const failing = errorRounds({ server, at, complete: () => Promise.reject(new Error("no connection")) });
  await expect(failing).rejects.toThrow("no connection");
  expect((await errorRounds({ server, at, complete: () => "right" })).status).toBe("clean");
});

test("names at the start of an expression, against a slow definition", () => {
  const names = ["total", "totals", "té", "$x"];
  const monitor = beginsWithName(names);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...names, "to", "x", " ", "(", "1", ".", "é")).map((parts) => parts.join("")),
      (text) => {
        const [, name, rest] = /^\s*(?![0-9])([\w$\u0080-\uffff]*)([\s\S]*)$/.exec(/^\s*[0-9]/.test(text) ? "" : text)!;
        const whole = name === "" || names.includes(name!);
        const begun = rest === "" && names.some((each) => each.startsWith(name!));
        const state = run(monitor, text);
        expect(state !== undefined).toBe(whole || begun);
        expect(state !== undefined && monitor.accepts(state)).toBe(whole);
      },
    ),
  );
});

test("closed texts at a hole, against a slow definition", () => {
  const texts = ["size", "sized", "of.at", "type ", '"red"', "new", "at["];
  const monitors = (["all", "names", "strings"] as const).map(
    (rule) => [rule, holeMonitor({ closed: { texts, rule } }).open({ path: "a", prefix: "" }).monitor] as const,
  );
  const piece = fc.constantFrom(...texts, "of", "at", "red", '"', ".", " ", "(", "1", "x", "é");
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 4 }).map((parts) => parts.join("")),
      (text) => {
        const written = text.trimStart();
        const begins = (each: string): boolean =>
          written.startsWith(each) && (!/[\w]$/.test(each) || !/^[\w\u0080-\uffff]/.test(written.slice(each.length)));
        const isBegun = texts.some((each) => begins(each) || each.startsWith(written));
        const ruled = { all: written !== "", names: /^[a-zé]/.test(written), strings: written.startsWith('"') };
        for (const [rule, monitor] of monitors) {
          const state = run(monitor, text);
          expect([rule, text, state !== undefined]).toEqual([rule, text, !ruled[rule] || isBegun]);
          const isWhole = ruled[rule] ? texts.some(begins) : rule !== "all";
          expect([rule, text, state !== undefined && monitor.accepts(state)]).toEqual([rule, text, isWhole]);
        }
      },
    ),
  );
});

test("a monitor of the hole keeps to closed texts, and away from those that were refused", () => {
  const { monitor } = holeMonitor({
    closed: { texts: ["size", "sized", "name"], rule: "all" },
    refused: ["name", "size "],
  }).open({ path: "a", prefix: "" });
  const live = ["size", "size.x", "sized", "size x", "name", "na", "other"].map(
    (text) => run(monitor, text) !== undefined,
  );
  expect(live).toEqual([true, true, true, false, false, true, false]);
});

// Members of which an assignment may declare more. The judge reads a whole text by regular expressions; the monitor has to agree at every byte and cut.

import { programMonitor } from "@espalier/analysis";
import { run } from "@espalier/monitor";
import { typescriptLexer } from "@espalier/typescript";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const NAMES = ["size", "sizes", "\u00e9"];
const DECLARING = { by: ["=", ":", ",", "in"], never: ["=="] };
const analysis = {
  epoch: () => "",
  members: () => ({ kind: "closed", value: { names: NAMES, declaring: DECLARING } }) as const,
};

async function hole(prefix: string, suffix = "\n") {
  const opened = programMonitor({ lexer: () => typescriptLexer(), analysis }).open({
    path: "a.ts",
    prefix,
    suffix,
  });
  const { monitor } = opened;
  let state: unknown = monitor.start;
  for (const question of monitor.asks!(state))
    state = monitor.supply!(state, question, await opened.answer(question, { offset: 0, before: new Uint8Array(0) }));
  return { ...opened, state };
}

/** Whether a text after `self.` may go on: a listed name and what follows no name, or another name and what declares it, as far as it has come. */
function isAllowed(text: string): boolean {
  const [, name, rest] = /^[ \t]*([\p{ID_Continue}]*)([\s\S]*)$/u.exec(text)!;
  if (rest === "" || name === "") return rest === "";
  if (NAMES.includes(name!)) return true;
  const follower = rest!.replace(/^[ \t]+/, "");
  if (follower.startsWith("==")) return false;
  return [...DECLARING.by, "=="].some((by) => follower.startsWith(by) || by.startsWith(follower));
}

test("a listed name goes on as it likes, another one where it is declared", async () => {
  const { monitor, state } = await hole("self.");
  const text = fc
    .array(
      fc.constantFrom("size", "s", "new", "\u00e9", "1", " ", "\t", "=", "==", ":", ",", "(", "in", "i", "+", "\n"),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(""))
    .filter((each) => !/^[ \t]*(?:[\d\n]|$)|[.]/.test(each));
  let [allowed, refused] = [0, 0];
  fc.assert(
    fc.property(text, (each) => {
      const may = run(monitor, each, state) !== undefined;
      if (may) allowed++;
      else refused++;
      expect({ each, may }).toEqual({ each, may: isAllowed(each) });
    }),
    { numRuns: samples(2_000) },
  );
  expect(Math.min(allowed, refused)).toBeGreaterThan(samples(100));
});

test("where the text may end: after a listed name, and after another where the suffix declares it", async () => {
  const ends = async (text: string, suffix: string) => {
    const { monitor, state } = await hole("self.", suffix);
    const after = run(monitor, text, state);
    return after !== undefined && monitor.accepts(after);
  };
  expect([
    await ends("size", "\n"),
    await ends("new", "\n"),
    await ends("new", " = 1\n"),
    await ends("new", " == 1\n"),
  ]).toEqual([true, false, true, false]);
  expect([await ends("new =", " 1\n"), await ends("new =", "= 1\n")]).toEqual([true, false]);
});

test("the record tells how many names are listed", async () => {
  expect((await hole("self.")).asked()).toMatchObject([{ answer: "closed", names: 3 }]);
});

// Hovers in place of diagnostics: what they tell is learned from the server, and believed in a file once its diagnostics say the same.

import type { ProgramPlace } from "@espalier/analysis";
import type { Exhaustive, ServerProfile } from "@espalier/analysis-lsp";
import { expect, test } from "vitest";
import { askAt, type Script, scripted } from "./scripted.js";

const TAIL = "(name).x";
const exhaustive: Exhaustive = {
  by: "diagnostics",
  codes: ["no-member"],
  hovering: {
    tail: TAIL,
    reached: TAIL.indexOf("name"),
    beyond: TAIL.indexOf("x"),
    partial: ["loose."],
    unreached: "dead\nbox.",
    lists: ["many."],
    unless: ({ before }) => before.includes("# slow"),
  },
};

async function telling(script: Script = {}, profile: Partial<ServerProfile> = {}) {
  const project = scripted(
    { hovers: "telling", ...script },
    { deadline: 20_000 },
    { exhaustive, probe: { file: "probe.box", text: "box." }, ...profile },
  );
  await project.monitor.ready();
  const learning = project.diagnostics();
  return { ask: askAt.bind(undefined, project.monitor), diagnostics: () => project.diagnostics() - learning };
}

const CLOSED = { kind: "closed", value: ["close", "open", "é"] };

test("diagnostics are asked for once a file, and then hovers tell", async () => {
  const { ask, diagnostics } = await telling();
  for (let more = 0; more < 5; more++) expect((await ask(`y = ${more}; x = box.`)).answer).toEqual(CLOSED);
  expect(diagnostics()).toBe(1);
});

test("a list that decides alone does not wait for hovers", async () => {
  const { ask } = await telling({}, { dynamicNames: ["open"] });
  const { answer } = await ask("# mute\nx = box.");
  expect(answer).toMatchObject({ kind: "open", reason: "the receiver has open" });
});

test("a receiver with more members than listed is open, without diagnostics", async () => {
  const { ask, diagnostics } = await telling();
  expect((await ask("x = loose.")).answer).toMatchObject({ kind: "open", value: ["one"] });
  expect(diagnostics()).toBe(0);
});

test("a receiver with the list of what is called on it is open, without diagnostics", async () => {
  const { ask, diagnostics } = await telling();
  expect((await ask("x = vague.")).answer).toMatchObject({ kind: "open", value: ["one", "two"] });
  expect(diagnostics()).toBe(0);
});

test.each([
  ["confirms, without diagnostics", "box", 0, { kind: "open", reason: "it may grow" }],
  ["does not confirm, by diagnostics", "crate", 3, CLOSED],
] as const)("a doubt that the hover over the receiver %s", async (_, growing, asked, expected) => {
  const doubt: ServerProfile["doubt"] = (_, { messages }) =>
    messages?.some((message) => message.includes(growing)) === false ? undefined : "it may grow";
  for (const receiver of [undefined, () => false]) {
    const { ask, diagnostics } = await telling({}, { doubt, exhaustive: hovering({ receiver }) });
    for (let more = 0; more < 3; more++) expect((await ask(`y = ${more}; x = box.`)).answer).toMatchObject(expected);
    expect(diagnostics()).toBe(asked);
  }
});

test("a hover that names the whole type removes a doubt without diagnostics", async () => {
  const doubt: ServerProfile["doubt"] = (_, { messages }) =>
    messages?.includes("box") === true ? undefined : "it may grow";
  const { ask, diagnostics } = await telling({}, { doubt, exhaustive: hovering({ namesType: /^box$/ }) });
  for (let more = 0; more < 3; more++) expect((await ask(`y = ${more}; x = box.`)).answer).toEqual(CLOSED);
  // They confirm once that the file's errors are reported.
  expect(diagnostics()).toBe(1);
});

test("the hover over the receiver is evidence where the profile says so", async () => {
  const receivers: string[] = [];
  const doubt: ServerProfile["doubt"] = (_, { receiver }) => void receivers.push(receiver);
  const receiver = ({ before }: { readonly before: string }): boolean => before.startsWith("asked");
  const { ask } = await telling({}, { doubt, exhaustive: hovering({ receiver }) });
  for (const line of ["asked = box.", "x = box."]) expect((await ask(line)).answer).toEqual(CLOSED);
  expect(new Set(receivers)).toEqual(new Set(["box", ""]));
  expect(receivers[0]).toBe("box");
});

test("where the hover over the receiver says that a part of its type is unknown, diagnostics are asked for each time", async () => {
  const { ask, diagnostics } = await telling({}, { exhaustive: hovering({ partlyKnown: /^box$/ }) });
  for (let more = 0; more < 3; more++) expect((await ask(`y = ${more}; x = box.`)).answer).toEqual(CLOSED);
  expect(diagnostics()).toBe(3);
});

test("a list that an empty receiver has too is confirmed by diagnostics each time, if the hover is that of a known receiver", async () => {
  const { ask, diagnostics } = await telling();
  for (const line of ["x = many.", "y = 1; x = many."]) expect((await ask(line)).answer.kind).toBe("closed");
  expect(diagnostics()).toBe(2);
});

test("where the answer is open, a wider receiver is asked about, and both lists may follow", async () => {
  const wider: ServerProfile["wider"] = (at) => {
    const before = at.before.replace(/loose\.$/, at.before.startsWith("wide") ? "box." : " loose.");
    return before === at.before ? undefined : { ...at, before };
  };
  const { ask } = await telling({}, { wider });
  expect((await ask("wide = loose.")).answer).toEqual({ kind: "closed", value: ["close", "one", "open", "é"] });
  expect((await ask("x = loose.")).answer).toMatchObject({ kind: "open", value: ["one"] });
});

test("in code that is never reached, and where the profile says so, diagnostics are asked for", async () => {
  const { ask, diagnostics } = await telling();
  expect((await ask("dead\nx = box.")).answer.kind).toBe("open");
  expect(diagnostics()).toBe(1);
  for (let more = 0; more < 3; more++) expect((await ask(`y = ${more} # slow\nx = box.`)).answer).toEqual(CLOSED);
  expect(diagnostics()).toBe(4);
});

test("where a list lacks a name that every known receiver has, diagnostics are asked for each time", async () => {
  for (const [everywhere, asked] of [
    ["absent", 3],
    ["open", 1],
  ] as const) {
    const { ask, diagnostics } = await telling({}, { exhaustive: hovering({ everywhere }) });
    for (let more = 0; more < 3; more++) expect((await ask(`y = ${more}; x = box.`)).answer).toEqual(CLOSED);
    expect(diagnostics()).toBe(asked);
  }
});

test("a file in which nothing is reported stays open, however often it is asked about", async () => {
  const { ask, diagnostics } = await telling();
  for (let more = 0; more < 3; more++) expect((await ask(`y = ${more} # off\nx = box.`)).answer.kind).toBe("open");
  expect(diagnostics()).toBe(3);
});

test.each<[string, Script, Partial<ServerProfile>]>([
  ["says nothing", { hovers: "silent" }, {}],
  ["says the same in code that is never reached", {}, { exhaustive: hovering({ unreached: "y\nbox." }) }],
  ["says the same over receivers with more members", {}, { exhaustive: hovering({ partial: ["other."] }) }],
])("a server whose hover %s is asked for diagnostics each time", async (_, script, profile) => {
  const { ask, diagnostics } = await telling(script, profile);
  for (let more = 0; more < 3; more++) expect((await ask(`y = ${more}; x = box.`)).answer).toEqual(CLOSED);
  expect(diagnostics()).toBe(3);
});

function hovering(other: object): Exhaustive {
  return { ...exhaustive, hovering: { ...(exhaustive as { hovering: object }).hovering, ...other } } as Exhaustive;
}

test.each([
  ["there", "box.", CLOSED],
  ["not there", "loose.", { kind: "open" }],
] as const)(
  "a profile names the place where a file's reports are requested: the server reports %s",
  async (_, before, expected) => {
    const places: string[] = [];
    const reporting = ({ path, before: asked, after }: ProgramPlace): ProgramPlace => {
      places.push(asked);
      return { path, before, after };
    };
    const { ask, diagnostics } = await telling({}, { exhaustive: hovering({ reporting }) });
    expect((await ask("x = box.")).answer).toMatchObject(expected);
    expect({ places, diagnostics: diagnostics() }).toEqual({ places: ["x = box."], diagnostics: 1 });
  },
);

// Retrieval by the derivation of the eight functions, over a language whose right answers are written down.

import { allProposals, approximateTokenizer, createRepositoryIndex, retrieve } from "@espalier/context";
import { askHole, chatMethods, holeFirst, holeProposals } from "@espalier/typed-holes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { scriptedServer } from "./scripted-server.js";

const at = { path: "a.script", before: "x = ", after: "\n" };
const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);

test("definitions come level by level, each once, and recursive ones end", async () => {
  const server = scriptedServer({
    expected: "Model -> Action",
    definitions: { Model: "Grid Model", Action: "Row Model", Grid: "Row Col Grid", Row: "int", Col: "int" },
  });
  const { types } = await askHole(server, at);
  expect(names(types.definitions)).toEqual(["Model", "Action", "Grid", "Row", "Col"]);
  expect(types.text.split("\n")[2]).toBe("Grid = Row Col Grid");
});

test("types that never end are cut at the limit", async () => {
  const server = {
    ...scriptedServer({ expected: "T" }),
    extractAliases: (type: string) => [{ id: `${type}I`, name: `${type}I` }],
    getTypeDefinition: ({ name }: { name: string }) => ({ name, text: name, type: name }),
  };
  expect((await askHole(server, at)).types.definitions).toHaveLength(64);
  expect((await askHole(server, at, { definitions: 3 })).types.definitions).toHaveLength(3);
});

test("headers: of the nearer target first, unknown types later, none without a score, ten at most", async () => {
  const entries = [
    ["half", "Int -> ?"],
    ["none", "?"],
    ["second", "Int -> Model"],
    ["other", "Int -> Int"],
    ["first", "Int -> Model"],
    ["whole", "Action -> Model"],
  ] as const;
  const server = scriptedServer({ expected: "Action -> Model", entries });
  const { headers } = await askHole(server, at);
  expect(names(headers.headers)).toEqual(["whole", "second", "first", "half"]);
  expect(headers.text.split("\n")[0]).toBe("whole : Action -> Model");
  const many = scriptedServer({ expected: "M", entries: Array.from({ length: 30 }, (_, k) => [`f${k}`, "M"]) });
  expect(names((await askHole(many, at)).headers.headers)).toEqual(Array.from({ length: 10 }, (_, k) => `f${k}`));
});

test("the ranking is that of a slow definition, for random contexts", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("A -> M", "M", "B", "?", "A -> ?", "B -> M"), { maxLength: 30 }),
      async (types) => {
        const entries = types.map((type, k) => [`f${k}`, type] as const);
        const { headers } = await askHole(scriptedServer({ expected: "A -> M", entries }), at);
        const rank = (type: string): number =>
          type === "A -> M" ? 0 : type === "A -> ?" ? 2 : type.endsWith("M") ? 1 : 3;
        // The whole type is a target itself, and an entry that returns anything fits it as well.
        const slow = [0, 1, 2].flatMap((wanted) => entries.filter(([, type]) => rank(type) === wanted));
        expect(names(headers.headers)).toEqual(slow.slice(0, 10).map(([name]) => name));
      },
    ),
    { numRuns: samples(60) },
  ));

test("where nothing is expected, the reason is told and nothing is shown", async () => {
  const known = await askHole(scriptedServer({ definitions: { A: "int" } }), at);
  expect(known).toMatchObject({
    language: "Script",
    reason: "a statement",
    types: { text: "" },
    headers: { text: "" },
  });
  expect("expected" in known).toBe(false);
});

test("questions to one server wait for each other, also when one fails", async () => {
  const log: string[] = [];
  const server = {
    ...scriptedServer({ expected: "M" }),
    async getExpectedType({ path }: { path: string }) {
      log.push(`in ${path}`);
      await Promise.resolve();
      await Promise.resolve();
      log.push(`out ${path}`);
      if (path === "bad") throw new Error("the server died");
      return { kind: "unknown", reason: "" } as const;
    },
  };
  const asked = ["one", "bad", "two"].map((path) => askHole(server, { ...at, path }));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(log).toEqual(["in one", "out one", "in bad", "out bad", "in two", "out two"]);
});

test("the five methods", async () => {
  const script = {
    expected: "Model",
    definitions: { Model: "int" },
    entries: [["start", "Model"]],
    wrong: { bad: "Ein Fehler." },
  } as const;
  const methods = chatMethods(scriptedServer(script));
  expect(methods.aiTutorial()).toBe("The program is written in Script.");
  expect(await methods.expectedType(at)).toEqual({ text: "Model", strength: "hard", by: "context" });
  expect((await methods.relevantTypes(at)).text).toBe("Model = int");
  expect((await methods.relevantHeaders(at)).text).toBe("start : Model");
  const wrongBefore = { ...at, before: "bad\nx = " };
  expect(await methods.errorReport(wrongBefore, "good")).toEqual({ needed: false, errors: [], text: "" });
  const report = await methods.errorReport(wrongBefore, "a\n bad");
  expect(report.text).toBe(
    "The code that you wrote has an error:\n- line 2, at `bad`: Ein Fehler.\nWrite the corrected code, and nothing else.",
  );
  expect(report.errors).toMatchObject([{ from: 3, to: 6 }]);
});

test("proposals compete with those of the repository for the budget", async () => {
  const script = {
    expected: "Model",
    definitions: { Model: "Grid", Grid: "int" },
    entries: [["start", "Model"]],
  } as const;
  const proposals = holeProposals(await askHole(scriptedServer(script), at));
  const index = createRepositoryIndex();
  index.update([{ path: "b.script", text: "x = something\ny = something\n" }]);
  const hole = { path: "a.script", prefix: at.before, suffix: at.after };
  const options = {
    tokenizer: approximateTokenizer,
    ranker: holeFirst(),
    proposals: [...proposals, ...allProposals()],
  };
  const wide = await retrieve(index, hole, { ...options, budget: 200 });
  for (const part of ["Model = Grid", "Grid = int", "start : Model"]) expect(wide.text).toContain(part);
  expect(wide.text).toContain("something");
  const narrow = await retrieve(index, hole, { ...options, budget: 8 });
  expect(narrow.tokens).toBeLessThanOrEqual(8);
  expect(narrow.text.length).toBeLessThan(wide.text.length);
});

test("a signal ends the question between two questions to the server", async () => {
  const asked: string[] = [];
  const controller = new AbortController();
  const plain = scriptedServer({ expected: "Model" });
  const slow = {
    ...plain,
    getTypingContext: (place: typeof at) => {
      asked.push("context");
      controller.abort(new Error("too late"));
      return plain.getTypingContext(place);
    },
    getTargetTypes: (type: string) => {
      asked.push("targets");
      return plain.getTargetTypes(type);
    },
  };
  await expect(askHole(slow, at, { signal: controller.signal })).rejects.toThrow("too late");
  await expect(askHole(slow, at, { signal: AbortSignal.abort(new Error("never")) })).rejects.toThrow("never");
  expect(asked).toEqual(["context"]);
  expect((await askHole(plain, at, { signal: new AbortController().signal })).expected?.text).toBe("Model");
});

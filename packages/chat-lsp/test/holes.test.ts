// Holes over servers that know more or less, and over one that dies; and what is read out of the words of pyright and of TypeScript.

import {
  type HoleDialect,
  type LspHoleServer,
  lspHoleServer,
  pythonDialect,
  serverAnswers,
  typescriptDialect,
} from "@espalier/chat-lsp";
import { askHole } from "@espalier/typed-holes";
import { expect, onTestFinished, test } from "vitest";
import { projectOf } from "../../../test/support/temporary-projects.js";
import { renamed, splitOutside } from "../src/holes/type-text.js";
import { commandFor, SCRIPTED } from "./scripted-server.js";

const at = { path: "main.py", before: "def f() -> int:\n    return ", after: "\n" };
const can = { hoverProvider: true, diagnosticProvider: {}, signatureHelpProvider: {}, documentSymbolProvider: true };

function scripted(script: object): LspHoleServer {
  const holes = lspHoleServer(SCRIPTED, { root: projectOf({}), command: commandFor(script), deadline: 300 });
  onTestFinished(() => holes.dispose());
  return holes;
}

test.each([
  [{ hover: "(variable) espalier_hole: int" }, { text: "int", strength: "hard", by: "context" }],
  [{ hover: "(variable) espalier_hole: Unknown" }, undefined],
  [{ signature: "width: int = 1" }, { text: "int", strength: "hard", by: "context" }],
  [
    { signature: "width: int = 1", overloads: 2 },
    { text: "int", strength: "soft", by: "context" },
  ],
  [
    { hover: "(variable) espalier_hole: int", signature: "width: int", overloads: 2 },
    { text: "int", strength: "soft", by: "context" },
  ],
  [{ signature: "width: Any" }, undefined],
  [
    {
      diagnostics: ['Type "EspalierProbe" is not assignable to return type "Point | None"'],
      hover: "(variable) espalier_hole: Point",
    },
    { text: "Point | None", strength: "hard", by: "context" },
  ],
  [
    { diagnostics: ['Operator "+" not supported for types "Literal[1]" and "EspalierProbe"'] },
    { text: "int", strength: "soft", by: "sibling" },
  ],
  [{ diagnostics: ["EspalierProbe: der Typ passt nicht"] }, undefined],
  [{ diagnostics: [7, null, {}] }, undefined],
])("a server that says %j", async (script, type) => {
  const { expected, headers, types } = await askHole(scripted({ capabilities: can, ...script }), at);
  expect(expected).toEqual(type);
  expect([headers.headers, types.definitions]).toEqual([[], []]);
});

test.each([
  ["\uFEFFm: int = ", "\n"],
  ["", "\uFEFF\n"],
])("a file with a byte order mark: %j", async (before, after) => {
  const holes = scripted({ capabilities: can, hover: "(variable) espalier_hole: int" });
  expect((await askHole(holes, { path: "main.py", before, after })).expected?.text).toBe("int");
});

test("a document without a file is refused, with what to do", async () => {
  const session = { initialize: {}, settings: () => ({}), documents: () => [], encoding: "utf-16" } as const;
  const answers = serverAnswers(SCRIPTED, { command: commandFor({}) })(session);
  onTestFinished(() => answers.dispose?.());
  const document = { uri: "untitled:Untitled-1", languageId: "python", text: "", offset: 0 };
  const { signal } = new AbortController();
  await expect(Promise.resolve(answers.expectedType(document, signal))).rejects.toThrow("save it first");
});

test("a server that knows none of the methods tells nothing", async () => {
  const holes = scripted({});
  const { expected, reason } = await askHole(holes, at);
  expect([expected, reason]).toEqual([undefined, "the server tells no type here"]);
  expect(await holes.getStaticErrors("main.py", "x")).toEqual([]);
});

test("a server that dies in the middle is an error, and no answer", async () => {
  const holes = scripted({ capabilities: can, dies: "textDocument/hover" });
  await expect(askHole(holes, at)).rejects.toThrow(/ended with 9|closed its output/);
});

test.each<readonly [HoleDialect, string, string | undefined]>([
  [
    pythonDialect,
    "```python\n(function) def add(\n    model: Model,\n    *rest: int\n) -> tuple[Todo, ...]\n```",
    "def add(model: Model, *rest: int) -> tuple[Todo, ...]",
  ],
  [pythonDialect, "(variable) start: Model", "start: Model"],
  [pythonDialect, "(class) Model", undefined],
  [
    typescriptDialect,
    "```typescript\nfunction add(model: Model): Todo[]\n```\nAdds.",
    "declare function add(model: Model): Todo[];",
  ],
  [typescriptDialect, "const start: Model", "declare const start: Model;"],
  [typescriptDialect, "class Model", undefined],
])("%# a hover is printed as a header", ({ header }, hover, text) => {
  expect(header(hover)).toBe(text);
});

test.each<readonly [HoleDialect, string, string | undefined]>([
  [pythonDialect, "Model = tuple[str, Shelf]", "tuple[str, Shelf]"],
  [pythonDialect, "type Model = list[int]", "list[int]"],
  [pythonDialect, "class Todo(NamedTuple):\n    text: str\n    done: bool = False", "tuple[str, bool]"],
  [pythonDialect, "class Todo:\n    text: str", undefined],
  [typescriptDialect, "export type Model = [string, Todo[]];", "[string, Todo[]]"],
  [typescriptDialect, "interface Todo { text: string }", undefined],
])("%# a definition means", ({ meant }, definition, type) => {
  expect(meant(definition)).toBe(type);
});

test.each<readonly [HoleDialect, string, readonly string[]]>([
  [pythonDialect, "tuple[str, tuple[int, ...]]", ["str", "tuple[int, ...]"]],
  [pythonDialect, "(Model, Action) -> Model", ["Model"]],
  [pythonDialect, "Callable[[int], str]", ["str"]],
  [pythonDialect, "dict[str, int]", []],
  [typescriptDialect, "(a: (b: number) => string) => [x, y]", ["[x, y]"]],
  [typescriptDialect, "readonly [name: string, ids: Map<string, number>]", ["string", "Map<string, number>"]],
  [typescriptDialect, "string[]", []],
])("%# a type has parts", ({ parts }, type, found) => {
  expect(parts(type)).toEqual(found);
});

test("types that are written as strings are types, and other strings are none", () => {
  const text =
    "class A:\n    'a doc of D'\n    b: 'B | None' = 'C'\n    c: Literal['D', 'E']\n    def f(self, of: list[\"F\"]) -> 'G'";
  expect(pythonDialect.mentions!(text)).toBe(
    "class :\n    'a doc of D'\n    : B | None = 'C'\n    : \n    def f(self, : list[F]) -> G",
  );
});

test("types are cut outside of brackets and strings, and get other names", () => {
  expect(splitOutside('a, [b, "c, d"], (e) => f, g', ",")).toEqual(["a", '[b, "c, d"]', "(e) => f", "g"]);
  expect(renamed('Map<A, ns.A> | "A" | AB | A', new Map([["A", "B"]]))).toBe('Map<B, ns.A> | "A" | AB | B');
});

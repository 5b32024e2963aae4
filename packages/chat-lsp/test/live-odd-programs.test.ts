// Odd programs over pyright, through the generic provider: types that contain themselves, `Any` everywhere, and two holes in one file.

import { lspHoleServer } from "@espalier/chat-lsp";
import { askHole, errorRounds } from "@espalier/typed-holes";
import { expect, onTestFinished, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { projectOf } from "../../../test/support/temporary-projects.js";

/** Programs whose types have no end, what is expected, and the definitions that it leads to. */
const RECURSIVE: readonly (readonly [program: string, type: string, definitions: readonly string[]])[] = [
  ["class Node:\n    next: 'Node | None'\n\nn: Node = ▮", "Node", ["Node"]],
  ["class A:\n    b: 'B'\n\nclass B:\n    a: A\n\na: A = ▮", "A", ["A", "B"]],
  ["class Deep[T]:\n    of: T\n    next: 'Deep[list[T]]'\n\nd: Deep[int] = ▮", "Deep[int]", ["Deep"]],
  ["type Tree = int | list[Tree]\n\ndef grow(t: Tree) -> Tree:\n    return ▮", "Tree", ["Tree"]],
];

test("pyright: types without end, Any everywhere, two holes", { timeout: 240_000 }, async (context) => {
  const command = commandOf("pyright");
  if (command === undefined) return context.skip(whyNot("pyright"));
  const server = lspHoleServer("pyright", { root: projectOf({ "main.py": "" }), command, deadline: 60_000 });
  onTestFinished(() => server.dispose());
  const placeIn = (program: string) => {
    const [before, after] = program.split("▮") as [string, string];
    return { path: "main.py", before, after: `${after}\n` };
  };

  for (const [program, type, names] of RECURSIVE) {
    const { expected, types } = await askHole(server, placeIn(program));
    expect([program, expected?.text, types.definitions.map(({ name }) => name)]).toEqual([program, type, names]);
  }

  const wild = `from typing import Any

class P:
    x: int

def wild(a: Any) -> Any: return a
def half(a: Any) -> P: return P()
def sure(a: str) -> P: return P()
every: Any = 1
`;
  const nothing = await askHole(server, placeIn(`${wild}y: Any = ▮`));
  expect([nothing.expected, nothing.types.text, nothing.headers.text]).toEqual([undefined, "", ""]);
  const something = await askHole(server, placeIn(`${wild}p: P = ▮`));
  expect(something.headers.headers.map(({ name }) => name)).toEqual(["sure", "half"]);

  const two = "class P:\n    x: int\n\nhome = P()\np: P = ▮\nq: str = ▯";
  const first = placeIn(two.replace("▯", ""));
  const second = placeIn(two.replace("▮", "").replace("▯", "▮"));
  const asked = await Promise.all([first, second].map((at) => askHole(server, at)));
  expect(asked.map(({ expected }) => expected?.text)).toEqual(["P", "str"]);
  expect(asked.map(({ headers }) => headers.headers.map(({ name }) => name))).toEqual([["home"], []]);
  const rounds = await Promise.all(
    [first, second].map((at, hole) =>
      errorRounds({ server, at, complete: ({ round }) => [["1", "home"][round]!, ["1", "'a'"][round]!][hole]! }),
    ),
  );
  expect(rounds.map(({ status, rounds: { length } }) => [status, length])).toEqual([
    ["clean", 2],
    ["clean", 2],
  ]);
});

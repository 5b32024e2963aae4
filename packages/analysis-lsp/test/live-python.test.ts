// Pyright and basedpyright: the scenarios of monitor-guided decoding in Python as far as names of members reach, and what must stay open. The first
// text of each pair is what the model of the paper wrote without a monitor.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { product, run } from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { monitorOf, written } from "./live-monitors.js";

const NODES = `class ServerNode:
    @staticmethod
    def new_server_node() -> "Builder": ...
class Builder:
    def with_ip(self, ip: str) -> "Builder": ...
    def with_port(self, port: int) -> "Builder": ...
    def with_ip_port(self, ip: str, port: int) -> "Builder": ...
    def build(self) -> ServerNode: ...
`;
const INTRINSICS = `from enum import Enum
class Intrinsic(Enum):
    X86Comisdlt = 1
    X86Comisdeq = 2
class X86Condition(Enum):
    Below = 1
    NotEqual = 2
`;
// States as classes: what may be called depends on what was called before.
const PLAYER = `class Playing:
    def stop(self) -> "Stopped": ...
    def await_completion(self) -> "Stopped": ...
class Stopped:
    def reset(self) -> "Stopped": ...
    def prepare(self) -> Playing: ...
`;
const ODD = `import nowhere
class Dynamic:
    def __getattr__(self, name: str) -> int: ...
class Half(nowhere.Base):
    y = 1
`;
const FILES = { "nodes.py": NODES, "intrinsics.py": INTRINSICS, "player.py": PLAYER, "odd.py": ODD };
const IMPORTS =
  "from nodes import ServerNode\nfrom intrinsics import Intrinsic, X86Condition\nfrom player import Playing\nfrom odd import Dynamic, Half\nimport os\n";

const SCENARIOS: readonly (readonly [title: string, marked: string, refused: string, allowed: string])[] = [
  ["T1, T5: a static factory", "def f(arr):\n    return (ServerNode\n        .▮\n", "builder()", "new_server_node()"],
  [
    "T2, T6: a builder",
    "def f(arr):\n    return (ServerNode.new_server_node()\n        .▮)\n",
    "host_address(arr[0])",
    "with_ip_port(arr[0])",
  ],
  ["T3: after a call in the chain", "x = ServerNode.new_server_node().with_ip_port('a', 1).▮\n", "host()", "build()"],
  [
    "T9: a member of an enumeration",
    "def f(op, g):\n    match op:\n        case Intrinsic.X86Comisdeq: pass\n        case Intrinsic.▮: pass\n",
    "X86Comisdgt",
    "X86Comisdlt",
  ],
  [
    "T10: and of the one beside it",
    "def f(op, g):\n    match op:\n        case Intrinsic.X86Comisdlt: return X86Condition.▮\n",
    "LessThan",
    "Below",
  ],
  [
    "T11: a state after a call",
    "def f(playing: Playing):\n    p = playing\n    p = p.await_completion()\n    q = p.▮\n",
    "stop()",
    "reset()",
  ],
  [
    "an attribute that no assignment declares",
    "class A:\n    def __init__(self):\n        self.size = 1\n    def f(self):\n        self.▮\nx = 1\n",
    "sizes()",
    "size()",
  ],
  [
    "an attribute that an assignment declares",
    "class A:\n    def __init__(self):\n        self.▮\nx = 1\n",
    "size == 1",
    "size = 1",
  ],
  [
    "an attribute that an augmented assignment declares",
    "class A:\n    def __init__(self):\n        self.▮\nx = 1\n",
    "size + 1",
    "size += 1",
  ],
  [
    "a member of the base class",
    "class B:\n    def given(self): ...\nclass A(B):\n    def f(self):\n        return super().▮\nx = 1\n",
    "gave()",
    "given()",
  ],
  [
    "a member of the base class, with a name after the hole",
    "class B:\n    def given(self): ...\nclass A(B):\n    def f(self):\n        super().▮ method: str\n        return 1\nx = 1\n",
    "print()",
    "given()",
  ],
  [
    "the same before a keyword",
    "class B:\n    def given(self): ...\nclass A(B):\n    def f(self):\n        return super().▮ if self else 1\nx = 1\n",
    "print()",
    "given()",
  ],
  [
    "a member of the second of several base classes",
    "class B: ...\nclass C:\n    def given(self): ...\nclass A(B, C):\n    def f(self):\n        super().▮\n        return 1\nx = 1\n",
    "gave()",
    "given()",
  ],
  [
    "a member of the base class, in a class method",
    "class B:\n    made = 1\nclass A(B):\n    @classmethod\n    def f(cls):\n        return super().▮\nx = 1\n",
    "maid",
    "made",
  ],
  [
    "a member of the base class, in __new__",
    "class B: ...\nclass A(B):\n    def __new__(cls):\n        return super().▮\nx = 1\n",
    "__knew__(cls)",
    "__new__(cls)",
  ],
  [
    "a member of the class of a type variable",
    "from typing import TypeVar\nT = TypeVar('T')\ndef f(t: type[T]):\n    return t.▮\nx = 1\n",
    "__names__",
    "__name__",
  ],
  ["in a formatted string", "s = f'{os.path.▮}'\n", "joining", "join"],
  ["after characters beyond the basic plane", "s = '😀é', os.▮\n", "getcwdd()", "getcwd()"],
  ["in code that is not finished", "def f():\n    return [os.▮", "getcwdd()", "getcwd()"],
  ["in a tuple of a list that ends later", "x = {'a': [\n    (1, os.▮\n    (2, 3),\n]}\n", "getcwdd()", "getcwd()"],
  [
    "a module, in a class that is being written",
    "class A:\n    x = 1\n    y = os.▮\n    z = 2\n",
    "getcwdd()",
    "getcwd()",
  ],
  ["a string, in a class that is being written", "class A:\n    x = 1\n    y = ''.▮", "joining()", "join()"],
  ["a number, in a class that is being written", "n: int = 1\nclass A:\n    y = n.▮", "realm", "real"],
  ["before another item of a list", "x = [\n    os.▮\n    'a',\n]\n", "getcwdd()", "getcwd()"],
  ["before another item of a tuple", "x = (\n    os.▮\n    # two\n    2,\n)\n", "getcwdd()", "getcwd()"],
];

describe.each(["pyright", "basedpyright"])("%s", (name) => {
  test("scenarios, and what stays open", { timeout: 300_000 }, async (context) => {
    if (commandOf(name) === undefined) return context.skip(whyNot(name));
    const { root, monitor } = await monitorOf(name, FILES);
    for (const [title, marked, refused, allowed] of SCENARIOS)
      expect({ title, ...(await written(monitor, "main.py", IMPORTS + marked, [refused, allowed])) }).toEqual({
        title,
        allowed: [allowed],
        answer: "closed",
        reason: undefined,
      });
    for (const [marked, kind] of [
      ["x = Dynamic().▮\n", "open"],
      ["x = Half().▮\n", "open"],
      ["def f(untyped):\n    return untyped.▮\n", "unknown"],
      ["import nowhere\nx = nowhere.▮\n", "unknown"],
      ["import nowhere\nx = type(nowhere).▮\n", "open"],
      ["import nowhere\nclass A(nowhere.B, dict):\n    def f(self):\n        return super().▮\nx = 1\n", "unknown"],
      ["def f(t: type):\n    return t.▮\nx = 1\n", "open"],
      ["import nowhere.sub\nx = os.path\ny = nowhere.▮\n", "open"],
      ["import nowhere.sub\nx = nowhere.sub.▮\n", "unknown"],
      ["import nowhere.sub\nfrom nowhere.sub import a\ndef f():\n    return nowhere.▮\n", "open"],
      ["class B: ...\nclass C: ...\nclass A(B, C):\n    def f(self):\n        super().▮\n", "open"],
      ["class A:\n    a = 1\n    def f(self):\n        return self.▮", "open"],
      // What ends in the name of a string, or follows a comment with a quote, may still be the growing class.
      ["class A:\n    def f(self, x: str):\n        return (self or x).▮", "open"],
      [
        "class A:\n    def __add__(self, x: str) -> 'A': ...\n    def f(self, x: str):\n        return (self + x).▮",
        "open",
      ],
      ["class A:\n    def f(self):\n        return (self # 'x'\n        .▮", "open"],
    ] as const)
      expect({ marked, kind: (await written(monitor, "main.py", IMPORTS + marked, [])).answer }).toEqual({
        marked,
        kind,
      });

    // A project that changes on disk.
    const grown = "import nodes\nx = nodes.ServerNode.▮\n";
    expect((await written(monitor, "other.py", grown, ["added", "new_server_node"])).allowed).toEqual([
      "new_server_node",
    ]);
    writeFileSync(join(root, "nodes.py"), NODES.replace("class ServerNode:", "class ServerNode:\n    added = 1"));
    while (!(await written(monitor, "other.py", grown, ["added"])).allowed.includes("added"))
      await new Promise((resolve) => setTimeout(resolve, 50));
  });
});

describe.each(["pyright", "basedpyright"])("reports, %s", (name) => {
  test("where they are turned off, answers stay open", { timeout: 120_000 }, async (context) => {
    if (commandOf(name) === undefined) return context.skip(whyNot(name));
    const { monitor } = await monitorOf(name, { "pyrightconfig.json": '{ "ignore": ["ignored.py"] }' });
    for (const [file, kind, head, tail] of [
      ["main.py", "closed", "", ""],
      ["stub.pyi", "closed", "", ""],
      ["future.py", "closed", "# a\n\nfrom __future__ import annotations\n", ""],
      ["late.py", "open", "", "# pyright: reportAttributeAccessIssue=false\n"],
      // By default, basedpyright ignores this comment.
      ["early.py", name === "pyright" ? "open" : "closed", "# type: ignore\n", ""],
      ["ignored.py", "open", "", ""],
      ["changed.py", "closed", "", ""],
      ["changed.py", name === "pyright" ? "open" : "closed", " # type: ignore\n", ""],
      ["changed.py", "open", "", "# pyright: reportAttributeAccessIssue=false\n"],
      ["continued.py", name === "pyright" ? "open" : "closed", "\\\n # type: ignore\n", ""],
    ] as const) {
      const { answer } = await written(monitor, file, `${head}import os\nx = os.▮\n${tail}`, []);
      expect({ file, answer }).toEqual({ file, answer: kind });
    }
    const unchecked = "from typing import no_type_check\nimport os\n@no_type_check\ndef f():\n    x = os.▮\n";
    expect(await written(monitor, "main.py", unchecked, [])).toMatchObject({ answer: "open" });
  });
});

describe.each(["pyright", "basedpyright"])("arguments, %s", (name) => {
  test("are counted", { timeout: 300_000 }, async (context) => {
    if (commandOf(name) === undefined) return context.skip(whyNot(name));
    const declared = `${IMPORTS}def pair(a: int, b: int = 1) -> int: ...
def rest(a: int, *b: int) -> int: ...
def either(c):
    return pair if c else Dynamic().x
`;
    const { monitor } = await monitorOf(name, FILES, { questions: ["signatures"] });
    const texts = [")", "a)", "a, b)", "a, *b)", "a, lambda x, y: x)", "a, b, c)"];
    const one = ["a)", "a, *b)"];
    const two = ["a, b)", "a, *b)", "a, lambda x, y: x)"];
    for (const [title, marked, allowed] of [
      ["T4", "x = ServerNode.new_server_node().with_ip_port(▮)\n", two],
      ["nothing follows", "x = ServerNode.new_server_node().with_ip_port(▮", two],
      ["inside of another call", "x = pair(len(▮), 2)\n", one],
      ["a default value", "x = pair(▮)\n", ["a)", ...two]],
      ["a variable number", "x = rest(▮)\n", ["a)", ...two, "a, b, c)"]],
      ["in a formatted string", "s = f'{len(▮)}'\n", one],
    ] as const)
      expect({ title, ...(await written(monitor, "main.py", declared + marked, texts)) }).toEqual({
        title,
        allowed,
        answer: "closed",
        reason: undefined,
      });
    for (const [marked, kind] of [
      ["def g(▮): ...\n", "unknown"],
      ["x = missing(▮)\n", "unknown"],
      ["x = Half(▮)\n", "open"],
      ["x = Dynamic().anything(▮)\n", "unknown"],
    ] as const)
      expect({ marked, kind: (await written(monitor, "main.py", declared + marked, [])).answer }).toEqual({
        marked,
        kind,
      });
  });
});

test("two servers at once over one buffer hold a text to both", { timeout: 300_000 }, async (context) => {
  for (const name of ["pyright", "basedpyright"]) if (commandOf(name) === undefined) return context.skip(whyNot(name));
  const holes = [];
  for (const name of ["pyright", "basedpyright"]) {
    const { monitor } = await monitorOf(name, FILES);
    holes.push(monitor.open({ path: "main.py", prefix: `${IMPORTS}x = ServerNode.`, suffix: "\n" }));
  }
  const both = product(holes[0]!.monitor, holes[1]!.monitor);
  let state = both.start;
  for (const question of both.asks!(state)) {
    const hole = holes.find(({ name }) => question.key.startsWith(`${name} `))!;
    state = both.supply!(state, question, await hole.answer(question, { offset: 0, before: new Uint8Array(0) }))!;
  }
  expect(["new_server_node()", "builder()"].filter((text) => run(both, text, state) !== undefined)).toEqual([
    "new_server_node()",
  ]);
  expect(holes.map((hole) => hole.asked().map(({ answer }) => answer))).toEqual([["closed"], ["closed"]]);
});

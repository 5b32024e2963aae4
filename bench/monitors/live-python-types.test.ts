// The judge of receivers: what it says of the pyright of this machine.

import path from "node:path";
import { expect, test } from "vitest";
import { commandOf, whyNot } from "../../test/support/language-servers.js";
import { projectOf } from "../../test/support/temporary-projects.js";
import { knownOf, type Site, typesAt } from "./python-types.js";

/** A text with a mark before the name, and what the judge must say of the receiver. */
const RECEIVERS = [
  ["import typing as t\nt.▮Any\n", "known"],
  // Here a call of `reveal_type` has no type.
  ["import typing as t\ndef f(x: t.▮Any) -> None: ...\n", "known"],
  ["import typing as t\nx: t.▮Any = 1\n", "known"],
  [
    "import typing as t\nP = t.ParamSpec('P')\ndef f(g: t.Callable[P, int], *a: P.▮args, **k: P.kwargs) -> None: ...\n",
    "known",
  ],
  ['"".▮join\n', "known"],
  ["class A:\n    x = 1\nA().▮x = 2\n", "known"],
  ["class A:\n    def __getattr__(self, name: str) -> int: ...\nA().▮x\n", "any"],
  ["import nowhere\nclass A(nowhere.B): ...\nA().▮x\n", "any"],
  ["import nowhere\nnowhere.▮x\n", "any"],
  // The comment tells pyright to accept the name.
  ["class A: ...\nA().▮x = 2  # type: ignore\n", "any"],
  ["None.▮x\n", "none"],
] as const;

test("receivers that pyright knows, and those that take any name", { timeout: 120_000 }, (context) => {
  const server = commandOf("pyright");
  if (server === undefined || !server[1]!.endsWith("langserver.index.js")) return context.skip(whyNot("pyright"));
  const texts = RECEIVERS.map(([marked]) => marked.replace("▮", ""));
  const root = projectOf(Object.fromEntries(texts.map((text, number) => [`m${number}.py`, text])));
  const sites = RECEIVERS.map(([marked], number): Site => {
    const at = marked.indexOf("▮");
    return { file: path.join(root, `m${number}.py`), at, name: /\w+/.exec(marked.slice(at))![0] };
  });
  const types = typesAt(sites, { root, pyright: path.join(server[1]!, "../index.js"), python: "python3" });
  const judged = sites.map((site, number) => [RECEIVERS[number]![0], knownOf(types.get(site)!)]);
  expect(judged).toEqual(RECEIVERS);
});

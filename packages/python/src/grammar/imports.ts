// Imports. From 3.14 on, CPython's parser knows `__future__` and its features. From 3.15 on, imports may be lazy,
// except those of `__future__`.

import type { Expression } from "@espalier/grammar";
import { nameOf } from "./names.js";
import { inOrder, list, listWithComma, many, maybe, oneOf, type Part, some, when } from "./notation.js";
import { nameTerminals } from "./operators.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function importStatement(version: PythonVersion): Expression {
  const name = nameOf(version);
  const renamed = maybe("as", name);
  const dot = oneOf(".", "...");
  const dotted = inOrder(name, many(".", name));
  const members = (member: Part): Expression => {
    const imported = inOrder(member, renamed);
    return oneOf(list(imported), inOrder("(", listWithComma(imported), ")"));
  };
  const anything = oneOf("*", members(name));
  const knowsFuture = isAtLeast(version, "3.14");
  const notFuture = oneOf(...nameTerminals(version, "__future__"));
  const absolute = knowsFuture
    ? oneOf(inOrder(notFuture, many(".", name)), inOrder("__future__", some(".", name)))
    : dotted;
  return oneOf(
    inOrder(
      isAtLeast(version, "3.15") ? maybe("lazy") : inOrder(),
      oneOf(
        inOrder("import", list(inOrder(dotted, renamed))),
        inOrder("from", oneOf(absolute, inOrder(some(dot), maybe(dotted))), "import", anything),
      ),
    ),
    ...when(knowsFuture, inOrder("from", "__future__", "import", members("FUTURE_FEATURE"))),
  );
}

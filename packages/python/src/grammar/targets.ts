// What may be assigned to, bound by `for` and `with`, annotated, or deleted.

import type { Rule } from "@espalier/grammar";
import { atom, callArguments, deleteTargets, nameOf, reference, singleTarget, slices, target } from "./names.js";
import { inOrder, listWithComma, many, maybe, oneOf, rule } from "./notation.js";
import type { PythonVersion } from "./version.js";

export function targetRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const subscript = inOrder("[", slices, "]");
  const attribute = inOrder(".", name);
  const starTarget = inOrder(maybe("*"), target);
  const tuple = inOrder(starTarget, ",", maybe(listWithComma(starTarget)));
  return [
    // A primary whose last part is an attribute or a subscript.
    rule(
      "reference",
      atom,
      many(oneOf(attribute, subscript, inOrder("(", callArguments, ")"))),
      oneOf(attribute, subscript),
    ),
    rule(
      "target",
      oneOf(
        name,
        reference,
        inOrder("(", maybe(oneOf(target, tuple)), ")"),
        inOrder("[", maybe(listWithComma(starTarget)), "]"),
      ),
    ),
    rule("targets", listWithComma(starTarget)),
    rule("single_target", oneOf(name, reference, inOrder("(", singleTarget, ")"))),
    rule(
      "delete_targets",
      listWithComma(
        oneOf(name, reference, inOrder("(", maybe(deleteTargets), ")"), inOrder("[", maybe(deleteTargets), "]")),
      ),
    ),
  ];
}

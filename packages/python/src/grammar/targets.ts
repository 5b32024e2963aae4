// Targets: what may be assigned to, bound by `for` and `with`, annotated, or deleted.

import { nonterminal, type Rule } from "@espalier/grammar";
import { COMPOSED } from "./expressions.js";
import {
  atom,
  deleteTargets,
  expression,
  generator,
  literal,
  nameOf,
  reference,
  singleTarget,
  target,
  tuple,
  yieldExpression,
} from "./names.js";
import { inOrder, listWithComma, many, maybe, oneOf, rule } from "./notation.js";
import { CALL, memberOf } from "./primaries.js";
import type { PythonVersion } from "./version.js";

export function targetRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const starTarget = inOrder(maybe("*"), target);
  const severalTargets = inOrder(starTarget, ",", maybe(listWithComma(starTarget)));
  return [
    rule(
      "target",
      oneOf(
        name,
        reference,
        inOrder("(", maybe(oneOf(target, severalTargets)), ")"),
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
    ...annotatedTargetRules(version),
  ];
}

/**
 * Targets of annotations. `(a).b: c` is invalid while `(a + a).b: c` is valid. If a statement begins with a target in
 * parentheses, CPython expects the colon directly after it and does not backtrack. So parentheses at the beginning must
 * not contain only a target, if something other than the colon follows.
 */
function annotatedTargetRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const notTarget = nonterminal("not_target");
  const member = memberOf(version);
  const lone = oneOf(literal, inOrder("(", maybe(notTarget), ")"));
  return [
    rule(
      "annotated_target",
      oneOf(name, inOrder("(", singleTarget, ")"), inOrder(oneOf(name, lone), many(oneOf(member, CALL)), member)),
    ),
    // What `parenthesized` derives and `single_target` does not.
    rule(
      "not_target",
      oneOf(
        yieldExpression,
        inOrder(name, ":=", expression),
        tuple,
        generator,
        COMPOSED,
        lone,
        inOrder(atom, many(oneOf(member, CALL)), CALL),
      ),
    ),
  ];
}

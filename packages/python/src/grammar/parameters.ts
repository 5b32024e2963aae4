// Parameters of functions and lambdas: `/` after at least one parameter; after the first default, all have defaults;
// `*` with names after it; `**` last. Functions and lambdas differ only in annotations.

import type { Expression, Rule } from "@espalier/grammar";
import { expression, nameOf, operation } from "./names.js";
import { inOrder, itemsThen, many, maybe, oneOf, rule } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

function parameterList(parameter: Expression, starParameter: Expression): Expression {
  const withDefault = inOrder(parameter, "=", expression);
  const either = inOrder(parameter, maybe("=", expression));
  const doubleStar = inOrder("**", parameter, maybe(","));
  const keywordOnly = itemsThen(either, doubleStar);
  const star = oneOf(
    inOrder("*", starParameter, maybe(",", maybe(keywordOnly))),
    inOrder("*", ",", either, maybe(",", maybe(keywordOnly))),
    doubleStar,
  );
  const defaults = itemsThen(withDefault, star);
  const afterSlash = itemsThen(parameter, defaults);
  return itemsThen(
    parameter,
    oneOf(
      inOrder(parameter, ",", "/", maybe(",", maybe(afterSlash))),
      inOrder(withDefault, ",", many(withDefault, ","), "/", maybe(",", maybe(defaults))),
      defaults,
    ),
  );
}

export function parameterRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const annotated = inOrder(name, maybe(":", expression));
  const starAnnotated = inOrder(name, maybe(":", oneOf(expression, inOrder("*", operation))));
  return [
    rule("parameters", parameterList(annotated, isAtLeast(version, "3.11") ? starAnnotated : annotated)),
    rule("lambda_parameters", parameterList(name, name)),
  ];
}

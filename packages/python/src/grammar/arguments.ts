// Brackets after a primary (arguments and slices), and the arguments of a class.

import type { Rule } from "@espalier/grammar";
import { classArguments, expression, generator, namedExpression, nameOf } from "./names.js";
import { inOrder, itemsThen, listWithComma, maybe, oneOf, rule, when } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function argumentRules(version: PythonVersion): readonly Rule[] {
  const starred = inOrder("*", expression);
  const keyword = inOrder(nameOf(version), "=", expression);
  // Positional arguments come first. After the first keyword argument, only starred positional ones are allowed; after
  // the first `**`, none.
  const afterDoubleStar = listWithComma(oneOf(keyword, inOrder("**", expression)));
  const afterKeyword = itemsThen(oneOf(keyword, starred), afterDoubleStar);
  const index = isAtLeast(version, "3.10") ? namedExpression : expression;
  const slice = oneOf(inOrder(maybe(expression), ":", maybe(expression), maybe(":", maybe(expression))), index);
  return [
    rule("class_arguments", maybe(itemsThen(oneOf(starred, namedExpression), afterKeyword))),
    rule("call_arguments", oneOf(classArguments, generator)),
    rule("slices", listWithComma(oneOf(slice, ...when(isAtLeast(version, "3.11"), starred)))),
  ];
}

// Type parameters of functions, classes and type aliases (3.12), with defaults (3.13).

import type { Rule } from "@espalier/grammar";
import { expression, nameOf, operation } from "./names.js";
import { inOrder, listWithComma, maybe, oneOf, rule } from "./notation.js";
import { isAtLeast, type PythonVersion } from "./version.js";

export function typeParameterRules(version: PythonVersion): readonly Rule[] {
  const name = nameOf(version);
  const defaults = isAtLeast(version, "3.13");
  const byDefault = defaults ? maybe("=", expression) : inOrder();
  const byStarDefault = defaults ? maybe("=", oneOf(expression, inOrder("*", operation))) : inOrder();
  return [
    rule(
      "type_parameters",
      "[",
      listWithComma(
        oneOf(
          inOrder(name, maybe(":", expression), byDefault),
          inOrder("*", name, byStarDefault),
          inOrder("**", name, byDefault),
        ),
      ),
      "]",
    ),
  ];
}

// Placeholders for code that cannot be parsed, in a file that is being edited.

import type { Placeholders } from "@espalier/gaps";
import { isAtLeast, type PythonVersion } from "./grammar/version.js";

/**
 * `pass`, `if 1:` and `...` are valid nearly everywhere. The other placeholders are for places where these are not:
 * after a decorator, between `try` and `finally`, in the body of `match`, between the entries of a dictionary, between
 * arguments.
 */
export function pythonPlaceholders(version: PythonVersion): Placeholders {
  const matches = isAtLeast(version, "3.10");
  return {
    statement: ["pass", "class _: pass", ...(matches ? ["case _: pass"] : [])],
    header: ["if 1:", "except:", "finally:", "class _:", ...(matches ? ["case _:"] : [])],
    expression: ["...", "...,", "...: ...,", "_=...,"],
  };
}

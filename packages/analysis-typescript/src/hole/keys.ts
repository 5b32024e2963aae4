// The keys of an object, as a type.

import type ts from "typescript";
import type { Compiler } from "../compiler.js";
import { isUninformative, printedType } from "./printed-type.js";

/** Objects with more keys are not enumerated. */
const MOST_KEYS = 64;

/** The index types of an object, or a union of its property names; `undefined` if they are not known, or too many. */
export function keysOf(ts: Compiler, checker: ts.TypeChecker, object: ts.Type): string | undefined {
  if (isUninformative(ts, object)) return undefined;
  const type = checker.getApparentType(checker.getNonNullableType(object));
  const infos = checker.getIndexInfosOfType(type);
  if (infos.length > 0) return [...new Set(infos.map(({ keyType }) => printedType(ts, checker, keyType)))].join(" | ");
  const names = type.getProperties().filter(({ name }) => !name.startsWith("__"));
  if (names.length === 0 || names.length > MOST_KEYS) return undefined;
  return names.map(({ name }) => JSON.stringify(name)).join(" | ");
}

// The numbers of plain schemas without a module, against those of the module: the same texts.

import { createEngine, equivalent } from "@espalier/automata";
import { expect, test } from "vitest";
import type { NumberRange } from "../src/numbers/number-set.js";
import { digits } from "../src/plain/digits.js";
import { numberRanges } from "../src/plain/numbers.js";

const sets: readonly (readonly [string, NumberRange])[] = [
  ["integers", { kind: "range", integrality: "value", multiplesOf: [] }],
  ["any number", { kind: "range", integrality: "number", multiplesOf: [] }],
];

test.for(sets)("%s", ([, set]) => {
  expect(digits.lacks(set)).toBeUndefined();
  expect(equivalent(digits.written(set), numberRanges.written(set), createEngine())).toEqual({ holds: true });
});

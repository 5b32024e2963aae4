// What was looked up on disk: a change is noticed even if a later question has met it already.

import ts from "typescript";
import { expect, test } from "vitest";
import { lookupsOf } from "../src/lookups.js";

test("a question that is asked again after a change does not hide the change", () => {
  let names = ["a.ts"];
  let modified = 1;
  const { system, haveChanged } = lookupsOf({
    ...ts.sys,
    getDirectories: () => names,
    getModifiedTime: () => new Date(modified),
  });
  expect(system.getDirectories("/folder")).toEqual(["a.ts"]);
  expect(haveChanged()).toBe(false);
  names = ["a.ts", "b.ts"];
  modified = 2;
  expect(system.getDirectories("/folder")).toEqual(["a.ts", "b.ts"]);
  expect(haveChanged()).toBe(true);
  expect(haveChanged()).toBe(false);
});

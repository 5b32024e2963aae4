// Where members may be declared that no server knows of: the places were judged by hand.

import { expect, test } from "vitest";
import { declarationDoubt } from "../src/profiles/declaration-doubts.js";

test.each([
  ["class A { void f() { this.▮x; } }", undefined],
  ["class A { ▮void f() { this.▮x; } }", "members may be declared next to the hole"],
  ["class A { enum E { B } void f() { ▮this.▮x; } }", undefined],
  ["▮class A { void f() { this.▮x; } }", "members may be declared next to the hole"],
  ["struct A { int a; ▮int f() { return this->▮a; } };", "members may be declared next to the hole"],
  ["namespace n { ▮void f(A a) { a.▮x; } }", "members may be declared next to the hole"],
  ["impl A { fn f(&self) { self.▮x } }", undefined],
  ["impl A { fn f(&self) { self.▮", "members may be declared further down"],
])("%s", (marked, doubt) => {
  const [head, ...rest] = marked.split("▮") as [string, ...string[]];
  const [within, after] = rest.length === 1 ? ["", rest[0]!] : (rest as [string, string]);
  expect(declarationDoubt({ before: head + within, after, writtenFrom: head.length })).toBe(doubt);
});

// The lexer against the TypeScript compiler: the compiler's tokens decide what every byte is, and its tree where names of members stand.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are programs

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "@espalier/monitor";
import { type LexicalState, typescriptLexer } from "@espalier/typescript";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampled, samples } from "../../../test/support/samples.js";
import { seed } from "../../../test/support/seed.js";
import { compareCuts } from "./compiler-cuts.js";
import { compareWithCompiler, type Dialect, dialectOf } from "./compiler-lexemes.js";

const AGREES = {
  ...{ wrongTokens: 0, first: undefined, missedMembers: 0, spuriousMembers: 0 },
  ...{ missedImports: 0, spuriousImports: 0 },
};

const SNIPPETS: Readonly<Record<Dialect, readonly string[]>> = {
  typescript: [
    "if (a) /b/.test(c); (a) / b / c; [a] / b; a++ / b; a = /[/]\\/x/gi / 2; return_ / 2;",
    "function f() {} /a/g.exec(b); x = function () {} / 2; y = class {} / 2; class A {} /a/g;",
    "x = { a: 1 } / 2; { a: 1 } /a/g; label: { } /a/g; () => {}\n/a/g; x = { m() {}, n: /a/, get o() { return /b/ } };",
    "switch (a) { case /b/: { } /c/; case x ? 1 : 2: break; default: { } } /d/.test(e);",
    "function f<T extends { a: 1 }>(x: T): Map<string, { b: T }> { return x } /a/.test(b);",
    "function f(): void { } /a/g; function g(): { a: 1 } { } /a/g; let h = function (): void { } / 2;",
    "let f = <T>(x: T): Array<T> => { return [x] }; let g = <number>y / 2; let h = <{ a: 1 }>{ a: 1 };",
    "type A = { a: 1 } | `x${string}y`; type B<T> = T extends { a: infer U } ? U : never; interface C { a?: { b: 1 }; m?(): void }",
    "a.b.return / 2; a?.b?.[c]?.(d) / e; a ?.5 : 1; a ? .5 : b; 1..toFixed(); 1.5.toFixed(); 0x1F.toString(); 01.toFixed; 1e3*1e3; 1e+3/2",
    "import a, { b as c } from 'x'; export { a as default }; export default class { } /a/.b; import.meta.url; new.target / 2; import('x').then(y);",
    "`a${b / c}${`d${{ e: /f/ }.e}`}g` / 2; tag`a\\`${1}`; a! / b; a!.b; a != b; !/a/.test(b); a as b / 2; x as { y: 1 }; x satisfies { y: 1 } / 2",
    "for (const a of /b/.c) { } for await (const d of e) /f/.g; while (a) /b/.c; do /a/.b; while (c) /d/.e; else_ / 2;",
    "abstract class A<T> extends B<C> implements D.E { private readonly a: { b: 1 } = { b: 1 }; static { /a/.b } async *[c](): AsyncGenerator<void> { } get d() { return 1 } #e = 1; f() { this.#e / 2 } }",
    "import type { A, /* b */ type B as C,\n default as D } from './a'; export type { A }; export { B as E, } from \"b\"; import f, { g } from 'h';",
    "import i from 'j'; import * as k from 'l'; export * as m from 'n'; export * from 'o'\nimport 'p'\nimport q, * as r from 's'\nfrom = 't'",
    "import u = v.w; import x = require('y'), { z } = a; export default { a, b }; const from = { from, import: 1 }; from\n`b`; import c from 'd'\ne(f), { g }",
    "namespace A.B.C { } declare module 'x' { export const a: typeof import('y').z.w; } declare global { } enum E { A = 1, B = A / 2 }",
    "let x: A.B.C<D.E>; type G = <T>(a: T) => T; type N = new () => A.B; function isA(a): a is A.B { } /x/.y;",
    "a.\n  // comment .x\n  b /* .y */ .c; '.d'; \"\\\".e\"; /* unclosed ' */ /`/.f; a /* x */ / b",
    "@a.b @c({ d: /e/ }) class F { @g.h i; } [...a.b, ...{ c: d.e }.c, ...new F(), .../x/.y]; \\u0061.b; a.\\u{62}c / 2; é.ü; a\u00a0.b\u2028.c; 𝒳.y",
    "async function f() { await /a/.b; } let a = async function () { } / 2; async () => { }\n/b/.c; throw /a/; typeof /a/; void /a/; delete a.b / 2; x in /a/; yield_ / 2",
    "a < b / c; a << 2 / b; a >> b / c; a >>> b; f<T>(x); f<{ a: 1 }>(x).y; new Map<string, Array<{ a: 1 }>>().b; a > /b/.c; a >= b; (a) => /x/.y",
    "var type = 1; type / 2; type\n= 3; of / 2; async / 2; get / 2; as / 2; let_ / 2; ({ if: 1, return: /a/, class: 2, function: /b/, default: { } }).x",
    "x = a ? { b: 1 } : { c: 2 } / 2; x = a ? (b) : (c) / 2; x = a ? b : /c/.d; f({ a: b ? c : d, e: /f/ }); g(a ? /x/ : /y/);",
    "switch (a) { case b: case /* : */ 'c:' /* : */: case d ? { e: 1 } : f: g: h(); default /* : */ : switch (i(j, k)) { default: } } l.switch(m, n)",
    "x = { switch(a) { return b }, case: 1, default: c.switch, catch(e) {} }; class D { static catch<T>(e: T): T { return e } }",
    "let a: readonly (b.c | d)[], e: keyof (f & g), h: readonly (keyof i)[] = [], k: { readonly: l; keyof(m: n): o }; readonly(p, q); keyof(r); let s: import('t').u<import('v')>",
    "try { } catch (a) { } try { } catch { /b/.c } d.catch(e, f).catch?.(g); import type from 'h'; import type from from 'i'; import type j from 'k'",
    "label: for (;;) { break label } /a/.b; try { } catch { } finally { } /a/.b; try { } catch (e) { } /a/.b",
  ],
  tsx: [
    "const a = <b c='d>e' f=\"g\\\" h={i.j} {...k.l} m:n='o' p-q><r.s.t /> text's { /* x */ } {'y'} / 2 </b>; x / 2;",
    "const f = <T,>(x: T) => x.y; const g = <T extends U.V>(x: T) => x; const h = <const T,>(x: T) => x",
    "return_(<><a/>{b ? <c d={<e/>}/> : null}</>).f; const g = a < b && c > d; const h = <a<b.c> d={1}>e</a>; <a>{}</a>;",
    "interface F { <T>(x: T): T; a: <U>(x: U) => U } type G = <T>(x: T) => T; function f(g: <T>(x: T) => void) { } let h: <T>(x: T) => T;",
    "const a = <div onClick={() => { b / c; }} // comment .x\n /* .y */ >&amp; don't `x` /y/ // z\n</div>;",
    "a ? <b/> : <c/>; f(<a/>, <b>{c.map((d) => <e key={d.f}>{d}</e>)}</b>); x && <y/>; () => <z/>; `${<a/>}`; <a.b.c></a.b.c>",
  ],
  javascript: [
    "const a = <b>{c.d}</b>; e = f < g; h = /i/.j;",
    "#!/usr/bin/env node '\nlet a = 1 / 2; module.exports = { b: /c/ }; exports.d = function () { } / 2;",
    "var a = b\n/c/d.e; if (a) { } /b/.c; x = a\n++b / c; x = function* () { yield /a/.b } / 2; y = 08.5; z = 0b11 / 2n;",
  ],
};

/** Numbers that depend on the seed alone. */
let drawn = seed;
const cuts = (): number => {
  drawn = (drawn * 16_807) % 2_147_483_647;
  return drawn / 2_147_483_647;
};

describe.each(Object.entries(SNIPPETS) as [Dialect, readonly string[]][])("%s", (dialect, snippets) => {
  test.each(snippets)("%s", (snippet) => {
    expect(compareWithCompiler(snippet, dialect)).toMatchObject(AGREES);
  });

  test.each(snippets)("at every cut: %s", (snippet) => {
    const { parses, differences } = compareCuts(snippet, dialect, { sampled: samples(50), random: cuts });
    if (parses) expect(differences).toEqual([]);
  });
});

test("the sources of this repository, token by token and member by member", { timeout: 120_000 }, () => {
  const packages = fileURLToPath(new URL("../../", import.meta.url));
  let members = 0;
  for (const name of ["arguments", "decode", "json-schema", "monitor", "notation", "syntax", "typescript"]) {
    for (const path of sampled(readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" }))) {
      const dialect = dialectOf(path);
      if (dialect === undefined) continue;
      const found = compareWithCompiler(readFileSync(join(packages, name, "src", path), "utf8"), dialect);
      expect({ path, ...found }).toMatchObject(AGREES);
      members += found.members;
    }
  }
  expect(members).toBeGreaterThan(samples(8_000));
});

// `await` is left out: outside of a module it may be a name, and then a slash divides.
const PIECES = [
  ..."a b.c / /x/ ( ) [ ] { } ; , : ? ?. . ... = == => + ++ - ! < > & 1 1. .5 0x1 'q' \"r\" `s` `t${ }u` //v\n /*w*/ \n".split(
    " ",
  ),
  ..."if(a) while(b) for(;;) return typeof void function class async new case default: as type let import const x: {a:1} f(){} export from 'm'".split(
    " ",
  ),
];

test("random programs: whatever the compiler reads without an error is read alike", () => {
  let programs = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 }), (pieces) => {
      const text = pieces.join(" ");
      const found = compareWithCompiler(text, "typescript");
      if (!found.parses) return;
      programs++;
      expect({ text, ...found }).toMatchObject(AGREES);
    }),
    { numRuns: samples(20_000) },
  );
  expect(programs).toBeGreaterThan(samples(300));
});

test("a state is a value: from every cut, read on from a copy, the text leads to the same state", () => {
  const lexer = typescriptLexer({ dialect: "tsx" });
  const bytes = new TextEncoder().encode(SNIPPETS.tsx.join("\n") + SNIPPETS.typescript.join("\n"));
  const end = run(lexer, bytes)!;
  for (let cut = 0; cut <= bytes.length; cut += 7) {
    const copy = structuredClone(run(lexer, bytes.subarray(0, cut))!) as LexicalState;
    expect(lexer.key!(run(lexer, bytes.subarray(cut), copy)!)).toBe(lexer.key!(end));
  }
});

test("whatever the bytes, no step fails", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom("typescript", "tsx", "javascript"),
      (bytes, dialect) => {
        const lexer = typescriptLexer({ dialect: dialect as Dialect });
        const end = run(lexer, bytes);
        expect(end).toBeDefined();
        expect(lexer.key!(end!)).toBe(lexer.key!(structuredClone(end!)));
      },
    ),
    { numRuns: samples(2_000) },
  );
});

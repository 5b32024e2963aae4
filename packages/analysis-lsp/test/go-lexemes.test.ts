// The declared lexer of Go beside Go's own scanner: over files of the standard library, what every byte is in, and where the names of members stand.
// ESPALIER_LEXEME_FILES says how many files are read.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { declaredLexer, goLexemes } from "@espalier/analysis-lsp";
import { expect, test } from "vitest";
import { randomFrom } from "../../../test/judges/cpython/random.js";
import { seed } from "../../../test/support/seed.js";

const FILES = Number(process.env.ESPALIER_LEXEME_FILES ?? "60");
const lexer = declaredLexer(goLexemes);

type Token = readonly [kind: string, start: number, end: number, name: string];

function goroot(): string | undefined {
  try {
    return execFileSync("go", ["env", "GOROOT"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** Where the lexer differs from the tokens. */
function differences(text: Buffer, tokens: readonly Token[]): { readonly dots: number; readonly differs: string[] } {
  const states = [...text].reduce<unknown[]>((all, byte) => {
    all.push(lexer.step((all.at(-1) ?? lexer.start) as typeof lexer.start, byte));
    return all;
  }, []) as (typeof lexer.start)[];
  const differs: string[] = [];
  const around = (at: number) => JSON.stringify(text.subarray(Math.max(0, at - 30), at + 10).toString());
  const expectKind = (from: number, to: number, kind: string) => {
    for (let at = from; at < to; at++) {
      const found = lexer.kind(states[at]!);
      if (found !== kind) differs.push(`${at}: ${found} is ${kind}, in ${around(at)}`);
    }
  };
  const dots = new Set<number>();
  const untold = new Set<number>();
  let before = "";
  for (const [kind, start, end, name] of tokens) {
    // A character that begins a comment or a number alone, or ends a string, is told by what follows it.
    if (kind === "word") expectKind(start, end, "word");
    else if (["INT", "FLOAT", "IMAG"].includes(kind))
      expectKind(text[start] === 0x2e ? start + 1 : start, end, "number");
    else if (kind === "COMMENT") expectKind(start + 1, text[start + 1] === 0x2a ? end - 1 : end, "comment");
    else if (["CHAR", "STRING"].includes(kind)) expectKind(start, end - 1, "string");
    else expectKind(start, end, "code");
    // What an operator of several dots is, only its later ones tell.
    if (kind === "...") untold.add(start);
    // Of a dot that imports into the file itself, no member follows.
    if (kind === "." && !["import", "(", ";", "COMMENT"].includes(before)) dots.add(start);
    before = name;
  }
  for (const at of text.keys()) {
    const arises = lexer.expectsMember(states[at]!) && (at === 0 || !lexer.expectsMember(states[at - 1]!));
    if (arises !== dots.has(at) && !untold.has(at)) differs.push(`${at}: ${arises ? "a" : "no"} dot, in ${around(at)}`);
  }
  return { dots: dots.size, differs };
}

test("files of the library are read as go/scanner reads them", { timeout: 300_000 }, (context) => {
  const root = goroot();
  if (root === undefined) return context.skip("needs Go, https://go.dev/dl: go on the PATH");
  const library = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".go") && !file.includes("testdata"))
    .sort();
  const random = randomFrom(seed);
  const files = Array.from({ length: FILES }, () => join(root, "src", random.pick(library)));
  const judge = fileURLToPath(new URL("./judges/tokens.go", import.meta.url));
  const said = execFileSync("go", ["run", judge], {
    input: `${files.join("\n")}\n`,
    maxBuffer: 1 << 30,
    encoding: "utf8",
  });
  const read = said.trim().split("\n");
  expect(read).toHaveLength(FILES);
  let dots = 0;
  for (const [at, line] of read.entries()) {
    const { tokens, errors } = JSON.parse(line) as { readonly tokens: readonly Token[]; readonly errors: number };
    if (errors > 0) continue;
    const found = differences(readFileSync(files[at]!), tokens);
    expect({ file: files[at], differs: found.differs.slice(0, 5) }).toEqual({ file: files[at], differs: [] });
    dots += found.dots;
  }
  expect(dots).toBeGreaterThan(10 * FILES);
});

test.each([
  ["a chain over lines, with a comment", "x.\n\t// c.d\n\ty()", "w!!!!!!!!!!!wcc"],
  ["raw strings have no escapes", "`\\`.a", "ssc!w"],
  ["a variadic argument, and an import into the file", 'f(a...)\nimport . "b"', undefined],
  ["numbers with dots and exponents", "1. 1.e3 0x1p-2.x 'a'.b", undefined],
])("%s", (_, text, kinds) => {
  let state = lexer.start;
  const read = [...Buffer.from(text)].map((byte) => {
    state = lexer.step(state, byte);
    return lexer.expectsMember(state) ? "!" : lexer.kind(state)[0];
  });
  if (kinds !== undefined) expect(read.join("")).toBe(kinds);
  expect(lexer.expectsMember(state)).toBe(false);
});

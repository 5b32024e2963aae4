// An outside judge: XGrammar reads nearly GBNF. The same tables and the text that our writer makes are put to it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { readLark, writeGbnf } from "@espalier/notation";
import { expect, test } from "vitest";
import { GBNF_LANGUAGES } from "./gbnf-languages.js";

// The package is CommonJS that calls itself a module, so Node will not load it; it is evaluated here instead.
const require = createRequire(import.meta.url);
const path = require.resolve("@mlc-ai/web-xgrammar");
const loaded: { exports: typeof import("@mlc-ai/web-xgrammar") } = { exports: {} as never };
const code = readFileSync(path, "utf8").replaceAll("await import(", "await load(");
new Function("module", "exports", "require", "__filename", "__dirname", "load", code)(
  loaded,
  loaded.exports,
  require,
  path,
  dirname(path),
  (name: string) => import(name),
);
const { Grammar, Testings } = loaded.exports;

/** What XGrammar 0.1.27 does otherwise, by grammar. */
const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ["root ::= [ぁ-ゟ]+", "ranges outside of ASCII match other characters"],
  ["root ::= .", "`.` is not read"],
  ["root ::=", "an empty rule is not read"],
]);

async function verdicts(text: string, accepts: readonly string[], rejects: readonly string[]): Promise<string[]> {
  const grammar = await Grammar.fromEBNF(text);
  const wrong: string[] = [];
  for (const each of accepts) if (!(await Testings.isGrammarAcceptString(grammar, each))) wrong.push(each);
  for (const each of rejects) if (await Testings.isGrammarAcceptString(grammar, each)) wrong.push(`not ${each}`);
  return wrong;
}

test("every difference is about a grammar of the table", () => {
  expect([...DIFFERENCES.keys()].filter((text) => !GBNF_LANGUAGES.some(([each]) => each === text))).toEqual([]);
});

const readable = GBNF_LANGUAGES.filter(([text]) => !text.includes("<") && !DIFFERENCES.has(text));

test.each(readable)("%s", async (text, accepts, rejects) => {
  expect(await verdicts(text, accepts, rejects)).toEqual([]);
});

test.each([
  ['start: "a" /[0-9]+/ ["é" | "b"~2..3]', ["a1", "a12é", "a3bb", "a3bbb"], ["a", "a3b", "é"]],
  [
    'start: obj\nobj: "{" (pair ("," pair)*)? "}"\npair: S ":" (S | obj)\nS: /"[^"\\\\]*"/',
    ["{}", '{"a":"😀"}', '{"a":{},"b":"c"}'],
    ["{", '{"a"}', '{"a":"b",}'],
  ],
  ['start: "a" "b"\n%ignore /[ \\n]+/', ["ab", " a\n b "], ["a", "b a"]],
  ["start: /[^a-z\\]\\[^-]+\\x{1F600}?/", ["A0", "é😀"], ["a", "]", "A-"]],
])("written: %s", async (text, accepts, rejects) => {
  expect(await verdicts(writeGbnf(readLark(text), { munch: "drop" }), accepts, rejects)).toEqual([]);
});

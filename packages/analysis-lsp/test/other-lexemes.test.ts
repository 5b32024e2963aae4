// The declared lexers of Java, Rust, C++ and C# beside their languages' own: javac's scanner, the lexer of rustc, clang, and Pygments for C#. Sources are those
// that come with the language, and files of the folder ESPALIER_LEXEME_SOURCES; ESPALIER_LEXEME_FILES says how many are read.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  cppLexemes,
  csharpLexemes,
  declaredLexer,
  javaLexemes,
  type LexicalState,
  type LexicalStructure,
  rustLexemes,
} from "@espalier/analysis-lsp";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { randomFrom } from "../../../test/judges/cpython/random.js";
import { samples } from "../../../test/support/samples.js";
import { seed } from "../../../test/support/seed.js";
import { differencesOf, type JudgedToken } from "./lexeme-differences.js";

const FILES = Number(process.env.ESPALIER_LEXEME_FILES ?? "25");
const MOST_BYTES = 200_000;
const judgeOf = (name: string): string => fileURLToPath(new URL(`./judges/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "espalier-lexemes-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** With this status a judge ends that lacks what it needs. */
const NOT_HERE = 77;

/** What a judge prints; `undefined` where it is not here. @throws where it fails. */
function judged(program: string, parameters: readonly string[], input: string, env = {}): string | undefined {
  try {
    const options = { input, maxBuffer: 1 << 30, encoding: "utf8", env: { ...process.env, ...env } } as const;
    return execFileSync(program, parameters, options);
  } catch (error) {
    const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
    if (code === "ENOENT" || status === NOT_HERE) return undefined;
    throw error;
  }
}

/** What a program prints; `undefined` where it is not here, or fails. */
function printed(program: string, parameters: readonly string[], input = "", env = {}): string | undefined {
  try {
    const options = { input, maxBuffer: 1 << 30, encoding: "utf8", env: { ...process.env, ...env } } as const;
    return execFileSync(program, parameters, { ...options, stdio: ["pipe", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}

function javaSources(): readonly string[] {
  const home = /java\.home = (.*)/.exec(
    printed("sh", ["-c", "java -XshowSettings:properties -version 2>&1"]) ?? "",
  )?.[1];
  if (home === undefined) return [];
  const others = readdirSync(dirname(home)).map((each) => join(dirname(home), each));
  const archive = [home, ...others].map((each) => join(each, "lib", "src.zip")).find((each) => existsSync(each));
  if (archive === undefined) return [];
  const parts = ["util/concurrent", "net", "time"].map((part) => `java.base/java/${part}`);
  printed("sh", ["-c", 'cd "$0" && jar xf "$@"', folder, archive, ...parts]);
  return [folder];
}

const PYTHON = process.env.ESPALIER_PYTHON ?? "python3";
const OPEN = ["parser", "util"].map((part) => `--add-exports=jdk.compiler/com.sun.tools.javac.${part}=ALL-UNNAMED`);

interface Language {
  readonly name: string;
  readonly structure: LexicalStructure;
  readonly endings: RegExp;
  readonly howToGet: string;
  sources(): readonly string[];
  /** The judge's lines for a list of files. */
  judge(files: string): string | undefined;
}

const LANGUAGES: readonly Language[] = [
  {
    name: "Java",
    structure: javaLexemes,
    endings: /\.java$/,
    howToGet: "a JDK of 17 or newer with its src.zip, or ESPALIER_LEXEME_SOURCES=FOLDER with sources",
    sources: javaSources,
    judge: (files) =>
      printed("java", ["--list-modules"])?.includes("jdk.compiler") === true
        ? judged("java", [...OPEN, judgeOf("Tokens.java")], files)
        : undefined,
  },
  {
    name: "Rust",
    structure: rustLexemes,
    endings: /\.rs$/,
    howToGet: "cargo, and `cargo fetch` in packages/analysis-lsp/test/judges/rust-tokens",
    sources: () => [join(homedir(), ".cargo", "registry", "src")],
    judge(files) {
      const manifest = ["--offline", "--manifest-path", judgeOf("rust-tokens/Cargo.toml")];
      if (printed("cargo", ["metadata", "--format-version", "1", ...manifest]) === undefined) return undefined;
      const env = { CARGO_TARGET_DIR: join(tmpdir(), "espalier-rust-tokens") };
      return judged("cargo", ["run", "-q", ...manifest], files, env);
    },
  },
  {
    name: "C++",
    structure: cppLexemes,
    endings: /\.(?:h|hpp|cc|cpp|tcc)$/,
    howToGet: "headers of libstdc++, and libclang in the Python that ESPALIER_PYTHON names: pip install libclang",
    sources: () => ["/usr/include/c++"],
    judge: (files) => judged(PYTHON, [judgeOf("tokens.py"), "cpp"], files),
  },
  {
    name: "C#",
    structure: csharpLexemes,
    endings: /\.cs$/,
    howToGet: "ESPALIER_LEXEME_SOURCES=FOLDER with sources, and pygments in the Python that ESPALIER_PYTHON names",
    sources: () => [],
    judge: (files) => judged(PYTHON, [judgeOf("tokens.py"), "csharp"], files),
  },
];

function filesOf({ endings, sources }: Language): readonly string[] {
  return [...sources(), process.env.ESPALIER_LEXEME_SOURCES ?? ""]
    .filter((each) => each !== "" && existsSync(each))
    .flatMap((each) => readdirSync(each, { recursive: true, encoding: "utf8" }).map((file) => join(each, file)))
    .filter((file) => endings.test(file))
    .sort();
}

describe.each(LANGUAGES)("$name", (language) => {
  const { structure } = language;
  const lexer = declaredLexer(structure);

  test("sources are read as the language's own lexer reads them", { timeout: 300_000 }, (context) => {
    const all = filesOf(language);
    const random = randomFrom(seed);
    const files = all.length === 0 ? [] : Array.from({ length: FILES }, () => random.pick(all));
    const said = files.length === 0 ? undefined : language.judge(`${files.join("\n")}\n`);
    if (said === undefined) return context.skip(`needs ${language.howToGet}`);
    const read = said.trim().split("\n");
    expect(read).toHaveLength(FILES);
    let [dots, whole] = [0, 0];
    for (const [at, line] of read.entries()) {
      const { tokens, errors } = JSON.parse(line) as {
        readonly tokens: readonly JudgedToken[];
        readonly errors: number;
      };
      const text = readFileSync(files[at]!);
      if (errors > 0 || text.length > MOST_BYTES) continue;
      const found = differencesOf(lexer, structure, text, tokens);
      expect({ file: files[at], differs: found.differs.slice(0, 5) }).toEqual({ file: files[at], differs: [] });
      dots += found.dots;
      whole++;
    }
    expect(whole).toBeGreaterThan(FILES / 2);
    expect(dots).toBeGreaterThan(FILES);
  });

  test("a state is a value: read on from a copy at a random cut, a text leads to the same state", () => {
    const pieces = [
      "a",
      "r",
      "R",
      "$",
      "@",
      "'",
      '"',
      '"""',
      "{",
      "}",
      "(",
      ")",
      ".",
      "..",
      "::",
      "->",
      "1",
      "e",
      "\\",
    ];
    const others = ["\n", "//", "/*", "*/", "#", "#if", "é", " ", "?", "!", ";", "import"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 24 }), fc.nat(), (texts, at) => {
        const bytes = Buffer.from(texts.join(""));
        const read = (from: LexicalState, part: Uint8Array): LexicalState =>
          part.reduce((state, byte) => lexer.step(state, byte), from);
        const cut = bytes.length === 0 ? 0 : at % bytes.length;
        const copy = structuredClone(read(lexer.start, bytes.subarray(0, cut)));
        expect(lexer.key(read(copy, bytes.subarray(cut)))).toBe(lexer.key(read(lexer.start, bytes)));
      }),
      { numRuns: samples(1_000) },
    );
  });
});

test.each<readonly [string, LexicalStructure, string, string]>([
  ["Rust: a label, a character, and a byte", rustLexemes, "'a 'a'.x b'\\''.y", "sscssc!wcwsssc!w"],
  ["Rust: raw strings end as they began", rustLexemes, 'r##"a"#b"##.len', "wwwsssssssc!www"],
  ["Rust: a name that is no keyword", rustLexemes, "x.r#type.y", "w!wwwwww!w"],
  ["Rust: comments hold comments", rustLexemes, "/*a/*b*/c*/d.e", "cccccccccccw!w"],
  ["Rust: members of tuples, ranges, numbers", rustLexemes, "x.0.1 1..2 1.max", "w!w!wcnncncnnwww"],
  ["Rust: numbers that end in a dot", rustLexemes, "1. / x 1.\n1.)", "nncccwcnncnnc"],
  ["C++: raw strings end as they began", cppLexemes, 'R"x(a)"b)x".c', "wsssssssssc!w"],
  [
    "C++: a directive is no code, but a definition is",
    cppLexemes,
    "#include <a.b>\n#define F a.b\n",
    "cwwwwwwwccccccccwwwwwwcwcw!wc",
  ],
  ["C++: a comment that a backslash goes on with", cppLexemes, "// a\\\nb.c\nd.e", "ccccccccccw!w"],
  ["C#: quotes are doubled", csharpLexemes, '@"a""b\\".c', "wsssssss!w"],
  ["C#: fields hold code", csharpLexemes, '$"{a.b:x.y}{{c.d}}".e', "wssw!wssssssssssssc!w"],
  ["C#: raw strings end as they began", csharpLexemes, '""""a"""b"""".c', "ssssssssssssc!w"],
  ["Java: text blocks", javaLexemes, '"""\n a."b" """.c', "sssssssssssssc!w"],
])("%s", (_, structure, text, kinds) => {
  const lexer = declaredLexer(structure);
  let state = lexer.start;
  const read = [...Buffer.from(text)].map((byte) => {
    state = lexer.step(state, byte);
    return lexer.expectsMember(state) ? "!" : lexer.kind(state)[0];
  });
  expect(read.join("")).toBe(kinds);
});

test("a version in a macro, as rustc's lexer reads it: a number, a dot and a number", () => {
  const text = Buffer.from("m!(1.57.0)");
  const tokens: readonly JudgedToken[] = [
    ["word", 0, 1],
    ["punctuation", 1, 2],
    ["punctuation", 2, 3],
    ["number", 3, 7],
    ["punctuation", 7, 8],
    ["number", 8, 9],
    ["punctuation", 9, 10],
  ];
  const differences = (judged: readonly JudgedToken[]) =>
    differencesOf(declaredLexer(rustLexemes), rustLexemes, text, judged).differs;
  expect(differences(tokens)).toEqual([]);
  expect(differences(tokens.with(3, ["string", 3, 7]))).not.toEqual([]);
});

test("a state does not grow with the name of a directive", () => {
  const lexer = declaredLexer(cppLexemes);
  const keyAfter = (text: string): string | number =>
    lexer.key([...Buffer.from(text)].reduce((state, byte) => lexer.step(state, byte), lexer.start));
  expect(keyAfter(`#${"a".repeat(1_000)}`)).toBe(keyAfter("#aa"));
  expect(keyAfter("#defined")).not.toBe(keyAfter("#define"));
});

test.each([
  ["Rust", rustLexemes, "r", "#"],
  ["C#", csharpLexemes, "", '"'],
] as const)("a state of %s does not grow with what a raw string begins with", (_, structure, prefix, fence) => {
  const lexer = declaredLexer(structure);
  const keyAfter = (count: number): string | number =>
    lexer.key(
      [...Buffer.from(prefix + fence.repeat(count))].reduce((state, byte) => lexer.step(state, byte), lexer.start),
    );
  expect(keyAfter(2_000)).toBe(keyAfter(300));
  expect(keyAfter(201)).not.toBe(keyAfter(200));
});

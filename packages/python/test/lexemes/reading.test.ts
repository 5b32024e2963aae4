// Lexemes of short texts, written as [terminals separated by "+"]spelling.

import { characterNames, type PythonVersion } from "@espalier/python";
import { describe, expect, it } from "vitest";
import { pythonKinds, pythonModes } from "../../src/lexemes/python-kinds.js";
import { createReader, type LexemeReader } from "./longest-match.js";

const readers = new Map<PythonVersion, LexemeReader>();

function read(version: PythonVersion, text: string): string {
  const reader =
    readers.get(version) ?? createReader(pythonKinds(version, characterNames.regexOf(version)), pythonModes(version));
  readers.set(version, reader);
  const bytes = new TextEncoder().encode(text);
  const { lexemes, stopped } = reader.read(bytes);
  const words = lexemes
    .filter(({ kind }) => kind === undefined || kind.terminals.length > 0)
    .map(({ kind, from, to }) =>
      kind === undefined
        ? "NEWLINE"
        : `${kind.terminals.join("+")}:${new TextDecoder().decode(bytes.subarray(from, to))}`,
    );
  return words.concat(stopped === undefined ? [] : [`error at ${stopped}`]).join(" ");
}

describe("lexemes of 3.12", () => {
  it.each([
    ["1if 09else 2", "NUMBER:1 if:if NUMBER+else:09else NUMBER:2"],
    ["1else'a'", "NUMBER+else:1else STRING:'a'"],
    ["1elseb'a'", "NUMBER+else:1else error at 5"],
    ["1as x", "NUMBER:1 error at 1"],
    ["0xfor 1", "NUMBER:0xf or:or NUMBER:1"],
    ["1..real", "NUMBER:1. .:. NAME:real"],
    ["from .. import a", "from:from .+.:.. import:import NAME:a"],
    ["a ... b", "NAME:a ...:... NAME:b"],
    ["ｉｆ", "NAME:ｉｆ"],
    ["''''''", "STRING:''''''"],
    ["'\\x1'", "error at 0"],
    ["b'é'", "error at 0"],
    [
      "f'a{x!r:>{w}}b'",
      "FSTRING_START:f' FSTRING_MIDDLE:a FIELD_START:{ NAME:x CONVERSION:!r FORMAT_COLON:: FSTRING_MIDDLE:> FIELD_START:{ NAME:w FIELD_END:} FIELD_END:} FSTRING_MIDDLE:b FSTRING_END:'",
    ],
    ["f''", "FSTRING_START+FSTRING_END:f''"],
    ["f'''a'b'''", "FSTRING_START:f''' FSTRING_MIDDLE+FSTRING_END:a'b'''"],
    ["f'''{a:'''", "FSTRING_START:f''' FIELD_START:{ NAME:a FORMAT_COLON:: FSTRING_MIDDLE:'' error at 9"],
    [
      "f'{{\\{x}'",
      "FSTRING_START:f' FSTRING_MIDDLE:{{ FSTRING_MIDDLE:\\ FIELD_START:{ NAME:x FIELD_END:} FSTRING_END:'",
    ],
    ["x = 1 \\", "NAME:x =:= NUMBER:1 error at 6"],
  ])("reads %s as %s", (text, words) => expect(read("3.12", text)).toBe(words));
});

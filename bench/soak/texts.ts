// What random languages are made of beside schemas: grammars as people write them, regular expressions, and Python to cut gaps in.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { JSON_LARK } from "../grammars.js";
import type { Draw } from "./draw.js";

const LARK: readonly ((draw: Draw) => string)[] = [
  () => JSON_LARK,
  (draw) => `start: sum
sum: product (("+" | "-") product)*
product: atom (("*" | "/") atom)*
atom: NUMBER | NAME | "(" sum ")" | NAME "(" (sum ("," sum)*)? ")"
NUMBER: /[0-9]+(\\.[0-9]{1,${1 + draw.below(9)}})?/
NAME: /[a-z_][a-z0-9_]{0,${draw.below(30)}}/
%ignore " "`,
  (draw) => `start: "SELECT " columns " FROM " NAME (" WHERE " test (" AND " test)*)? ";"
columns: "*" | NAME ("," NAME)*
test: NAME ("=" | "<" | ">=") (NUMBER | TEXT)
NAME: /[a-z_]{1,${1 + draw.below(20)}}/
NUMBER: /-?[0-9]{1,${1 + draw.below(9)}}/
TEXT: /'[^'\\n]*'/`,
  (draw) => `start: element
element: "<" NAME ">" (element | TEXT)* "</" NAME ">"
NAME: /[a-z]{1,${2 + draw.below(8)}}/
TEXT: /[^<>&\\n]+/`,
  (draw) => `start: line+
line: KEY "=" VALUE "\\n"
KEY: /[A-Z][A-Z0-9_]*/
VALUE: /[^\\n"]{0,${1 + draw.below(60)}}/ | /"([^"\\\\]|\\\\.)*"/`,
];

const GBNF: readonly ((draw: Draw) => string)[] = [
  () => `root ::= object
object ::= "{" (pair ("," pair)*)? "}"
pair ::= string ":" value
value ::= object | string | number | "[" (value ("," value)*)? "]"
string ::= "\\"" [^"\\\\]* "\\""
number ::= "-"? [0-9]+ ("." [0-9]+)?`,
  (draw) => `root ::= move (" " move){0,${1 + draw.below(30)}}
move ::= [KQRBN]? [a-h]? "x"? [a-h] [1-8] ("=" [QRBN])? [+#]?`,
  () => `root ::= "(" root ")" root | [a-z]*`,
  (draw) => `root ::= item+
item ::= "- " [^\\n]{1,${1 + draw.below(60)}} "\\n"`,
];

const CLASSES = ["[a-z]", "[A-Za-z0-9_]", "\\d", "[^\\n]", "\\w", "[aeiou]", ".", "[α-ω]", "\\s"];
const WORDS = ["foo", "bar", "http://", "2024-", "é", "漢字", "#", "TODO: "];

export const larkText = (draw: Draw): string => draw.pick(LARK)(draw);
export const gbnfText = (draw: Draw): string => draw.pick(GBNF)(draw);

/** A regular expression of a few parts; `depth` bounds how deep its groups lie. */
export function regexText(draw: Draw, depth = 2): string {
  const part = (): string => {
    if (depth > 0 && draw.percent(25)) {
      const options = Array.from({ length: 1 + draw.below(3) }, () => regexText(draw, depth - 1));
      return `(${options.join("|")})`;
    }
    return draw.percent(60) ? draw.pick(CLASSES) : draw.pick(WORDS);
  };
  const count = (): string => {
    const least = draw.below(5);
    return draw.pick(["", "", "*", "+", "?", `{${least},${least + draw.below(12)}}`, `{${least},}`]);
  };
  return Array.from({ length: 1 + draw.below(4) }, () => {
    const of = part();
    const times = count();
    return times !== "" && of.length > 1 && !/^[[\\(]/.test(of) ? `(${of})${times}` : of + times;
  }).join("");
}

/** The Python files of a folder, but for those below it. */
export function pythonFiles(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".py"));
  return names.sort().map((name) => readFileSync(path.join(folder, name), "utf8"));
}

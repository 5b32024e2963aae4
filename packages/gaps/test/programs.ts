// Random programs of the block language: right ones, and right ones with something wrong put in.

import fc from "fast-check";

const LEAVES = ["abc", "x", "pass1", "12", "1e5", "('s')", "'''q\nz'''", "()"];
const INDENTS = [" ", "  ", "    ", "\t"];
const ACCIDENTS = ["a", " ", "\n", "(", ")", "'", "#", "\\\n", ":", "else", "\t", "0", "if a:\n"];

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...LEAVES),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `(${a}\n+ ${b})`),
    tie("expression").map((inner) => `${inner} + \\\n  x`),
  ),
}));

type Line = {
  readonly text: string;
  readonly block?: readonly Line[];
  readonly indent: string;
  readonly otherwise?: readonly Line[];
};

const { lines } = fc.letrec<{ lines: Line[]; line: Line }>((tie) => ({
  lines: fc.array(tie("line"), { minLength: 1, maxLength: 3 }),
  line: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    expression.map((text) => ({ text, indent: "" })),
    fc.constantFrom({ text: "# c\n", indent: "" }, { text: "pass # x", indent: "" }),
    fc.record(
      {
        text: expression.map((condition) => `if ${condition}:`),
        block: tie("lines"),
        otherwise: tie("lines"),
        indent: fc.constantFrom(...INDENTS),
      },
      { requiredKeys: ["text", "block", "indent"] },
    ),
  ),
}));

function written(list: readonly Line[], indent: string): string {
  const text = list
    .map((line) => {
      const head = `${indent}${line.text}\n`;
      if (line.block === undefined) return head;
      const inner = written(line.block, indent + line.indent);
      return line.otherwise === undefined
        ? head + inner
        : `${head}${inner}${indent}else:\n${written(line.otherwise, `${indent}  `)}`;
    })
    .join("");
  return list.every(({ text: each }) => each.startsWith("#")) ? `${text}${indent}a\n` : text;
}

/** Programs, most of them right. */
export const programs: fc.Arbitrary<string> = fc
  .tuple(lines, fc.option(fc.tuple(fc.nat(), fc.constantFrom(...ACCIDENTS), fc.nat(2))), fc.boolean())
  .map(([list, accident, trimmed]) => {
    const right = written(list, "");
    const text = trimmed ? right.trimEnd() : right;
    if (accident === null) return text;
    const [at, piece, dropped] = accident;
    const from = at % (text.length + 1);
    return text.slice(0, from) + piece + text.slice(from + dropped);
  });

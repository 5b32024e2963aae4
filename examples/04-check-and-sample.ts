// A workbench for grammars, without a model: does it accept what it should, what does it say of mistakes, what else does it allow?

import { check, explain, lark, sample } from "espalier";

const expression = lark(`
  start: sum
  sum: product (("+" | "-") product)*
  product: atom (("*" | "/") atom)*
  atom: NUMBER | NAME | "(" sum ")"
  NUMBER: /[0-9]{1,3}/
  NAME: /[a-z]{1,3}/
`);

for (const text of ["1+2*(x-3)", "1+", "1+*2", "(a"]) {
  const { verdict, offset, expected } = check(expression, text);
  const hint = expected.length === 0 ? "" : `, expected ${expected.join(" ")}`;
  console.log(`${text.padEnd(12)}${verdict}${verdict === "accepted" ? "" : ` at byte ${offset}${hint}`}`);
}

const [reading] = explain(expression, "2*(a").readings;
console.log(
  `\nafter 2*(a  the lexer is inside ${reading!.lexeme}, and the parser would take ${reading!.next.join(" ")}\n`,
);

for (const text of sample(expression, { seed: 6, count: 6, maxBytes: 40 })) console.log(text);

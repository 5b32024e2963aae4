// A grammar as data: written in TypeScript, run here, and handed on as text to engines that read Lark (llguidance) or GBNF
// (llama.cpp).

import { grammar, maybe, separated, token, writeGbnf, writeLark } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import { check, lark, sample } from "espalier";

const word = token("WORD", /[a-z]+/);
const tags = grammar({
  list: (rules) => ["[", separated(rules.tag, ", "), "]"],
  tag: (rules) => [word, maybe("=", rules.value)],
  value: (rules) => [token("NUMBER", /[0-9]+/), maybe(" of ", rules.list)],
});

console.log(writeLark(tags));
console.log(writeGbnf(tags, { munch: "drop" }));

// What was written reads back to the same language: sentences of the one are sentences of the other.
const here = createLanguage(tags);
const there = lark(writeLark(tags));
const sentences = sample(here, { seed: 1, count: 200 });
const agreed = sentences.filter((text) => check(there, text).verdict === "accepted");
console.log(
  `${agreed.length} of ${sentences.length} sentences agree, for example ${sentences.find((text) => text.length > 20)}`,
);

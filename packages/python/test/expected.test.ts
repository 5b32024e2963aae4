// What a reader is told may follow: a word that is a keyword elsewhere is left out where it would be one name among all others.

import { run } from "@espalier/monitor";
import { python } from "@espalier/python";
import { expect, test } from "vitest";

const language = python();
const expectedAfter = (text: string): readonly string[] => language.expected(run(language, text, language.start)!);
const soft = ["match", "case", "_", "type", "__future__", "name of a future feature"];

test.each([
  ["def f(", ["name", "*", "**", ")"]],
  ["import ", ["name"]],
])("after %j", (text, words) => {
  expect(expectedAfter(text)).toEqual(words);
});

test.each([
  ["", ["match", "type"]],
  ["from ", ["__future__"]],
  ["from __future__ import ", ["name of a future feature"]],
  ["match x:\n    ", ["case"]],
  ["x = ", []],
])("words with a meaning of their own after %j", (text, words) => {
  const told = expectedAfter(text);
  expect(soft.filter((word) => told.includes(word))).toEqual(words);
});

// An empty body is filled with a body: where a model goes on with further functions, the middle ends before them. CPython's grammar judges the file.

import { complete } from "@espalier/decode";
import { fillMiddle } from "@espalier/gaps";
import { check, python, stopRules } from "espalier";
import { expect, test } from "vitest";
import { scriptedModel, vocabularyWith } from "./models.js";

const language = python();
const MORE = ["twice", "thrice", "often", "never"].map((name) => `\n\ndef ${name}(x):\n    return x\n`).join("");

test.each([
  ["of a function", "def area(w, h):\n", "    return w * h\n", "\n\nprint(area(1, 2))\n"],
  [
    "of some lines",
    "def area(w, h):\n",
    "    if w < 0:\n        w = -w\n    return w * h\n",
    "\n\nprint(area(1, 2))\n",
  ],
  [
    "of a method",
    "class Shape:\n    def area(self):\n",
    "        return self.w\n",
    "\n    def width(self):\n        return self.w\n",
  ],
  ["at the end of a file", "def area(w, h):\n", "    return w * h\n", ""],
])("a body %s ends before four more functions", async (_, prefix, body, suffix) => {
  const gap = fillMiddle(language, { prefix, suffix });
  const options = {
    model: scriptedModel(vocabularyWith(), body + MORE),
    prompt: [0],
    monitor: gap,
    maxTokens: 400,
    forcing: "off",
  } as const;
  const { text, accepted } = await complete({ ...options, stopAfter: stopRules(gap, undefined) });
  expect(accepted).toBe(true);
  expect(`${text.trimEnd()}\n`).toBe(body);
  expect(check(language, prefix + text + suffix).verdict).toBe("accepted");
  // Without the rules the functions are written.
  expect((await complete({ ...options, stopAfter: [] })).text).toContain("def never(x):");
});

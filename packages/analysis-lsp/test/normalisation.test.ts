// Items of completions as names, places in all encodings, and edits: each rule beside the items that need it, and edits beside the definition.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are snippets

import { offsetOf, type PositionEncoding, positionOf } from "@espalier/analysis-lsp";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { namesOf } from "../src/completions.js";
import { changeOf } from "../src/documents.js";

describe("names of completions", () => {
  const before = "let x = o.";
  const document = { text: `${before}inventedName1x;\n`, cursor: before.length, encoding: "utf-16" } as const;
  const range = (from: number) => ({ start: { line: 0, character: from }, end: { line: 0, character: before.length } });
  const names = (...items: object[]) => namesOf({ isIncomplete: false, items }, document);

  test.each([
    ["the label, where nothing else is given", { label: "build" }, ["build"]],
    ["what is inserted, in place of the label", { label: "name?", insertText: "name" }, ["name"]],
    ["an edit, in place of both", { label: "a", insertText: "b", textEdit: { newText: "c", range: range(10) } }, ["c"]],
    [
      "an edit that begins before the dot",
      { label: "build", textEdit: { newText: ".build", range: range(9) } },
      ["build"],
    ],
    [
      "an edit for inserting and replacing",
      { label: "a", textEdit: { newText: "c", insert: range(10), replace: range(10) } },
      ["c"],
    ],
    [
      "an edit that replaces the dot does not apply",
      { label: "kebab-name", textEdit: { newText: '["kebab-name"]', range: range(9) } },
      [],
    ],
    ["nor does an optional access", { label: "name", textEdit: { newText: "?.name", range: range(9) } }, []],
    ["decorations of a call are left out", { label: "withIp(String ip)", insertText: "withIp(ip)" }, ["withIp"]],
    ["a snippet, up to its first placeholder", { label: "go", insertText: "go${1:0}", insertTextFormat: 2 }, ["go"]],
    ["an escaped dollar of a snippet", { label: "go", insertText: "go\\$x$0", insertTextFormat: 2 }, ["go$x"]],
    ["a dollar that is none of a snippet", { label: "$el" }, ["$el"]],
    ["a private name", { label: "#secret" }, ["#secret"]],
    ["letters beyond ASCII", { label: "größe" }, ["größe"]],
    ["keywords, since some are members", { label: "class", kind: 14 }, ["class"]],
    ["no snippets, words of the text, files and folders", { label: "for", kind: 15 }, []],
    [
      "no imports that the file has not",
      { label: "Far", additionalTextEdits: [{ newText: "import", range: range(0) }] },
      [],
    ],
    ["not what is no name", { label: "*" }, []],
  ])("%s", (_, item, expected) => {
    expect(names(item)).toEqual({ names: expected, isIncomplete: false, malformed: 0 });
  });

  // The time is that of the test runner: with a walk through the text for each item, this takes minutes.
  test("a list of 50,000 names with edits, at the end of a long file", () => {
    const long = { ...document, text: `${"//é\n".repeat(500_000)}${document.text}`, encoding: "utf-8" } as const;
    const start = { line: 500_000, character: before.length };
    const items = Array.from({ length: 50_000 }, (_, at) => ({
      label: `m${at}`,
      textEdit: { newText: at % 2 === 0 ? `m${at}` : `o.m${at}`, range: { start, end: start } },
    }));
    const cursor = long.text.length - "inventedName1x;\n".length;
    expect(namesOf({ items }, { ...long, cursor })?.names).toHaveLength(25_000 + 1);
  });

  test.each([
    ["before the file", { line: -1, character: 0 }],
    ["before a line", { line: 0, character: -1 }],
    ["inside of a column", { line: 0, character: 0.5 }],
    ["after the file", { line: 99, character: 0 }],
    ["after a line", { line: 0, character: 999 }],
    ["in no line", { line: "0", character: 0 }],
    ["in a line beyond all numbers", { line: 2 ** 53, character: 0 }],
  ])("an edit that begins %s is malformed", (_, start) => {
    const textEdit = { newText: "a", range: { start, end: { line: 0, character: before.length } } };
    expect(names({ label: "a", textEdit })).toMatchObject({ names: [], malformed: 1 });
  });

  test.each(["a\ud83d", "\ude00a", "a\ufffd"])("half of a character: %j", (label) => {
    expect(names({ label })).toMatchObject({ names: [], malformed: 1 });
  });

  test.each([true, 1, "yes", {}])("a list that says in any way that it is incomplete: %j", (isIncomplete) => {
    expect(namesOf({ isIncomplete, items: [] }, document)).toMatchObject({ isIncomplete: true });
  });

  test("defaults of the list", () => {
    const items = [{ label: "l", textEditText: ".far" }, { label: ".near" }, { label: ".s$0", insertTextFormat: 2 }];
    expect(namesOf({ isIncomplete: true, itemDefaults: { editRange: range(9) }, items }, document)).toEqual({
      names: ["far", "near", "s"],
      isIncomplete: true,
      malformed: 0,
    });
  });

  test("a bare list, and none", () => {
    expect(namesOf([{ label: "a" }], document)?.names).toEqual(["a"]);
    expect(namesOf(null, document)?.names).toEqual([]);
    for (const nonsense of [7, "a", {}, { items: 3 }]) expect(namesOf(nonsense, document)).toBeUndefined();
  });

  test("whatever an item is, it is a name, none, or malformed", () => {
    const value = fc.anything({ maxDepth: 3 });
    const item = fc.record(
      { label: fc.option(value), insertText: fc.option(value), textEdit: fc.option(value), kind: fc.option(value) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(item, value)), (items) => {
        const listed = namesOf({ items }, document)!;
        expect(listed.names.length + listed.malformed).toBeLessThanOrEqual(items.length);
      }),
    );
  });
});

const TEXT = fc
  .array(fc.constantFrom("a", "é", "中", "😀", "\n", "\r\n", "\r", "\u2028", ".", " "), { maxLength: 12 })
  .map((parts) => parts.join(""));
const ENCODINGS: readonly PositionEncoding[] = ["utf-8", "utf-16", "utf-32"];

/** The offsets of a text that split no character and no line end. */
function offsetsOf(text: string): readonly number[] {
  const offsets: number[] = [0];
  for (const part of text.match(/\r\n|[\s\S]/gu) ?? []) offsets.push(offsets.at(-1)! + part.length);
  return offsets;
}

/** By the definition: lines are cut by a regular expression, and columns counted in the units' own encoder. */
function placeBySplitting(text: string, offset: number, encoding: PositionEncoding) {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  const last = lines.at(-1)!;
  const character = {
    "utf-8": new TextEncoder().encode(last).length,
    "utf-16": last.length,
    "utf-32": Array.from(last).length,
  }[encoding];
  return { line: lines.length - 1, character };
}

test("places of all encodings are those of the definition, and lead back to their offsets", () => {
  fc.assert(
    fc.property(TEXT, fc.constantFrom(...ENCODINGS), (text, encoding) => {
      for (const offset of offsetsOf(text)) {
        const place = positionOf(text, offset, encoding);
        expect(place).toEqual(placeBySplitting(text, offset, encoding));
        expect(offsetOf(text, place, encoding)).toBe(offset);
      }
    }),
    { numRuns: samples(2_000) },
  );
});

test("a place that a text does not have leads nowhere", () => {
  expect(offsetOf("ab\nc", { line: 2, character: 0 }, "utf-16")).toBeUndefined();
  expect(offsetOf("ab\nc", { line: 0, character: 3 }, "utf-16")).toBeUndefined();
  expect(offsetOf("😀", { line: 0, character: 2 }, "utf-8")).toBeUndefined();
  expect(offsetOf("ab\nc", { line: -1, character: 1 }, "utf-16")).toBeUndefined();
  expect(offsetOf("ab\nc", { line: 1, character: -1 }, "utf-16")).toBeUndefined();
  expect(offsetOf("ab\nc", { line: 0, character: 0.5 }, "utf-16")).toBeUndefined();
  expect(offsetOf("ab\r\nc", { line: 0, character: 3 }, "utf-16")).toBeUndefined();
  expect(offsetOf("ab\r\n", { line: 1, character: 0 }, "utf-16")).toBe(4);
  expect(positionOf("ab\nc", Number.MAX_SAFE_INTEGER, "utf-16")).toEqual({ line: 1, character: 1 });
});

test("an edit turns the old text into the new one, and splits no character", () => {
  fc.assert(
    fc.property(TEXT, TEXT, TEXT, TEXT, fc.constantFrom(...ENCODINGS), (lead, one, other, rest, encoding) => {
      const [old, text] = [lead + one + rest, lead + other + rest];
      const change = changeOf(old, text, "ranges", encoding);
      if (!("range" in change)) throw new Error("a range was asked for");
      const [start, end] = [change.range.start, change.range.end].map((place) => offsetOf(old, place, encoding));
      expect(old.slice(0, start) + change.text + old.slice(end)).toBe(text);
      for (const at of [start!, end!]) expect(offsetsOf(old)).toContain(at);
      expect(change.text).not.toMatch(/\p{Surrogate}/u);
    }),
    { numRuns: 3_000 },
  );
  expect(changeOf("a", "b", "whole", "utf-16")).toEqual({ text: "b" });
});

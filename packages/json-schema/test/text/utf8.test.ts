import { bytesOf } from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { textOf } from "../../src/text/utf8.js";

describe("UTF-8 by hand is the platform's", () => {
  const texts = [
    "",
    "plain",
    "é",
    "€",
    "\u{10ffff}",
    "\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}",
    "日本語 🙂",
  ];
  test.for(texts)("%j", (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(bytesOf(text)).toEqual(bytes);
    expect(textOf(bytes)).toBe(text);
  });

  test("a lone surrogate becomes U+FFFD", () => {
    expect(bytesOf("a\ud800b")).toEqual(new TextEncoder().encode("a\ud800b"));
  });
});

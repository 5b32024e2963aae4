// Which non-ASCII characters lead a set of characters that repeats back to itself.

import type { LocalAutomaton } from "@espalier/monitor";
import { expect, test } from "vitest";
import { addBeyondAscii } from "../src/runs/beyond-ascii.js";
import { BLANKS, hasSymbol, OTHERS, SET_WORDS } from "../src/runs/class-planes.js";

const LOOP = 1;

/** The automaton of the characters that `set` matches, repeated, in UTF-8. A state is the loop or some bytes of a character. */
function repeated(set: RegExp): LocalAutomaton {
  const ids = new Map<string, number>();
  for (let point = 0x80; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const character = String.fromCodePoint(point);
    if (!set.test(character)) continue;
    const bytes = Buffer.from(character).toString("latin1");
    for (let n = 1; n < bytes.length; n++) {
      const begun = bytes.slice(0, n);
      if (!ids.has(begun)) ids.set(begun, LOOP + 1 + ids.size);
    }
    ids.set(bytes, LOOP);
  }
  const begun = new Map([...ids].filter(([, id]) => id !== LOOP).map(([bytes, id]) => [id, bytes]));
  return {
    step: (local: number, byte: number) => ids.get((begun.get(local) ?? "") + String.fromCharCode(byte)) ?? 0,
    exit: () => 0,
    closes: () => false,
  } as unknown as LocalAutomaton;
}

test.each([
  [/[a-z]/u, [BLANKS, OTHERS]],
  [/[\w\s-]/u, [OTHERS]],
  [/[^b]/u, []],
  [/\S/u, [BLANKS]],
  [/[a-z\u3000]/u, undefined],
  [/[a-z\u0100]/u, undefined],
  [/[^\u{10000}]/u, undefined],
])("%s does not read these symbols", (set, symbols) => {
  const others = new Int32Array(SET_WORDS);
  const known = addBeyondAscii(repeated(set), LOOP, others);
  expect(known ? [BLANKS, OTHERS].filter((symbol) => hasSymbol(others, symbol)) : undefined).toEqual(symbols);
});

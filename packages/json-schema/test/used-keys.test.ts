// The trie of used names: every JSON spelling of a used name is refused, no other key is, and each node tells the bytes that may go on.

import { OUTSIDE } from "@espalier/syntax";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { usedKeys } from "../src/rules/used-keys.js";
import { createUsedNames } from "../src/rules/used-names.js";

const SHORT: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "/": "\\/", "\n": "\\n", "\t": "\\t" };
const character = fc.constantFrom("a", "b", "/", '"', "\\", "\n", "é", "€", "😀", "😁", "\ud83d", "\ude00");
const name = fc.array(character, { maxLength: 3 }).map((characters) => characters.join(""));
const hex = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Some spelling of a name: each code unit may be escaped, in short or by its number, in small or large digits. */
function spelling(text: string, choices: readonly number[]): string {
  const spelt = [...text].map((character, i) => {
    const choice = choices[i % choices.length]!;
    const isPlain = character >= " " && character !== '"' && character !== "\\" && !/^[\ud800-\udfff]$/.test(character);
    if (choice === 0 && isPlain) return character;
    if (choice === 1 && SHORT[character] !== undefined) return SHORT[character];
    const units = character.split("").map(hex).join("");
    return choice === 2 ? units.toUpperCase().replaceAll("\\U", "\\u") : units;
  });
  return `"${spelt.join("")}"`;
}

test("a key is refused exactly where its name was used, however it is spelt", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      name,
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
      (used, other, choices) => {
        const sets = createUsedNames();
        const trie = usedKeys(sets);
        const root = trie.family([]).before(used.reduce((set, each) => sets.with(set, each), sets.none));
        for (const text of [...used, other]) {
          const key = spelling(text, choices);
          let at = root;
          for (const byte of new TextEncoder().encode(key)) {
            const next = trie.next(at, byte);
            if (next !== OUTSIDE) expect(trie.bytes(at)).toContain(byte);
            at = next;
            if (at === OUTSIDE) break;
          }
          // Two escaped halves of a surrogate pair are one character, as they are for the reader.
          expect(at !== OUTSIDE && trie.refuses(at), key).toBe(used.includes(JSON.parse(key) as string));
        }
      },
    ),
    { numRuns: samples(2000) },
  );
});

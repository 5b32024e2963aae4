// Bytes that a language and its masker hold: for a grammar as such, and as one output grows ever longer. What grows with the
// output must level off: memos are bounded, and equal states are the same state.

import { createLanguage } from "@espalier/syntax";
import { createMasker } from "@espalier/trie";
import { heldBytes } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { type Subject, tokensOf, trieOf } from "./subjects.js";

export function growing(subject: Subject): Measurement {
  const lengths = [10_000, 20_000, 40_000, 80_000];
  return {
    mostRuns: 1,
    rows: [
      { name: `bytes of a ${subject.name} language before any text`, unit: "bytes" },
      ...lengths.flatMap((length) => [
        { name: `bytes of a ${subject.name} language after ${length / 1000}k tokens`, unit: "bytes" } as const,
        {
          name: `bytes held by ${subject.name} language and masker after ${length / 1000}k tokens`,
          unit: "bytes",
        } as const,
      ]),
      { name: `growth of ${subject.name} language from 40k to 80k tokens`, unit: "x", limits: { p50: 1.05 } },
      {
        name: `growth of ${subject.name} language and masker from 40k to 80k tokens`,
        unit: "x",
        limits: { p50: 1.05 },
      },
    ],
    run({ seed, quick }) {
      const scale = quick ? 100 : 1;
      const ids = longOutput(subject, lengths.at(-1)! / scale, seed);
      const trie = trieOf("llama3");
      createMasker(trie, createLanguage(subject.source())).mask(1); // what the trie shares among maskers is there already
      const before = heldBytes();
      const language = createLanguage(subject.source());
      const masker = createMasker(trie, language);
      const empty = language.bytes;
      const held: number[] = [];
      let state = language.start;
      for (const [i, id] of ids.entries()) {
        masker.mask(state);
        const next = masker.push(state, id);
        if (next === undefined) throw new Error(`token ${i} (${id}) is refused`);
        state = next;
        if (lengths.includes((i + 1) * scale)) held.push(language.bytes, heldBytes() - before);
      }
      const [last, lastHeld, previous, previousHeld] = [held.at(-2)!, held.at(-1)!, held.at(-4)!, held.at(-3)!];
      const bytes = [empty, ...held].map((sample) => ({
        samples: [sample],
        notes: { mask: masker.mask(state).mask.form },
      }));
      return [...bytes, { samples: [last / previous] }, { samples: [lastHeld / previousHeld] }];
    },
  };
}

/** The first `length` tokens of a text of the language that is long enough. */
function longOutput(subject: Subject, length: number, seed: number): readonly number[] {
  for (let texts = 64; ; texts *= 2) {
    const [ids] = tokensOf("llama3", [subject.joined(subject.texts(texts, seed))]);
    if (ids!.length >= length) return ids!.slice(0, length);
  }
}

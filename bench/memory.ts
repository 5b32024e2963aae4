// Bytes that a language and its masker hold: for a grammar as such, and as one output grows ever longer. What is held grows
// with the states that are met, not with the output: equal states are the same state, and memos are bounded. JSON documents
// soon meet no new states; expressions nest in so many ways that they go on to, ever more rarely.

import { createLanguage, type Language, type LanguageState } from "@espalier/syntax";
import { buildTrie, createMasker, type Trie } from "@espalier/trie";
import { heldBytes } from "./clock.js";
import type { Measurement } from "./measurement.js";
import type { Reading } from "./row.js";
import { longOutput, type Subject, trieOf, vocabularyOf } from "./subjects.js";

export function growing(subject: Subject): Measurement {
  const lengths = [10_000, 20_000, 40_000, 80_000];
  const limits = subject.name === "JSON" ? { limits: { p50: 1.05 } } : {};
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
      { name: `growth of ${subject.name} language from 40k to 80k tokens`, unit: "x", ...limits },
      {
        name: `growth of ${subject.name} language and masker from 40k to 80k tokens`,
        unit: "x",
        ...limits,
      },
    ],
    async run({ seed, quick }) {
      const scale = quick ? 100 : 1;
      const ids = longOutput(subject, lengths.at(-1)! / scale, seed);
      const grow = async (trie: Trie, language: Language, reached: (met: number) => Promise<void>): Promise<void> => {
        const masker = createMasker(trie, language);
        const met = new Set<LanguageState>();
        let state = language.start;
        for (const [i, id] of ids.entries()) {
          masker.mask(state);
          met.add(state);
          const next = masker.push(state, id);
          if (next === undefined) throw new Error(`token ${i} (${id}) is refused`);
          state = next;
          if (lengths.includes((i + 1) * scale)) await reached(met.size);
        }
      };
      // What is compiled is there from now on; so is what maskers of one trie share, but for what this one adds.
      await grow(trieOf("llama3"), createLanguage(subject.source()), async () => undefined);
      const trie = buildTrie(vocabularyOf("llama3"));
      const another = createLanguage(subject.source());
      createMasker(trie, another).mask(another.start);
      const before = await heldBytes();
      const language = createLanguage(subject.source());
      const readings: Reading[] = [{ samples: [language.bytes()] }];
      const statesMet: number[] = [];
      await grow(trie, language, async (met) => {
        const notes = { "states met": met };
        statesMet.push(met);
        readings.push({ samples: [language.bytes()], notes }, { samples: [(await heldBytes()) - before], notes });
      });
      const growth = [2, 1].map((back) => ({
        samples: [readings.at(-back)!.samples[0]! / readings.at(-back - 2)!.samples[0]!],
        notes: { "states met": `× ${(statesMet.at(-1)! / statesMet.at(-2)!).toPrecision(3)}` },
      }));
      return [...readings, ...growth];
    },
  };
}

// Masks at single places of a JSON text, under Llama 3: remembered, from tables alone, and where everything is new.

import { createLanguage } from "@espalier/syntax";
import { createMasker, equalMasks } from "@espalier/trie";
import { batches, timed } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { JSON_SUBJECT, trieOf } from "./subjects.js";
import { fullWalk } from "./tries.js";
import { type Language, stateAfter } from "./walk.js";

const PLACES = {
  "inside a nested JSON string": '{"items": [{"tags": [["a", "some wor',
  "inside a JSON key": '{"items": [{"na',
  "before a JSON key": '{"items": [{',
  "after a JSON value": '{"items": [{"name": 12',
};

export const places: readonly Measurement[] = Object.entries(PLACES).map(([place, text], i) => {
  const over = fullWalk("llama3");
  return {
    rows: [
      { name: `mask ${place}, warm`, unit: "us", over, limits: { p50: 3 } },
      { name: `mask ${place}, state new, tables warm`, unit: "us", over, ...(i === 0 ? { limits: { p50: 3 } } : {}) },
      { name: `mask ${place}, first visit`, unit: "us", over },
    ],
    run({ quick }) {
      const trie = trieOf("llama3");
      const language = createLanguage(JSON_SUBJECT.source());
      const state = stateAfter(language, text);
      const warm = createMasker(trie, language);
      const tables = createMasker(trie, language, { maskBytes: 0 });
      const walk = createMasker(trie, language, { factoring: "never", maskBytes: 0 });
      const { mask } = warm.mask(state);
      for (const other of [tables, walk])
        if (!equalMasks(mask, other.mask(state).mask)) throw new Error(`masks differ after ${text}`);
      const notes = { allowed: mask.count };
      return [
        { samples: batches(quick ? 2 : 100, 1000, () => warm.mask(state)), notes },
        { samples: batches(quick ? 2 : 100, 50, () => tables.mask(state)), notes },
        { samples: Array.from({ length: quick ? 1 : 10 }, () => firstVisit(text)), notes },
      ];
    },
  };
});

/** With a language that has read nothing but the text before, and a masker that has seen nothing. */
function firstVisit(text: string): number {
  const language: Language = createLanguage(JSON_SUBJECT.source());
  const masker = createMasker(trieOf("llama3"), language);
  const state = stateAfter(language, text);
  return timed(() => masker.mask(state)).us;
}

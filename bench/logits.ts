// Applying masks to a row of logits of Llama 3: few tokens allowed, nearly all, and half of them in no order.

import type { Monitor } from "@espalier/monitor";
import { createLanguage } from "@espalier/syntax";
import { applyMask, applyMaskFloat16, createMasker, type Mask } from "@espalier/trie";
import { batches } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { JSON_SUBJECT, trieOf } from "./subjects.js";
import { fullWalk } from "./tries.js";
import { stateAfter } from "./walk.js";

/** Several rows in turn: what a step's logits find in the caches is not what the step before left there. */
const ROWS = 8;

function inJson(text: string): Mask {
  const language = createLanguage(JSON_SUBJECT.source());
  return createMasker(trieOf("llama3"), language).mask(stateAfter(language, text)).mask;
}

/** The state is a hash of what was read, and how much that was (up to 3 bytes): from the third on, one text in six dies at each byte. */
const half: Monitor<number> = {
  start: 4,
  step(state, symbol) {
    const length = state & 3;
    const mixed = Math.imul(state ^ (symbol << 8) ^ symbol, 0x85ebca6b);
    const hash = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 5;
    return length > 1 && hash % 6 === 0 ? undefined : 4 * hash + Math.min(3, length + 1);
  },
  accepts: () => true,
};

const MASKS: Readonly<Record<string, () => Mask>> = {
  "few allowed": () => inJson("{"),
  "nearly all allowed": () => inJson('{"a": "b'),
  "half allowed in no order": () => createMasker(trieOf("llama3"), half).mask(half.start).mask,
};

export const applying: readonly Measurement[] = Object.entries(MASKS).map(([title, make]) => {
  const over = fullWalk("llama3");
  return {
    rows: [
      { name: `apply a mask to Float32 logits, ${title}`, unit: "us", over, limits: { p50: 30 } },
      { name: `apply a mask to Float16 logits, ${title}`, unit: "us", over, limits: { p50: 30 } },
    ],
    run({ quick }) {
      const mask = make();
      const rows32 = Array.from({ length: ROWS }, () => new Float32Array(mask.size).fill(1));
      const rows16 = Array.from({ length: ROWS }, () => new Uint16Array(mask.size).fill(0x3c00));
      applyMask(mask, rows32[0]!);
      const left = rows32[0]!.filter((logit) => logit === 1).length;
      if (left !== mask.count) throw new Error(`${left} logits are left of ${mask.count}`);
      const notes = { form: mask.form, allowed: mask.count, of: mask.size };
      const count = quick ? 2 : 200;
      return [
        { samples: batches(count, ROWS, (i) => applyMask(mask, rows32[i]!)), notes },
        { samples: batches(count, ROWS, (i) => applyMaskFloat16(mask, rows16[i]!)), notes },
      ];
    },
  };
});

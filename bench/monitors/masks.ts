// The time of a mask in code of real projects: the text of a file is written token by token in a hole, every question is answered, and the mask of each state is
// made. The monitor is alone, so no grammar makes the masks smaller.

import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { bytesOf } from "@espalier/monitor";
import { createMasker, type Trie } from "@espalier/trie";
import { tokenize } from "../maskbench/vocabulary.js";
import { draws } from "./draws.js";
import type { Judge } from "./judge.js";

/** Tokens that are written in one hole. */
const TOKENS = 400;

/** What was measured in one project. */
export interface MaskTally {
  readonly holes: number;
  readonly tokens: number;
  /** Closed answers. */
  readonly closed: number;
  /** Milliseconds of a mask. */
  readonly maskMs: { readonly mean: number; readonly median: number; readonly p95: number; readonly longest: number };
}

/** Writes Llama 3's tokens of the text after `holes` random lines. */
export async function tallyOfMasks(
  judge: Judge,
  monitor: TypescriptMonitor,
  holes: number,
  random: () => number,
  trie: Trie,
): Promise<MaskTally> {
  const lines = judge.files.flatMap(({ fileName, text }) =>
    Array.from(text.matchAll(/\n/g), ({ index }) => ({ path: fileName, text, at: index })),
  );
  const next = draws(lines, random);
  const times: number[] = [];
  let closed = 0;
  for (let hole = 0; hole < holes; hole++) {
    const { path, text, at } = next();
    const opened = monitor.open({ path, prefix: text.slice(0, at) });
    const masker = createMasker(trie, opened.monitor);
    const written = bytesOf(text.slice(at, at + 4 * TOKENS));
    let state: unknown = opened.monitor.start;
    let length = 0;
    for (const id of tokenize(text.slice(at, at + 4 * TOKENS)).slice(0, TOKENS)) {
      for (const question of opened.monitor.asks!(state)) {
        const offset = length - question.ago!;
        const answer = await opened.answer(question, { offset, before: written.slice(0, Math.max(0, offset)) });
        if (answer.kind === "closed") closed++;
        state = opened.monitor.supply!(state, question, answer) ?? state;
      }
      const from = performance.now();
      masker.mask(state);
      times.push(performance.now() - from);
      for (const byte of trie.vocabulary.bytes(id)!) state = state && opened.monitor.step(state, byte);
      length += trie.vocabulary.bytes(id)!.length;
      if (state === undefined) break;
    }
  }
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const mean = rounded(times.reduce((a, b) => a + b, 0) / times.length);
  return { holes, tokens: times.length, closed, maskMs: { mean, median: at(0.5), p95: at(0.95), longest: at(1) } };
}

const rounded = (milliseconds: number): number => Math.round(1000 * milliseconds) / 1000;

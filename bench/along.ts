// Every mask along generated texts: by a language and a masker that have seen nothing (the first pass), again by the same (the
// second), and by tables alone. Commits are timed beside the masks, one by one and by whole texts.

import { createLanguage } from "@espalier/syntax";
import { createMasker } from "@espalier/trie";
import { timed } from "./clock.js";
import type { Measurement } from "./measurement.js";
import type { Reading } from "./row.js";
import { type Subject, tokensOf, trieOf } from "./subjects.js";
import { fullWalk } from "./tries.js";
import { emptyWalk, type Walk, walkAlong } from "./walk.js";

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export function along(subject: Subject, name: "llama3" | "o200k"): Measurement {
  const title = (what: string): string => `${what} along ${subject.name} texts, ${name}`;
  const over = fullWalk(name);
  const warm = { p50: 3, p99: 100 };
  return {
    rows: [
      { name: title("masks at states never met"), unit: "us", over, limits: { p99: 2000 } },
      { name: title("masks of the first pass"), unit: "us", over, limits: { p99: 2000 } },
      { name: title("masks of the second pass"), unit: "us", over, limits: warm },
      { name: title("masks from tables alone"), unit: "us", over },
      { name: title("commits of the first pass"), unit: "us", over },
      { name: title("commits of the second pass"), unit: "us", over, limits: { p50: 1 } },
      { name: title("bytes stepped for a token"), unit: "us", over, limits: { p50: 1 } },
    ],
    run({ seed, quick }) {
      const texts = subject.texts(quick ? 5 : 100, seed);
      const tokens = tokensOf(name, texts);
      const language = createLanguage(subject.source());
      const masker = createMasker(trieOf(name), language);
      const met = new Set<number>();
      const first = emptyWalk();
      for (const ids of tokens) walkAlong(masker, ids, first, met);
      const second = emptyWalk();
      for (const ids of tokens) walkAlong(masker, ids, second, met);
      const bare = createMasker(trieOf(name), language, { maskBytes: 0 });
      for (const ids of tokens) walkAlong(bare, ids, emptyWalk(), met);
      const third = emptyWalk();
      for (const ids of tokens) walkAlong(bare, ids, third, met);
      const stepped = texts.map((text, i) => {
        const bytes = Buffer.from(text);
        return (
          timed(() => bytes.reduce((state, byte) => language.step(state, byte)!, language.start)).us / tokens[i]!.length
        );
      });
      return [
        of(
          first,
          first.masks.filter((_, i) => !first.known[i]),
        ),
        of(first, first.masks),
        of(second, second.masks),
        of(third, third.masks),
        of(first, first.commits),
        of(second, second.commits),
        { samples: stepped, notes: { texts: texts.length, sample: "mean of one text" } },
      ];
    },
  };
}

/** Samples of one pass, with their sum and their share of all that the pass took. */
function of(walk: Walk, samples: readonly number[]): Reading {
  const total = sum(samples);
  const share = total / (sum(walk.masks) + sum(walk.commits));
  return { samples, notes: { "total ms": +(total / 1000).toPrecision(4), "share of the pass": +share.toPrecision(3) } };
}

// Masks of a grammar and of its product with a monitor of 16 states, along the same texts: what an exact product adds. The product is made anew, as the
// grammar is; one is walked after the other, and both are warmed up on other texts and languages first.

import { deny, type Monitor, product } from "@espalier/monitor";
import { createLanguage, type LanguageState } from "@espalier/syntax";
import { createMasker, type Masker } from "@espalier/trie";
import { timed } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { type Subject, tokensOf, trieOf } from "./subjects.js";
import { emptyWalk, type Walk, walkAlong } from "./walk.js";

/** With the start, as many states as beginnings of these strings: 16. None occurs in the texts. */
const RULE: Monitor<number> = deny(["<<<<<", "@@@@@", "~~~~~~~"]);
const WARM = 2;

/** What was measured of a subject: alone, then as a product. */
interface Walked {
  readonly first: Walk;
  readonly second: Walk;
  readonly madeMs: number;
}

export function products(subject: Subject): Measurement {
  const title = (what: string): string => `${what} of ${subject.name}, llama3`;
  const beside = (what: string): string => `${what} of ${subject.name} × 16 states, llama3`;
  const [firstPass, secondPass] = ["masks of the first pass", "masks of the second pass"] as const;
  return {
    rows: [
      { name: title(firstPass), unit: "us" },
      { name: beside(firstPass), unit: "us", over: title(firstPass) },
      { name: title(secondPass), unit: "us" },
      { name: beside(secondPass), unit: "us", over: title(secondPass) },
      { name: beside("making the product"), unit: "ms", limits: { p50: 20 } },
    ],
    run({ seed, quick }) {
      const walked = (count: number, from: number): readonly [Walked, Walked] => {
        const tokens = tokensOf("llama3", subject.texts(count, from));
        const alone = along(subject, (language) => language, tokens);
        const both = along(subject, (language) => product(language, RULE) as Monitor<number>, tokens);
        return [alone, both];
      };
      for (let n = 0; n < (quick ? 0 : WARM); n++) walked(10, seed + 1 + n);
      const [alone, both] = walked(quick ? 3 : 60, seed);
      return [
        { samples: alone.first.masks },
        { samples: both.first.masks },
        { samples: alone.second.masks },
        { samples: both.second.masks },
        { samples: [both.madeMs] },
      ];
    },
  };
}

/** Both passes of what `make` makes of the subject's language. */
function along(
  subject: Subject,
  make: (language: Monitor<number>) => Monitor<number>,
  tokens: readonly (readonly number[])[],
): Walked {
  const language = createLanguage(subject.source()) as unknown as Monitor<number>;
  const made = timed(() => make(language));
  const masker = createMasker(trieOf("llama3"), made.result) as unknown as Masker<LanguageState>;
  const [first, second] = [emptyWalk(), emptyWalk()];
  for (const walk of [first, second]) for (const ids of tokens) walkAlong(masker, ids, walk, new Set());
  return { first, second, madeMs: made.us / 1000 };
}

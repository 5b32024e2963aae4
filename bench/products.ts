// Masks of a language and of its product with a monitor of 16 states, along the same texts: what the product adds. The product is made anew, as the
// language is; one is walked after the other, and both are warmed up on other texts and languages first.

import { fillMiddle } from "@espalier/gaps";
import { deny, type Monitor, product } from "@espalier/monitor";
import { createLanguage, type LanguageState } from "@espalier/syntax";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { python } from "espalier";
import { heldBytes, timed } from "./clock.js";
import { pythonBodies } from "./corpus.js";
import type { Measurement } from "./measurement.js";
import { longOutput, SUBJECTS, type Subject, tokensOf, trieOf, vocabularyOf } from "./subjects.js";
import { emptyWalk, type Walk, walkAlong } from "./walk.js";

/** With the start, as many states as beginnings of these strings: 16. None occurs in the texts. */
const RULE: Monitor<number> = deny(["<<<<<", "@@@@@", "~~~~~~~"]);
/** The same for Python: calls, whose beginnings do occur. */
const CALLS: Monitor<number> = deny(["eval(", "exec(", "os.popen("]);
const besideRule = (rule: Monitor<number>) => (language: Monitor<number>) => {
  const both = product(language, rule) as Monitor<number>;
  if (both.trim !== true) throw new Error("the product is not decided");
  return both;
};
const alone = (language: Monitor<number>): Monitor<number> => language;

/** A language with texts of it. */
interface Ground extends Pick<Subject, "texts" | "joined"> {
  readonly name: string;
  /** Makes the language anew. */
  language(): Monitor<number>;
  readonly rule: Monitor<number>;
  /** Walks over other texts before the one that is measured. */
  readonly warm: number;
}

const PYTHON_GAP: Ground = {
  name: "Python gap",
  language: () =>
    fillMiddle(python(), {
      prefix: "def run(player, ready):\n    if ready:\n",
      suffix: "    return player\n",
    }),
  rule: CALLS,
  texts: pythonBodies,
  joined: (texts) => texts.join(""),
  warm: 1,
};

export const PRODUCT_GROUNDS: readonly Ground[] = [
  ...SUBJECTS.map((subject) => ({
    ...subject,
    language: () => createLanguage(subject.source()) as unknown as Monitor<number>,
    rule: RULE,
    warm: 2,
  })),
  PYTHON_GAP,
];

/** What was measured of a language: alone, then as a product. */
interface Walked {
  readonly first: Walk;
  readonly second: Walk;
  readonly madeMs: number;
}

export function products(ground: Ground): Measurement {
  const title = (what: string): string => `${what} of ${ground.name}, llama3`;
  const titleBeside = (what: string): string => `${what} of ${ground.name} × 16 states, llama3`;
  const [firstPass, secondPass] = ["masks of the first pass", "masks of the second pass"] as const;
  return {
    rows: [
      { name: title(firstPass), unit: "us" },
      { name: titleBeside(firstPass), unit: "us", over: title(firstPass) },
      { name: title(secondPass), unit: "us" },
      { name: titleBeside(secondPass), unit: "us", over: title(secondPass) },
      { name: titleBeside("making the product"), unit: "ms", limits: { p50: 20 } },
    ],
    run({ seed, quick }) {
      const walked = (count: number, from: number): readonly [Walked, Walked] => {
        const tokens = tokensOf("llama3", ground.texts(count, from));
        return [along(ground, alone, tokens), along(ground, besideRule(ground.rule), tokens)];
      };
      for (let n = 0; n < (quick ? 0 : ground.warm); n++) walked(10, seed + 1 + n);
      const [own, both] = walked(quick ? 3 : 60, seed);
      return [
        { samples: own.first.masks },
        { samples: both.first.masks },
        { samples: own.second.masks },
        { samples: both.second.masks },
        { samples: [both.madeMs] },
      ];
    },
  };
}

/** Both passes of what `make` makes of the ground's language. */
function along(
  ground: Ground,
  make: (language: Monitor<number>) => Monitor<number>,
  tokens: readonly (readonly number[])[],
): Walked {
  const language = ground.language();
  const made = timed(() => make(language));
  const masker = createMasker(trieOf("llama3"), made.result) as unknown as Masker<LanguageState>;
  const [first, second] = [emptyWalk(), emptyWalk()];
  for (const walk of [first, second]) for (const ids of tokens) walkAlong(masker, ids, walk, new Set());
  return { first, second, madeMs: made.us / 1000 };
}

/** Bytes that a language and its masker hold after one text of 10,000 tokens, alone and as a product. */
export function productMemory(ground: Ground): Measurement {
  const name = `bytes held by ${ground.name} and masker after 10k tokens`;
  return {
    mostRuns: 1,
    rows: [
      { name, unit: "bytes" },
      { name: `bytes held by ${ground.name} × 16 states and masker after 10k tokens`, unit: "bytes", over: name },
      {
        name: `memory of ${ground.name} × 16 states over 10k tokens, of the language's`,
        unit: "x",
        limits: { p50: 3 },
      },
    ],
    async run({ seed, quick }) {
      const ids = longOutput(ground, quick ? 100 : 10_000, seed);
      // What is compiled is there from now on.
      const beside = besideRule(ground.rule);
      for (const make of [alone, beside]) await heldAfter(ground, make, ids);
      const own = await heldAfter(ground, alone, ids);
      const both = await heldAfter(ground, beside, ids);
      return [{ samples: [own] }, { samples: [both] }, { samples: [both / own] }];
    },
  };
}

async function heldAfter(
  ground: Ground,
  make: (language: Monitor<number>) => Monitor<number>,
  ids: readonly number[],
): Promise<number> {
  // What the maskers of a trie share counts, too.
  const trie = buildTrie(vocabularyOf("llama3"));
  const another = ground.language();
  const other = createMasker(trie, another);
  other.mask(another.start);
  const before = await heldBytes();
  const monitor = make(ground.language());
  const masker = createMasker(trie, monitor);
  let state = monitor.start;
  for (const id of ids) {
    if (!masker.mask(state).mask.has(id)) throw new Error(`token ${id} is refused`);
    state = masker.push(state, id)!;
  }
  const held = (await heldBytes()) - before;
  // Still in use, so that they were held.
  for (const [its, at] of [
    [masker, state],
    [other, another.start],
  ] as const)
    if (its.mask(at).mask.count === 0) throw new Error("nothing can follow");
  return held;
}

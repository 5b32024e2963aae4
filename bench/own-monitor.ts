// What a monitor of the user's own costs beside a JSON Schema: a mask and a commit for each token of texts of the schema. The monitor counts
// brackets, in fresh objects; then the same with a key and two classes; another one counts lexemes. Every mask must have the token that
// follows. Each monitor runs in turn with the schema alone, token by token, so that a disturbance meets both.

import { compileSchema } from "@espalier/json-schema";
import { type Monitor, type MonitorParts, monitorOf, product } from "@espalier/monitor";
import { type Language, type LexemeMonitor, overLexemes } from "@espalier/syntax";
import { createMasker } from "@espalier/trie";
import { timed } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { type RowPlan, statistics } from "./row.js";
import { seeded } from "./seeded.js";
import { tokensOf, trieOf } from "./subjects.js";

const SCHEMA = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 0 },
    customer: { type: "string", maxLength: 60 },
    note: { type: "string" },
    paid: { type: "boolean" },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          price: { type: "number" },
          tags: { type: "array", items: { type: "string" } },
        },
        required: ["name", "price"],
        additionalProperties: false,
      },
    },
  },
  required: ["id", "customer", "items"],
  additionalProperties: false,
} as const;

const WORDS =
  "red blue lamp table chair order late early please ring twice garden (back) north-east No. 5, 2nd floor".split(" ");

function orders(count: number, seed: number): readonly string[] {
  const random = seeded(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const words = (most: number): string =>
    Array.from({ length: 1 + below(most) }, () => WORDS[below(WORDS.length)]).join(" ");
  const item = () => ({
    name: words(3),
    price: Math.round(random() * 1e4) / 100,
    ...(random() < 0.5 && { tags: Array.from({ length: below(4) }, () => words(1)) }),
  });
  return Array.from({ length: count }, () =>
    JSON.stringify({
      id: below(1e6),
      customer: words(5),
      ...(random() < 0.7 && { note: words(25) }),
      ...(random() < 0.5 && { paid: random() < 0.5 }),
      items: Array.from({ length: 1 + below(5) }, item),
    }),
  );
}

interface Brackets {
  readonly depth: number;
}

/** At most eight brackets open at once. */
const shallow: MonitorParts<Brackets> = {
  start: { depth: 0 },
  step({ depth }, byte) {
    if (byte === 0x5b || byte === 0x7b) return depth < 8 ? { depth: depth + 1 } : undefined;
    if (byte === 0x5d || byte === 0x7d) return depth > 0 ? { depth: depth - 1 } : undefined;
    return { depth };
  },
  accepts: ({ depth }) => depth === 0,
};

type Walked = Readonly<Record<"masks" | "commits", number[]>>;

/** Microseconds for each mask and each commit along the texts, by a masker for each monitor: at every token one after the other. */
function along(monitors: readonly Monitor<unknown>[], texts: readonly (readonly number[])[]): readonly Walked[] {
  const sides = monitors.map((monitor) => ({
    monitor,
    masker: createMasker(trieOf("llama3"), monitor),
    state: monitor.start,
    walked: { masks: [] as number[], commits: [] as number[] },
  }));
  let turn = 0;
  for (const ids of texts) {
    for (const side of sides) side.state = side.monitor.start;
    for (const id of ids) {
      turn++;
      for (let i = 0; i < sides.length; i++) {
        const side = sides[(i + turn) % sides.length]!;
        const made = timed(() => side.masker.mask(side.state).mask);
        const next = timed(() => side.masker.push(side.state, id));
        if (!made.result.has(id) || next.result === undefined) throw new Error(`token ${id} is refused`);
        side.walked.masks.push(made.us);
        side.walked.commits.push(next.us);
        side.state = next.result;
      }
    }
    for (const { monitor, state } of sides) if (!monitor.accepts(state)) throw new Error("the text's end is refused");
  }
  return sides.map(({ walked }) => walked);
}

const together = (walks: readonly Walked[]): Walked => ({
  masks: walks.flatMap(({ masks }) => masks),
  commits: walks.flatMap(({ commits }) => commits),
});

/** Counts lexemes, so that no state comes again within a text. */
const counting: LexemeMonitor<number> = {
  start: 0,
  lexeme: (count, { terminal }) => (terminal === "{" && count >= 64 ? undefined : count + 1),
  accepts: () => true,
};

const key = ({ depth }: Brackets): number => depth;

/**
 * The monitors beside the schema, the most that the median of their masks may be, in medians of the schema's own, and over how many sets of
 * texts it is taken, each with a language of its own (5).
 */
const RIVALS: readonly { name: string; most?: number; walks?: number; make(language: Language): Monitor<unknown> }[] = [
  {
    name: "a monitor with fresh objects",
    walks: 1,
    make: (its) => product(its, monitorOf(shallow)) as Monitor<unknown>,
  },
  {
    name: "a monitor with a key and two classes",
    most: 3,
    make: (its) => product(its, monitorOf({ ...shallow, key, classes: ["[{", "]}"] })) as Monitor<unknown>,
  },
  { name: "a monitor with a key", make: (its) => product(its, monitorOf({ ...shallow, key })) as Monitor<unknown> },
  { name: "a monitor over lexemes", most: 2, make: (its) => overLexemes(its, counting) as Monitor<unknown> },
];
/** Walks before the one that is measured. */
const WARM = 3;
/** Rounds over all rows; only the last one is measured. Code that has run for one kind of monitor alone is faster than the same code after it has run for several. */
const ROUNDS = 2;

const title = (what: string): string => `masks of a schema × ${what}, llama3`;

export const ownMonitors: Measurement = {
  rows: [
    { name: "masks of a schema alone, llama3", unit: "us" },
    { name: title("a monitor with fresh objects"), unit: "us", limits: { p50: 15_000, p99: 60_000 } },
    { name: "commits of a schema × a monitor with fresh objects, llama3", unit: "us" },
    ...RIVALS.slice(1).flatMap(({ name, most }): RowPlan[] => [
      { name: title(name), unit: "us" },
      {
        name: `${title(name)}, median of the schema's`,
        unit: "x",
        ...(most !== undefined && { limits: { p50: most } }),
      },
    ]),
  ],
  run({ seed, quick }) {
    const count = quick ? 1 : 12;
    const texts = tokensOf("llama3", orders(count, seed));
    const others = tokensOf("llama3", orders(count, seed + 1));
    const sets = [texts, ...[2, 3, 4, 5].map((k) => tokensOf("llama3", orders(count, seed + k)))];
    const pairOf = (language: Language, make: (language: Language) => Monitor<unknown>) =>
      [language as unknown as Monitor<unknown>, make(language)] as const;
    const round = (): readonly (readonly Walked[])[] => {
      const { language } = compileSchema(SCHEMA);
      return RIVALS.map(({ make, walks: count }) => {
        const repeats = quick ? [texts] : sets.slice(0, count);
        // Other languages and texts first: the row that comes last would else be the only one whose code is not compiled yet.
        for (let i = 0; i < (quick ? 0 : WARM); i++) along(pairOf(compileSchema(SCHEMA).language, make), others);
        const walks = repeats.map((its, k) =>
          along(pairOf(k === 0 ? language : compileSchema(SCHEMA).language, make), its),
        );
        return [0, 1].map((side) => together(walks.map((walk) => walk[side]!)));
      });
    };
    for (let i = 1; i < (quick ? 1 : ROUNDS); i++) round();
    const [[, fresh], ...pairs] = round() as readonly (readonly [Walked, Walked])[] as [
      readonly [Walked, Walked],
      ...(readonly [Walked, Walked])[],
    ];
    const half = (samples: readonly number[]): number => statistics(samples).p50;
    return [
      pairs.flatMap(([own]) => own.masks),
      fresh.masks,
      fresh.commits,
      ...pairs.flatMap(([own, rival]) => [rival.masks, [half(rival.masks) / half(own.masks)]]),
    ].map((samples) => ({ samples }));
  },
};

// What a monitor of the user's own costs beside a JSON Schema: a mask and a commit for each token of texts of the schema. The monitor counts
// brackets, in fresh objects; then the same with a key and two classes. Every mask must have the token that follows.

import { compileSchema } from "@espalier/json-schema";
import { type Monitor, type MonitorParts, monitorOf, product } from "@espalier/monitor";
import { type Language, type LexemeMonitor, overLexemes } from "@espalier/syntax";
import { createMasker } from "@espalier/trie";
import { timed } from "./clock.js";
import { seeded } from "./corpus.js";
import type { Measurement } from "./measurement.js";
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

/** Microseconds for each mask and each commit along the texts, by a masker of its own. */
function along<State>(monitor: Monitor<State>, texts: readonly (readonly number[])[]): Walked {
  const masker = createMasker(trieOf("llama3"), monitor);
  const masks: number[] = [];
  const commits: number[] = [];
  for (const ids of texts) {
    let state = monitor.start;
    for (const id of ids) {
      const made = timed(() => masker.mask(state).mask);
      const next = timed(() => masker.push(state, id));
      if (!made.result.has(id) || next.result === undefined) throw new Error(`token ${id} is refused`);
      masks.push(made.us);
      commits.push(next.us);
      state = next.result;
    }
    if (!monitor.accepts(state)) throw new Error("the text's end is refused");
  }
  return { masks, commits };
}

/** Counts lexemes, so that no state comes again within a text. */
const counting: LexemeMonitor<number> = {
  start: 0,
  lexeme: (count, { terminal }) => (terminal === "{" && count >= 64 ? undefined : count + 1),
  accepts: () => true,
};

/** Walks before the one that is measured. */
const WARM = 3;
/** Rounds over all rows; only the last one is measured. Code that has run for one kind of monitor alone is faster than the same code after it has run for several. */
const ROUNDS = 2;

const alone = "masks of a schema alone, llama3";
const title = (what: string): string => `masks of a schema × ${what}, llama3`;

export const ownMonitors: Measurement = {
  rows: [
    { name: alone, unit: "us" },
    { name: title("a monitor with fresh objects"), unit: "us", over: alone, limits: { p50: 15_000, p99: 60_000 } },
    { name: title("a monitor with a key and two classes"), unit: "us", over: alone },
    { name: title("a monitor with a key"), unit: "us", over: alone },
    { name: title("a monitor over lexemes"), unit: "us", over: alone },
    { name: "commits of a schema × a monitor with fresh objects, llama3", unit: "us" },
  ],
  run({ seed, quick }) {
    const count = quick ? 1 : 12;
    const texts = tokensOf("llama3", orders(count, seed));
    const others = tokensOf("llama3", orders(count, seed + 1));
    const key = ({ depth }: Brackets): number => depth;
    const walked = <State>(language: Language, make: (language: Language) => Monitor<State>): Walked => {
      // Other languages and texts first: the row that comes last would else be the only one whose code is not compiled yet.
      for (let i = 0; i < (quick ? 0 : WARM); i++) along(make(compileSchema(SCHEMA).language), others);
      return along(make(language), texts);
    };
    const round = (): readonly (readonly number[])[] => {
      const { language } = compileSchema(SCHEMA);
      const own = walked(language, (its) => its);
      const fresh = walked(language, (its) => product(its, monitorOf(shallow)));
      const classes = walked(language, (its) => product(its, monitorOf({ ...shallow, key, classes: ["[{", "]}"] })));
      const keyed = walked(language, (its) => product(its, monitorOf({ ...shallow, key })));
      const lexemes = walked(language, (its) => overLexemes(its, counting));
      return [own.masks, fresh.masks, classes.masks, keyed.masks, lexemes.masks, fresh.commits];
    };
    for (let i = 1; i < (quick ? 1 : ROUNDS); i++) round();
    return round().map((samples) => ({ samples }));
  },
};

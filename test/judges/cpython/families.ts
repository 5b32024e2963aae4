// What campaigns try: each family draws a few texts and cuts, and says what differs. Together they go over snippets at every cut, the standard
// library in whole and in both published protocols, texts that are nearly Python, texts that hardly are, and what the language itself writes.
import { checkTexts, checkWitnesses, type Difference, type Tally } from "./checks.js";
import { boundaryCut, excerpt, libraryTexts, spanCut } from "./library.js";
import { checkMasks, type Spellings } from "./masks.js";
import { mutated } from "./mutations.js";
import type { Oracle } from "./oracle.js";
import type { Random } from "./random.js";
import { snippetTexts } from "./snippets.js";
import { soup } from "./soup.js";
import type { Subject } from "./subject.js";
import { type Cut, insertions, places, randomCut, type Sourced } from "./texts.js";

/** What is judged, by whom, and what is counted. One for each CPython. */
export interface Ground {
  readonly subject: Subject;
  readonly oracle: Oracle;
  readonly tally: Tally;
  readonly spellings: () => Spellings;
  /** The next file of the standard library, again and again; undefined when there is none. */
  readonly libraryText: () => Promise<Sourced | undefined>;
}

export interface Family {
  readonly name: string;
  /** A share of the family's cases, drawn at random: some seconds at most. */
  run(ground: Ground, random: Random): Promise<Difference[]>;
}

/** Longer files say the same more slowly. */
const MOST_CHARACTERS = 60_000;
const EXCERPT_CHARACTERS = 1500;

/** Files of the standard library, without end. */
export function endlessLibrary(oracle: Oracle, random: Random): () => Promise<Sourced | undefined> {
  let files = libraryTexts(oracle, random, MOST_CHARACTERS);
  return async () => {
    const next = await files.next();
    if (next.done !== true) return next.value;
    files = libraryTexts(oracle, random, MOST_CHARACTERS);
    const again = await files.next();
    return again.done === true ? undefined : again.value;
  };
}

const some = <Item>(count: number, draw: () => Item): Item[] => Array.from({ length: count }, draw);

/** Cuts of a text: all with an empty middle where it is short, and some others. */
function severalCuts(text: string, count: number, random: Random): readonly Cut[] {
  const others = some(count, () => randomCut(text, random));
  return places(text).length <= 2 * count ? [...insertions(text), ...others] : others;
}

/** Cuts of one text in eight: a gap costs more than a text. */
const fewCuts = (text: string, random: Random): readonly Cut[] =>
  random.chance(0.125) ? severalCuts(text, 2, random) : [];

async function excerpts({ libraryText }: Ground, count: number, random: Random): Promise<Sourced[]> {
  const found: Sourced[] = [];
  for (let files = 0; files < 3; files++) {
    const file = await libraryText();
    if (file === undefined) return found;
    found.push(...some(Math.ceil(count / 3), () => excerpt(file, random, EXCERPT_CHARACTERS)));
  }
  return found;
}

/** A file with the line end that both protocols add. */
const withLineEnd = ({ text, from }: Sourced): Sourced => ({ text: `${text}\n`, from });

export const families: readonly Family[] = [
  {
    name: "snippets at every cut",
    run({ subject, oracle, tally }, random) {
      const all = snippetTexts();
      const texts = some(40, () => random.pick(all)).filter(({ text }) => text.length < 300);
      const cuts = (text: string): readonly Cut[] => [
        ...insertions(text),
        ...some(text.length, () => randomCut(text, random)),
      ];
      return checkTexts(subject, oracle, texts, cuts, tally);
    },
  },
  {
    name: "soup",
    run({ subject, oracle, tally }, random) {
      const texts = some(1000, () => soup(random));
      return checkTexts(subject, oracle, texts, (text) => fewCuts(text, random), tally);
    },
  },
  {
    name: "mutated snippets",
    run({ subject, oracle, tally }, random) {
      const all = snippetTexts();
      const texts = some(600, () => random.pick(all))
        .filter(({ text }) => text.length < 300)
        .map(({ text, from }) => ({ text: mutated(text, random), from: `${from}, mutated` }));
      return checkTexts(subject, oracle, texts, (text) => fewCuts(text, random), tally);
    },
  },
  {
    name: "mutated library",
    async run(ground, random) {
      const { subject, oracle, tally } = ground;
      const texts = (await excerpts(ground, 60, random)).map(({ text, from }) => ({
        text: mutated(text, random),
        from: `${from}, mutated`,
      }));
      return checkTexts(subject, oracle, texts, (text) => severalCuts(text, 2, random), tally);
    },
  },
  {
    name: "library, both protocols",
    async run({ subject, oracle, tally, libraryText }, random) {
      const file = await libraryText();
      if (file === undefined) return [];
      const { text, from } = withLineEnd(file);
      const tokens = await oracle.tokens(text);
      const boundaries = tokens === undefined ? [] : some(10, () => boundaryCut(text, tokens, random));
      const cuts = [...boundaries.filter((cut) => cut !== undefined), ...some(10, () => spanCut(text, random))];
      return checkTexts(subject, oracle, [file, { text, from }], (each) => (each === text ? cuts : []), tally);
    },
  },
  {
    name: "sentences of our own",
    run({ subject, oracle, tally }, random) {
      const cuts = some(40, () => [{ prefix: "", middle: "", suffix: "" }, "nothing"] as const);
      return checkWitnesses(subject, oracle, cuts, random, tally);
    },
  },
  {
    name: "completions",
    async run(ground, random) {
      const { subject, oracle, tally } = ground;
      const all = snippetTexts();
      const texts = [
        ...(await excerpts(ground, 15, random)),
        ...some(40, () => random.pick(all)),
        ...some(20, () => soup(random)),
      ];
      const cuts = texts.map(({ text, from }) => [randomCut(text, random), from] as const);
      return checkWitnesses(subject, oracle, cuts, random, tally);
    },
  },
  {
    name: "masks",
    async run(ground, random) {
      const { subject, spellings, tally } = ground;
      const all = snippetTexts();
      const texts = [...(await excerpts(ground, 3, random)), ...some(3, () => random.pick(all))];
      const found: Difference[] = [];
      for (const { text, from } of texts)
        found.push(...checkMasks(subject, spellings(), randomCut(text, random), from, random, tally));
      return found;
    },
  },
];

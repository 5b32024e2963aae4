// What campaigns try: for each family a random subject, and the laws it must keep. A subject that the packages refuse with a
// typed error is counted as refused. Each family is one function of a seed, so that a failure can be repeated, and is made
// smaller by fast-check.

import { type Regex, regexMonitor } from "@espalier/automata";
import {
  checkMasks,
  checkMembership,
  checkMonitor,
  derives,
  LawError,
  matchEnds,
  members,
  regexes,
  type Symbols,
  vocabularies,
} from "@espalier/laws";
import { deny, type Monitor, optional, product, sequence, star, strings, union, until } from "@espalier/monitor";
import { createLanguage, type Language, type PatternTerminal, type SyntaxSource } from "@espalier/syntax";
import type { Vocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { belongsByMunch } from "./munch.js";
import { sources } from "./sources.js";

/** Counts of what was done. */
export interface Tally {
  /** Random subjects: regexes, monitors, languages. */
  subjects: number;
  /** Subjects refused with a typed error. */
  refused: number;
  /** What was compared: states checked, texts judged, masks compared. */
  cases: number;
  /** Masks compared with brute force, each for a (subject, vocabulary, state). */
  masks: number;
  /** States for which a way to finish was shown. */
  completions: number;
  /** States for which a bounded search could not tell. */
  undecided: number;
}

export const noTally = (): Tally => ({ subjects: 0, refused: 0, cases: 0, masks: 0, completions: 0, undecided: 0 });

/** A kind of subject, and its laws. */
export interface Family {
  readonly name: string;
  /**
   * Tries some subjects drawn from `seed`, for at most some milliseconds; adds to `tally`. Returns the failure found, made
   * small, as people read it.
   */
  run(seed: number, subjects: number, tally: Tally, milliseconds?: number): string | undefined;
}

function family<Subject>(
  name: string,
  subjects: fc.Arbitrary<Subject>,
  show: (subject: Subject) => string,
  laws: (subject: Subject, seed: number, tally: Tally) => void,
): Family {
  return {
    name,
    run(seed, count, tally, milliseconds = 60_000) {
      const property = fc.property(subjects, (subject) => {
        tally.subjects++;
        laws(subject, seed, tally);
      });
      const result = fc.check(property, { seed, numRuns: count, interruptAfterTimeLimit: milliseconds });
      if (!result.failed || result.counterexample === null) return undefined;
      const error = result.errorInstance;
      const said = error instanceof LawError ? error.message : error instanceof Error ? error.stack : String(error);
      return `${show(result.counterexample[0])}\n${said}`;
    },
  };
}

/** A regex on one line, for messages. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (item === Number.POSITIVE_INFINITY ? "∞" : item));

function showSource({ grammar, terminals, skip, munch }: SyntaxSource): string {
  const rules = grammar.rules.map(({ name, body }) => `  ${name}: ${json(body)}`);
  const patterns = terminals.map((terminal) => `  ${json(terminal)}`);
  return [`munch ${munch}, skip [${skip.join()}], start ${grammar.start}`, ...rules, ...patterns].join("\n");
}

function isRefusal(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  const cause = error instanceof LawError ? error.cause : undefined;
  if (cause !== undefined) return isRefusal(cause);
  return name === "SyntaxSourceError" || name.endsWith("LimitError");
}

/** Runs the laws of a language; a typed refusal, at once or while it grows, is counted. */
function ofLanguage(source: SyntaxSource, tally: Tally, laws: (language: Language) => void): void {
  try {
    laws(createLanguage(source));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    tally.refused++;
    // What is refused as empty must be so.
    if ((error as { readonly code?: string }).code === "empty-language") {
      for (const text of ["", "a", "b", "é", "ab", "ba", "aa", ";"]) {
        const bytes = new TextEncoder().encode(text);
        const belongs = source.munch === "none" ? derivesText : belongsByMunch;
        if (!usesCall(source) && belongs(source, bytes)) {
          throw new LawError("membership", "the language is refused as empty, and derives this", {
            text: [...bytes],
          });
        }
      }
    }
  }
}

const usesCall = (source: SyntaxSource): boolean => json(source.grammar).includes('"CALL"');

function derivesText(source: SyntaxSource, text: Uint8Array): boolean {
  const patterns = source.terminals.filter((terminal): terminal is PatternTerminal => terminal.kind === "pattern");
  return derives(source.grammar, new Map(patterns.map(({ name, regex }) => [name, regex])), text);
}

function monitorLaws<State>(monitor: Monitor<State>, seed: number, runs: number, tally: Tally): void {
  const report = checkMonitor(monitor, { seed, runs, symbols: 12, searched: 500 });
  tally.cases += report.states + report.factored;
  tally.completions += report.completions;
  tally.undecided += report.undecided;
}

function maskLaws<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  seed: number,
  runs: number,
  tally: Tally,
): void {
  const report = checkMasks(monitor, vocabulary, { seed, runs, symbols: 10, searched: 40 });
  tally.cases += report.masks;
  tally.masks += report.masks;
  tally.completions += report.completions;
  tally.undecided += report.undecided;
}

/** Masks of a monitor over vocabularies cut from its own texts. */
function maskLawsOfTexts<State>(monitor: Monitor<State>, seed: number, tally: Tally): void {
  let texts: Symbols[];
  try {
    texts = fc.sample(members(monitor, { symbols: 10, searched: 200 }), { seed, numRuns: 6 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    texts = [[97, 98]]; // a language without members that can be found
  }
  const controls = monitor.controls ?? [];
  for (const singles of ["every", "some"] as const) {
    const made = vocabularies({ texts, controls, singles, tokens: 25 });
    for (const vocabulary of fc.sample(made, { seed, numRuns: 2 })) maskLaws(monitor, vocabulary, seed, 10, tally);
  }
}

/** A monitor put together at random, and how. */
interface Combined {
  readonly text: string;
  readonly make: () => Monitor<unknown>;
}

const words = fc.array(fc.constantFrom("a", "b", "ab", "ba", "aab", "é", ""), { minLength: 1, maxLength: 4 });
const combined: fc.Arbitrary<Combined> = fc.letrec<{ monitor: Combined }>((tie) => {
  const leaf = (name: string, make: (list: string[]) => Monitor<number>): fc.Arbitrary<Combined> =>
    words.map((list) => ({ text: `${name}(${json(list)})`, make: () => make(list) as Monitor<unknown> }));
  const one = (name: string, make: (of: Monitor<unknown>) => Monitor<number>): fc.Arbitrary<Combined> =>
    tie("monitor").map((of) => ({ text: `${name}(${of.text})`, make: () => make(of.make()) as Monitor<unknown> }));
  const two = (name: string, make: (a: Monitor<unknown>, b: Monitor<unknown>) => Monitor<number>) =>
    fc.tuple(tie("monitor"), tie("monitor")).map(
      ([a, b]): Combined => ({
        text: `${name}(${a.text}, ${b.text})`,
        make: () => make(a.make(), b.make()) as Monitor<unknown>,
      }),
    );
  const regex = regexes({ letters: "abé", depth: 2 }).map(
    (of): Combined => ({ text: `regexMonitor(${json(of)})`, make: () => regexMonitor(of) as Monitor<unknown> }),
  );
  return {
    monitor: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf("strings", strings),
      leaf("deny", (list) => deny(list.filter((word) => word !== ""))),
      leaf("until", ([marker]) => until(marker!)),
      regex,
      one("star", star),
      one("optional", optional),
      two("product", (a, b) => product(a, b) as Monitor<unknown> as Monitor<number>),
      two("union", union),
      two("sequence", sequence),
    ),
  };
}).monitor;

/** Every text of at most three letters: where a language is too small, its own members do not show it. */
const shortTexts: readonly Uint8Array[] = (() => {
  const texts = [""];
  for (const text of texts) if ([...text].length < 3) texts.push(...[..."abé;_"].map((letter) => text + letter));
  return texts.map((text) => new TextEncoder().encode(text));
})();

/** The families of campaigns. */
export const families: readonly Family[] = [
  family("regexes", regexes(), json, (regex: Regex, seed, tally) => {
    const monitor = regexMonitor(regex);
    monitorLaws(monitor, seed, 10, tally);
    if (monitor.cost(monitor.start) === Number.POSITIVE_INFINITY) return;
    const judge = (text: Uint8Array): boolean => matchEnds(regex, text, 0).has(text.length);
    const report = checkMembership(monitor, judge, { seed, runs: 20, symbols: 10 });
    tally.cases += report.members + report.refused;
  }),
  family(
    "monitors",
    combined,
    ({ text }) => text,
    ({ make }, seed, tally) => monitorLaws(make(), seed, 20, tally),
  ),
  family(
    "masks of monitors",
    combined,
    ({ text }) => text,
    ({ make }, seed, tally) => {
      maskLawsOfTexts(make(), seed, tally);
    },
  ),
  family("scannerless languages", sources("none"), showSource, (source, seed, tally) => {
    ofLanguage(source, tally, (language) => {
      monitorLaws(language, seed, 15, tally);
      if (usesCall(source)) return;
      const judge = (text: Uint8Array): boolean => derivesText(source, text);
      const report = checkMembership(language, judge, { seed, runs: 12, symbols: 8, texts: shortTexts });
      tally.cases += report.members + report.refused;
    });
  }),
  family("lexed languages", sources("maximal"), showSource, (source, seed, tally) => {
    ofLanguage(source, tally, (language) => {
      monitorLaws(language, seed, 20, tally);
      if (usesCall(source)) return;
      const judge = (text: Uint8Array): boolean => belongsByMunch(source, text);
      const report = checkMembership(language, judge, { seed, runs: 12, symbols: 8, texts: shortTexts });
      tally.cases += report.members + report.refused;
    });
  }),
  family("masks of languages", fc.oneof(sources("maximal"), sources("none")), showSource, (source, seed, tally) => {
    ofLanguage(source, tally, (language) => maskLawsOfTexts(language, seed, tally));
  }),
];

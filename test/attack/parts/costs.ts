// The law of costs along random texts: 0 exactly where the text may end, and else some step leads to less.

import { parseRegex, regexMonitor } from "@espalier/automata";
import { fillMiddle, type Gap, type StraddlePolicy } from "@espalier/gaps";
import { compileSchema } from "@espalier/json-schema";
import { checkCosts, LawError } from "@espalier/laws";
import type { Monitor } from "@espalier/monitor";
import { python } from "@espalier/python";
import { createLanguage } from "@espalier/syntax";
import fc from "fast-check";
import { sources } from "../../../bench/campaign/sources.js";
import { patterns } from "../../../packages/automata/test/random-patterns.js";
import { randomFrom } from "../../judges/cpython/random.js";
import { snippetTexts } from "../../judges/cpython/snippets.js";
import { randomCut } from "../../judges/cpython/texts.js";
import { type Counts, type Part, tally } from "../part.js";
import { Finding, isTypedRefusal, smallestFailure } from "../smallest.js";
import { schemas } from "../wide-schemas.js";

const SUBJECTS = 60;
const POLICIES: readonly StraddlePolicy[] = ["all", "noSwallow", "boundaryOnly"];

/** A language to be made, as it is shown, and texts to walk along. */
interface Subject {
  readonly shown: unknown;
  readonly texts: readonly string[];
  make(): Monitor<unknown>;
}

/** A gap whose states may have the cost Infinity only where it says that the search for a completion ended at its bound. */
const decided = (gap: Gap): Monitor<number> => ({
  ...gap,
  cost(state: number): number {
    const cost = gap.cost(state);
    if (cost === Number.POSITIVE_INFINITY && !gap.undecided(state))
      throw new Finding("the cost is Infinity, and the search for a completion did not end at its bound");
    return cost;
  },
});

const subject = <State>(shown: unknown, make: () => Monitor<State>, texts: readonly string[] = []): Subject => ({
  shown,
  texts,
  make: make as () => Monitor<unknown>,
});

/** Gaps of Python, cut at random from short snippets. */
function gaps(): fc.Arbitrary<Subject> {
  const language = python();
  const texts = snippetTexts().filter(({ text }) => text.length < 300);
  return fc.nat().map((drawn) => {
    const random = randomFrom(drawn);
    const { prefix, middle, suffix } = randomCut(random.pick(texts).text, random);
    const policy = random.pick(POLICIES);
    return subject({ prefix, suffix, policy }, () => decided(fillMiddle(language, { prefix, suffix, policy })), [
      middle,
    ]);
  });
}

const languages = (): fc.Arbitrary<Subject> =>
  fc.oneof(
    patterns(fc.constantFrom("^", "$")).map((pattern) => subject(pattern, () => regexMonitor(parseRegex(pattern)))),
    fc.oneof(sources("maximal"), sources("none")).map((source) => subject(source, () => createLanguage(source))),
    fc
      .tuple(schemas, fc.constantFrom("any" as const, "declared" as const))
      .map(([schema, order]) => subject({ schema, order }, () => compileSchema(schema, { order }).language)),
    gaps(),
  );

/** A refusal, also one that a law's error came from. A broken law is none. */
function isRefused(error: unknown): boolean {
  return isTypedRefusal(error instanceof LawError ? error.cause : error);
}

export const costs: Part = {
  name: "costs",
  about: "the law of costs along random texts of regexes, grammars, schemas and gaps in Python; itself",
  async open() {
    const counts: Counts = {
      languages: 0,
      refused: 0,
      states: 0,
      witnesses: 0,
      "states without a known completion": 0,
    };
    const subjects = languages();
    return {
      counts,
      round: (seed, milliseconds) =>
        smallestFailure(
          subjects,
          ({ make, texts }) => {
            tally(counts, "languages");
            try {
              const report = checkCosts(make(), { seed, runs: 4, symbols: 10, texts: ["", ...texts] });
              tally(counts, "states", report.states);
              tally(counts, "witnesses", report.witnesses);
              tally(counts, "states without a known completion", report.infinite);
            } catch (error) {
              if (!isRefused(error)) throw error;
              tally(counts, "refused");
            }
          },
          { seed, runs: SUBJECTS, milliseconds, show: ({ shown }) => JSON.stringify(shown) },
        ),
      close: () => undefined,
    };
  },
};

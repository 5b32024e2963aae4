// The training of the ranker: examples of all candidates of drawn holes, labelled without a large model.

import {
  allProposals,
  candidatesFor,
  createSite,
  cutToTokens,
  type Example,
  FEATURES,
  featuresOf,
  NOTHING,
  type RankingModel,
  type Tokenizer,
  trainLogistic,
  trainTrees,
  wordsOf,
} from "@espalier/context";
import type { Model } from "@espalier/model";
import { drawHoles, type NeedyHole } from "./holes.js";
import type { Indexed } from "./indexed.js";
import { SHAPE, tokenizerOf, worthOfEach } from "./nats.js";

/** Labels of the candidates of a hole, in their order. */
export interface Labelling {
  /** Characters that are looked at of each candidate. */
  readonly characters: number;
  labels(hole: NeedyHole, candidates: ReturnType<typeof candidatesFor>["candidates"]): Promise<readonly number[]>;
}

/** The share of the needed names that the candidate has within a quarter of the budget, from 0 to 1. */
export function byCoverage(tokenizer: Tokenizer, budget: number): Labelling {
  return {
    characters: 6 * budget,
    labels: async (hole, candidates) =>
      candidates.map(({ text }) => {
        const words = new Set(wordsOf(cutToTokens(tokenizer, text.slice(0, 2 * budget), budget / 4, "head")));
        return hole.needed.filter((name) => words.has(name)).length / hole.needed.length;
      }),
  };
}

/** How many nats of the hidden text the candidate saves beside showing nothing; losses and gains beyond `most` count as `most`. */
export function byNats(model: Model, most = 8): Labelling {
  const tokenizer = tokenizerOf(model);
  return {
    characters: 6 * SHAPE.contextTokens,
    labels: async (hole, candidates) => {
      const worth = await worthOfEach(model, hole, candidates, tokenizer);
      const nothing = worth.get(candidates.find(({ proposal }) => proposal === NOTHING)!)!.nats;
      return candidates.map((candidate) => Math.max(-most, Math.min(most, nothing - worth.get(candidate)!.nats)));
    },
  };
}

/** What was trained, from how much. */
export interface Trained {
  readonly examples: number;
  readonly holes: number;
  readonly trees: RankingModel;
  /** For labels from 0 to 1 alone. */
  readonly logistic?: RankingModel;
}

/** Draws `drawn` holes of each repository; at most `needy` of those that need names are labelled. */
export async function trained(
  repositories: readonly Indexed[],
  { drawn, needy, seed }: { readonly drawn: number; readonly needy: number; readonly seed: number },
  { characters, labels }: Labelling,
): Promise<Trained> {
  const examples: Example[] = [];
  let holes = 0;
  for (const { name, index } of repositories) {
    for (const hole of drawHoles(index, drawn, seed).needy.slice(0, needy)) {
      holes++;
      const site = createSite(index, hole);
      const { candidates } = candidatesFor(site, allProposals(), { characters });
      const features = featuresOf(site, candidates);
      const found = await labels(hole, candidates);
      candidates.forEach(({ proposal }, at) => {
        if (proposal !== NOTHING) examples.push({ features: features[at]!, label: found[at]! });
      });
    }
    process.stderr.write(`${name}: ${holes} holes, ${examples.length} examples\n`);
  }
  const shares = examples.every(({ label }) => label >= 0 && label <= 1);
  return {
    examples: examples.length,
    holes,
    trees: trainTrees(FEATURES, examples),
    ...(shares ? { logistic: trainLogistic(FEATURES, examples) } : {}),
  };
}

// A learned ranker: what a candidate is worth, by a model over its features. Models are plain data, so they travel as JSON.

import { number, signature } from "@espalier/arguments";
import { FEATURES, featuresOf } from "./features.js";
import { featuresKind, rankingModelKind } from "./kinds.js";
import { NOTHING } from "./proposal.js";
import { type Ranker, scoring } from "./rankers.js";
import shipped from "./trained-ranker.json" with { type: "json" };

/** A node of a regression tree: a leaf's value, or a feature, a threshold and the nodes below; `left` is for values up to the threshold. */
export type TreeNode =
  | { readonly value: number }
  | { readonly feature: number; readonly threshold: number; readonly left: number; readonly right: number };

/** A trained model. `features` are the names of its inputs, and must be {@link FEATURES}. */
export type RankingModel =
  | {
      readonly kind: "logistic";
      readonly features: readonly string[];
      readonly bias: number;
      readonly weights: readonly number[];
    }
  | {
      readonly kind: "trees";
      readonly features: readonly string[];
      readonly bias: number;
      /** Each tree is a list of nodes with its root first. The prediction is the bias and the sum of one leaf of each. */
      readonly trees: readonly (readonly TreeNode[])[];
    };

const checkPredict = signature("predict", { model: rankingModelKind, features: featuresKind });

/** What a model predicts for features: the label. Of the shipped one, that is the share of needed names that a candidate covers, from 0 to 1. */
export function predict(model: RankingModel, features: ArrayLike<number>): number {
  checkPredict(model, features);
  if (model.kind === "logistic") {
    const sum = model.weights.reduce((total, weight, at) => total + weight * features[at]!, model.bias);
    return 1 / (1 + Math.exp(-sum));
  }
  return model.trees.reduce((total, tree) => {
    let node = tree[0]!;
    while (!("value" in node)) node = tree[features[node.feature]! <= node.threshold ? node.left : node.right]!;
    return total + node.value;
  }, model.bias);
}

const checkLearnedRanker = signature("learnedRanker", {
  model: rankingModelKind,
  abstain: number({ max: Number.POSITIVE_INFINITY }),
});

/**
 * A ranker by a trained model; by default the one that is shipped. A candidate has to be worth more than `abstain` to be shown.
 *
 * @throws {RangeError} when the model was trained on other features.
 */
export function learnedRanker(model: RankingModel = shipped as RankingModel, abstain = 0.01): Ranker {
  checkLearnedRanker(model, abstain);
  if (model.features.join("\n") !== FEATURES.join("\n"))
    throw new RangeError(
      `The model was trained on ${model.features.length} features that are not those of this version.`,
    );
  return scoring("learned", (site, candidates) => {
    const features = featuresOf(site, candidates);
    return candidates.map(({ proposal }, at) => (proposal === NOTHING ? abstain : predict(model, features[at]!)));
  });
}

// A learned ranker: scores candidates with a model over their features. Models are plain data and can be stored as
// JSON.

import { number, signature } from "@espalier/arguments";
import { FEATURES, featuresOf } from "./features.js";
import { featuresKind, rankingModelKind } from "./kinds.js";
import { NOTHING } from "./proposal.js";
import { type Ranker, scoring } from "./rankers.js";
import shipped from "./trained-ranker.json" with { type: "json" };

/**
 * A node of a regression tree: the value of a leaf, or a feature, a threshold and the child nodes; `left` is for values
 * up to the threshold.
 */
export type TreeNode =
  | { readonly value: number }
  | { readonly feature: number; readonly threshold: number; readonly left: number; readonly right: number };

/** A trained model. `features` names its inputs and must equal {@link FEATURES}. */
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
      /**
       * Each tree is a list of nodes with its root first. The prediction is the bias plus the value of one leaf of each
       * tree.
       */
      readonly trees: readonly (readonly TreeNode[])[];
    };

const checkPredict = signature("predict", { model: rankingModelKind, features: featuresKind });

/**
 * Returns the prediction of a model for features. For the shipped model, that is the fraction of needed names that a
 * candidate covers, from 0 to 1.
 */
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
 * Creates a ranker from a trained model, by default the shipped one. A candidate is shown only if its score is above
 * `abstain`.
 *
 * @throws {RangeError} if the model was trained on other features.
 */
export function learnedRanker(model: RankingModel = shipped as RankingModel, abstain = 0.01): Ranker {
  checkLearnedRanker(model, abstain);
  if (model.features.join("\n") !== FEATURES.join("\n"))
    throw new RangeError(
      `The model was trained on ${model.features.length} features that differ from those of this version.`,
    );
  return scoring("learned", (site, candidates) => {
    const features = featuresOf(site, candidates);
    return candidates.map(({ proposal }, at) => (proposal === NOTHING ? abstain : predict(model, features[at]!)));
  });
}

// Trains ranking models: logistic regression by gradient descent (Adam), and gradient-boosted regression trees
// (Friedman 2001) with exact splits. Both are deterministic.

import { signature } from "@espalier/arguments";
import { examplesKind, logisticKind, textsKind, treesKind } from "./kinds.js";
import type { RankingModel, TreeNode } from "./learned.js";

/** The features of a candidate and its label: from 0 to 1 for logistic regression, any finite number for trees. */
export interface Example {
  readonly features: ArrayLike<number>;
  readonly label: number;
}

/** Parameters of logistic regression. */
export interface LogisticOptions {
  readonly steps?: number;
  readonly rate?: number;
  readonly decay?: number;
}

const checkTrainLogistic = signature("trainLogistic", {
  features: textsKind,
  examples: examplesKind,
  options: logisticKind,
});

/** Trains logistic regression on labels from 0 to 1, with all examples in each step. O(steps · examples · features). */
export function trainLogistic(
  features: readonly string[],
  examples: readonly Example[],
  options: LogisticOptions = {},
): RankingModel {
  checkTrainLogistic(features, examples, options);
  const { steps = 300, rate = 0.05, decay = 1e-4 } = options;
  const size = features.length + 1;
  const weights = new Float64Array(size);
  const [first, second] = [new Float64Array(size), new Float64Array(size)];
  for (let step = 1; step <= steps; step++) {
    const gradient = weights.map((weight, at) => (at === size - 1 ? 0 : decay * weight));
    for (const { features: values, label } of examples) {
      let sum = weights[size - 1]!;
      for (let at = 0; at < size - 1; at++) sum += weights[at]! * values[at]!;
      const error = (1 / (1 + Math.exp(-sum)) - label) / examples.length;
      for (let at = 0; at < size - 1; at++) gradient[at]! += error * values[at]!;
      gradient[size - 1]! += error;
    }
    for (let at = 0; at < size; at++) {
      first[at] = 0.9 * first[at]! + 0.1 * gradient[at]!;
      second[at] = 0.999 * second[at]! + 0.001 * gradient[at]! ** 2;
      const [mean, spread] = [first[at]! / (1 - 0.9 ** step), second[at]! / (1 - 0.999 ** step)];
      weights[at]! -= (rate * mean) / (Math.sqrt(spread) + 1e-8);
    }
  }
  return { kind: "logistic", features, bias: weights[size - 1]!, weights: [...weights.subarray(0, size - 1)] };
}

/** Parameters of boosted trees. */
export interface TreeOptions {
  readonly trees?: number;
  readonly depth?: number;
  readonly rate?: number;
  /** The minimum number of examples in a leaf. */
  readonly leaf?: number;
}

const checkTrainTrees = signature("trainTrees", { features: textsKind, examples: examplesKind, options: treesKind });

/** Trains boosted trees on the squared error. O(trees · depth · features · examples · log examples). */
export function trainTrees(
  features: readonly string[],
  examples: readonly Example[],
  options: TreeOptions = {},
): RankingModel {
  checkTrainTrees(features, examples, options);
  const { trees = 60, depth = 3, rate = 0.1, leaf = 50 } = options;
  const bias = examples.reduce((sum, { label }) => sum + label, 0) / Math.max(1, examples.length);
  const residuals = Float64Array.from(examples, ({ label }) => label - bias);
  const grown: (readonly TreeNode[])[] = [];
  for (let round = 0; round < trees; round++) {
    const nodes: TreeNode[] = [];
    const grow = (members: readonly number[], levels: number): number => {
      const at = nodes.length;
      const mean = members.reduce((sum, one) => sum + residuals[one]!, 0) / Math.max(1, members.length);
      nodes.push({ value: rate * mean });
      const split = levels === 0 ? undefined : bestSplit(features.length, examples, residuals, members, leaf);
      if (split === undefined) {
        for (const one of members) residuals[one]! -= rate * mean;
        return at;
      }
      const { feature, threshold } = split;
      const low = members.filter((one) => examples[one]!.features[feature]! <= threshold);
      const high = members.filter((one) => examples[one]!.features[feature]! > threshold);
      nodes[at] = { feature, threshold, left: grow(low, levels - 1), right: grow(high, levels - 1) };
      return at;
    };
    grow(
      examples.map((_, at) => at),
      depth,
    );
    grown.push(nodes);
  }
  return { kind: "trees", features, bias, trees: grown };
}

/** Returns the split that reduces the squared error most; the first one among equals. */
function bestSplit(
  features: number,
  examples: readonly Example[],
  residuals: Float64Array,
  members: readonly number[],
  leaf: number,
): { readonly feature: number; readonly threshold: number } | undefined {
  const total = members.reduce((sum, one) => sum + residuals[one]!, 0);
  let best: { feature: number; threshold: number } | undefined;
  let most = total ** 2 / members.length + 1e-9;
  for (let feature = 0; feature < features; feature++) {
    const value = (one: number): number => examples[one]!.features[feature]!;
    const sorted = [...members].sort((a, b) => value(a) - value(b));
    let sum = 0;
    for (let count = 1; count < sorted.length; count++) {
      sum += residuals[sorted[count - 1]!]!;
      if (count < leaf || sorted.length - count < leaf) continue;
      const [below, above] = [value(sorted[count - 1]!), value(sorted[count]!)];
      if (below === above) continue;
      const gain = sum ** 2 / count + (total - sum) ** 2 / (sorted.length - count);
      if (gain <= most) continue;
      most = gain;
      best = { feature, threshold: (below + above) / 2 };
    }
  }
  return best;
}

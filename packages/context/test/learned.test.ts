// The learned ranker: predictions worked out by hand, training on rules that are known, and the model that is shipped.

import { ArgumentError } from "@espalier/arguments";
import { FEATURES, learnedRanker, predict, type RankingModel, trainLogistic, trainTrees } from "@espalier/context";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("predictions", () => {
  test("of logistic regression and of trees, by hand", () => {
    const logistic: RankingModel = { kind: "logistic", features: ["a", "b"], bias: 1, weights: [2, -3] };
    expect(predict(logistic, [1, 1])).toBeCloseTo(0.5, 12);
    expect(predict(logistic, [1, 0])).toBeCloseTo(1 / (1 + Math.exp(-3)), 12);
    const tree = [{ feature: 1, threshold: 0.5, left: 1, right: 2 }, { value: 10 }, { value: 20 }];
    const trees: RankingModel = { kind: "trees", features: ["a", "b"], bias: 0.25, trees: [tree, [{ value: 1 }]] };
    expect([predict(trees, [9, 0.5]), predict(trees, [9, 0.6])]).toEqual([11.25, 21.25]);
  });

  test("of features that are no numbers are refused", () => {
    const logistic: RankingModel = { kind: "logistic", features: ["a"], bias: 1, weights: [2] };
    expect(() => predict(logistic, [7n] as never)).toThrow(ArgumentError);
    expect(() => predict({ ...logistic, weights: new Set([2]) as never }, [7])).toThrow(ArgumentError);
  });

  test("of a model for other features are refused", () => {
    expect(() => learnedRanker({ kind: "logistic", features: ["a"], bias: 0, weights: [1] })).toThrow(RangeError);
    expect(learnedRanker().name).toBe("learned");
    expect(FEATURES).toHaveLength(33);
  });
});

describe("training", () => {
  const examples = fc.array(
    fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
    {
      minLength: 200,
      maxLength: 200,
    },
  );

  test("finds the feature that decides", () => {
    fc.assert(
      fc.property(examples, (points) => {
        const labelled = points.map((features) => ({ features, label: features[1] > 0.2 ? 1 : 0 }));
        const both = new Set(labelled.map(({ label }) => label));
        if (both.size < 2 || labelled.filter(({ label }) => label === 1).length < 20) return;
        for (const model of [trainLogistic(["x", "y"], labelled), trainTrees(["x", "y"], labelled, { leaf: 5 })]) {
          const mean = (label: number): number => {
            const own = labelled.filter((one) => one.label === label);
            return own.reduce((sum, { features }) => sum + predict(model, features), 0) / own.length;
          };
          expect(mean(1)).toBeGreaterThan(mean(0));
        }
      }),
      { numRuns: 10 },
    );
  });

  test("lowers the squared error with each tree, and gives the mean without one", () => {
    const labelled = Array.from({ length: 300 }, (_, at) => ({
      features: [at / 300, (at % 7) / 7],
      label: Math.sin(at / 40) ** 2,
    }));
    const errorOf = (trees: number): number => {
      const model = trainTrees(["x", "y"], labelled, { trees, leaf: 5 });
      return labelled.reduce((sum, { features, label }) => sum + (predict(model, features) - label) ** 2, 0);
    };
    const errors = [0, 1, 5, 20, 60].map(errorOf);
    for (let at = 1; at < errors.length; at++) expect(errors[at]).toBeLessThan(errors[at - 1]!);
    const mean = labelled.reduce((sum, { label }) => sum + label, 0) / 300;
    expect(predict(trainTrees(["x", "y"], labelled, { trees: 0 }), [0, 0])).toBeCloseTo(mean, 12);
  });

  test("is the same every time", () => {
    const labelled = Array.from({ length: 120 }, (_, at) => ({ features: [at % 5, at % 3], label: (at % 5) / 5 }));
    expect(trainTrees(["x", "y"], labelled, { leaf: 5 })).toEqual(trainTrees(["x", "y"], labelled, { leaf: 5 }));
    expect(trainLogistic(["x", "y"], labelled)).toEqual(trainLogistic(["x", "y"], labelled));
  });
});

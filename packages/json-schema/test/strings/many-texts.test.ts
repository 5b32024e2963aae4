// Whether a language has more texts than a number, against the set of its texts.

import {
  and,
  choiceOf,
  createEngine,
  type Engine,
  literal,
  not,
  parseRegex,
  type Regex,
  repeat,
  sequence,
} from "@espalier/automata";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../../test/support/samples.js";
import { hasMoreTexts } from "../../src/strings/many-texts.js";

/** A regular expression and its texts; `undefined` if they are infinitely many. */
interface Known {
  readonly regex: Regex;
  readonly texts: ReadonlySet<string> | undefined;
}

const joined = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a].flatMap((x) => [...b].map((y) => x + y)));

function inSequence(parts: readonly Known[]): Known {
  const texts = parts.reduce<ReadonlySet<string> | undefined>(
    (all, part) => (all === undefined || part.texts === undefined ? undefined : joined(all, part.texts)),
    new Set([""]),
  );
  return { regex: sequence(...parts.map(({ regex }) => regex)), texts };
}

const { known } = fc.letrec<{ known: Known }>((tie) => ({
  known: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("a", "b", "ab", "cab").map((text): Known => ({ regex: literal(text), texts: new Set([text]) })),
    fc.array(tie("known"), { minLength: 1, maxLength: 3 }).map(inSequence),
    fc.array(tie("known"), { minLength: 1, maxLength: 3 }).map(
      (options): Known => ({
        regex: choiceOf(options.map(({ regex }) => regex)),
        texts: options.some(({ texts }) => texts === undefined)
          ? undefined
          : new Set(options.flatMap(({ texts }) => [...texts!])),
      }),
    ),
    tie("known").map((item): Known => {
      const twice = inSequence([item, item]).texts;
      const texts = twice === undefined ? undefined : new Set(["", ...item.texts!, ...twice]);
      return { regex: repeat(item.regex, 0, 2), texts };
    }),
    tie("known").map(({ regex }): Known => ({ regex: repeat(regex, 0, Number.POSITIVE_INFINITY), texts: undefined })),
  ),
}));

test("a language has more texts than a number exactly if its set has", () => {
  fc.assert(
    fc.property(known, fc.nat({ max: 40 }), fc.boolean(), ({ regex, texts }, count, hidden) => {
      // Within an intersection, the shape of the expression does not tell that it is infinite.
      const asked = hidden ? and(regex, not(parseRegex("c+"))) : regex;
      expect(hasMoreTexts(createEngine(), asked, count)).toBe(texts === undefined || texts.size > count);
    }),
    { numRuns: samples(2000) },
  );
});

test("an infinite language shows it after few derivatives", () => {
  const engine = createEngine();
  let derivatives = 0;
  const counting: Engine = {
    ...engine,
    derivative(expr, byte) {
      derivatives++;
      return engine.derivative(expr, byte);
    },
  };
  const names = and(parseRegex(".*c.*"), not(parseRegex(".*a.*")), not(parseRegex(".*b.*")));
  expect(hasMoreTexts(counting, names, 2 ** 31)).toBe(true);
  expect(derivatives).toBeLessThan(500);
});

// Random schemas: a language in any order accepts an instance exactly where the validators say that it is valid, one in declared order accepts
// nothing else, and both write only what is valid.

import { type CompiledSchema, compileSchema, type SchemaOptions } from "@espalier/json-schema";
import fc from "fast-check";
import { accepts, randomText } from "../../../packages/json-schema/test/languages.js";
import type { RandomSchema } from "../../../packages/json-schema/test/random-schemas.js";
import { type Counts, type Part, tally } from "../part.js";
import { Finding, isTypedRefusal, smallestFailure } from "../smallest.js";
import { tossFrom } from "../toss.js";
import { openValidators } from "../validators.js";
import { instancesNear, schemas as randomSchemas } from "../wide-schemas.js";

const SCHEMAS = 100;
const INSTANCES = 24;

interface Case {
  readonly schema: RandomSchema;
  readonly texts: readonly string[];
  readonly order: "any" | "declared";
  readonly seed: number;
}

const cases: fc.Arbitrary<Case> = randomSchemas.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    texts: fc
      .array(instancesNear(schema), { minLength: INSTANCES, maxLength: INSTANCES })
      .map((values) => values.map((value) => JSON.stringify(value))),
    order: fc.constantFrom("any" as const, "any" as const, "declared" as const),
    seed: fc.nat(),
  }),
);

type Compiled = CompiledSchema | { readonly refused: string };

function compiled(schema: RandomSchema, options: SchemaOptions): Compiled {
  try {
    return compileSchema(schema, options);
  } catch (error) {
    if (!isTypedRefusal(error)) throw error;
    return { refused: error.code ?? error.name };
  }
}

/** Notices of values that cannot be written, so that a valid one may be refused. */
const PARTIAL = new Set(["partial-numbers", "lone-surrogate", "bounded-items", "bounded-names"]);

/** Numbers that the notice `plain-items` tells of: with an exponent, or of more than 15 digits. */
const NOT_PLAIN = /\d[eE][-+\d]|(?:\d\.?){16}/u;

/** Texts of the language itself: random ones, ended by the cheapest way. */
function written({ language }: CompiledSchema, seed: number): readonly string[] {
  const toss = tossFrom(seed);
  return [0, 4, 15, 40].map((steps) => randomText(language, toss, steps));
}

export const schemas: Part = {
  name: "schemas",
  about: "random JSON Schemas and instances near their edges; ajv and Python's jsonschema, where they agree",
  async open() {
    const counts: Counts = { schemas: 0, refused: 0, instances: 0, accepted: 0, written: 0, undecided: 0 };
    const validators = openValidators();
    async function law({ schema, texts, order, seed }: Case): Promise<void> {
      tally(counts, "schemas");
      const made = compiled(schema, { order, whitespace: { kind: "compact" } });
      const verdicts = await validators.judge(schema, texts);
      if ("refused" in made) {
        tally(counts, "refused");
        const valid = made.refused === "unsatisfiable-schema" ? texts[verdicts.indexOf(true)] : undefined;
        if (valid !== undefined) throw new Finding(`refused as unsatisfiable, but ${valid} is valid`);
        return;
      }
      const partial = made.notices.some(({ code }) => PARTIAL.has(code));
      const plain = made.notices.some(({ code }) => code === "plain-items");
      for (const [i, text] of texts.entries()) {
        const valid = verdicts[i];
        if (valid === undefined) tally(counts, "undecided");
        if (valid === undefined) continue;
        tally(counts, "instances");
        const accepted = accepts(made.language, text);
        if (accepted) tally(counts, "accepted");
        if (accepted && !valid) throw new Finding(`accepts ${text}, which is not valid`);
        const told = partial || (plain && NOT_PLAIN.test(text));
        if (!accepted && valid && order === "any" && !told) throw new Finding(`refuses ${text}, which is valid`);
      }
      const own = written(made, seed);
      const judged = await validators.judge(schema, own);
      tally(counts, "written", own.length);
      const wrong = judged.indexOf(false);
      if (wrong >= 0) throw new Finding(`writes ${own[wrong]}, which is not valid`);
    }
    return {
      counts,
      ...(validators.missing === undefined ? {} : { missing: validators.missing }),
      round: (seed, milliseconds) =>
        smallestFailure(cases, law, {
          seed,
          runs: SCHEMAS,
          milliseconds,
          show: ({ schema, order }) => `${JSON.stringify(schema)}, order ${order}`,
        }),
      close: validators.close,
    };
  },
};

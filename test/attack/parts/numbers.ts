// Random schemas of numbers, texts beside the points where the verdict changes (number-attack.ts of json-schema).
import { attackNumbers } from "../../../packages/json-schema/test/number-attack.js";
import { type Counts, type Part, tally } from "../part.js";
import { tossFrom } from "../toss.js";

const SCHEMAS = 200;
const TEXTS = 40;

export const numbers: Part = {
  name: "numbers",
  about: "random schemas of numbers and spellings beside their bounds; the specification over exact fractions, and ajv",
  async open() {
    const counts: Counts = { schemas: 0, texts: 0, accepted: 0 };
    return {
      counts,
      async round(seed, milliseconds) {
        const toss = tossFrom(seed);
        const began = performance.now();
        for (let i = 0; i < SCHEMAS && performance.now() - began < milliseconds; i++) {
          const { asked, accepted, fault } = attackNumbers(toss, TEXTS);
          tally(counts, "schemas");
          tally(counts, "texts", asked);
          tally(counts, "accepted", accepted);
          if (fault !== undefined) return fault;
        }
        return undefined;
      },
      close: () => undefined,
    };
  },
};

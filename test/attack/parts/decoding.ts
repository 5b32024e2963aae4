// Random decoding over the 128,256 tokens of Llama 3: a text that ends within its budget is valid, and a language that is trim has no dead end.

import { parseRegex, regexMonitor } from "@espalier/automata";
import { complete } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import { type Checkpoint, logitsOf, type Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { createLanguage, type SyntaxSource } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { llama3Vocabulary } from "../../../bench/vocabularies.js";
import { found, patterns } from "../../../packages/automata/test/random-patterns.js";
import type { RandomSchema } from "../../../packages/json-schema/test/random-schemas.js";
import { belongs } from "../../../packages/syntax/test/definition.js";
import { grammars } from "../../judges/llguidance/random.js";
import { type Counts, type Part, tally } from "../part.js";
import { Finding, isTypedRefusal, smallestFailure } from "../smallest.js";
import { tossFrom } from "../toss.js";
import { openValidators, type Validators } from "../validators.js";
import { schemas } from "../wide-schemas.js";

const SUBJECTS = 40;
/** Generations for each language. */
const TEXTS = 3;
/** What judges a text by trying all ways is asked of short ones only. */
const LONGEST_JUDGED = 60;
/** RegExp tries all ways, too: on longer texts some patterns take it minutes, after which it gives up and says that nothing matches. */
const LONGEST_MATCHED = 12;

type Subject =
  | { readonly kind: "schema"; readonly schema: RandomSchema; readonly order: "any" | "declared" }
  | { readonly kind: "regex"; readonly pattern: string }
  | { readonly kind: "grammar"; readonly grammar: string };

const cases = fc.record({
  subject: fc.oneof<fc.Arbitrary<Subject>[]>(
    fc.record({
      kind: fc.constant("schema" as const),
      schema: schemas,
      order: fc.constantFrom("any" as const, "declared" as const),
    }),
    fc.record({ kind: fc.constant("regex" as const), pattern: patterns(fc.constantFrom("^", "$")) }),
    fc.record({ kind: fc.constant("grammar" as const), grammar: grammars }),
  ),
  budget: fc.integer({ min: 1, max: 60 }),
  temperature: fc.constantFrom(0, 0.3, 1, 5),
  forcing: fc.constantFrom("on" as const, "off" as const),
  stopping: fc.constantFrom("last" as const, "best" as const, "best-when-cut" as const),
  seed: fc.nat({ max: 0x3fffffff }),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

/** A language that decoders can be given, and what judges a text; `undefined` is no opinion. */
interface Judged {
  readonly monitor: Monitor<number>;
  judge(text: string): Promise<boolean | undefined>;
}

function judged(subject: Subject, validators: Validators): Judged {
  switch (subject.kind) {
    case "schema": {
      const { language } = compileSchema(subject.schema, { order: subject.order });
      return { monitor: language, judge: async (text) => (await validators.judge(subject.schema, [text]))[0] };
    }
    case "regex": {
      const whole = new RegExp(`^(?:${subject.pattern})$`, "uy");
      const judge = async (text: string): Promise<boolean | undefined> =>
        text.length > LONGEST_MATCHED ? undefined : found(whole, text);
      return { monitor: regexMonitor(parseRegex(subject.pattern)), judge };
    }
    case "grammar": {
      const source: SyntaxSource = readLark(subject.grammar);
      const judge = async (text: string): Promise<boolean | undefined> =>
        text.length > LONGEST_JUDGED ? undefined : belongs(source, new TextEncoder().encode(text));
      return { monitor: createLanguage(source, { limits: { searchSteps: 1_000 } }), judge };
    }
  }
}

/** Logits that look random and cost nothing: a window of one long random table, moved by what has been read. */
function windowModel(vocabulary: Vocabulary, table: Float32Array, seed: number): Model {
  const room = table.length - vocabulary.size;
  return {
    vocabulary,
    logitsSize: vocabulary.size,
    contextLength: undefined,
    encode: () => [0],
    session() {
      let [hash, length] = [seed, 0];
      const points = new WeakMap<Checkpoint, readonly [number, number]>();
      return {
        get length() {
          return length;
        },
        async append(ids) {
          for (const id of ids) hash = (Math.imul(hash ^ id, 0x9e3779b1) ^ (hash >>> 13)) >>> 0;
          length += ids.length;
          const from = hash % room;
          return logitsOf(table.slice(from, from + vocabulary.size));
        },
        checkpoint() {
          const point = { length };
          points.set(point, [hash, length]);
          return point;
        },
        restore(point) {
          [hash, length] = points.get(point)!;
        },
        dispose: () => undefined,
      };
    },
    dispose: async () => undefined,
  };
}

export const decoding: Part = {
  name: "decoding",
  about: "random generations with budgets over 128,256 tokens; the validators, RegExp and the definition of a grammar",
  async open() {
    const counts: Counts = { languages: 0, refused: 0, generations: 0, "short budgets": 0, judged: 0, dead: 0 };
    const validators = openValidators();
    const vocabulary = llama3Vocabulary();
    const trie = buildTrie(vocabulary);
    const toss = tossFrom(1);
    const table = Float32Array.from({ length: vocabulary.size + (1 << 18) }, () => toss() * 16 - 8);

    async function law(each: Case): Promise<void> {
      tally(counts, "languages");
      try {
        const language = judged(each.subject, validators);
        const masker = createMasker(trie, language.monitor);
        for (let i = 0; i < TEXTS; i++) {
          const model = windowModel(vocabulary, table, each.seed + i);
          const { budget: maxTokens, temperature, forcing, stopping } = each;
          const options = { model, prompt: [0], masker, maxTokens, forcing, stopping, seed: each.seed + i };
          const { text, accepted, ids } = await complete({ ...options, sampling: { temperature } });
          tally(counts, "generations");
          if (!accepted) throw new Finding(`ends with ${JSON.stringify(text)}, which is not accepted`);
          if (ids.length > maxTokens) throw new Finding(`${ids.length} tokens, where ${maxTokens} are allowed`);
          const valid = await language.judge(text);
          if (valid !== undefined) tally(counts, "judged");
          if (valid === false) throw new Finding(`writes ${JSON.stringify(text)}, which is not valid`);
        }
      } catch (error) {
        const { name } = error as Error;
        if (name === "DeadEndError") tally(counts, "dead");
        if (!isTypedRefusal(error) || name === "DeadEndError") throw error;
        tally(counts, name === "BudgetError" ? "short budgets" : "refused");
      }
    }
    return {
      counts,
      ...(validators.missing === undefined ? {} : { missing: validators.missing }),
      round: (seed, milliseconds) =>
        smallestFailure(cases, law, { seed, runs: SUBJECTS, milliseconds, show: (each) => JSON.stringify(each) }),
      close: validators.close,
    };
  },
};

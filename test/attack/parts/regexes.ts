// Random regular expressions: as whole texts, as searches, and as `pattern` of a schema they match what RegExp matches.

import {
  createEngine,
  type Engine,
  type Expr,
  parseRegex,
  type Regex,
  randomMember,
  searchRegex,
} from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import fc from "fast-check";
import { found, patterns, text } from "../../../packages/automata/test/random-patterns.js";
import { accepts } from "../../../packages/json-schema/test/languages.js";
import { type Counts, type Part, tally } from "../part.js";
import { Finding, isTypedRefusal, smallestFailure } from "../smallest.js";
import { tossFrom } from "../toss.js";

const PATTERNS = 100;
/** V8 tries all ways of a match, so longer texts take it minutes. */
const MOST_BYTES = 16;

const cases = fc.record({
  pattern: fc.oneof(patterns(undefined), patterns(fc.constantFrom("^", "$"))),
  flags: fc.constantFrom("", "s", "i", "is"),
  texts: fc.array(text, { minLength: 12, maxLength: 12 }),
  edits: fc.array(fc.tuple(fc.nat(), text), { minLength: 4, maxLength: 4 }),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

function matches(engine: Engine, expr: Expr, each: string): boolean {
  let state = expr;
  for (const byte of Buffer.from(each, "utf8")) state = engine.derivative(state, byte);
  return engine.nullable(state);
}

/** What `work` gives; `undefined` where it is refused by a typed error. */
function unlessRefused<T>(counts: Counts, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!isTypedRefusal(error)) throw error;
    tally(counts, "refused");
    return undefined;
  }
}

/** Members of the language, and the same with something put in. */
function* nearTexts(engine: Engine, regex: Regex, { texts, edits }: Case): Generator<string> {
  yield* texts;
  for (const [at, other] of edits) {
    const member = randomMember(regex, tossFrom(at), { engine, maxBytes: MOST_BYTES });
    if (member === undefined) return;
    const spelt = new TextDecoder("utf-8", { ignoreBOM: true }).decode(member);
    yield spelt;
    const characters = [...spelt];
    const cut = at % (characters.length + 1);
    yield characters.slice(0, cut).join("") + other + characters.slice(cut).join("");
    yield characters.filter((_, i) => i !== cut).join("");
  }
}

function law(each: Case, counts: Counts): void {
  const { pattern, flags } = each;
  const whole = new RegExp(`^(?:${pattern})$`, `u${flags}`);
  const some = new RegExp(pattern, `uy${flags}`);
  const read = { flags };
  tally(counts, "patterns");
  const engine = createEngine({ fuel: 1_000_000 });
  const wholeExpr = unlessRefused(counts, () => engine.intern(parseRegex(pattern, read)));
  const someExpr = unlessRefused(counts, () => engine.intern(searchRegex(pattern, read)));
  const schema =
    flags === "" ? unlessRefused(counts, () => compileSchema({ type: "string", pattern }, { engine })) : undefined;
  const differ = (how: string, one: string, theirs: boolean): void => {
    throw new Finding(`${how}: RegExp ${theirs ? "matches" : "does not match"} ${JSON.stringify(one)}`);
  };
  const near = unlessRefused(counts, () => [...nearTexts(engine, searchRegex(pattern, read), each)]) ?? each.texts;
  for (const one of near) {
    if (wholeExpr !== undefined) {
      const ours = unlessRefused(counts, () => matches(engine, wholeExpr, one));
      tally(counts, "texts");
      if (ours !== undefined && ours !== whole.test(one)) differ("whole", one, !ours);
    }
    const theirs = found(some, one);
    if (someExpr !== undefined) {
      const ours = unlessRefused(counts, () => matches(engine, someExpr, one));
      tally(counts, "texts");
      if (ours !== undefined && ours !== theirs) differ("search", one, theirs);
    }
    if (schema !== undefined) {
      const ours = unlessRefused(counts, () => accepts(schema.language, JSON.stringify(one)));
      tally(counts, "texts");
      if (ours !== undefined && ours !== theirs) differ("pattern of a schema", one, theirs);
    }
  }
}

export const regexes: Part = {
  name: "regexes",
  about: "random regular expressions as whole texts, searches and patterns; RegExp",
  async open() {
    const counts: Counts = { patterns: 0, refused: 0, texts: 0 };
    return {
      counts,
      round: (seed, milliseconds) =>
        smallestFailure(cases, (each) => law(each, counts), {
          seed,
          runs: PATTERNS,
          milliseconds,
          show: ({ pattern, flags }) => `/${pattern}/${flags}`,
        }),
      close: () => undefined,
    };
  },
};

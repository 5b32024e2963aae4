// Cold and warm derivatives of the expressions that structured output is made of, one JSON row each. Run with
//
//   npx tsx --conditions=@espalier/source packages/automata/bench/derivatives.bench.ts
//
// cold: microseconds per derivative that no engine has seen, over texts of the language, the best of 30 fresh engines;
// warm: nanoseconds per derivative already known; intern: milliseconds; bytes: what the engine holds afterwards.
import type { Engine, Expr, Regex } from "@espalier/automata";
import { and, choice, createEngine, literal, not, parseRegex, randomMember, searchRegex } from "@espalier/automata";
import { seeded } from "../test/random.js";

const DATE = "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])";
const JSON_STRING = '"([^"\\\\\\u0000-\\u001f]|\\\\(["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"';

const CASES: Readonly<Record<string, () => Regex>> = {
  "json number": () => parseRegex("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?"),
  "json string": () => parseRegex(JSON_STRING),
  identifier: () => parseRegex("[A-Za-z_][A-Za-z0-9_]*"),
  "unicode identifier": () => parseRegex("[\\p{ID_Start}_][\\p{ID_Continue}]*"),
  "date-time": () => parseRegex(`${DATE}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)`),
  uuid: () => parseRegex("[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
  "bounded text": () => parseRegex(".{1,1000}", { flags: "s" }),
  "search in text": () => searchRegex("[a-z]+@[a-z]+\\.[a-z]{2,3}"),
  "identifier, no keyword": () =>
    and(parseRegex("[a-z_][a-z0-9_]*"), not(parseRegex("if|else|for|while|return|class|import|from|def|None"))),
  "password look-aheads": () => parseRegex("(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,64}"),
  "enum of 10000": () =>
    choice(...Array.from({ length: 10_000 }, (_, i) => literal(`key_${(i * 7919) % 10_007}_${i.toString(36)}`))),
};

function walk(engine: Engine, start: Expr, texts: readonly Uint8Array[]): number {
  let sum = 0;
  for (const text of texts) {
    let state = start;
    for (let i = 0; i < text.length; i++) state = engine.derivative(state, text[i]!);
    sum += state;
  }
  return sum;
}

/** How many distinct (expression, byte class) pairs the texts meet. */
function distinct(engine: Engine, start: Expr, texts: readonly Uint8Array[]): number {
  const { classOf } = engine.alphabet([start]);
  const seen = new Set<number>();
  for (const text of texts) {
    let state = start;
    for (const byte of text) {
      seen.add(state * 256 + classOf[byte]!);
      state = engine.derivative(state, byte);
    }
  }
  return seen.size;
}

for (const [name, make] of Object.entries(CASES)) {
  const regex = make();
  const random = seeded(7);
  const scratch = createEngine();
  const texts = Array.from(
    { length: 200 },
    () => randomMember(regex, random, { engine: scratch, maxBytes: 200, stop: 0.05 })!,
  );
  const steps = distinct(scratch, scratch.intern(regex), texts);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  let intern = Number.POSITIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  let again = Number.POSITIVE_INFINITY;
  let engine = createEngine();
  for (let round = 0; round < 30; round++) {
    engine = createEngine();
    const begun = performance.now();
    const start = engine.intern(regex);
    const interned = performance.now();
    walk(engine, start, texts);
    const walked = performance.now();
    intern = Math.min(intern, interned - begun);
    first = Math.min(first, walked - interned);
    for (let k = 0; k < 10; k++) {
      const before = performance.now();
      walk(engine, start, texts);
      again = Math.min(again, performance.now() - before);
    }
  }
  const cold = ((first - again) * 1000) / steps;
  const warm = (again * 1e6) / length;
  console.log(
    JSON.stringify({
      name,
      steps,
      cold: +cold.toFixed(3),
      warm: +warm.toFixed(2),
      intern: +intern.toFixed(3),
      bytes: engine.bytesUsed(),
    }),
  );
}

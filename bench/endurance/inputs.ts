// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword here.

// Inputs that are large or hostile, each as one compile and one text. They must be read, or refused with a typed error, within
// bounded work and memory, whatever their size makes of a loop that is quadratic.

import { createFuel, type Monitor, product, star, union } from "@espalier/monitor";
import { check, gbnf, jsonSchema, lark, regex, sample } from "espalier";

/** One input. */
export interface Input {
  /** The verdict of `run`: that of `check` on the text, or `code` of the error that refuses the input. */
  readonly expected: string;
  /** MiB that it may add to the memory of the process; V8's heap is bounded by as much. */
  readonly memory: number;
  /** Compiles the language; returns what reads the text. */
  compile(): () => string;
}

const count = (size: number): readonly number[] => Array.from({ length: size }, (_, i) => i);

/** Words none of which begins another. */
const words = (size: number): readonly string[] => count(size).map((i) => `word${i}x`);

const accepts = (language: Parameters<typeof check>[0], text: string): (() => string) => {
  return () => check(language, text).verdict;
};

/** Reads a text, with the cost of each state. */
const costedThroughout = (language: ReturnType<typeof jsonSchema>, text: string) => (): string => {
  let state: number | undefined = language.start;
  for (const byte of Buffer.from(text)) {
    if (state === undefined || language.cost(state) === Number.POSITIVE_INFINITY) return "dead";
    state = language.step(state, byte);
  }
  return state !== undefined && language.cost(state) === 0 ? "accepted" : "incomplete";
};

/** Reads a text with as much fuel as a server may give it. */
const fueled = (read: () => string) => (): string => createFuel(20_000_000).run(read);

const million = "abcdefghij".repeat(100_000);

/** Definitions, each of which stands for the next twice. */
const doubling = (name: string, times: number): string => {
  const lines = count(times).map((i) => `${name}${i}: ${name}${i + 1} ${name}${i + 1}`);
  return [...lines, `${name}${times}: "a"`].join("\n");
};

/** Definitions that combine with each other: any set of them may have to hold at once. */
const mutual = (size: number): object => {
  const definition = (i: number): object => {
    const parts = (p: number): readonly number[] => [(i + p) % size, (5 * i + 3 * p + 1) % size];
    const references = (p: number) => parts(p).map((part) => ({ $ref: `#/$defs/d${part}` }));
    return {
      type: "object",
      properties: Object.fromEntries(count(4).map((p) => [`p${p}`, { allOf: references(p) }])),
    };
  };
  return { $defs: Object.fromEntries(count(size).map((i) => [`d${i}`, definition(i)])), $ref: "#/$defs/d0" };
};

/** Definitions in cycles: if the lengths are coprime, any two definitions may have to hold at once. */
const cycles = (lengths: readonly number[]): object => {
  const name = (length: number, i: number): string => `r${length}_${i % length}`;
  const definitions = lengths.flatMap((length) =>
    count(length).map((i) => {
      const x = { $ref: `#/$defs/${name(length, i + 1)}` };
      return [name(length, i), { type: "object", properties: { x } }];
    }),
  );
  return {
    allOf: lengths.map((length) => ({ $ref: `#/$defs/${name(length, 0)}` })),
    $defs: Object.fromEntries(definitions),
  };
};

const manyProperties = (size: number) => ({
  type: "object",
  properties: Object.fromEntries(words(size).map((name) => [name, { type: "integer" }])),
});

/**
 * Resources as argo-workflows describes them: exactly one of five kinds. `kind` tells them apart, but it is not required, so
 * each kind excludes the others in many ways.
 */
const overlapping = (size: number): object => {
  const wide = (own: string) => ({
    type: "object",
    properties: Object.fromEntries(count(size).map((i) => [`${own}${i}`, { type: "integer" }])),
  });
  const kinds = { Cluster: "Spec", Cron: "CronSpec", Workflow: "Spec", Event: "EventSpec", Template: "Spec" };
  return {
    oneOf: Object.entries(kinds).map(([kind, spec]) => ({
      type: "object",
      properties: {
        kind: { const: kind },
        metadata: { $ref: "#/$defs/Metadata" },
        spec: { $ref: `#/$defs/${spec}` },
      },
      required: ["metadata", "spec"],
    })),
    $defs: { Metadata: wide("m"), Spec: wide("s"), CronSpec: wide("c"), EventSpec: wide("e") },
  };
};

/** An object of integers with these names. */
const objectOf = (names: readonly string[]): string => `{${names.map((name, i) => `"${name}": ${i}`).join(", ")}}`;

export const INPUTS: Readonly<Record<string, Input>> = {
  "50,000 literals in a Lark grammar": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const literals = words(50_000).map((word) => `"${word}"`);
      return accepts(lark(`start: ${literals.join(" | ")}`), "word49999x");
    },
  },
  "50,000 named terminals in a Lark grammar": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const all = words(50_000);
      const names = all.map((_, i) => `T${i}`);
      const rules = all.map((word, i) => `T${i}: "${word}"`);
      return accepts(lark(`start: ${names.join(" | ")}\n${rules.join("\n")}`), "word49999x");
    },
  },
  "50,000 literals in a GBNF grammar": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const literals = words(50_000).map((word) => `"${word}"`);
      return accepts(gbnf(`root ::= ${literals.join(" | ")}`), "word49999x");
    },
  },
  "a regex of a million characters": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(regex(million), million),
  },
  "a regex of 200,000 classes": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(regex("[a-z]".repeat(200_000)), "q".repeat(200_000)),
  },
  "a pattern of a million characters": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(jsonSchema({ type: "string", pattern: `^${million}$` }), JSON.stringify(million)),
  },
  "a pattern of 75,000 Unicode classes": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const text = "é".repeat(75_000);
      return accepts(jsonSchema({ type: "string", pattern: `^${"\\p{L}".repeat(75_000)}$` }), JSON.stringify(text));
    },
  },
  "an enum text of a million characters": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(jsonSchema({ enum: [million] }), JSON.stringify(million)),
  },
  "a Lark terminal of 300,000 characters": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(lark(`start: WORD\nWORD: /${million.slice(0, 300_000)}/`), million.slice(0, 300_000)),
  },
  "a terminal that doubles forty times": {
    expected: "too-large",
    memory: 320,
    compile: () => accepts(lark(`start: T0\n${doubling("T", 40)}`), "a"),
  },
  "a rule that doubles forty times": {
    expected: "incomplete",
    memory: 320,
    compile: () => accepts(lark(`start: t0\n${doubling("t", 40)}`), "aaaa"),
  },
  "2,000 optional literals in one rule of a Lark grammar": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const literals = words(2000).map((word) => `"${word}"?`);
      return accepts(lark(`start: ${literals.join(" ")}`), "word7xword1999x");
    },
  },
  "2,000 rules that may be empty, one after the other": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const rules = words(2000).map((word, i) => `r${i}: "${word}"?`);
      const names = rules.map((_, i) => `r${i}`);
      return accepts(lark(`start: ${names.join(" ")}\n${rules.join("\n")}`), "word7xword1999x");
    },
  },
  "10,000 optional literals in one rule of a Lark grammar": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      const literals = words(10_000).map((word) => `"${word}"?`);
      return accepts(lark(`start: ${literals.join(" ")}`), "word7x");
    },
  },
  "3,000 declared properties, all written": {
    expected: "accepted",
    memory: 400,
    compile: () => accepts(jsonSchema(manyProperties(3000)), objectOf(words(3000))),
  },
  "3,000 declared properties and no others, all written": {
    expected: "accepted",
    memory: 400,
    compile: () => {
      const schema = { ...manyProperties(3000), additionalProperties: false };
      return accepts(jsonSchema(schema), objectOf(words(3000)));
    },
  },
  "1,000 properties in any order, all written backwards": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(jsonSchema(manyProperties(1000), { order: "any" }), objectOf(words(1000).toReversed())),
  },
  "10,000 properties in any order, 100 of them written": {
    expected: "accepted",
    memory: 450,
    compile: () => {
      const written = words(10_000).toReversed().slice(0, 100);
      return accepts(jsonSchema(manyProperties(10_000), { order: "any" }), objectOf(written));
    },
  },
  "300 required properties in any order, with the cost after each byte": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const language = jsonSchema({ ...manyProperties(300), required: words(300) }, { order: "any" });
      return costedThroughout(language, objectOf(words(300).toReversed()));
    },
  },
  "15 properties that each need another": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const dependentRequired = Object.fromEntries(count(15).map((i) => [`word${i}x`, [`word${29 - i}x`]]));
      return costedThroughout(jsonSchema({ ...manyProperties(30), dependentRequired }), objectOf(words(30)));
    },
  },
  "two of at most 100,000 items are counted": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const schema = { type: "array", contains: { const: 1 }, minContains: 2, maxItems: 100_000 };
      return costedThroughout(jsonSchema(schema), JSON.stringify(count(2000).map((i) => i % 2)));
    },
  },
  "five kinds of resources that overlap, in any order": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const text = '{"metadata": {"m1": 1}, "spec": {"s1": 1, "s2": 2}, "kind": "Workflow"}';
      return accepts(jsonSchema(overlapping(20), { order: "any" }), text);
    },
  },
  "24 definitions that refer to each other under allOf": {
    expected: "schema-limit",
    memory: 320,
    compile: () => accepts(jsonSchema(mutual(24)), "{}"),
  },
  "cycles of 199 and 97 definitions under allOf": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(jsonSchema(cycles([199, 97])), '{"x": {"x": {}}}'),
  },
  "cycles of 499 and 397 definitions under allOf": {
    expected: "schema-limit",
    memory: 320,
    compile: () => accepts(jsonSchema(cycles([499, 397])), "{}"),
  },
  "200 conditions on one property": {
    expected: "schema-limit",
    memory: 320,
    compile: () => {
      const when = (i: number) => ({ properties: { a: { const: i } } });
      const allOf = count(200).map((i) => ({ if: when(i), then: { properties: { b: { const: i } } } }));
      return accepts(jsonSchema({ allOf }), "{}");
    },
  },
  "2,000 properties with different ranges of numbers": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const range = (i: number) => ({
        type: "number",
        minimum: -(i + 0.1) * 10 ** (i % 300),
        maximum: 10 ** (i % 300),
      });
      const properties = Object.fromEntries(words(2000).map((name, i) => [name, range(i)]));
      return costedThroughout(jsonSchema({ type: "object", properties }), '{"word9x": -3.25}');
    },
  },
  "a constant of 30,000 members": {
    expected: "incomplete",
    memory: 400,
    compile: () => {
      const value = Object.fromEntries(words(30_000).map((name, i) => [name, i]));
      return costedThroughout(jsonSchema({ const: value }), "{");
    },
  },
  "5,000 declared properties, all written, with limited fuel": {
    expected: "fuel",
    memory: 450,
    compile: () => fueled(accepts(jsonSchema(manyProperties(5000)), objectOf(words(5000)))),
  },
  "40 keys of 5,000 characters, with the cost after each byte and limited fuel": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      const keys = count(40).map((i) => `${"x".repeat(5000)}${i}`);
      return fueled(costedThroughout(jsonSchema({ type: "object" }), objectOf(keys)));
    },
  },
  "six patterns for keys, each of which may begin anywhere, with limited fuel": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      const patternProperties = Object.fromEntries(count(6).map((i) => [`a.{${5 + i}}b$`, { minimum: i }]));
      return fueled(costedThroughout(jsonSchema({ patternProperties }), '{"abcdefx": 7}'));
    },
  },
  "20,000 options that are constants": {
    expected: "accepted",
    memory: 320,
    compile: () => accepts(jsonSchema({ anyOf: words(20_000).map((word) => ({ const: word })) }), '"word19999x"'),
  },
  "1,000 undefined names in a Lark grammar of 1,000 rules": {
    expected: "undefined-name",
    memory: 320,
    compile: () => {
      const longName = (letter: string, i: number): string => letter.repeat(46) + String(i).padStart(4, "0");
      const rules = count(1000).map((i) => `${longName("a", i)}: ${longName("b", i)}`);
      return accepts(lark([`start: ${longName("a", 0)}`, ...rules].join("\n")), "a");
    },
  },
  "800 Lark terminals, each of other Unicode letters": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const terminals = count(800).map((i) => `T${i}: /[\\p{L}${String.fromCodePoint(0x3000 + i)}]+/`);
      const names = terminals.map((_, i) => `T${i}`);
      return accepts(lark(`start: ${names.join(" | ")}\n${terminals.join("\n")}`), "é");
    },
  },
  "2,000 numbers, each at most once, with the cost after each byte and limited fuel": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      const items = { enum: count(2000) };
      const language = jsonSchema({ type: "array", items, uniqueItems: true, minItems: 1500 });
      return fueled(costedThroughout(language, JSON.stringify(count(1600))));
    },
  },
  "a repetition that may begin anew at each of 2,000 positions, with limited fuel": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      const language = star(regex("(aa|aaa){1,700}"));
      return fueled(() => check(language, "a".repeat(20_000)).verdict);
    },
  },
  "a union of 512 expressions, with limited fuel": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      const tree = (from: number, to: number): Monitor<number> => {
        if (to - from === 1) return regex(`.*a.{${from % 12}}[^${String.fromCodePoint(0x4e00 + from)}]*`);
        const half = (from + to) >> 1;
        return union(tree(from, half), tree(half, to));
      };
      const language = tree(0, 512);
      return fueled(() => check(language, "ab".repeat(10_000)).verdict);
    },
  },
  "six products in one another, each of which searches, with limited fuel": {
    expected: "fuel",
    memory: 320,
    compile: () => {
      let language = regex("[ab]*") as Monitor<unknown>;
      for (const period of [7, 11, 13, 17, 19, 23]) {
        language = product(language, regex(`([ab]{${period}})*`), { cost: "search" }) as Monitor<unknown>;
      }
      return fueled(() => {
        let state = language.start;
        for (const byte of Buffer.from("ab".repeat(1000))) {
          language.cost!(state);
          state = language.step(state, byte);
        }
        return "read";
      });
    },
  },
  "1.9 million numbers": {
    expected: "schema-limit",
    memory: 400,
    compile: () => accepts(jsonSchema({ enum: count(1_900_000) }), "1"),
  },
  "60,000 maps with new keys in one array": {
    expected: "accepted",
    memory: 320,
    compile: () => {
      const maps = count(60_000).map((i) => `{"key${i}": 1}`);
      const items = { type: "object", additionalProperties: { type: "integer" } };
      return accepts(jsonSchema({ type: "array", items }), `[${maps.join(", ")}]`);
    },
  },
  "100 sentences of any object": {
    expected: "accepted",
    memory: 128,
    compile: () => {
      const language = jsonSchema({ type: "object" });
      return () => {
        const verdicts = sample(language, { seed: 1, count: 100 }).map((text) => check(language, text).verdict);
        return verdicts.find((verdict) => verdict !== "accepted") ?? "accepted";
      };
    },
  },
};

// The arbitraries give what they promise: shapes that occur, sentences that are derived, members that are members, models
// that repeat themselves.

import { literal, regexMonitor } from "@espalier/automata";
import { type Expression, productiveRules } from "@espalier/grammar";
import {
  adversarialModel,
  completion,
  cuts,
  derives,
  grammars,
  matchEnds,
  members,
  nearMisses,
  randomModel,
  regexes,
  sentences,
  vocabularies,
} from "@espalier/laws";
import { type Monitor, product, run, strings, top } from "@espalier/monitor";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { calls } from "./monitors.js";

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const terminals = new Map(["a", "b", "c"].map((name) => [name, literal(name)]));

/** Whether the leftmost symbol of an expression can be `rule`, by any number of rules. */
function begins(grammar: { readonly rules: readonly { name: string; body: Expression }[] }, rule: string): boolean {
  const seen = new Set<string>();
  const firsts = (expression: Expression): string[] => {
    switch (expression.kind) {
      case "terminal":
        return [];
      case "nonterminal":
        return [expression.name];
      case "sequence":
        return expression.items.slice(0, 1).flatMap(firsts);
      case "choice":
        return expression.options.flatMap(firsts);
      case "repeat":
        return firsts(expression.item);
    }
  };
  const pending = grammar.rules.filter(({ name }) => name === rule).flatMap(({ body }) => firsts(body));
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === rule) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push(...grammar.rules.filter((other) => other.name === name).flatMap(({ body }) => firsts(body)));
  }
  return false;
}

describe("grammars", () => {
  it("derive something from every rule, and are often left-recursive", () => {
    let recursive = 0;
    fc.assert(
      fc.property(grammars(), (grammar) => {
        expect(productiveRules(grammar).size).toBe(grammar.rules.length);
        if (begins(grammar, "r0")) recursive++;
      }),
      { numRuns: samples(200) },
    );
    expect(recursive).toBeGreaterThan(samples(50));
  });

  it("have sentences that they derive, of many lengths", () => {
    const lengths = new Set<number>();
    const pairs = grammars({ rules: 3 }).chain((grammar) => fc.tuple(fc.constant(grammar), sentences(grammar)));
    fc.assert(
      fc.property(pairs, ([grammar, sentence]) => {
        lengths.add(sentence.length);
        if (sentence.length <= 20) expect(derives(grammar, terminals, bytesOf(sentence.join("")))).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(lengths.size).toBeGreaterThan(8);
  });

  it.each([[grammars, { terminals: [] }] as const, [grammars, { rules: 0 }] as const])(
    "need parts",
    (make, options) => {
      expect(() => make(options)).toThrow(RangeError);
    },
  );

  it("without sentences are refused", () => {
    const endless = { start: "s", rules: [{ name: "s", body: { kind: "nonterminal", name: "s" } as const }] };
    expect(() => sentences(endless)).toThrow(RangeError);
  });
});

describe("regexes", () => {
  it("have every operator, and letters of several bytes", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(regexes(), (regex) => {
        for (const kind of JSON.stringify(regex).match(/(?<="kind":")[a-z]+/g) ?? []) kinds.add(kind);
      }),
      { numRuns: 200 },
    );
    expect([...kinds].sort()).toEqual(["and", "bytes", "choice", "literal", "not", "repeat", "sequence"]);
    expect(JSON.stringify(fc.sample(regexes(), { numRuns: 50, seed: 1 }))).toContain("195");
  });

  it.each([
    ["a", "aa", [1]],
    ["ab", "abab", [2]],
  ])("match by sets of ends: %s in %s", (word, text, ends) => {
    expect([...matchEnds(literal(word), bytesOf(text), 0)]).toEqual(ends);
  });
});

describe("members", () => {
  const withoutCost: Monitor<number> = {
    start: 0,
    step: (s, b) => (b === 97 ? (s + 1) % 7 : undefined),
    accepts: (s) => s === 5,
  };
  it.each([
    ["with a cost", regexMonitor("(ab|cd{2,4}é)+") as Monitor<number>],
    ["without one", withoutCost],
    ["not trim", product(strings(["aab", "cc", "cd"]), strings(["aac", "cd"])) as Monitor<unknown> as Monitor<number>],
    ["with control symbols", calls],
  ])("end where they may: %s", (_, monitor) => {
    const texts = new Set<string>();
    fc.assert(
      fc.property(members(monitor), (text) => {
        const state = run(monitor, text);
        texts.add(text.join());
        expect(state !== undefined && monitor.accepts(state)).toBe(true);
      }),
    );
    expect(texts.size).toBeGreaterThan(monitor.trim === true ? 10 : 0);
  });

  it("are refused where there are none", () => {
    expect(() => fc.sample(members({ ...top, accepts: () => false, cost: () => Infinity }), 1)).toThrow(RangeError);
  });

  it.each([
    ["found", strings(["ab"]), { kind: "found", symbols: [97, 98] }],
    ["none", { ...withoutCost, accepts: () => false }, { kind: "none" }],
    ["unknown", { ...withoutCost, step: (s: number) => s + 1, accepts: () => false }, { kind: "unknown" }],
  ] as const)("completion: %s", (_, monitor: Monitor<number>, expected) => {
    expect(completion(monitor, monitor.start, 50)).toEqual(expected);
  });
});

describe("edits", () => {
  it("are one change away", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 255 })), fc.nat(), (text, seed) => {
        const [near] = fc.sample(nearMisses(fc.constant(text)), { numRuns: 1, seed });
        expect(Math.abs(near!.length - text.length)).toBeLessThanOrEqual(1);
        const differing = near!.filter((symbol, i) => symbol !== text[i]).length;
        if (near!.length === text.length) expect(differing).toBeLessThanOrEqual(2);
      }),
    );
  });

  it("cut a text in three that make it up", () => {
    const cutAt = new Set<number>();
    fc.assert(
      fc.property(cuts(fc.constant([1, 2, 3])), ({ prefix, middle, suffix }) => {
        cutAt.add(prefix.length * 4 + suffix.length);
        expect([...prefix, ...middle, ...suffix]).toEqual([1, 2, 3]);
      }),
    );
    expect(cutAt.size).toBe(10);
  });
});

describe("vocabularies", () => {
  it("have pieces of the texts, twins, empties, holes, and an end", () => {
    const met = { crossing: 0, twins: 0, empty: 0, holes: 0, controls: 0, incomplete: 0 };
    fc.assert(
      fc.property(vocabularies({ texts: [bytesOf('{"é": 1}')], controls: ["<call>"] }), (vocabulary) => {
        const spelt = new Map<string, number>();
        for (let id = 0; id < vocabulary.size; id++) {
          const text = vocabulary.bytes(id)?.join();
          if (text === undefined) met.holes += vocabulary.kinds[id] === 0 ? 1 : 0;
          else spelt.set(text, (spelt.get(text) ?? 0) + 1);
        }
        if (spelt.has(bytesOf('": ').join())) met.crossing++;
        if (spelt.has("")) met.empty++;
        if ([...spelt.values()].some((count) => count > 1)) met.twins++;
        if (vocabulary.controlIds("<call>").length > 0) met.controls++;
        if (spelt.size < 256) met.incomplete++;
        expect(vocabulary.ends.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
    for (const [what, count] of Object.entries(met)) expect([what, count > 0]).toEqual([what, true]);
  });
});

describe("fake models", () => {
  const vocabulary = vocabularyOfBytes(["a", "b", "ab", { control: "<end>" }], ["<end>"]);
  const read = async (model: ReturnType<typeof randomModel>, ...appends: number[][]) => {
    const session = model.session();
    let logits = new Float32Array();
    for (const ids of appends) logits = (await (await session.append(ids)).read()) as Float32Array<ArrayBuffer>;
    return Array.from(logits);
  };

  it("repeat themselves, and differ by seed, history and row", async () => {
    const one = await read(randomModel(vocabulary, 1), [0, 1]);
    expect(await read(randomModel(vocabulary, 1), [0], [1])).toEqual(one);
    for (const other of [
      await read(randomModel(vocabulary, 2), [0, 1]),
      await read(randomModel(vocabulary, 1), [1, 0]),
    ]) {
      expect(other).not.toEqual(one);
    }
    expect(new Set(one).size).toBe(4);
    expect(await read(randomModel(vocabulary, 1, { logitsSize: 9 }), [0])).toHaveLength(9);
  });

  it("want what they are told to want", async () => {
    const model = adversarialModel(vocabulary, (ids) => (ids.length === 1 ? [2, 0] : [3]));
    expect([await read(model, [0]), await read(model, [0, 0])]).toEqual([
      [99, 0, 100, 0],
      [0, 0, 0, 100],
    ]);
  });

  it("spell text with the longest tokens, and come back to a checkpoint", async () => {
    const model = randomModel(vocabulary, 1);
    expect(model.encode("abba", "literal")).toEqual([2, 1, 0]);
    expect(() => model.encode("abc", "literal")).toThrow(RangeError);
    const session = model.session();
    const first = Array.from(await (await session.append([0])).read());
    const point = session.checkpoint();
    await session.append([1, 1]);
    session.restore(point);
    expect(session.length).toBe(1);
    expect(Array.from(await (await session.append([2])).read())).toEqual(await read(model, [0, 2]));
    expect(first).toEqual(await read(model, [0]));
    expect(() => session.restore(model.session().checkpoint())).toThrow(RangeError);
  });

  it.each([
    ["no ids", [], "RangeError"],
    ["no id", [4], "RangeError"],
    ["too many", [0, 0, 0], "ModelError"],
  ])("refuse %s", async (_, ids, name) => {
    await expect(randomModel(vocabulary, 1, { contextLength: 2 }).session().append(ids)).rejects.toMatchObject({
      name,
    });
  });
});

// Questions in a generation: how often they are asked, and what their answers rule out.

import { complete, createDecoder, generate } from "@espalier/decode";
import {
  deny,
  endsWith,
  type Monitor,
  MonitorError,
  type MonitorParts,
  monitorOf,
  onTrigger,
  product,
  strings,
} from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";
import { fakeModel, noise } from "./small-languages.js";

/** Words and dots; after a dot, names that a service knows of what stands before it. */
interface Place {
  readonly word: string;
  readonly of?: string;
  readonly names?: readonly string[];
}
const start: Place = { word: "" };
const dotted: Monitor<Place> = {
  start,
  step({ word, of, names }, byte) {
    const character = String.fromCharCode(byte);
    if (names !== undefined && !/\w/.test(character) && !names.includes(word)) return undefined;
    if (character === ".") return word === "" ? undefined : { word: "", of: word };
    if (!/\w/.test(character)) return character === " " && (of === undefined || word !== "") ? start : undefined;
    const longer = { word: word + character, ...(of && { of }), ...(names && { names }) };
    return names?.some((name) => name.startsWith(longer.word)) === false ? undefined : longer;
  },
  accepts: ({ word, names }) => word !== "" && names?.includes(word) !== false,
  asks: ({ of, names }) => (of !== undefined && names === undefined ? [{ key: of }] : []),
  supply: (place, { key }, answer) => {
    if (key !== place.of || place.names !== undefined) return place;
    const names = answer as readonly string[];
    return names.some((name) => name.startsWith(place.word)) ? { ...place, names } : undefined;
  },
};

// "x.u" and ".up" hold the dot inside, so that what follows it is there before the answer.
const pieces = ["x", "y", ".", " ", "u", "p", "q", "up", "x.u", ".up", ".q", "x.q", "y.u", "uq"];
const vocabulary = createVocabulary({
  tokens: [...pieces.map((bytes, id) => ({ id, bytes })), { id: pieces.length, control: "<end>" }],
  ends: [pieces.length],
});
const members: Readonly<Record<string, readonly string[]>> = { x: ["up", "uuu"], y: [], u: ["q"] };
const members_of = (key: string) => members[key] ?? ["p"];

function problems(text: string): string[] {
  return [...text.matchAll(/(\w+)\.(\w+)/g)].flatMap(([found, of, name]) =>
    members_of(of!).includes(name!) ? [] : [found],
  );
}

describe("answers", () => {
  test("each key is requested once, whatever is rewound, and every text keeps to the answers", async () => {
    let rewinds = 0;
    let dots = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const requested: string[] = [];
      const options = {
        model: fakeModel(vocabulary, noise(vocabulary.size, seed)),
        prompt: [0],
        monitor: dotted,
        maxTokens: 12,
        seed,
        sampling: { temperature: 2 },
        answer: async ({ key }: { readonly key: string }) => {
          requested.push(key);
          return members_of(key);
        },
      };
      try {
        const { text, accepted, timings } = await complete(options);
        rewinds += timings.rewinds;
        dots += text.split(".").length - 1;
        if (accepted) expect(problems(text), text).toEqual([]);
      } catch (error) {
        expect((error as Error).name).toBe("DeadEndError");
      }
      expect(new Set(requested).size, requested.join()).toBe(requested.length);
    }
    // The law must have had something to say.
    expect(rewinds).toBeGreaterThan(10);
    expect(dots).toBeGreaterThan(10);
  });

  test("within a product, too", async () => {
    const short: Monitor<number> = { start: 0, step: (n) => (n < 9 ? n + 1 : undefined), accepts: () => true };
    for (let seed = 1; seed <= 10; seed++) {
      const { text, accepted } = await complete({
        model: fakeModel(vocabulary, noise(vocabulary.size, seed)),
        prompt: [0],
        monitor: product(dotted, short),
        answer: ({ key }) => members_of(key),
        maxTokens: 9,
        maxRewinds: 500,
      });
      if (accepted) expect(problems(text), text).toEqual([]);
    }
  });

  test("sessions whose restore takes a while go back as the others do", async () => {
    let restored = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const options = { prompt: [0], monitor: dotted, maxTokens: 12, seed, sampling: { temperature: 2 } } as const;
      const answer = ({ key }: { readonly key: string }) => members_of(key);
      const model = fakeModel(vocabulary, noise(vocabulary.size, seed));
      const slow: typeof model = {
        ...model,
        session() {
          const session = model.session();
          const restore = async (point: Parameters<typeof session.restore>[0]) => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            restored++;
            return session.restore(point);
          };
          return Object.defineProperty(Object.create(session), "restore", { value: restore });
        },
      };
      const [quick, late] = await Promise.all([
        complete({ ...options, model, answer }),
        complete({ ...options, model: slow, answer }),
      ]);
      expect(late.text).toBe(quick.text);
    }
    expect(restored).toBeGreaterThan(0);
  });

  test("one that comes at the last token still counts", async () => {
    // The model wants "x" and then ".q", and there is no room for more.
    const wants = (ids: readonly number[]) =>
      Float32Array.from({ length: vocabulary.size }, (_, id) =>
        pieces[id] === ["x", ".q"][ids.length - 1] ? 9 : id / 99,
      );
    const result = await complete({
      model: fakeModel(vocabulary, wants),
      prompt: [0],
      monitor: dotted,
      maxTokens: 2,
      answer: ({ key }) => members_of(key),
    });
    expect(problems(result.text)).toEqual([]);
    expect(result.timings.rewinds).toBeGreaterThan(0);
  });

  test("nothing is accepted before its answer, and nothing is forced", async () => {
    const asking: Monitor<number> = {
      start: 0,
      step: (state, byte) => (state === 2 && byte === 117 ? 3 : undefined),
      accepts: (state) => state === 3,
      asks: (state) => (state === 0 ? [{ key: "go" }] : []),
      supply: (state, _, answer) => (state !== 0 ? state : answer === "yes" ? 2 : undefined),
    };
    const options = { model: fakeModel(vocabulary, noise(vocabulary.size, 1)), prompt: [0], monitor: asking };
    expect((await complete({ ...options, answer: () => "yes" })).text).toBe("u");
    await expect(complete({ ...options, answer: () => "no" })).rejects.toMatchObject({ name: "DeadEndError" });
  });

  test("an answer that fails ends the generation with its error", async () => {
    const model = fakeModel(vocabulary, noise(vocabulary.size, 3));
    const answer = () => Promise.reject(new Error("The service is down."));
    const monitor: Monitor<Place> = { ...dotted, start: { word: "", of: "x" } };
    await expect(complete({ model, prompt: [0], monitor, answer })).rejects.toThrow("The service is down.");
  });

  test("an answer that never comes is given up when the signal aborts", async () => {
    const controller = new AbortController();
    const model = fakeModel(vocabulary, noise(vocabulary.size, 3));
    const monitor: Monitor<Place> = { ...dotted, start: { word: "", of: "x" } };
    const events = generate({
      model,
      prompt: [0],
      monitor,
      signal: controller.signal,
      answer: () => {
        setTimeout(() => controller.abort(new Error("enough")), 5);
        return new Promise(() => {});
      },
    });
    await expect(events.next()).rejects.toThrow("enough");
  });
});

test("a decoder takes an answer once, to a question that it asks, and says when nothing can follow", () => {
  const decoder = createDecoder(createMasker(buildTrie(vocabulary), dotted));
  for (const piece of ["x", ".up"]) expect(decoder.commit(pieces.indexOf(piece))).toBe(true);
  expect(() => decoder.supply({ key: "y" }, [])).toThrow(
    "After 2 tokens, the state does not ask y; it asks x. An answer can be given once.",
  );
  expect(() => decoder.supply({ key: "x", ago: 3 }, [])).toThrow(/does not ask x, 3 bytes ago; it asks x\./);
  expect(decoder.supply({ key: "x" }, ["down"])).toBe(false);
  expect(decoder.supply({ key: "x" }, ["up"])).toBe(true);
  expect(() => decoder.supply({ key: "x" }, ["up"])).toThrow(/it asks nothing/);
  expect(decoder.accepts).toBe(true);
});

test("a decoder refuses tokens that a question with `split` splits, and takes those that end with it", () => {
  const texts = ["x", ".", ".up", "x.", "x.u", "up"];
  const words = createVocabulary({
    tokens: [...texts.map((bytes, id) => ({ id, bytes })), { id: 6, control: "<end>" }],
    ends: [6],
  });
  const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings, inside: "split" });
  const decoder = createDecoder(createMasker(buildTrie(words), monitor));
  expect(texts.map((_, id) => decoder.allows(id))).toEqual([true, true, false, true, false, true]);
  expect([decoder.commit(2), decoder.commit(4), decoder.length]).toEqual([false, false, 0]);
  // The model wants ".up" most, then "x.u", then "x.".
  expect(decoder.choose(Float32Array.of(0, 1, 9, 3, 5, 2, 0))).toBe(3);
  expect([decoder.commit(3), decoder.commit(5)]).toEqual([true, true]);
});

describe("questions that break a promise are told which:", () => {
  interface Dots {
    readonly n: number;
    readonly open: boolean;
  }
  const base: MonitorParts<Dots> = {
    start: { n: 0, open: false },
    step: ({ n, open }, byte) => (n > 6 ? undefined : { n: n + 1, open: open || byte === 46 }),
    accepts: ({ n }) => n > 2,
    asks: ({ open }) => (open ? [{ key: "x" }] : []),
    supply: (state) => ({ ...state, open: false }),
  };
  const lost = null as never as { x: never };
  const cases: readonly (readonly [string, Partial<MonitorParts<Dots>>])[] = [
    ["asks-throws", { asks: ({ open }) => (open ? lost.x : []) }],
    ["asks-result", { asks: ({ open }) => (open ? undefined! : []) }],
    ["asks-result", { asks: ({ open }) => (open ? ("x" as never) : []) }],
    ["asks-result", { asks: ({ open }) => (open ? (Promise.resolve([]) as never) : []) }],
    ["asks-result", { asks: ({ open }) => (open ? [{} as never] : []) }],
    [
      "asks-without-end",
      { asks: ({ open }) => (open ? [{ key: String(Math.random()) }] : []), supply: (state) => state },
    ],
    ["supply-throws", { supply: () => lost.x }],
    ["supply-result", { supply: (state) => Promise.resolve(state) as never }],
    ["supply-result", { supply: () => null as never }],
    ["supply-changes-state", { supply: (state) => Object.assign(state, { open: false }) }],
  ];
  const wants = () => Float32Array.from({ length: vocabulary.size }, (_, id) => (pieces[id] === ".up" ? 9 : 0));
  const written = (monitor: Monitor<unknown>) =>
    complete({
      model: fakeModel(vocabulary, wants),
      prompt: [0],
      monitor,
      maxTokens: 9,
      ifShort: "go-on",
      answer: () => 1,
    });

  test("none", async () => {
    expect((await written(monitorOf(base) as Monitor<unknown>)).text).toContain(".up");
  });

  test.each(cases)("%s", async (fault, changed) => {
    const parts: MonitorParts<Dots> = { ...base, ...changed };
    // What the `asks` of a plain object throws comes through as it is.
    const plain = fault === "asks-throws" ? [] : [parts];
    const forms = [
      ...plain,
      monitorOf(parts),
      product(monitorOf(parts), deny(["yy"])),
    ] as unknown as Monitor<unknown>[];
    for (const form of forms) await expect(written(form)).rejects.toMatchObject({ name: MonitorError.name, fault });
  });

  test("asks-changes-state", () => {
    const asks = (state: Dots) => (Object.assign(state, { n: state.n + 1 }).open ? [{ key: "x" }] : []);
    expect(() => monitorOf({ ...base, asks })).toThrow(expect.objectContaining({ fault: "asks-changes-state" }));
  });
});

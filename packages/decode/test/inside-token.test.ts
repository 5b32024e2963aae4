// Questions inside a token. The judge reads every token byte by byte, answers each question where it arises, and chooses the likeliest token that
// is left; a generation has to write the same tokens, though it asks for far less.

import { type Abstention, complete, createDecoder, type Decoder, generate, type QuestionPlace } from "@espalier/decode";
import {
  type Answer,
  deny,
  endsWith,
  type InsideToken,
  type Monitor,
  onTrigger,
  product,
  type Question,
  run,
  strings,
  type TriggerOptions,
} from "@espalier/monitor";
import { buildTrie, createMasker, walkToQuestions } from "@espalier/trie";
import { createVocabulary, type TokenId } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fakeModel, noise } from "./small-languages.js";

type Names = Answer<readonly string[]>;
const closed = (...value: readonly string[]): Names => ({ kind: "closed", value });

const pieces = [
  "a",
  "b",
  "c",
  ".",
  " ",
  ".a",
  ".b",
  ".ab",
  ".c",
  "a.",
  "a.b",
  ".a.b",
  "b.a.c",
  "c.b.a.b.c.a",
  "ab",
  " a",
  ".b ",
];
const vocabulary = createVocabulary({
  tokens: [...pieces.map((bytes, id) => ({ id, bytes })), { id: pieces.length, control: "<end>" }],
  ends: [pieces.length],
});
const trie = buildTrie(vocabulary);
const dots = (options: Partial<TriggerOptions<readonly string[]>> = {}) =>
  onTrigger({ after: endsWith(["."]), ask: "members", allow: strings, ...options });

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
/** Names that depend on all of the text before the dot. */
const members = (before: string): Names => {
  const sum = [...before].reduce((total, character, at) => total + character.charCodeAt(0) * (at + 1), 0);
  return [closed("a", "b"), closed("ab", "c"), closed("b"), { kind: "unknown", reason: "untyped" } as const][sum % 4]!;
};

/** The state after `bytes`, with every question answered where it arises; and the most that arose before the last byte. */
function readAnswering<State>(
  monitor: Monitor<State>,
  from: State,
  before: string,
  bytes: Uint8Array,
  answer: (before: string) => Names,
): { state: State | undefined; inside: number } {
  let state: State | undefined = from;
  let text = before;
  let inside = 0;
  bytes.forEach((byte, at) => {
    text += String.fromCharCode(byte);
    state = state === undefined ? undefined : monitor.step(state, byte);
    while (state !== undefined) {
      const [question]: readonly Question[] = monitor.asks!(state);
      if (question === undefined) break;
      if (at + 1 < bytes.length) inside++;
      state = monitor.supply!(state, question, answer(text.slice(0, text.length - question.ago!)));
    }
  });
  return { state, inside };
}

/** The tokens that `logits` make a greedy reader write. */
function judged<State>(
  monitor: Monitor<State>,
  logits: (ids: readonly TokenId[]) => Float32Array,
  count: number,
  answer: (before: string) => Names,
) {
  const ids: TokenId[] = [];
  let [state, text, inside] = [monitor.start, "", 0];
  while (ids.length < count) {
    const row = logits([0, ...ids]);
    const order = [...row.keys()].sort((a, b) => row[b]! - row[a]! || a - b);
    let next: TokenId | undefined;
    for (const id of order) {
      if (id === pieces.length) {
        if (!monitor.accepts(state)) continue;
        return { ids, inside };
      }
      const bytes = vocabulary.bytes(id)!;
      const after = readAnswering(monitor, state, text, bytes, answer);
      if (after.state === undefined || after.inside > 4) continue;
      [state, text, next] = [after.state, text + textOf(bytes), id];
      inside = Math.max(inside, after.inside);
      break;
    }
    if (next === undefined) return { ids, inside };
    ids.push(next);
  }
  return { ids, inside };
}

describe("questions inside a token", () => {
  const forms: readonly [string, () => Monitor<unknown>][] = [
    ["alone", () => dots() as Monitor<unknown>],
    ["in a product", () => product(dots(), deny(["cc", "  "])) as Monitor<unknown>],
    ["in a product of products", () => product(product(deny(["ba"]), dots()), deny(["  "])) as Monitor<unknown>],
  ];

  test.each(forms)("what is written is what the judge writes: %s", async (_, form) => {
    let [several, fewer] = [0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const monitor = form();
      const logits = noise(vocabulary.size, seed);
      const asked: string[] = [];
      const result = await complete({
        model: fakeModel(vocabulary, logits),
        prompt: [0],
        monitor,
        maxTokens: 9,
        forcing: "off",
        answer: (_, place) => {
          const before = textOf(place!.before);
          expect(place!.offset).toBe(before.length);
          asked.push(before);
          return members(before);
        },
      });
      const expected = judged(monitor, logits, 9, members);
      expect(result.ids, `seed ${seed}`).toEqual(expected.ids);
      expect(result.timings.rewinds).toBe(0);
      several = Math.max(several, expected.inside);
      // Each question once.
      expect(new Set(asked).size).toBe(asked.length);
      // Only where the text came, or a token that was wanted.
      if (asked.length <= result.text.split(".").length) fewer++;
    }
    expect(several).toBeGreaterThan(1);
    expect(fewer).toBeGreaterThan(20);
  });

  test("deferred answers refuse what was written, and the text keeps to them all the same", async () => {
    let rewinds = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const options = { prompt: [0], maxTokens: 9, maxRewinds: 500, seed, sampling: { temperature: 2 } };
      const { text, timings } = await complete({
        ...options,
        model: fakeModel(vocabulary, noise(vocabulary.size, seed)),
        monitor: dots({ inside: "defer" }),
        answer: (_, place) => members(textOf(place!.before)),
      });
      rewinds += timings.rewinds;
      const read = readAnswering(dots(), dots().start, "", new TextEncoder().encode(text), members);
      expect(read.state, text).toBeDefined();
    }
    expect(rewinds).toBeGreaterThan(10);
  });

  test("split: no token goes on past a question, and nothing is asked inside one", async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { ids } = await complete({
        model: fakeModel(vocabulary, noise(vocabulary.size, seed)),
        prompt: [0],
        monitor: dots({ inside: "split" }),
        maxTokens: 9,
        answer: (_, place) => members(textOf(place!.before)),
      });
      for (const id of ids) expect(pieces[id]!.slice(0, -1)).not.toContain(".");
    }
  });

  test("a token with more than four places that ask is refused", async () => {
    const wants = (ids: readonly number[]) =>
      Float32Array.from({ length: vocabulary.size }, (_, id) =>
        pieces[id] === "c.b.a.b.c.a" && ids.length === 1 ? 9 : id === 0 ? 1 : 0,
      );
    const asked: string[] = [];
    const { ids } = await complete({
      model: fakeModel(vocabulary, wants),
      prompt: [0],
      monitor: dots(),
      maxTokens: 1,
      answer: (_, place) => {
        asked.push(textOf(place!.before));
        return closed("a", "b", "c");
      },
    });
    expect(asked).toEqual(["c.", "c.b.", "c.b.a.", "c.b.a.b."]);
    expect(ids.map((id) => pieces[id])).toEqual(["a"]);
  });

  test("a dead end after a question is backed out of, and the question is not asked again", async () => {
    // After "a" only ".", after which nothing follows: the text must go another way.
    const asked: string[] = [];
    const wants = (ids: readonly number[]) =>
      Float32Array.from({ length: vocabulary.size }, (_, id) =>
        pieces[id] === ["a", ".", "b"][ids.length - 1] ? 9 : id === pieces.length ? 1 : 0,
      );
    const { text, timings } = await complete({
      model: fakeModel(vocabulary, wants),
      prompt: [0],
      monitor: dots(),
      maxTokens: 4,
      answer: async (_, place) => {
        asked.push(textOf(place!.before));
        await new Promise((resolve) => setTimeout(resolve, 2));
        return { kind: "proven-empty", reason: "no members" };
      },
    });
    expect(asked).toEqual(["a."]);
    expect(text).not.toContain(".");
    expect(timings.rewinds).toBe(1);
  });

  test("every abstention of the text is in the report, and none of what was taken back", async () => {
    let reported = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const { text, abstentions } = await complete({
        model: fakeModel(vocabulary, noise(vocabulary.size, seed)),
        prompt: [0],
        monitor: dots(),
        maxTokens: 9,
        answer: (_, place) => members(textOf(place!.before)),
      });
      const places = [...text.matchAll(/\./g)].map(({ index }) => index + 1);
      const expected = places
        .filter((place) => members(text.slice(0, place)).kind === "unknown")
        .map((offset): Abstention => ({ question: "members", offset, kind: "unknown", reason: "untyped" }));
      expect(abstentions).toEqual(expected);
      reported += expected.length;
    }
    expect(reported).toBeGreaterThan(5);
  });

  test("where nobody answers, nothing is constrained, and the report says so", async () => {
    const logits = noise(vocabulary.size, 5);
    const options = { model: fakeModel(vocabulary, logits), prompt: [0], maxTokens: 12 };
    const free = await complete(options);
    const asking = await complete({ ...options, monitor: dots() });
    expect(asking.ids).toEqual(free.ids);
    expect(asking.abstentions).toHaveLength(asking.text.split(".").length - 1);
    expect(asking.abstentions[0]).toMatchObject({ kind: "unknown", reason: expect.stringContaining("nobody answers") });
  });

  test("a question of the prompt is answered first, and lies before the text", async () => {
    const monitor = dots();
    const places: (QuestionPlace | undefined)[] = [];
    const { text } = await complete({
      model: fakeModel(vocabulary, () => Float32Array.from({ length: vocabulary.size }, (_, id) => -id)),
      prompt: [0],
      monitor,
      from: run(monitor, "x.a")!,
      maxTokens: 1,
      answer: (_, place) => {
        places.push(place);
        return closed("ab");
      },
    });
    expect(text).toBe("b");
    expect(places).toEqual([{ offset: -1, before: new Uint8Array(0) }]);
  });
});

describe("the walk that stops at questions", () => {
  const place = fc.constantFrom("", "a", "a.", "a.a", "b. ");
  test("suspended and resumed, it reads what a walk that answers on its way reads", () => {
    let nested = 0;
    fc.assert(
      fc.property(place, fc.constantFrom<InsideToken>("ask", "split"), (before, inside) => {
        const monitor = dots({ inside });
        const masker = createMasker(trie, monitor);
        const { state } = readAnswering(monitor, monitor.start, "", new TextEncoder().encode(before), members);
        if (state === undefined) return;
        const ids = new Set<TokenId>();
        const collect = (walked: ReturnType<typeof walkToQuestions<unknown>>, depth: number): void => {
          for (const id of walked.ids) ids.add(id);
          nested = Math.max(nested, depth);
          for (const { prefix, state: waiting, questions } of walked.suspended) {
            expect(questions).toEqual([{ key: "members", ago: 0, inside, over: false }]);
            const answered = monitor.supply(waiting as never, questions[0]!, members(before + textOf(prefix)));
            if (answered !== undefined) collect(walkToQuestions(masker, answered, prefix), depth + 1);
          }
        };
        collect(walkToQuestions(masker, state), 0);
        const expected = [...pieces.keys()].filter(
          (id) => readAnswering(monitor, state, before, vocabulary.bytes(id)!, members).state !== undefined,
        );
        expect([...ids].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
    expect(nested).toBeGreaterThan(2);
  });
});

describe("a decoder whose questions are open", () => {
  const at = (texts: readonly string[]): Decoder<unknown> => {
    const decoder = createDecoder(createMasker(trie, dots() as Monitor<unknown>));
    for (const text of texts) expect(decoder.commit(pieces.indexOf(text))).toBe(true);
    return decoder;
  };
  const asked = (decoder: Decoder<unknown>): readonly Question[] => decoder.mask().asks;

  test("may be rolled back and written again", () => {
    const decoder = at(["a", ".a"]);
    const [question] = asked(decoder);
    expect(question).toMatchObject({ ago: 1 });
    decoder.rollback(1);
    expect(asked(decoder)).toEqual([]);
    expect(() => decoder.supply(question!, closed("b"))).toThrow(/asks nothing/);
    decoder.commit(pieces.indexOf(".a"));
    expect(decoder.supply(question!, closed("b"))).toBe(false);
    decoder.rollback(1);
    decoder.commit(pieces.indexOf(".b"));
    expect(decoder.supply(question!, closed("b"))).toBe(true);
  });

  test("forks share an answer that came before them, and one that comes after them is their own", () => {
    const decoder = at(["a", "."]);
    const early = decoder.fork();
    expect(decoder.supply(asked(decoder)[0]!, closed("ab"))).toBe(true);
    const late = decoder.fork();
    expect([decoder, late, early].map((each) => each.allows(pieces.indexOf("b")))).toEqual([false, false, true]);
    expect(asked(early)).toHaveLength(1);
    expect(early.supply(asked(early)[0]!, closed("ab"))).toBe(true);
    expect(early.mask().mask.ids()).toEqual(late.mask().mask.ids());
  });

  test("two forks cannot be given answers that contradict, but one answer may say more than another", () => {
    const decoder = at(["a", "."]);
    const [question] = asked(decoder);
    const [first, second, third] = [decoder.fork(), decoder.fork(), decoder.fork()];
    expect(first.supply(question!, { kind: "unknown", reason: "late" })).toBe(true);
    expect(second.supply(question!, closed("ab"))).toBe(true);
    expect(() => third.supply(question!, closed("b"))).toThrow(
      expect.objectContaining({ fault: "answers-contradict" }),
    );
    expect(() => third.supply(question!, { kind: "proven-empty", reason: "none" })).toThrow(/was answered closed/);
    expect(third.supply(question!, closed("ab"))).toBe(true);
    const elsewhere = at(["b", "."]);
    expect(elsewhere.supply(asked(elsewhere)[0]!, closed("b"))).toBe(true);
  });
});

test("an answer that fails inside a token ends the generation with its error", async () => {
  const wants = () => Float32Array.from({ length: vocabulary.size }, (_, id) => (pieces[id] === ".ab" ? 9 : 0));
  const events = generate({
    model: fakeModel(vocabulary, wants),
    prompt: [0],
    monitor: dots(),
    answer: () => Promise.reject(new Error("The service is down.")),
  });
  await expect(events.next()).rejects.toThrow("The service is down.");
});

import { BudgetError, complete, DeadEndError, generate, partialOf, type Sampling } from "@espalier/decode";
import { burn, createFuel, FuelError, type Monitor } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { utf8Encode } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptsText,
  both,
  encodeLongest,
  fakeModel,
  inOrder,
  monitorOf,
  noise,
  oneOf,
  or,
  plus,
  type Regex,
  script,
  spell,
  star,
  text,
  vocabularyWith,
  type Wants,
  wellInformed,
} from "./small-languages.js";

const letters = oneOf("abcdefghijklmnopqrstuvwxyz");
const digits = oneOf("0123456789");
const record = inOrder(
  text('{"name": "'),
  plus(letters),
  text('", "count": '),
  plus(digits),
  star(inOrder(text(", "), plus(digits))),
  text("}"),
);
const LANGUAGES: Readonly<Record<string, Regex>> = {
  record,
  "balanced by hand": or(text("()"), inOrder(text("(("), plus(text("()")), text("))"))),
  "a loop with a long way out": inOrder(star(oneOf("ab")), text("the end of it all.")),
  accents: inOrder(plus(or(text("é"), text("€"), text("😀"))), text("!")),
  "one text": text("exactly this"),
  anything: star({ kind: "bytes", bytes: Array.from({ length: 256 }, (_, byte) => byte) }),
};
const WORDS = [
  '{"',
  '": "',
  '", "',
  "name",
  "count",
  "na",
  "the",
  " end",
  "abab",
  "ba",
  "12",
  "123",
  "}",
  "((",
  "))",
  "()",
  "é€",
  [0xf0, 0x9f],
  [0x98, 0x80, 0x21],
  "ctly t",
];
const vocabulary = vocabularyWith(WORDS);
const END = vocabulary.ends[0]!;

/** Likes best what is forbidden, then what leads furthest from an end, then to go on. */
function worst(regex: Regex, promptLength: number): Wants {
  const masker = createMasker(buildTrie(vocabulary), monitorOf(regex));
  return (ids) => {
    let state: number | undefined = masker.monitor.start;
    for (const id of ids.slice(promptLength)) if (state !== undefined) state = masker.push(state, id);
    return Float32Array.from({ length: vocabulary.size }, (_, id) => {
      if (state === undefined || !masker.allows(state, id)) return 1000 + id;
      const next = masker.push(state, id);
      return next === undefined ? -100 : masker.tokenCost(next);
    });
  };
}

describe("within its budget every text is valid, whatever the model wants", () => {
  for (const [name, regex, monitor] of Object.entries(LANGUAGES).flatMap(([title, of]) => [
    [title, of, monitorOf(of)] as const,
    [`${title}, by a monitor that knows its way out`, of, wellInformed(monitorOf(of))] as const,
  ])) {
    const least = monitor.cost!(monitor.start);
    for (const forcing of ["on", "off"] as const) {
      test(`${name}, forcing ${forcing}, the worst model`, async () => {
        const model = fakeModel(vocabulary, worst(regex, 1));
        for (const maxTokens of [least, least + 1, least + 2, least + 7, least + 40]) {
          const result = await complete({ model, prompt: [7], monitor, maxTokens, forcing });
          expect(acceptsText(monitor, result.bytes), `${result.finish}: ${result.text}`).toBe(true);
          expect(result.accepted).toBe(true);
          expect(result.ids.length).toBeLessThanOrEqual(maxTokens);
          expect(spell(vocabulary, result.ids)).toBe(result.text);
        }
        expect(model.sessions()).toBe(0);
      });
      test(`${name}, forcing ${forcing}, any model and sampling`, async () => {
        const samplings: readonly Sampling[] = [
          {},
          { temperature: 1 },
          { temperature: 2, topK: 5 },
          { temperature: 1, topP: 0.5 },
          { temperature: 1, minP: 0.2, repetitionPenalty: 1.3 },
        ];
        await fc.assert(
          fc.asyncProperty(fc.nat(), fc.nat(20), fc.constantFrom(...samplings), async (seed, more, sampling) => {
            const model = fakeModel(vocabulary, noise(vocabulary.size, seed));
            const options = { model, prompt: [7], monitor, maxTokens: least + more, forcing, sampling, seed };
            const result = await complete(options);
            expect(acceptsText(monitor, result.bytes), `${result.finish}: ${result.text}`).toBe(true);
            expect(result.ids.length).toBeLessThanOrEqual(least + more);
            const again = await complete(options);
            expect([again.text, again.ids, again.finish]).toEqual([result.text, result.ids, result.finish]);
          }),
          { numRuns: 25 },
        );
      });
    }
  }
});

describe("how a generation ends", () => {
  const model = (ids: readonly number[], size = vocabulary.size) =>
    fakeModel(vocabulary, script(vocabulary, 1, ids), { logitsSize: size });
  const ids = encodeLongest(vocabulary, utf8Encode("abab"));
  test("the model ends", async () => {
    const result = await complete({ model: model(ids), prompt: [7] });
    expect(result).toMatchObject({ text: "abab", finish: "end", accepted: true, ids, promptTokens: 1 });
  });
  test("by any of the tokens that end", async () => {
    const two = vocabularyWith(WORDS, 2);
    const result = await complete({ model: fakeModel(two, script(two, 1, [97, two.ends[1]!])), prompt: [7] });
    expect(result).toMatchObject({ text: "a", finish: "end", ids: [97] });
  });
  test("nothing more can follow, and no model call is made to find that out", async () => {
    const fake = model([]);
    const result = await complete({ model: fake, prompt: [7], monitor: monitorOf(text("exactly this")) });
    expect(result).toMatchObject({ text: "exactly this", finish: "complete" });
    expect(result.unappended).toEqual(result.ids);
    expect([fake.calls(), result.timings.modelCalls, result.timings.forcedTokens]).toEqual([0, 0, result.ids.length]);
  });
  test("no room is left", async () => {
    expect(await complete({ model: model(ids), prompt: [7], maxTokens: 1 })).toMatchObject({
      finish: "length",
      ids: ids.slice(0, 1),
    });
    expect(await complete({ model: model(ids), prompt: [7], maxTokens: 0 })).toMatchObject({
      finish: "length",
      text: "",
    });
  });
  test("the context is full", async () => {
    const fake = fakeModel(vocabulary, noise(vocabulary.size, 3), { contextLength: 30 });
    const result = await complete({
      model: fake,
      prompt: [7, 7],
      monitor: monitorOf(LANGUAGES["a loop with a long way out"]!),
    });
    expect(result.accepted).toBe(true);
    expect(result.ids.length).toBeLessThanOrEqual(28);
  });
  test("a stop string, cut across tokens and inside them", async () => {
    const wanted = encodeLongest(vocabulary, utf8Encode("one 123 two the end of"));
    for (const [stop, before] of [
      ["23 tw", "one 1"],
      ["the end", "one 123 two "],
      ["e", "on"],
      [utf8Encode("123"), "one "],
      ["nowhere", "one 123 two the end of"],
    ] as const) {
      const result = await complete({ model: model(wanted), prompt: [7], stop: ["never", stop] });
      expect(result.text).toBe(before);
      expect([result.finish, result.stop]).toEqual(stop === "nowhere" ? ["end", undefined] : ["stop", stop]);
    }
  });
  test("a stop string that is forced", async () => {
    const result = await complete({
      model: model([]),
      prompt: [7],
      monitor: monitorOf(text("exactly this")),
      stop: ["ly"],
    });
    expect(result).toMatchObject({ text: "exact", finish: "stop", accepted: false });
  });
  test("accepted is about the text that a stop string left, not about all tokens", async () => {
    const word = plus(letters);
    const cases = [
      ["ab;", inOrder(word, text(";")), [";"], "ab", false],
      ["ab;cd", inOrder(word, text(";"), word), [";"], "ab", false],
      ["ab;cd", inOrder(word, text(";"), word), [";c"], "ab", false],
      ["ab;cd", inOrder(word, star(inOrder(text(";"), word))), [";"], "ab", true],
      // Cut in the middle of a token: "name" is one.
      ["aname", word, ["me"], "ana", true],
      ["aname", or(text("ana"), text("aname")), ["me"], "ana", true],
      ["aname", or(text("an"), text("aname")), ["me"], "ana", false],
    ] as const;
    for (const [wanted, regex, stop, left, accepted] of cases) {
      const monitor = monitorOf(regex);
      const fake = model(encodeLongest(vocabulary, utf8Encode(wanted)));
      const result = await complete({ model: fake, prompt: [7], monitor, stop: [...stop], maxTokens: 20 });
      expect([result.text, result.finish, result.accepted], wanted).toEqual([left, "stop", accepted]);
      expect(acceptsText(monitor, result.bytes)).toBe(accepted);
    }
  });
});

test("pieces of text are whole characters and come to the text", async () => {
  const monitor = monitorOf(LANGUAGES.accents!);
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      let joined = "";
      const pieces: string[] = [];
      for await (const event of generate({
        model: fakeModel(vocabulary, noise(vocabulary.size, seed)),
        prompt: [1],
        monitor,
        maxTokens: 20,
        sampling: { temperature: 1 },
        seed,
      })) {
        if (event.kind === "rewind") throw new Error("a trim monitor rewound");
        joined += event.text;
        pieces.push(event.text);
        if (event.kind === "finish") expect(joined).toBe(event.result.text);
      }
      expect(pieces.join("")).not.toContain("\ufffd");
      for (const piece of pieces) expect(piece).toMatch(/^(é|€|😀|!)*$/u);
    }),
    { numRuns: 30 },
  );
});

test("forced text is cut into tokens as a whole text would be, and leaves room for a token that spans its end", async () => {
  const spanning = vocabularyWith(["exact", "ly", " the", " them", "em", "exactly"]);
  const monitor = monitorOf(inOrder(text("exactly the"), or(text("m"), text("y"), text("rapist"))));
  const wanted = encodeLongest(spanning, utf8Encode("exactly them"));
  const events: [number, string][] = [];
  const model = fakeModel(spanning, script(spanning, 1, wanted));
  for await (const event of generate({ model, prompt: [7], monitor }))
    if (event.kind === "token") events.push([event.id, event.origin]);
  expect(events).toEqual([
    [spanning.size - 3, "forced"],
    [259, "model"],
  ]);
  expect(model.calls()).toBe(1);
});

test("greedy makes no mask where the model's own choice may follow", async () => {
  const monitor = monitorOf(star(oneOf("ab")));
  const result = await complete({
    model: fakeModel(vocabulary, script(vocabulary, 1, [97, 98, 97])),
    prompt: [7],
    monitor,
  });
  expect(result).toMatchObject({ text: "aba", finish: "end" });
  expect(result.timings.masks).toBe(0);
});

test("masks made while the model runs change nothing", async () => {
  const monitor = monitorOf(record);
  const run = (masks: "lazy" | "eager") =>
    complete({ model: fakeModel(vocabulary, noise(vocabulary.size, 11)), prompt: [7], monitor, maxTokens: 60, masks });
  expect((await run("eager")).ids).toEqual((await run("lazy")).ids);
});

describe("too small a budget", () => {
  const monitor = monitorOf(text("exactly this"));
  const model = fakeModel(vocabulary, noise(vocabulary.size, 5));
  test("is refused before the first token", async () => {
    const error = await complete({ model, prompt: [7], monitor, maxTokens: 5 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BudgetError);
    expect(error).toMatchObject({ name: "BudgetError", code: "budget-too-small", needed: 7, available: 5 });
    expect(model.calls()).toBe(0);
  });
  test("the context may be what is too small, and the message says so", async () => {
    const small = fakeModel(vocabulary, noise(vocabulary.size, 5), { contextLength: 10 });
    const error = await complete({ model: small, prompt: [7, 7, 7, 7, 7], monitor, maxTokens: 100 }).catch((e) => e);
    expect(error).toMatchObject({ code: "budget-too-small", needed: 7, available: 5, limitedBy: "context" });
    expect(error.message).toContain("the context leaves 5 tokens");
    const other = await complete({ model: small, prompt: [7], monitor, maxTokens: 5 }).catch((e) => e);
    expect(other).toMatchObject({ limitedBy: "maxTokens", message: expect.not.stringContaining("context") });
  });
  test("unless one goes on regardless", async () => {
    const result = await complete({ model, prompt: [7], monitor, maxTokens: 2, ifShort: "go-on" });
    expect(result).toMatchObject({ finish: "length", accepted: false });
    expect("exactly this".startsWith(result.text)).toBe(true);
  });
  test("going on may be enough", async () => {
    const result = await complete({ model, prompt: [7], monitor, maxTokens: 7, ifShort: "go-on" });
    expect(result).toMatchObject({ finish: "complete", accepted: true, text: "exactly this" });
  });
});

describe("dead ends", () => {
  const model = (seed: number) => fakeModel(vocabulary, noise(vocabulary.size, seed));
  test("are left behind when there is another way", async () => {
    let rewinds = 0;
    // The two agree on one text; every beginning of the others is shared.
    const words = (...list: readonly string[]) => monitorOf(or(...list.map(text)));
    const monitor = both(
      words("abab1", "abba2", "baba3", "bbab9", "xyz"),
      words("abab2", "abba1", "baba4", "bbab9", "xyw"),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom<Sampling>({}, { temperature: 1 }), async (seed, sampling) => {
        const fake = model(seed);
        const result = await complete({ model: fake, prompt: [7], monitor, maxTokens: 300, sampling, seed });
        expect([result.text, result.accepted]).toEqual(["bbab9", true]);
        expect(fake.sessions()).toBe(0);
        rewinds += result.timings.rewinds;
      }),
      { numRuns: 20 },
    );
    expect(rewinds).toBeGreaterThan(0);
  });
  test("the text after a rewind is the text of the tokens that are left, and logits are those of a fresh session", async () => {
    // After 20 letters either "1" or "2"; the two halves agree on "2" alone after an "a", and on nothing after "b".
    const tail = (after: string) => inOrder(...Array.from({ length: 20 }, () => oneOf("ab")), text(after));
    const monitor = both(monitorOf(or(tail("b1"), tail("a2"))), monitorOf(or(tail("b3"), tail("a2"))));
    const seen: string[] = [];
    const wants: Wants = (ids) => {
      seen.push(ids.join());
      return noise(vocabulary.size, 2)(ids).map((value, id) => (id === 98 ? value + 20 : value));
    };
    let joined = "";
    let rewinds = 0;
    for await (const event of generate({ model: fakeModel(vocabulary, wants), prompt: [7], monitor, forcing: "off" })) {
      if (event.kind === "rewind") {
        joined = event.text;
        rewinds++;
      } else joined += event.text;
      if (event.kind !== "finish") continue;
      expect(joined).toBe(event.result.text);
      expect(acceptsText(monitor, event.result.text)).toBe(true);
      expect(seen.at(-1)).toBe([7, ...event.result.ids.slice(0, -1)].join());
      expect(event.result.timings.rewinds).toBe(rewinds);
    }
    expect(rewinds).toBeGreaterThan(0);
  });
  test("with no way out are an error that says where", async () => {
    const monitor = {
      ...both(monitorOf(or(text("ab1"), text("ac1"))), monitorOf(or(text("ab2"), text("ac2")))),
      expected: () => ["nothing at all"],
    };
    const fake = model(1);
    const error = await complete({ model: fake, prompt: [7], monitor }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DeadEndError);
    expect(error).toMatchObject({ code: "dead-end", offset: 2, expected: ["nothing at all"] });
    expect((error as DeadEndError).text).toMatch(/^a[bc]$/);
    expect((error as Error).message).toContain("byte 2");
    expect(fake.sessions()).toBe(0);
  });
  test("are counted", async () => {
    const monitor = both(
      monitorOf(inOrder(star(oneOf("ab")), text("1"))),
      monitorOf(inOrder(star(oneOf("ab")), text("2"))),
    );
    const run = (maxRewinds: number) => complete({ model: model(1), prompt: [7], monitor, maxTokens: 6, maxRewinds });
    expect((await run(3)).finish).toBe("length");
    const empty = both(monitorOf(text("a")), monitorOf(text("b")));
    await expect(complete({ model: model(1), prompt: [7], monitor: empty })).rejects.toMatchObject({
      code: "dead-end",
      offset: 0,
      rewinds: 0,
    });
  });
  test("an empty language is refused at once", async () => {
    const fake = model(1);
    await expect(complete({ model: fake, prompt: [7], monitor: monitorOf(or()) })).rejects.toMatchObject({
      name: "BudgetError",
      code: "no-valid-text",
      message: "No text belongs to the language.",
      needed: Number.POSITIVE_INFINITY,
    });
    expect(fake.calls()).toBe(0);
  });
  test("a language of which no text is known is refused by another name, and may be gone on with", async () => {
    const blind: Monitor<number> = {
      start: 0,
      step: (at, byte) => (byte === "ab".charCodeAt(at) ? at + 1 : undefined),
      accepts: (at) => at === 2,
      cost: (at) => (at === 2 ? 0 : Number.POSITIVE_INFINITY),
    };
    const options = { model: model(1), prompt: [7], monitor: blind };
    await expect(complete(options)).rejects.toMatchObject({
      code: "no-valid-text",
      message: expect.stringMatching(/^No text of the language is known.* ifShort: "go-on"/),
    });
    expect(await complete({ ...options, ifShort: "go-on" })).toMatchObject({ text: "ab", accepted: true });
  });
});

describe("aborts and failures", () => {
  test("an abort rejects with the signal's reason, keeps the text and leaves the session usable", async () => {
    const model = fakeModel(vocabulary, (ids) =>
      noise(vocabulary.size, 4)(ids).map((value, id) => (id === END ? -99 : value)),
    );
    const session = model.session();
    const controller = new AbortController();
    const reason = new Error("enough");
    let steps = 0;
    const onStep = () => {
      if (++steps === 5) controller.abort(reason);
    };
    const error = await complete({
      model,
      prompt: [7],
      session,
      signal: controller.signal,
      monitor: monitorOf(star(letters)),
      onStep,
    }).catch((thrown: unknown) => thrown);
    expect(error).toBe(reason);
    expect(partialOf(error)!.ids.length).toBe(5);
    expect(partialOf(error)!.text).toBe(spell(vocabulary, partialOf(error)!.ids));
    expect(session.length).toBe(5); // The prompt and four tokens; the fifth was not needed yet.
    expect((await complete({ model, session, prompt: [8], maxTokens: 3 })).ids.length).toBe(3);
    expect(model.sessions()).toBe(1);
  });
  test("an abort before the first step makes no call", async () => {
    const model = fakeModel(vocabulary, noise(vocabulary.size, 4));
    await expect(complete({ model, prompt: [7], signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect([model.calls(), model.sessions()]).toEqual([0, 0]);
  });
  test("leaving the iteration frees the session", async () => {
    const model = fakeModel(vocabulary, noise(vocabulary.size, 4));
    for await (const event of generate({ model, prompt: [7] })) if (event.kind === "token") break;
    expect(model.sessions()).toBe(0);
  });
  test("NaN is an error", async () => {
    const wants: Wants = (ids) =>
      noise(vocabulary.size, 4)(ids).map((value, id) => (ids.length === 3 && id === 5 ? Number.NaN : value));
    const error = await complete({ model: fakeModel(vocabulary, wants), prompt: [7] }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: "ModelError", code: "logits-invalid" });
    expect(partialOf(error)!.ids.length).toBe(2);
  });
  test("a prompt longer than the context is an error before any call", async () => {
    const model = fakeModel(vocabulary, noise(vocabulary.size, 4), { contextLength: 3 });
    await expect(complete({ model, prompt: [1, 2, 3, 4] })).rejects.toMatchObject({ code: "context-exceeded" });
    await expect(complete({ model, prompt: [] })).rejects.toMatchObject({
      name: "ArgumentError",
      code: "out-of-range",
      argument: "prompt",
    });
    expect([model.calls(), model.sessions()]).toEqual([0, 0]);
  });
  test("fewer logits than tokens", async () => {
    const model = fakeModel(vocabulary, noise(200, 4), { logitsSize: 200 });
    const result = await complete({
      model,
      prompt: [7],
      monitor: monitorOf(inOrder(plus(letters), text("!"))),
      maxTokens: 9,
    });
    expect(result).toMatchObject({ finish: "complete", accepted: true });
    expect(Math.max(...result.ids)).toBeLessThan(200);
  });
  test("more logits than tokens", async () => {
    const wants: Wants = () => Float32Array.from({ length: 400 }, (_, id) => id);
    const result = await complete({
      model: fakeModel(vocabulary, wants, { logitsSize: 400 }),
      prompt: [7],
      maxTokens: 3,
    });
    expect(result).toMatchObject({ finish: "end", ids: [] });
    expect(END).toBeLessThan(400);
  });
});

test("questions are answered while the model runs", async () => {
  // After "x." the monitor waits for the members; until they are known, nothing is ruled out.
  interface State {
    readonly at: number;
    readonly members: readonly string[] | undefined;
    readonly read: string;
  }
  const start: State = { at: 0, members: undefined, read: "" };
  const monitor = {
    start,
    step: (state: State, symbol: number): State | undefined => {
      const read = state.read + String.fromCharCode(symbol);
      if (state.at < 2) return "x.".startsWith(read) ? { at: state.at + 1, members: undefined, read } : undefined;
      const name = read.slice(2);
      if (state.members !== undefined && !state.members.some((member) => member.startsWith(name))) return undefined;
      return /^[a-z]*$/.test(name) ? { ...state, at: state.at + 1, read } : undefined;
    },
    accepts: (state: State) =>
      state.at > 2 && (state.members === undefined || state.members.includes(state.read.slice(2))),
    asks: (state: State) => (state.at === 2 && state.members === undefined ? [{ key: "members of x" }] : []),
    supply: (state: State, _: { readonly key: string }, answer: unknown): State => ({
      ...state,
      members: answer as string[],
    }),
  };
  const asked: string[] = [];
  const result = await complete({
    model: fakeModel(vocabulary, noise(vocabulary.size, 8)),
    prompt: [7],
    monitor,
    answer: async ({ key }) => {
      asked.push(key);
      return ["length", "left"];
    },
  });
  expect(["x.length", "x.left"]).toContain(result.text);
  expect(asked).toEqual(["members of x"]);
});

test("fuel is what the masks of a text may use, in all; the monitor goes on", async () => {
  const plain = monitorOf(plus(or(text("ab"), text("12"))));
  const monitor = {
    ...plain,
    step(state: number, symbol: number): number | undefined {
      burn("lexer", 1);
      return plain.step(state, symbol);
    },
  };
  const model = fakeModel(vocabulary, noise(vocabulary.size, 4));
  const options = { model, monitor, prompt: [0], maxTokens: 12, seed: 3 };
  await expect(complete({ ...options, fuel: createFuel(3) })).rejects.toThrow(FuelError);
  const fuel = createFuel(1_000_000);
  const { text: written } = await complete({ ...options, fuel });
  expect(fuel.spent()).toBeGreaterThan(3);
  expect(written).toBe((await complete(options)).text);
});

// Drafts that the model makes while a generation waits for an answer. The judge is the same generation with `whileWaiting: "wait"`: the text, the tokens and
// the events must be equal for every delay and every draft. The tests count runs of the model, not time, to show that a draft hides an answer.

import { complete, type GenerateOptions, type GenerationEvent, generate } from "@espalier/decode";
import { type Answer, createFuel, deny, endsWith, onTrigger, product, strings } from "@espalier/monitor";
import { createVocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { fakeModel, noise, script } from "./small-languages.js";

const pieces = ["a", "b", "c", ".", " ", ".a", ".b", ".ab", ".c", "a.b", ".a.b", "ab", " a", ".b "];
const vocabulary = createVocabulary({
  tokens: [...pieces.map((bytes, id) => ({ id, bytes })), { id: pieces.length, control: "<end>" }],
  ends: [pieces.length],
});
const idOf = (piece: string): number => pieces.indexOf(piece);

type Names = Answer<readonly string[]>;
const closed = (...value: readonly string[]): Names => ({ kind: "closed", value });

/** Names that depend on all of the text before the dot. */
function members(before: Uint8Array): Names {
  const sum = [...before].reduce((total, byte, at) => total + byte * (at + 1), 0);
  return [closed("a", "b"), closed("ab", "c"), closed("b"), { kind: "unknown", reason: "untyped" } as const, closed()][
    sum % 5
  ]!;
}

const tasks = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
};
const latest = (delays: readonly number[]) => {
  let asked = 0;
  return async (_: unknown, place: { readonly before: Uint8Array } | undefined): Promise<Names> => {
    await tasks(delays[asked++ % delays.length]!);
    return members(place!.before);
  };
};

/** A model that takes some tasks of the event loop for a step, and refuses to be used meanwhile. */
function slow(model: ReturnType<typeof fakeModel>, step: number): ReturnType<typeof fakeModel> {
  const session = (): ReturnType<typeof model.session> => {
    const its = model.session();
    let isIn = false;
    const free = (): void => {
      if (isIn) throw new Error("The session is in a step.");
    };
    const append: typeof its.append = async (more, signal) => {
      free();
      isIn = true;
      await tasks(step);
      isIn = false;
      return its.append(more, signal);
    };
    const restore: typeof its.restore = (point) => {
      free();
      return its.restore(point);
    };
    const checkpoint: typeof its.checkpoint = () => {
      free();
      return its.checkpoint();
    };
    const dispose: typeof its.dispose = () => {
      free();
      its.dispose();
    };
    const own = { append, checkpoint, restore, dispose };
    return Object.defineProperties(
      Object.create(its),
      Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
    );
  };
  return { ...model, session };
}

async function told<State>(options: GenerateOptions<State>): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  const tell = (event: GenerationEvent<State>): unknown => {
    if (event.kind !== "finish") return event.kind === "token" ? { ...event, state: undefined } : event;
    const { state: _, timings, ...result } = event.result;
    return { ...event, result, rewinds: timings.rewinds, forced: timings.forcedTokens };
  };
  try {
    for await (const event of generate(options)) events.push(tell(event));
  } catch (error) {
    events.push(`${error}`);
  }
  return events;
}

describe("drafts", () => {
  test("leave every text and every event as they are, whenever answers come", async () => {
    let dropped = 0;
    const sampling = fc.record({
      temperature: fc.constantFrom(0, 0.7, 1.5),
      topK: fc.constantFrom(2, 5, 100),
      topP: fc.constantFrom(0.6, 1),
      repetitionPenalty: fc.constantFrom(1, 1.3),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sampling,
          seed: fc.nat(),
          delays: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
          inside: fc.constantFrom("ask" as const, "split" as const, "defer" as const),
          maxTokens: fc.integer({ min: 1, max: 14 }),
          stop: fc.constantFrom([], ["c b"], [".b"]),
          heal: fc.constantFrom("", "a", "ab"),
          stopping: fc.constantFrom("last" as const, "best" as const, "best-when-cut" as const),
          penalty: fc.constantFrom(0, 3),
          lean: fc.constantFrom(0, 2),
          step: fc.nat(8),
        }),
        async ({ delays, inside, heal, penalty, step, ...given }) => {
          const model = slow(fakeModel(vocabulary, noise(vocabulary.size, given.seed)), step);
          const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings, inside });
          const options = {
            ...given,
            prompt: [0],
            heal: new TextEncoder().encode(heal),
            monitor: product(monitor, deny(["cc"])),
            soft: [{ monitor: deny(["b"]), penalty }],
            answer: latest(delays),
          };
          const session = model.session();
          const drafted = await told({ ...options, model, session });
          const last = drafted.at(-1) as {
            readonly result?: { readonly ids: unknown[]; readonly unappended: unknown[] };
          };
          if (last.result !== undefined && model.calls() > 0 && given.stopping === "last")
            expect(session.length).toBe(1 + last.result.ids.length - last.result.unappended.length);
          const plain = await told({ ...options, model, whileWaiting: "wait" });
          // How far a session has come depends on the drafts.
          const apart = (events: readonly unknown[]) => JSON.stringify(events).replace(/"unappended":\[[^\]]*\]/, "");
          expect(apart(drafted)).toBe(apart(plain));
        },
      ),
      { numRuns: 300 },
    );
    for (let seed = 1; seed <= 40; seed++) {
      const model = fakeModel(vocabulary, noise(vocabulary.size, seed));
      const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings, whenEmpty: "abstain" });
      const options = { model, prompt: [0], monitor, maxTokens: 20, seed, sampling: { temperature: 1 } };
      const { timings } = await complete({ ...options, answer: latest([4]) });
      dropped += timings.droppedTokens;
    }
    // Drafts must have been refused; the next test has some that are not.
    expect(dropped).toBeGreaterThan(20);
  });

  test.each(["draft", "wait"] as const)(
    "the time of an answer that is computed in this thread is not the model's: %s",
    async (whileWaiting) => {
      const ids = ["a", ".b", " ", "a", "b", ".", "a", " ", "b", ".a", " ", "c"].map(idOf);
      const plain = fakeModel(vocabulary, script(vocabulary, 1, ids));
      let time = 0;
      const session = (): ReturnType<typeof plain.session> => {
        const its = plain.session();
        const append: typeof its.append = async (more, signal) => {
          await tasks(2);
          time += 10;
          return its.append(more, signal);
        };
        return Object.create(its, { append: { value: append } });
      };
      let asked = 0;
      const answerNow = (): Names => {
        asked++;
        time += 1000;
        return closed("a", "b");
      };
      const inLaterTask = async (): Promise<Names> => {
        await tasks(1);
        return answerNow();
      };
      const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
      const options = { model: { ...plain, session }, prompt: [0], monitor, whileWaiting, clock: () => time };
      const { text, timings } = await complete({ ...options, answer: answerNow });
      expect(text).toBe("a.b ab.a b.a c");
      expect(asked).toBe(3);
      expect(timings).toMatchObject({ answersMs: 3000, modelMs: 10 * timings.modelCalls, totalMs: time });
      time = 0;
      const later = await complete({ ...options, answer: inLaterTask });
      expect(later.timings.modelMs + later.timings.answersMs).toBe(time);
      expect(later.timings.answersMs).toBeGreaterThanOrEqual(1000);
    },
  );

  test("hide answers that allow what the model writes: the model reads on meanwhile, and nothing twice", async () => {
    const ids = ["a", ".b", " ", "a", "b", ".", "a", " ", "b", ".a", " ", "c"].map(idOf);
    const model = fakeModel(vocabulary, script(vocabulary, 1, ids));
    const read: number[] = [];
    const answer = async () => {
      const before = model.calls();
      await tasks(4);
      read.push(model.calls() - before);
      return closed("a", "b");
    };
    const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
    const { text, timings } = await complete({ model, prompt: [0], monitor, answer });
    expect(text).toBe("a.b ab.a b.a c");
    expect(read).toHaveLength(3);
    expect(read[0]).toBeGreaterThanOrEqual(3);
    // The step after a dot that ends a token begins before the question is asked.
    expect(read[1]).toBeGreaterThanOrEqual(2);
    expect(timings).toMatchObject({ modelCalls: ids.length + 1, droppedTokens: 0 });
    const waiting = await complete({ model, prompt: [0], monitor, answer, whileWaiting: "wait" });
    expect(waiting.text).toBe(text);
    for (const runs of read.slice(3)) expect(runs).toBeLessThanOrEqual(1);
  });

  test("give the text what they have read as soon as the answer is there, while the model is in a step", async () => {
    const ids = ["a", ".b", " ", "a", "b", "c"].map(idOf);
    const model = fakeModel(vocabulary, script(vocabulary, 1, ids));
    const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
    let arrive = (_: Names): void => {};
    let release = (): void => {};
    const answer = () => new Promise<Names>((resolve) => (arrive = resolve));
    const session = (): ReturnType<typeof model.session> => {
      const its = model.session();
      const append: typeof its.append = async (more, signal) => {
        // The draft is in the step after "a.b a" when the answer comes.
        if (more.at(-1) === idOf("a") && its.length === 4) {
          const held = new Promise<void>((resolve) => (release = resolve));
          arrive(closed("b"));
          await held;
        }
        return its.append(more, signal);
      };
      return Object.defineProperty(Object.create(its), "append", { value: append });
    };
    const written: string[] = [];
    const options = { prompt: [0], monitor, model: { ...model, session }, answer };
    const run = (async () => {
      for await (const event of generate(options)) {
        if (event.kind === "token") written.push(pieces[event.id]!);
        if (event.kind === "finish") return event.result;
      }
      return undefined;
    })();
    await tasks(20);
    expect(written).toEqual(["a", ".b", " ", "a"]);
    release();
    const result = await run;
    expect(result?.text).toBe("a.b abc");
    expect(result?.timings).toMatchObject({ modelCalls: ids.length + 1, droppedTokens: 0 });
  });

  test("that the text leaves, or a consumer, while the model is in a step are waited for", async () => {
    const ids = ["a", ".b", " ", "a", "b", "c"].map(idOf);
    const model = fakeModel(vocabulary, script(vocabulary, 1, ids));
    const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
    for (const leaves of ["text", "consumer"]) {
      let arrive = (_: Names): void => {};
      const answer = () => new Promise<Names>((resolve) => (arrive = resolve));
      const slowly = slow(model, 5);
      const session = (): ReturnType<typeof model.session> => {
        const its = slowly.session();
        const append: typeof its.append = (more, signal) => {
          if (its.length === 4) arrive(leaves === "text" ? closed("a") : closed("b"));
          return its.append(more, signal);
        };
        return Object.defineProperty(Object.create(its), "append", { value: append });
      };
      const options = { prompt: [0], monitor, model: { ...model, session }, answer };
      let text = "";
      for await (const event of generate(options)) {
        if (event.kind === "token") text += pieces[event.id]!;
        if (leaves === "consumer" && text === "a.b") break;
      }
      expect(text.slice(0, 3)).toBe(leaves === "text" ? "aa " : "a.b");
    }
  });

  test("that are refused one after the other at one place leave no rows to those that follow", async () => {
    const refused = new Set<string>();
    // What comes after a token depends on all that is before it, so that a row of another draft would give another text.
    for (let seed = 1; seed <= samples(60); seed++) {
      const model = fakeModel(vocabulary, noise(vocabulary.size, seed));
      const monitor = onTrigger({
        after: endsWith(["."]),
        ask: "members",
        allow: strings,
        inside: "ask",
        whenEmpty: "abstain",
      });
      const restored: number[] = [];
      const session = (): ReturnType<typeof model.session> => {
        const its = model.session();
        const restore: typeof its.restore = (point) => {
          restored.push(point.length);
          return its.restore(point);
        };
        return Object.defineProperty(Object.create(its), "restore", { value: restore });
      };
      const answer = async (_: unknown, place: { readonly before: Uint8Array } | undefined): Promise<Names> => {
        await tasks(6);
        return closed(["c", "ab", "b"][place!.before.length % 3]!);
      };
      const options = { prompt: [0], monitor, maxTokens: 12, seed, answer };
      const drafted = await complete({ ...options, model: { ...model, session } });
      const plain = await complete({ ...options, model, whileWaiting: "wait" });
      expect({ seed, ids: drafted.ids }).toEqual({ seed, ids: plain.ids });
      const again = restored.find((length, at) => at > 0 && restored[at - 1] === length);
      if (again !== undefined) refused.add(`${seed} ${again}`);
    }
    expect(refused.size).toBeGreaterThan(samples(60) / 12);
  });

  test("are not written where fuel is counted", async () => {
    const model = fakeModel(vocabulary, noise(vocabulary.size, 4));
    const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings, whenEmpty: "abstain" });
    const options = { model, prompt: [0], monitor, maxTokens: 20, seed: 1, fuel: createFuel(1e9) };
    const { timings, ids } = await complete({ ...options, answer: latest([5]) });
    expect(timings.droppedTokens).toBe(0);
    expect(timings.modelCalls).toBeLessThanOrEqual(ids.length + 1);
  });

  test("that fail leave the text as it is; an answer that fails, and a signal, end it", async () => {
    // Each dot is inside a token, so that whatever the model reads before the answer is a draft.
    const ids = ["a", ".b", " ", "a", "b", ".a", " ", "c"].map(idOf);
    const model = fakeModel(vocabulary, script(vocabulary, 1, ids));
    const monitor = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
    const options = { model, prompt: [0], monitor };
    let isAsked = false;
    let failed = 0;
    const answer = async (): Promise<Names> => {
      isAsked = true;
      await tasks(4);
      isAsked = false;
      return closed("a", "b");
    };
    const session = (): ReturnType<typeof model.session> => {
      const its = model.session();
      const append: typeof its.append = async (more, signal) => {
        if (!isAsked) return its.append(more, signal);
        failed++;
        throw new RangeError("The model has failed in a draft.");
      };
      return Object.defineProperty(Object.create(its), "append", { value: append });
    };
    const { text, timings } = await complete({ ...options, model: { ...model, session }, answer });
    expect(text).toBe("a.b ab.a c");
    expect(failed).toBe(2);
    expect(timings.droppedTokens).toBe(0);

    const broken = async (): Promise<Names> => {
      await tasks(3);
      throw new Error("The service is down.");
    };
    await expect(complete({ ...options, answer: broken })).rejects.toThrow("The service is down.");
    const controller = new AbortController();
    const never = async (): Promise<Names> => {
      await tasks(3);
      controller.abort(new Error("enough"));
      return new Promise(() => {});
    };
    const { signal } = controller;
    await expect(complete({ ...options, answer: never, signal })).rejects.toThrow("enough");
  });
});

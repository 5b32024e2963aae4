import { complete, fillInMiddlePrompt, middlePrompt, withFurtherEnds } from "@espalier/decode";
import { createVocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MIDDLE_FAMILIES, middleFamilyOf, type Piece } from "../src/middle-families.js";
import { fakeModel, inOrder, monitorOf, oneOf, or, plus, script, spell, text } from "./small-languages.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20251);

/** Every byte, then `<end>`, then the control tokens named, then `words`. */
function modelWith(
  names: readonly string[],
  { words = [], contextLength }: { readonly words?: readonly string[]; readonly contextLength?: number } = {},
) {
  const bytes = Array.from({ length: 256 }, (_, byte) => ({ id: byte, bytes: [byte] }));
  const controls = ["<end>", ...names].map((control, i) => ({ id: 256 + i, control }));
  const first = 257 + names.length;
  const more = words.map((word, i) => ({ id: first + i, bytes: word }));
  const vocabulary = createVocabulary({ tokens: [...bytes, ...controls, ...more], ends: [256] });
  return fakeModel(vocabulary, () => new Float32Array(0), contextLength === undefined ? {} : { contextLength });
}

/** The prompt with control tokens by name. */
function shown(model: ReturnType<typeof modelWith>, ids: readonly number[]): string {
  return ids.map((id) => model.vocabulary.control(id) ?? spell(model.vocabulary, [id])).join("");
}

const controlsOf = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => ("control" in piece ? [[piece.control].flat()[0]!] : []));

const BARS = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"];
const UNDERSCORES = ["<fim_prefix>", "<fim_suffix>", "<fim_middle>"];

describe("families", () => {
  test.each([
    [
      ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"],
      "fim-bars",
      "<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>",
    ],
    [
      ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>", "<|file_sep|>", "<|repo_name|>"],
      "qwen-coder",
      "<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>",
    ],
    [
      ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>", "<|file_separator|>"],
      "codegemma",
      "<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>",
    ],
    [
      ["<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<reponame>", "<filename>"],
      "starcoder",
      "<fim_prefix>a<fim_suffix>b<fim_middle>",
    ],
    [
      ["<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<repo_name>", "<file_sep>"],
      "starcoder2",
      "<fim_prefix>a<fim_suffix>b<fim_middle>",
    ],
    [["<fim_prefix>", "<fim_suffix>", "<fim_middle>"], "fim-underscores", "<fim_prefix>a<fim_suffix>b<fim_middle>"],
    [["<fim-prefix>", "<fim-suffix>", "<fim-middle>"], "santacoder", "<fim-prefix>a<fim-suffix>b<fim-middle>"],
    [
      ["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"],
      "deepseek-coder",
      "<｜fim▁begin｜>a<｜fim▁hole｜>b<｜fim▁end｜>",
    ],
    [["▁<PRE>", "▁<SUF>", "▁<MID>", "▁<EOT>"], "codellama", "▁<PRE> a▁<SUF>b▁<MID>"],
    [["[SUFFIX]", "[PREFIX]"], "codestral", "[SUFFIX]b[PREFIX]a"],
    [
      ["<[fim-suffix]>", "<[fim-prefix]>", "<[fim-middle]>"],
      "seed-coder",
      "<[fim-suffix]>b<[fim-prefix]>a<[fim-middle]>",
    ],
    [["<|mask:0|>", "<|mask:1|>", "<|endofmask|>"], "incoder", "a<|mask:0|>b<|mask:1|><|mask:0|>"],
    [
      ["<|code_prefix|>", "<|code_suffix|>", "<|code_middle|>"],
      "glm-4",
      "<|code_prefix|>a<|code_suffix|>b<|code_middle|>",
    ],
  ])("control tokens %j tell %s", (names, family, prompt) => {
    const model = modelWith(names);
    const made = middlePrompt(model, "a", "b");
    expect([made.family, shown(model, made.ids)]).toEqual([family, prompt]);
    expect(fillInMiddlePrompt(model, "a", "b")).toEqual(made.ids);
  });

  test("every family is told by the tokens of its own table, or by name", () => {
    for (const family of MIDDLE_FAMILIES) {
      const names = [
        ...new Set([...(family.tells ?? []), ...Object.values(family.orders).flatMap(controlsOf), ...family.ends]),
      ];
      const model = modelWith(names);
      if (family.tells !== undefined) expect(middleFamilyOf(model.vocabulary)?.name).toBe(family.name);
      for (const name of [family.name, ...family.also, family.name.toUpperCase()]) {
        expect(middlePrompt(model, "a", "b", { family: name }).family).toBe(family.name);
      }
      expect(middlePrompt(model, "a", "b", { family: family.name }).ends).toEqual(
        [256, ...family.ends.map((name) => 257 + names.indexOf(name))].sort((a, b) => a - b),
      );
    }
  });

  test("what is not known is refused", () => {
    const two = modelWith(["<|fim_prefix|>", "<|fim_suffix|>"]);
    const unsupported = expect.objectContaining({ code: "model-unsupported" });
    expect(() => middlePrompt(two, "a", "b")).toThrow(unsupported);
    expect(() => middlePrompt(two, "a", "b", { family: "qwen-coder" })).toThrow(unsupported);
    expect(() => middlePrompt(two, "a", "b", { family: "gpt" })).toThrow(RangeError);
    const codestral = modelWith(["[SUFFIX]", "[PREFIX]"]);
    expect(() => middlePrompt(codestral, "a", "b", { order: "prefix-first" })).toThrow(RangeError);
  });

  test("suffix first, where it was trained", () => {
    const starcoder = modelWith(["<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<reponame>", "<filename>"]);
    expect(shown(starcoder, middlePrompt(starcoder, "a", "b", { order: "suffix-first" }).ids)).toBe(
      "<fim_prefix><fim_suffix>b<fim_middle>a",
    );
    const llama = modelWith(["▁<PRE>", "▁<SUF>", "▁<MID>"]);
    expect(shown(llama, middlePrompt(llama, "a", "b", { order: "suffix-first" }).ids)).toBe("▁<PRE>▁<SUF>b▁<MID> a");
  });

  test("repositories and files, as each family writes them", () => {
    const options = {
      path: "c.py",
      repository: "r",
      files: [
        { path: "d.py", text: "x\n" },
        { path: "e.py", text: "y\n" },
      ],
    };
    const qwen = modelWith(["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>", "<|file_sep|>", "<|repo_name|>"]);
    expect(shown(qwen, middlePrompt(qwen, "a", "b", options).ids)).toBe(
      "<|repo_name|>r\n<|file_sep|>d.py\nx\n\n<|file_sep|>e.py\ny\n\n<|file_sep|>c.py\n<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>",
    );
    const two = modelWith(["<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<repo_name>", "<file_sep>"]);
    expect(shown(two, middlePrompt(two, "a", "b", options).ids)).toBe(
      "<repo_name>r<file_sep>d.py\nx\n<file_sep>e.py\ny\n<file_sep><fim_prefix>c.py\na<fim_suffix>b<fim_middle>",
    );
    const codestral = modelWith(["[SUFFIX]", "[PREFIX]"]);
    expect(shown(codestral, middlePrompt(codestral, "a", "b", options).ids)).toBe(
      "[SUFFIX]b[PREFIX]+++++ d.py\nx\n\n+++++ e.py\ny\n\n+++++ c.py\na",
    );
    const santa = modelWith(["<fim-prefix>", "<fim-suffix>", "<fim-middle>"]);
    expect(shown(santa, middlePrompt(santa, "a", "b", { files: options.files }).ids)).toBe(
      "# d.py\nx\n\n# e.py\ny\n\n<fim-prefix>a<fim-suffix>b<fim-middle>",
    );
  });

  test.each([
    [
      "codegemma",
      [...BARS, "<|file_separator|>"],
      "d.py\nx\n<|file_separator|>c.py\n<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>",
    ],
    [
      "codeqwen1.5",
      [...UNDERSCORES, "<reponame>", "<file_sep>"],
      "<reponame>r<file_sep>d.py\nx\n<file_sep>c.py\n<fim_prefix>a<fim_suffix>b<fim_middle>",
    ],
    [
      "starcoder",
      [...UNDERSCORES, "<reponame>", "<filename>"],
      "<reponame>r<filename>d.py\nx\n<filename>c.py\n<fim_prefix>a<fim_suffix>b<fim_middle>",
    ],
    [
      "deepseek-coder",
      ["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"],
      "#d.py\nx\n\n#c.py\n<｜fim▁begin｜>a<｜fim▁hole｜>b<｜fim▁end｜>",
    ],
  ])("a repository as %s writes it", (family, names, expected) => {
    const model = modelWith(names);
    const options = { path: "c.py", repository: "r", files: [{ path: "d.py", text: "x\n" }] };
    expect(shown(model, middlePrompt(model, "a", "b", options).ids)).toBe(expected);
    expect(middlePrompt(model, "a", "b", options).family).toBe(family);
  });

  test("names of control tokens in another file's text stay text", () => {
    const names = [...BARS, "<|file_sep|>", "<|repo_name|>"];
    const files = [{ path: "<|fim_middle|>.py", text: "<|file_sep|><|fim_middle|>" }];
    const model = modelWith(names);
    const { ids } = middlePrompt(model, "a", "b", { path: "c.py", files });
    // Three around the gap, and one before each of the two files.
    expect(ids.filter((id) => id >= 256)).toHaveLength(5);
  });

  test("names of control tokens in the user's text stay text", () => {
    const model = modelWith(["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"]);
    const { ids } = middlePrompt(model, "<|fim_middle|>", "<end>");
    expect(ids.filter((id) => id >= 256)).toHaveLength(3);
  });
});

describe("room", () => {
  const names = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"];
  test("half each, or what the shorter side leaves; the prefix keeps its end, the suffix its start", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: 3, max: 50 }), (before, after, room) => {
        const prefix = Array.from({ length: before }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
        const suffix = Array.from({ length: after }, (_, i) => String.fromCharCode(65 + (i % 26))).join("");
        const model = modelWith(names, { contextLength: room + 7 });
        const made = middlePrompt(model, prefix, suffix, { reserve: 7 });
        const kept = shown(model, made.ids);
        const [, left, right] = /^<\|fim_prefix\|>(.*)<\|fim_suffix\|>(.*)<\|fim_middle\|>$/s.exec(kept)!;
        const free = room - 3;
        const half = Math.floor(free / 2);
        const forLeft = Math.min(before, Math.max(half, free - after));
        expect(left).toBe(prefix.slice(before - forLeft));
        expect(right).toBe(suffix.slice(0, Math.min(after, free - forLeft)));
        expect(made.dropped).toEqual({ prefix: before - left!.length, suffix: after - right!.length });
        expect(made.ids.length).toBeLessThanOrEqual(room);
      }),
      { seed },
    );
  });
  test("long texts, of which only the nearest part is encoded", () => {
    const model = modelWith(names, { contextLength: 23 });
    const encoded: number[] = [];
    const spy = {
      ...model,
      encode: (given: string, how: "prompt" | "literal") => {
        encoded.push(given.length);
        return model.encode(given, how);
      },
    };
    const made = middlePrompt(spy, `${"😀".repeat(5000)}xyz`, `abc${"é".repeat(5000)}`, { reserve: 0 });
    expect(shown(model, made.ids.slice(8, 11))).toBe("xyz");
    expect(shown(model, made.ids.slice(12, 15))).toBe("abc");
    expect(made.dropped).toEqual({ prefix: 20_003 - 10, suffix: 10_003 - 10 });
    expect(Math.max(...encoded)).toBeLessThan(1000);
  });
  test("no room at all", () => {
    const model = modelWith(names, { contextLength: 5 });
    expect(() => middlePrompt(model, "a", "b", { reserve: 3 })).toThrow(
      expect.objectContaining({ code: "context-exceeded" }),
    );
    expect(middlePrompt(model, "a", "b", { reserve: 2 }).ids).toEqual([257, 258, 259]);
    expect(() => middlePrompt(model, "a", "b", { reserve: -1 })).toThrow("must be");
  });
  test("other files as a whole, the last first", () => {
    const model = modelWith(names, { contextLength: 40 });
    const files = [{ text: "first\n" }, { text: "second file\n" }, { text: "third\n" }];
    expect(shown(model, middlePrompt(model, "aaaa", "bbbb", { reserve: 0, files }).ids)).toBe(
      "# second file\n\n# third\n\n<|fim_prefix|>aaaa<|fim_suffix|>bbbb<|fim_middle|>",
    );
  });
});

describe("healing", () => {
  const names = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"];
  const words = ["ma", "max", "maxi", "return ", "imum"];
  test("the last token is left out where a longer one begins with it", () => {
    const model = modelWith(names, { words });
    const { ids, heal } = middlePrompt(model, "return ma", ")");
    expect([shown(model, ids), spell(model.vocabulary, [...heal])]).toEqual([
      "<|fim_prefix|>return <|fim_suffix|>)<|fim_middle|>",
      "ma",
    ]);
    expect(middlePrompt(model, "return maxi", ")").heal).toHaveLength(0);
    expect(middlePrompt(model, "return ma", ")", { healing: "off" }).heal).toHaveLength(0);
  });
  const language = monitorOf(inOrder(or(text("x"), text("ximum"), plus(oneOf("pq"))), text("!")));
  const bytes = Array.from({ length: 256 }, (_, byte) => ({ id: byte, bytes: [byte] }));
  const vocabulary = createVocabulary({
    tokens: [...bytes, { id: 256, control: "<end>" }, ...words.map((word, i) => ({ id: 257 + i, bytes: word }))],
    ends: [256],
  });
  const heal = Uint8Array.of(109, 97);
  test("a token that spans the cut is a token; the text and the monitor begin after it", async () => {
    const model = fakeModel(vocabulary, script(vocabulary, 1, [258, 261, 33]));
    const result = await complete({ model, prompt: [7], monitor: language, heal });
    expect(result).toMatchObject({ text: "ximum!", ids: [258, 261, 33], accepted: true });
  });
  test("so is one that spells less than what was left out, and forced text comes after", async () => {
    const model = fakeModel(vocabulary, script(vocabulary, 1, [109, 97, 113, 33]));
    const result = await complete({ model, prompt: [7], monitor: language, heal });
    expect(result).toMatchObject({ text: "q!", ids: [109, 97, 113, 33], accepted: true });
  });
  test("whatever the model wants, the text is valid within the budget, which counts the token left out", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 3, max: 8 }), fc.boolean(), async (salt, maxTokens, greedy) => {
        const model = fakeModel(vocabulary, (ids) =>
          Float32Array.from({ length: vocabulary.size }, (_, id) => Math.imul(id + 1, salt + 7 * ids.length + 1) % 97),
        );
        const events: string[] = [];
        const sampling = greedy ? {} : { temperature: 30 };
        const result = await complete({
          model,
          prompt: [7],
          monitor: language,
          heal,
          maxTokens,
          sampling,
          seed: salt,
          onStep: (event) => void (event.kind === "rewind" || events.push(event.text)),
        });
        expect(result.text).toMatch(/^(x|ximum|[pq]+)!$/);
        expect(result.accepted).toBe(true);
        expect(spell(vocabulary, result.ids)).toBe(`ma${result.text}`);
        expect(events.join("")).toBe(result.text);
        expect(result.ids.length).toBeLessThanOrEqual(maxTokens);
      }),
      { seed },
    );
    const model = fakeModel(vocabulary, script(vocabulary, 1, []));
    const short = complete({ model, prompt: [7], monitor: language, heal, maxTokens: 2 });
    await expect(short).rejects.toMatchObject({ code: "budget-too-small", needed: 3 });
  });
  test("stop strings and dead ends count from the cut", async () => {
    const model = fakeModel(vocabulary, script(vocabulary, 1, [258, 261, 33]));
    const result = await complete({ model, prompt: [7], heal, stop: ["maxi", "mum"] });
    expect(result).toMatchObject({ text: "xi", finish: "stop" });
  });
});

test("a middle may end with any token of its family", async () => {
  const model = modelWith(["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>", "<|file_sep|>", "<|repo_name|>"]);
  const { ends } = middlePrompt(model, "a", "b");
  const ended = withFurtherEnds(fakeModel(model.vocabulary, script(model.vocabulary, 1, [120, 260])), ends);
  expect(ended.vocabulary.ends).toEqual([256, 260, 261]);
  const result = await complete({ model: ended, prompt: [7] });
  expect(result).toMatchObject({ text: "x", finish: "end" });
  expect(withFurtherEnds(ended, ends)).toBe(ended);
  expect(() => withFurtherEnds(ended, ["a", 7n] as never)).toThrow(RangeError);
  expect(withFurtherEnds(model, ends).vocabulary).toBe(ended.vocabulary);
  expect(() => withFurtherEnds(model, [7])).toThrow(RangeError);
});

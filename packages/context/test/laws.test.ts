// Laws of retrieval, over repositories at random: budgets hold, the hole's text does not leak, nothing is shown twice, and nothing depends on
// the order of the file system.

import { ArgumentError } from "@espalier/arguments";
import {
  allProposals,
  approximateTokenizer,
  bm25Ranker,
  type Candidate,
  candidatesFor,
  compose,
  createRepositoryIndex,
  createSite,
  cutToTokens,
  defaultRanker,
  fixedOrder,
  fusion,
  type Hole,
  jaccardRanker,
  learnedRanker,
  NOTHING,
  pageRankRanker,
  publishedContext,
  publishedPrompt,
  publishedProposals,
  type Ranker,
  type RepositoryIndex,
  retrieve,
  type Site,
  similarCode,
  source,
  type Tokenizer,
  usageRanker,
  wordsOf,
} from "@espalier/context";
import fc from "fast-check";
import { countTokens, decode, encode } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { toy, toyPlace, toyText } from "./toy.js";

const gpt: Tokenizer = {
  encode: (text) => encode(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }),
  decode: (ids) => {
    const text = decode(ids as number[]);
    return text.includes("\ufffd") ? undefined : text;
  },
};
const tokenizer = fc.constantFrom(gpt, approximateTokenizer);
const rankers: readonly Ranker[] = [
  fixedOrder(),
  bm25Ranker(),
  jaccardRanker(),
  learnedRanker(),
  usageRanker(),
  pageRankRanker(),
  fusion([bm25Ranker(), fixedOrder()]),
  defaultRanker(),
];
const ranker = fc.constantFrom(...rankers);
const edits = fc.array(
  fc.record({
    path: fc.constantFrom("shapes.toy", "lib/store.toy", "gone.toy"),
    fromLine: fc.nat(6),
    toLine: fc.nat(9),
  }),
  { maxLength: 3 },
);

interface Place {
  readonly files: ReadonlyMap<string, string>;
  readonly path: string;
  readonly at: number;
  readonly length: number;
}

function indexOf(files: Iterable<readonly [string, string]>): RepositoryIndex {
  const index = createRepositoryIndex(toy);
  index.update([...files].map(([path, text]) => ({ path, text })));
  return index;
}

function holeOf({ files, path, at, length }: Place): Hole {
  const characters = [...files.get(path)!];
  const from = Math.floor(at * characters.length);
  const join = (part: readonly string[]): string => part.join("");
  return {
    path,
    prefix: join(characters.slice(0, from)),
    suffix: join(characters.slice(from + length)),
    hidden: join(characters.slice(from, from + length)),
  };
}

const candidatesOf = (site: Site): readonly Candidate[] =>
  candidatesFor(site, allProposals(), { characters: 100_000 }).candidates;

describe("budgets", () => {
  test("no context has more tokens than its budget, and it counts what it says", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, tokenizer, ranker, fc.nat(200), edits, async (place, tokens, by, budget, recent) => {
        const hole = holeOf(place);
        const { blocks, text, ...found } = await retrieve(indexOf(place.files), hole, {
          budget,
          tokenizer: tokens,
          ranker: by,
          edits: recent,
        });
        expect(found.tokens).toBeLessThanOrEqual(budget);
        expect(tokens.encode(text).length).toBeLessThanOrEqual(found.tokens);
        expect(blocks.reduce((sum, block) => sum + block.tokens, 0)).toBeLessThanOrEqual(budget);
        for (const block of blocks) expect(text).toContain(block.text);
      }),
    );
  });

  test("a larger budget than all there is drops nothing for lack of tokens", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, async (place) => {
        const { provenance } = await retrieve(indexOf(place.files), holeOf(place), { budget: 100_000, tokenizer: gpt });
        expect(provenance.every(({ dropped }) => dropped.overBudget === 0)).toBe(true);
      }),
    );
  });

  test("no budget is unused while code was cut or left out", async () => {
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(toyPlace, tokenizer, fc.integer({ min: 20, max: 200 }), async (place, tokens, budget) => {
        const hole = holeOf(place);
        const proposals = [source("sibling").content("method bodies"), source("relevant").content("text")];
        const found = await retrieve(indexOf(place.files), hole, { budget, tokenizer: tokens, proposals });
        if (found.provenance.every((each) => each.dropped.overBudget === 0)) return;
        dropped++;
        // Texts are joined and cut by whole tokens, and each block has a line of its own for the path.
        expect(budget - found.tokens).toBeLessThanOrEqual(
          16 + found.provenance.reduce((sum, { items }) => sum + items, 0),
        );
      }),
    );
    expect(dropped).toBeGreaterThan(10);
  });

  test("published prompts hold their tokens, and the end of the prefix survives", () => {
    const ways = fc.constantFrom("to-file" as const, "both-ways" as const);
    fc.assert(
      fc.property(toyPlace, tokenizer, fc.integer({ min: 8, max: 200 }), ways, (place, tokens, most, leftovers) => {
        const site = createSite(indexOf(place.files), holeOf(place));
        const { prefix } = site.hole;
        for (const candidate of candidatesOf(site)) {
          const prompt = publishedPrompt(site, candidate, { tokens: most, tokenizer: tokens, leftovers });
          expect(tokens.encode(prompt.text).length).toBeLessThanOrEqual(most);
          expect(prefix.endsWith(prompt.file)).toBe(true);
          if (prefix !== "") expect(prompt.file).not.toBe("");
          if (leftovers === "to-file")
            expect(tokens.encode(prompt.proposal).length).toBeLessThanOrEqual(
              Math.ceil(candidate.proposal.share * most),
            );
          if (candidate.proposal === NOTHING) expect(prompt.proposal).toBe("");
          // Room is left only where nothing was cut. A cut can end some tokens early, since texts are cut and joined by whole tokens.
          if (leftovers === "both-ways" && tokens.encode(prompt.text).length < most - 8) {
            expect(prompt.file).toBe(prefix);
            expect(prompt.proposal).toBe(publishedContext(site, candidate, 100_000, tokens));
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test("published prompts of fewer tokens than a separator has still hold them", () => {
    fc.assert(
      fc.property(toyPlace, tokenizer, fc.integer({ min: 1, max: 7 }), (place, tokens, most) => {
        const site = createSite(indexOf(place.files), holeOf(place));
        for (const candidate of candidatesOf(site)) {
          const prompt = publishedPrompt(site, candidate, { tokens: most, tokenizer: tokens });
          expect(tokens.encode(prompt.text).length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("a cut text is the head or tail of its tokens, and splits no character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        tokenizer,
        fc.nat(12),
        fc.constantFrom("head" as const, "tail" as const),
        (text, tokens, most, keep) => {
          const cut = cutToTokens(tokens, text, most, keep);
          expect(keep === "head" ? text.startsWith(cut) : text.endsWith(cut)).toBe(true);
          expect(tokens.encode(cut).length).toBeLessThanOrEqual(most);
          expect(cut).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
          if (tokens.encode(text).length <= most) expect(cut).toBe(text);
        },
      ),
    );
    expect(countTokens(cutToTokens(gpt, "return max(a, b)", 3, "head"))).toBe(3);
  });
});

describe("the hole", () => {
  const SECRET = "qz7secret";
  const place = toyPlace.filter(({ files, path }) => files.get(path)!.replace(/\s/g, "").length >= 60);

  test("never leaks: not by the index, a copy, a changed copy, edits, or a cache", async () => {
    await fc.assert(
      fc.asyncProperty(place, ranker, edits, async ({ files, path, at }, by, recent) => {
        const hole = holeOf({ files, path, at, length: 0 });
        const whole = hole.prefix + SECRET + hole.suffix;
        const index = indexOf([
          ...files,
          [path, whole],
          ["lib/copy.toy", whole],
          ["lib/copy_store.toy", `say "another first line"\n${whole}\nvar another_last_line`],
        ]);
        const options = {
          budget: 400,
          tokenizer: gpt,
          ranker: by,
          edits: [{ path, fromLine: 0, toLine: 99 }, { path: "lib/copy.toy", fromLine: 0, toLine: 99 }, ...recent],
        };
        // Another hole first, of which the hidden text is part of the window: what it left in caches must not matter.
        await retrieve(index, { path, prefix: whole, suffix: "" }, options);
        for (const hidden of [
          { ...hole, hidden: SECRET },
          { path, prefix: hole.prefix, suffix: hole.suffix },
        ]) {
          const { text } = await retrieve(index, hidden, options);
          expect(text).not.toContain(SECRET);
          const site = createSite(index, hidden, options);
          for (const candidate of candidatesOf(site)) expect(candidate.text).not.toContain(SECRET);
        }
      }),
    );
  });

  test("never leaks by a copy with other blanks or line ends, or by a part of the file", () => {
    const near = (text: string, side: number): string => {
      const at = text.indexOf(SECRET);
      return text.slice(Math.max(0, at - side), at + SECRET.length + side);
    };
    const ways = fc.constantFrom<(text: string) => string>(
      (text) => text.replaceAll("\n", "\r\n"),
      (text) => text.replace(/^/gm, "    "),
      (text) => text.replace(/$/gm, "  "),
      (text) => text.replaceAll(" ", "\t"),
      (text) => text.replaceAll("\n", "\n\n"),
      (text) => `var first\n${text}`,
      (text) => `${text}\nvar last`,
      (text) => `var first\n${near(text, 100)}\nvar last`,
    );
    const wide = toyPlace.filter(({ files, path }) => files.get(path)!.replace(/\s/g, "").length >= 100);
    fc.assert(
      fc.property(wide, ways, fc.constantFrom("told", "on disk"), ({ files, path, at }, way, known) => {
        const hole = holeOf({ files, path, at, length: 0 });
        const whole = hole.prefix + SECRET + hole.suffix;
        const index = indexOf([...files, ["lib/copy.toy", way(whole)]]);
        index.update([{ path, text: known === "on disk" ? whole : undefined }]);
        const { path: own, prefix, suffix } = hole;
        const site = createSite(index, { path: own, prefix, suffix, ...(known === "told" ? { hidden: SECRET } : {}) });
        for (const candidate of candidatesOf(site)) expect(candidate.text).not.toContain(SECRET);
      }),
      { numRuns: samples(300) },
    );
  });

  test("what it was asked before changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, fc.double({ min: 0, max: 1, noNaN: true }), async (one, at) => {
        const index = indexOf(one.files);
        await retrieve(index, holeOf({ ...one, at }), { budget: 90, tokenizer: gpt });
        const again = await retrieve(index, holeOf(one), { budget: 90, tokenizer: gpt });
        expect(again).toEqual(await retrieve(indexOf(one.files), holeOf(one), { budget: 90, tokenizer: gpt }));
      }),
      { numRuns: samples(50) },
    );
  });
});

test("what was asked with one semantics changes nothing for the other", async () => {
  await fc.assert(
    fc.asyncProperty(toyPlace, async (one) => {
      const [index, options] = [indexOf(one.files), { budget: 90, tokenizer: gpt }];
      for (const semantics of ["paper", "rlpg-code", "paper"] as const) {
        const fresh = await retrieve(indexOf(one.files), holeOf(one), { ...options, semantics });
        expect(await retrieve(index, holeOf(one), { ...options, semantics })).toEqual(fresh);
      }
    }),
    { numRuns: samples(50) },
  );
});

describe("what is shown", () => {
  test("is new: no name and no line twice, and none that the window has", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, ranker, fc.nat(300), async (one, by, budget) => {
        const hole = holeOf(one);
        // A second file of the same text, which is no copy of the file with the hole.
        const [path, text] = [...one.files].find(([path]) => path !== one.path) ?? ["other.toy", "var other"];
        const index = indexOf([...one.files, [path, text], ["lib/twin.toy", text]]);
        const site = createSite(index, hole);
        const ranked = await by.rank(site, candidatesOf(site));
        const { provenance } = compose(ranked, { budget, tokenizer: gpt, shown: hole });
        const inWindow = new Set([...wordsOf(hole.prefix), ...wordsOf(hole.suffix)]);
        const inCode = new Set<string>();
        for (const { path, proposal, spans: own } of provenance)
          if (!/\.T?I$/.test(proposal))
            for (const { from, to } of own) {
              const text = path === hole.path ? site.text : index.file(path)!.text;
              for (const word of wordsOf(text.slice(from, to))) inCode.add(word);
            }
        const names = new Set<string>();
        const spans: { whole: string; from: number; to: number }[] = [];
        for (const { path, proposal, spans: own } of provenance)
          for (const { from, to } of own) {
            const whole = path === hole.path ? site.text : index.file(path)!.text;
            const text = whole.slice(from, to);
            if (/\.T?I$/.test(proposal)) {
              expect(names.has(text)).toBe(false);
              expect(inWindow.has(text)).toBe(false);
              expect(inCode.has(text)).toBe(false);
              names.add(text);
              continue;
            }
            expect(hole.prefix.includes(text) || hole.suffix.includes(text)).toBe(false);
            expect(spans.some((other) => other.whole === whole && from < other.to && other.from < to)).toBe(false);
            spans.push({ whole, from, to });
          }
      }),
    );
  });

  test("comes from where it says", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, async (one) => {
        const index = indexOf(one.files);
        const site = createSite(index, holeOf(one));
        for (const { pieces } of candidatesOf(site))
          for (const { path, items } of pieces)
            for (const { text, from, to } of items) {
              const whole = path === site.hole.path ? site.text : index.file(path)!.text;
              expect(whole.slice(from, to).replace(/\s+/g, " ")).toContain(text.replace(/\s+/g, " "));
            }
      }),
    );
  });
});

describe("order", () => {
  test("does not depend on the order in which files are read", async () => {
    const shuffled = toyPlace.chain((one) =>
      fc.tuple(fc.constant(one), fc.shuffledSubarray([...one.files], { minLength: one.files.size })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, ranker, async ([one, files], by) => {
        const options = { budget: 120, tokenizer: gpt, ranker: by };
        const first = await retrieve(indexOf(one.files), holeOf(one), options);
        expect(await retrieve(indexOf(files), holeOf(one), options)).toEqual(first);
      }),
    );
  });

  test("does not depend on the order in which files are read, where very many files are equally relevant", async () => {
    const hole = { path: "main.toy", prefix: "var total_cost", suffix: "\n" };
    const files = Array.from({ length: 200 }, (_, at) => [`d${at}/f.toy`, `var total_cost\nvar x${at}`] as const);
    const options = { budget: 200, tokenizer: gpt, proposals: [source("relevant").content("text"), similarCode()] };
    const first = await retrieve(indexOf(files), hole, options);
    expect(first.blocks.length).toBeGreaterThan(0);
    expect(await retrieve(indexOf(files.toReversed()), hole, options)).toEqual(first);
    const changed = indexOf(files);
    for (const [path, text] of files.slice(0, 90))
      changed.update([
        { path, text: `${text} ` },
        { path, text },
      ]);
    expect(await retrieve(changed, hole, options)).toEqual(first);
  });

  test("rankers are total: every candidate once, scores descending, nothing among them", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, ranker, async (one, by) => {
        const site = createSite(indexOf(one.files), holeOf(one));
        const candidates = candidatesOf(site);
        const ranked = await by.rank(site, candidates);
        expect(new Set(ranked.map(({ candidate }) => candidate))).toEqual(new Set(candidates));
        expect(ranked).toHaveLength(candidates.length);
        ranked.forEach(({ score }, at) => {
          expect(Number.isNaN(score)).toBe(false);
          if (at > 0) expect(score).toBeLessThanOrEqual(ranked[at - 1]!.score);
        });
      }),
    );
  });

  test("a file that has nothing to do with the hole changes no source it is not in", () => {
    fc.assert(
      fc.property(toyPlace, toyText, (one, text) => {
        const publishedOf = (files: Iterable<readonly [string, string]>): unknown => {
          const site = createSite(indexOf(files), holeOf(one));
          return candidatesFor(site, publishedProposals(), { characters: 100_000 }).candidates.map((candidate) => ({
            id: candidate.proposal.id,
            text: candidate.text,
          }));
        };
        // Nobody imports it, it is in a folder of its own, no part of its name is another's, and it declares nothing.
        const irrelevant = text.replace(/^(class|use) /gm, "note ");
        expect(publishedOf([...one.files, ["far/zzz.toy", irrelevant]])).toEqual(publishedOf(one.files));
      }),
    );
  });

  test("blocks are in the order of paths, so that the beginning of a prompt stays", async () => {
    await fc.assert(
      fc.asyncProperty(toyPlace, async (one) => {
        const { blocks } = await retrieve(indexOf(one.files), holeOf(one), { budget: 150, tokenizer: gpt });
        expect(blocks.map(({ path }) => path)).toEqual(blocks.map(({ path }) => path).sort());
      }),
    );
  });
});

test("the deadline also ends the counting of tokens, and something is shown however slow it is", async () => {
  const words = (from: string, at: number): string => `fun area(${from}${at}) = area * ${from}${at}`;
  const files = ["shapes", "lib/store", "lib/disc_store"].map(
    (name, at) => [`${name}.toy`, Array.from({ length: 400 }, (_, line) => words(`n${at}x`, line)).join("\n")] as const,
  );
  const hole: Hole = { path: "disc.toy", prefix: "use shapes: area\nvar area\n", suffix: "\n" };
  for (const deadline of [2, 40, 400]) {
    let time = 0;
    const encodeSlowly = (text: string): readonly number[] => {
      time++;
      return gpt.encode(text);
    };
    const slow: Tokenizer = { encode: encodeSlowly, decode: gpt.decode };
    const index = indexOf(files);
    const options = { budget: 1500, tokenizer: slow, deadline, now: () => time };
    const { text, tokens, complete, blocks } = await retrieve(index, hole, options);
    expect(complete).toBe(false);
    expect(text).toContain("area");
    expect(tokens).toBeLessThanOrEqual(1500);
    // After the deadline only the finished text is counted: each block, and all of them.
    expect(time).toBeLessThanOrEqual(deadline + 10 + 3 * blocks.length);
  }
});

test("the deadline ends the asking of proposals, and the best so far is returned", async () => {
  const files: [string, string][] = [
    ["shapes.toy", "class Disc\nfun area(r) = 3 * r"],
    ["disc.toy", "use shapes: Disc area\nvar x\n"],
  ];
  const hole: Hole = { path: "disc.toy", prefix: "use shapes: Disc area\nvar x = ar", suffix: "\n" };
  let time = 0;
  const slow = { budget: 100, tokenizer: gpt, deadline: 20, now: () => time++ };
  const cut = await retrieve(indexOf(files), hole, slow);
  expect(cut.complete).toBe(false);
  const whole = await retrieve(indexOf(files), hole, { budget: 100, tokenizer: gpt });
  expect(whole.complete).toBe(true);
  expect(whole.text).toContain("fun area(r)");
  await expect(retrieve(indexOf(files), hole, { budget: -1, tokenizer: gpt })).rejects.toThrow(ArgumentError);
});

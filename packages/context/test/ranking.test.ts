// Parts of ranking against slow or hand-made twins: PageRank against its definition, allotment against its promises, fusion by hand, the
// published numbers against the published table.

import { ArgumentError } from "@espalier/arguments";
import {
  allot,
  type Candidate,
  createRepositoryIndex,
  createSite,
  fusion,
  lineHole,
  NOTHING,
  PUBLISHED_ORDER,
  pageRankFrom,
  publishedProposals,
  type Site,
  scoring,
  source,
  withAbstention,
} from "@espalier/context";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { allotByCosts } from "../src/allotment.js";
import { toy } from "./toy.js";

describe("personalised PageRank by pushes", () => {
  test("is what the power iteration converges to", () => {
    const graph = fc.array(fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(graph, (lists) => {
        const edges = lists.map((list) => new Map(list));
        const pushed = pageRankFrom(0, (node: number) => edges[node]!, { tolerance: 1e-10, pushes: 1_000_000 });
        let ranks: number[] = Array.from({ length: 8 }, (_, at) => (at === 0 ? 1 : 0));
        for (let round = 0; round < 300; round++) {
          const next: number[] = Array.from({ length: 8 }, (_, at) => (at === 0 ? 0.15 : 0));
          ranks.forEach((rank, from) => {
            const total = [...edges[from]!.values()].reduce((sum, weight) => sum + weight, 0);
            if (total === 0) next[0]! += 0.85 * rank;
            for (const [to, weight] of edges[from]!) next[to]! += (0.85 * rank * weight) / total;
          });
          ranks = next;
        }
        ranks.forEach((rank, node) => {
          expect(pushed.get(node) ?? 0).toBeCloseTo(rank, 7);
        });
      }),
    );
  });
});

describe("allotment", () => {
  const demands = fc.array(fc.record({ wanted: fc.nat(50), weight: fc.nat(5) }), { maxLength: 6 });
  test("gives no more than there is or is wanted, leaves nothing while somebody wants, and everybody their share", () => {
    fc.assert(
      fc.property(fc.nat(120), demands, (total, all) => {
        const given = allot(total, all);
        const sum = given.reduce((one, other) => one + other, 0);
        const wanted = all.reduce((one, other) => one + other.wanted, 0);
        const weights = all.reduce((one, other) => one + other.weight, 0);
        expect(sum).toBe(Math.min(total, wanted));
        given.forEach((tokens, at) => {
          expect(tokens).toBeLessThanOrEqual(all[at]!.wanted);
          if (weights > 0)
            expect(tokens).toBeGreaterThanOrEqual(
              Math.min(all[at]!.wanted, Math.floor((total * all[at]!.weight) / weights)),
            );
        });
      }),
    );
  });
});

describe("allotment by costs", () => {
  const demands = fc.array(fc.record({ costs: fc.array(fc.nat(9), { maxLength: 12 }), weight: fc.nat(5) }), {
    maxLength: 6,
  });
  test("is the allotment of the sums", () => {
    fc.assert(
      fc.property(fc.nat(120), demands, (total, all) => {
        const sums = all.map(({ costs, weight }) => ({ wanted: costs.reduce((sum, cost) => sum + cost, 0), weight }));
        expect(allotByCosts(total, all)).toEqual(allot(total, sums));
      }),
      { numRuns: samples(1000) },
    );
  });

  test("reads no costs that cannot matter", () => {
    let read = 0;
    function* endless(): Iterable<number> {
      for (;;) {
        read++;
        yield 1;
      }
    }
    const demands = Array.from({ length: 4 }, () => ({ costs: endless(), weight: 1 }));
    expect(allotByCosts(100, demands)).toEqual([25, 25, 25, 25]);
    expect(read).toBeLessThanOrEqual(4 * 27);
  });
});

describe("rankers of rankers", () => {
  const candidate = (id: string): Candidate => ({
    proposal: { ...NOTHING, id, number: undefined },
    pieces: [],
    text: id,
  });
  const all = [candidate("a"), candidate("b"), candidate("c"), { proposal: NOTHING, pieces: [], text: "" }];
  const by = (name: string, scores: readonly number[]) => scoring(name, () => scores);
  const ids = async (ranked: ReturnType<ReturnType<typeof by>["rank"]>) =>
    (await ranked).map(({ candidate: { proposal } }) => proposal.id);
  const site = {} as Site;

  test("fusion adds 1 / (60 + rank)", async () => {
    // Ranks: a 1 and 3, b 2 and 1, c 3 and 2, nothing 4 and 4.
    const ranked = await fusion([by("x", [9, 8, 7, 0]), by("y", [1, 3, 2, 0])]).rank(site, all);
    expect(await ids(ranked)).toEqual(["b", "a", "c", "default"]);
    expect(ranked[0]!.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
    expect(ranked[1]!.score).toBeCloseTo(1 / 61 + 1 / 63, 12);
  });

  test("abstention is a candidate: it wins ties, and what is below it loses", async () => {
    expect(await ids(withAbstention(by("x", [1, 5, 3, 99]), 3).rank(site, all))).toEqual(["b", "default", "c", "a"]);
  });
});

describe("holes of the published data set", () => {
  test("begin at half of a line's text, or half of its length from the first column as in the published code", () => {
    const text = "if x:\n        total = 1\n\n   \n";
    // "total = 1" has 9 characters: 4 of them from where it begins, or from the first column.
    expect(lineHole("a.py", text, 1)).toMatchObject({
      prefix: "if x:\n        tota",
      hidden: "l = 1",
      suffix: "\n\n   \n",
    });
    expect(lineHole("a.py", text, 1, "rlpg-code")).toMatchObject({ prefix: "if x:\n    ", hidden: "    total = 1" });
    for (const line of [2, 3, 4, 5]) expect(lineHole("a.py", text, line)).toBeUndefined();
    expect(lineHole("a.py", "😀😀😀", 0)?.prefix).toBe("😀");
  });
});

test("siblings come by the nearest shared import, then by how many; in the published code one import decides, by its last part", () => {
  const index = createRepositoryIndex(toy);
  const files = { f2: "use b: B", f3: "use c: C\nuse d: D", f4: "use a: A", f5: "use two.kit: K", f6: "var own" };
  index.update(Object.entries(files).map(([name, text]) => ({ path: `${name}.toy`, text })));
  const imports = "use a: A\nuse b: B\nuse c: C\nuse d: D\nuse one.kit: K\n";
  // The last uses: K six lines above the hole, D five, C four, B two, A one.
  const hole = { path: "main.toy", prefix: `${imports}var K\nvar D\nvar C\nvar x\nvar B\nvar A\n`, suffix: "\n" };
  const orderIn = (semantics: "paper" | "rlpg-code"): readonly string[] => {
    const site = createSite(index, hole, { semantics });
    return [...source("sibling").content("text").pieces(site)].map(({ path }) => path.slice(0, 2));
  };
  expect(orderIn("paper")).toEqual(["f4", "f2", "f3", "f5", "f6"]);
  expect(orderIn("rlpg-code")).toEqual(["f4", "f3", "f2", "f5", "f6"]);
});

test("a source or a content that there is not is refused by name", () => {
  expect(() => source("imports" as never)).toThrow(ArgumentError);
  expect(() => source("import").content("methods" as never)).toThrow(ArgumentError);
  expect(() => source("import").content("post lines")).toThrow(RangeError);
});

describe("the published proposals", () => {
  const all = publishedProposals();
  test("have the published numbers", () => {
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, at) => at));
    expect(new Set(all.map(({ id }) => id)).size).toBe(63);
    const named = {
      0: "Cur.MN",
      4: "Cur.FD",
      5: "Cur.PL25",
      8: "Par.MNB",
      13: "Par.FD",
      14: "Imp.MNB",
      21: "Sib.MN",
      26: "Sim.MNB",
      34: "Chi.I",
      38: "ISib.MNB",
      44: "ISim.MNB",
      55: "IPar.FD",
      60: "IChi.SL",
      62: "default",
    };
    for (const [number, id] of Object.entries(named)) expect(all[Number(number)]!.id).toBe(id);
    expect(all.slice(5, 8).map(({ share }) => share)).toEqual([0.25, 0.5, 0.75]);
    expect(
      publishedProposals("rlpg-code")
        .slice(5, 8)
        .map(({ share }) => share),
    ).toEqual([0.5, 0.25, 0.75]);
  });
  test("keep the head, but those of the parent class and the items of the current file", () => {
    expect(all.filter(({ keep }) => keep === "tail").map(({ number }) => number)).toEqual([
      0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13,
    ]);
  });
  test("have a published order, of all 63, in which nothing is the 17th", () => {
    expect([...PUBLISHED_ORDER].sort((a, b) => a - b)).toEqual(Array.from({ length: 63 }, (_, at) => at));
    expect(PUBLISHED_ORDER.indexOf(62)).toBe(16);
  });
});

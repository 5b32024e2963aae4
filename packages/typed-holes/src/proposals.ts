// Turns the knowledge about a hole into proposals for `context`, which compete with the repository's proposals for the budget.

import { callable, having, required, signature } from "@espalier/arguments";
import { defaultRanker, type Item, type Piece, type Proposal, type Ranker, type Site } from "@espalier/context";
import type { HoleKnowledge } from "./ask-hole.js";
import type { DeclaredAt } from "./hole-server.js";

const TYPES = "Hole.T";
const HEADERS = "Hole.H";

const checkHoleProposals = signature("holeProposals", {
  knowledge: required(having("what askHole answers", { language: "string", types: "object", headers: "object" })),
  paths: callable,
});

/**
 * Returns two proposals: `Hole.T`, the relevant types, and `Hole.H`, the relevant headers. Both contain the knowledge that was retrieved beforehand, for
 * whatever hole they are asked. Pass `paths` if the server's paths differ from those of the index.
 */
export function holeProposals(
  knowledge: HoleKnowledge,
  paths: (path: string) => string = (path) => path,
): readonly Proposal[] {
  checkHoleProposals(knowledge, paths);
  return [
    proposal(TYPES, "a type that the hole leads to", knowledge.types.definitions, { paths, beyond: 0 }),
    proposal(HEADERS, "a header that leads to the hole's type", knowledge.headers.headers, {
      paths,
      beyond: knowledge.types.text.length,
    }),
  ];
}

const checkHoleFirst = signature("holeFirst", {
  ranker: having("a ranker { name, rank }", { name: "string", rank: "function" }),
});

/**
 * A ranker that puts the two proposals about the hole (its headers, then its types) before all others, which keep their order. Every correct filling needs
 * these types, even if their words do not occur near the hole. The other proposals receive the shares of the budget that their ranks give them.
 */
export function holeFirst(ranker: Ranker = defaultRanker()): Ranker {
  checkHoleFirst(ranker);
  return {
    name: `hole, then ${ranker.name}`,
    async rank(site, candidates) {
      const ranked = await ranker.rank(site, candidates);
      const best = ranked[0]?.score ?? 0;
      const first = [HEADERS, TYPES].flatMap((id) => ranked.filter(({ candidate }) => candidate.proposal.id === id));
      const rest = ranked.filter((each) => !first.includes(each));
      return [...first.map(({ candidate }) => ({ candidate, score: best })), ...rest];
    },
  };
}

interface Shown {
  readonly text: string;
  readonly declared?: DeclaredAt;
}

/** How locations are converted: the paths of the index, and the offset beyond the end of the hole's file at which pieces without a location begin. */
interface Placing {
  readonly paths: (path: string) => string;
  readonly beyond: number;
}

function proposal(id: string, reason: string, shown: readonly Shown[], { paths, beyond }: Placing): Proposal {
  const piecesAt = ({ hole, text: own }: Site): readonly Piece[] => {
    const byPath = new Map<string, Item[]>();
    // Pieces without a location get offsets beyond the end of the hole's file.
    let end = own.length + beyond;
    for (const { text, declared } of shown) {
      const path = declared === undefined ? hole.path : paths(declared.path);
      const item = { text, from: declared?.from ?? end, to: declared?.to ?? end + text.length };
      if (declared === undefined) end = item.to;
      byPath.set(path, [...(byPath.get(path) ?? []), item]);
    }
    return [...byPath].map(([path, items]) => ({ path, heading: "", items, joiner: "\n", names: false, reason }));
  };
  return {
    id,
    number: undefined,
    keep: "head",
    share: 0.5,
    separator: "\n",
    // The composer knows the window, and leaves out pieces that the hole's file already shows.
    pieces: piecesAt,
  };
}

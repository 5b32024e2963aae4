// The 63 published proposals, numbered as in table 7 of Shrivastava et al. 2023 (RLPG), and their order by success on
// the paper's validation repositories.

import { signature } from "@espalier/arguments";
import { semanticsKind } from "./kinds.js";
import {
  CURRENT_ORDER,
  NOTHING,
  OTHER_ORDER,
  type Proposal,
  postLinesProposal,
  SOURCE_ORDER,
  source,
} from "./proposal.js";

/** The fractions of the budget for lines after the hole: proposals 5, 6 and 7. */
const SHARES = { paper: [0.25, 0.5, 0.75], "rlpg-code": [0.5, 0.25, 0.75] } as const;

const checkPublishedProposals = signature("publishedProposals", { semantics: semanticsKind });

/**
 * Returns all 63 proposals; the one at position n has number n. The last is {@link NOTHING}.
 *
 * @example
 * const all = publishedProposals();
 * [all.length, all[0].id, all[7].id, all[8].id, all[61].id]; // => [63, "Cur.MN", "Cur.PL75", "Par.MNB", "IChi.FD"]
 */
export function publishedProposals(semantics: "paper" | "rlpg-code" = "paper"): readonly Proposal[] {
  checkPublishedProposals(semantics);
  return [
    ...CURRENT_ORDER.map((content) => source("current").content(content)),
    ...SHARES[semantics].map((share, at) => postLinesProposal(`Cur.PL${100 * share}`, share, 5 + at)),
    ...SOURCE_ORDER.flatMap((name) => OTHER_ORDER.map((content) => source(name).content(content))),
    NOTHING,
  ];
}

/**
 * The numbers of the published proposals, best first, on the paper's validation data. Number 62, to show nothing, is
 * the 17th.
 */
export const PUBLISHED_ORDER: readonly number[] = [
  ...[5, 7, 6, 1, 20, 22, 2, 0, 25, 3, 23, 24, 28, 26, 4, 21, 62, 31, 27, 29, 30, 8, 34, 32, 10, 33, 9, 35, 13, 11, 12],
  ...[36, 46, 44, 16, 14, 49, 45, 48, 40, 38, 19, 15, 18, 39, 43, 47, 17, 42, 41, 58, 56, 57, 61, 59, 60, 37, 52, 50],
  ...[53, 55, 54, 51],
];

// A graph of files: an edge leads from a file that uses a name to each file that defines it. Personalised PageRank from
// the file with the hole measures which files are relevant, with the weights of aider's repository map. Local pushes
// compute it (Andersen, Chung and Lang 2006), so a hole costs the files around it and not the whole repository.

import { anything, callable, optionally, signature } from "@espalier/arguments";
import type { FileFacts, Spans } from "./facts.js";
import { pushLimitsKind, siteKind } from "./kinds.js";
import { NOTHING } from "./proposal.js";
import type { Ranker } from "./rankers.js";
import { scoring } from "./rankers.js";
import { definitionsOf } from "./repository-index.js";
import type { Site } from "./site.js";
import { countsOf, wordsOf } from "./terms.js";

/** Returns the weighted edges from a node. */
export type Edges<Node> = (node: Node) => ReadonlyMap<Node, number>;

/** Limits of the computation. */
export interface PushLimits {
  /** The probability of following an edge instead of returning to the start. */
  readonly damping?: number;
  /**
   * A push distributes the rank that a node has received to its neighbours. A node is pushed only if it holds at least
   * this much. The ranks that are therefore missing sum to less than this times the number of nodes reached.
   */
  readonly tolerance?: number;
  /** The most pushes. */
  readonly pushes?: number;
}

const checkPageRankFrom = signature("pageRankFrom", { start: anything, edges: callable, limits: pushLimitsKind });

/**
 * Returns the personalised PageRank of the nodes near `start`. A node without edges leads back to the start. The ranks
 * sum to at most 1.
 */
export function pageRankFrom<Node>(
  start: Node,
  edges: Edges<Node>,
  limits: PushLimits = {},
): ReadonlyMap<Node, number> {
  checkPageRankFrom(start, edges, limits);
  const { damping = 0.85, tolerance = 1e-4, pushes = 2000 } = limits;
  const ranks = new Map<Node, number>();
  const residuals = new Map([[start, 1]]);
  const queue = [start];
  const queued = new Set(queue);
  for (let at = 0; at < queue.length && at < pushes; at++) {
    const node = queue[at]!;
    queued.delete(node);
    const mass = residuals.get(node)!;
    residuals.set(node, 0);
    ranks.set(node, (ranks.get(node) ?? 0) + (1 - damping) * mass);
    const out = edges(node);
    let total = 0;
    for (const weight of out.values()) total += weight;
    const give = (to: Node, share: number): void => {
      const held = (residuals.get(to) ?? 0) + damping * mass * share;
      residuals.set(to, held);
      if (held > tolerance && !queued.has(to)) {
        queued.add(to);
        queue.push(to);
      }
    };
    if (total === 0) give(start, 1);
    else for (const [to, weight] of out) give(to, weight / total);
  }
  return ranks;
}

/** A name that more files define is not informative. */
const MOST_DEFINERS = 100;

const checkPageRankRanker = signature("pageRankRanker", { limits: optionally(pushLimitsKind) });

/** Ranks candidates by the PageRank of the files that their text comes from, starting from the file with the hole. */
export function pageRankRanker(limits?: PushLimits): Ranker {
  checkPageRankRanker(limits);
  return scoring("pagerank", (site, candidates) => {
    const ranks = pageRankFrom(site.hole.path, referenceEdges(site), limits);
    return candidates.map(({ proposal, pieces }) => {
      if (proposal === NOTHING) return 0;
      const others = pieces.filter(({ path }) => path !== site.hole.path);
      const sizes = others.map(({ items }) => items.reduce((sum, { text }) => sum + text.length, 0));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      return others.reduce((sum, { path }, at) => sum + ((ranks.get(path) ?? 0) * sizes[at]!) / total, 0);
    });
  });
}

const checkReferenceEdges = signature("referenceEdges", { site: siteKind });

/** Returns edges from uses to definitions, weighted by how informative the name is. */
export function referenceEdges(site: Site): Edges<string> {
  checkReferenceEdges(site);
  const { index, hole } = site;
  const mentioned = new Set(wordsOf(site.window));
  return (path) => {
    const file = path === hole.path ? { text: site.text, facts: site.facts } : index.file(path);
    const out = new Map<string, number>();
    if (file === undefined) return out;
    const own = definitionsOf(file);
    for (const [name, uses] of countsOf(namesOf(file.text, file.facts))) {
      if (own.has(name)) continue;
      const definers = index.definers(name);
      if (definers.length > MOST_DEFINERS) continue;
      const weight = telling(name, definers.length, mentioned) * Math.sqrt(uses);
      for (const definer of definers) if (definer !== path) out.set(definer, (out.get(definer) ?? 0) + weight);
    }
    return out;
  };
}

function* namesOf(text: string, { identifiers, types }: FileFacts): Iterable<string> {
  for (const spans of [identifiers, types]) yield* textsOf(text, spans);
}

function* textsOf(text: string, spans: Spans): Iterable<string> {
  for (let at = 0; at < spans.length; at += 2) yield text.slice(spans[at], spans[at + 1]);
}

/** The weights of aider's repository map. */
function telling(name: string, definers: number, mentioned: ReadonlySet<string>): number {
  let weight = mentioned.has(name) ? 10 : 1;
  if (name.length >= 8 && /[a-z][A-Z]|[^_]_[^_]/.test(name)) weight *= 10;
  if (name.startsWith("_")) weight *= 0.1;
  if (definers > 5) weight *= 0.1;
  return weight;
}

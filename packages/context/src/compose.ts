// Composes ranked candidates into text within a budget. It shows nothing twice and nothing that the prompt already
// shows. For each piece it reports what it is, where it comes from, why it is shown, how many tokens it has, and what
// was omitted.
//
//   ranked candidates ──▶ items, best first ──▶ those that are new ──▶ as many as fit ──▶ one block for each file

import { signature } from "@espalier/arguments";
import { allotByCosts } from "./allotment.js";
import type { Item } from "./contents.js";
import { composeKind, rankedKind } from "./kinds.js";
import { NOTHING, type Piece, type Proposal } from "./proposal.js";
import type { Ranked } from "./rankers.js";
import { wordsOf } from "./terms.js";
import { cutToTokens, type Tokenizer } from "./tokenizer.js";

/** How a prompt shows a file. Everything in it counts as tokens. */
export interface BlockFormat {
  /** Returns the text before the text of a file. */
  before(path: string): string;
  readonly after: string;
  /** Additional tokens, such as control tokens between files. */
  readonly tokens: number;
}

/** A path in a comment line, as in Python and shell scripts. */
export const HASH_COMMENT: BlockFormat = { before: (path) => `# ${path}\n`, after: "\n", tokens: 0 };

/**
 * The order of the blocks. `stable` sorts by path, so that the beginning of the prompt stays the same while the hole
 * moves. `best-last` puts the best block last, nearest to the hole.
 */
export type BlockOrder = "stable" | "best-last";

/** Options of a composition. */
export interface ComposeOptions {
  /** The most tokens of all blocks, including those of the format. */
  readonly budget: number;
  readonly tokenizer: Tokenizer;
  /** The part of the file with the hole that the prompt shows. */
  readonly shown: { readonly prefix: string; readonly suffix: string };
  readonly format?: BlockFormat;
  readonly order?: BlockOrder;
  /** The most proposals to combine: 8 by default; 1 as published. */
  readonly proposals?: number;
  /**
   * The time on the clock `now` after which no further item is considered. The context is what has been selected by
   * then. No limit by default.
   */
  readonly until?: number;
  /** The clock of `until`, in milliseconds. */
  readonly now?: () => number;
}

/** The part of the context from one file. */
export interface Block {
  readonly path: string;
  readonly text: string;
  /** Including the tokens of the format. */
  readonly tokens: number;
}

/** Why something is in the context, or omitted from it. */
export interface Provenance {
  readonly proposal: string;
  readonly path: string;
  readonly reason: string;
  /** The rank of the proposal, from 1, and its score. */
  readonly rank: number;
  readonly score: number;
  /** How many items are shown, and how many tokens they have on their own. */
  readonly items: number;
  readonly tokens: number;
  /** The spans of the shown items in the file. */
  readonly spans: readonly { readonly from: number; readonly to: number }[];
  /**
   * How many items are omitted: because the prompt shows them, because the context shows them, or for lack of tokens.
   * An item that was cut also counts in `items`.
   */
  readonly dropped: { readonly inWindow: number; readonly shownAlready: number; readonly overBudget: number };
}

/** A context. */
export interface Composed {
  readonly blocks: readonly Block[];
  /** The text of all blocks. */
  readonly text: string;
  /** The larger of the tokens of `text` and the sum over the blocks. Never more than the budget. */
  readonly tokens: number;
  readonly budget: number;
  readonly provenance: readonly Provenance[];
  /** Whether every item was considered in time. */
  readonly complete: boolean;
}

/** A shown item. */
interface Shown {
  readonly source: Source;
  readonly item: Item;
  readonly tokens: number;
  /** Whether it is only a part of an item. The whole item is then still waiting. */
  readonly cut: boolean;
}

/** What one proposal takes from one file during the composition. */
interface Source {
  readonly proposal: Proposal;
  readonly piece: Piece;
  readonly rank: number;
  readonly score: number;
  inWindow: number;
  shownAlready: number;
  overBudget: number;
}

/** An item that is not shown yet. */
interface Waiting {
  readonly source: Source;
  readonly item: Item;
  /** The tokens of the item including its joiner, once they are counted. */
  cost: number | undefined;
}

/**
 * After this many code items in a row that do not fit, the composer turns to the next candidate. (An item that is cut
 * to fit uses up the whole budget, so it comes last.)
 */
const MOST_MISFITS = 16;

const checkCompose = signature("compose", { ranked: rankedKind, options: composeKind });

/** Composes the context of the candidates that rank above showing nothing. */
export function compose(ranked: readonly Ranked[], options: ComposeOptions): Composed {
  checkCompose(ranked, options);
  const { budget, tokenizer, shown: window, format = HASH_COMMENT, order = "stable", proposals = 8 } = options;
  const { until = Number.POSITIVE_INFINITY, now = Date.now } = options;
  const count = counterOf(tokenizer);
  const start = until === Number.POSITIVE_INFINITY ? until : now();
  let complete = true;
  const after = (time: number): boolean => {
    const late = until !== Number.POSITIVE_INFINITY && now() >= time;
    if (late) complete = false;
    return late;
  };
  const above = ranked.slice(
    0,
    Math.max(
      0,
      ranked.findIndex(({ candidate }) => candidate.proposal === NOTHING),
    ),
  );
  const chosen = above.slice(0, proposals);
  const seen = new Seen(window);
  /** The tokens that the format adds for a file; none once the file is shown. */
  const overheads = new Map<string, number>();
  const overhead = (path: string): number => {
    let tokens = overheads.get(path);
    if (tokens === undefined)
      overheads.set(path, (tokens = count(format.before(path)) + count(format.after) + format.tokens));
    return tokens;
  };
  const shown: Shown[] = [];
  let left = budget;

  const sources: Source[][] = chosen.map(({ candidate: { proposal, pieces }, score }, at) =>
    pieces.map((piece) => ({ proposal, piece, rank: at + 1, score, inWindow: 0, shownAlready: 0, overBudget: 0 })),
  );
  const waiting: Waiting[][] = sources.map((list) =>
    list.flatMap((source) => source.piece.items.map((item) => ({ source, item, cost: undefined }))),
  );
  const costOf = (one: Waiting): number => (one.cost ??= count(one.item.text + one.source.piece.joiner));
  /** Shows items of one candidate while they fit into `room`. Returns the tokens used. Other items keep waiting. */
  const showWithin = (at: number, room: number): number => {
    const rest: Waiting[] = [];
    let used = 0;
    let misfits = 0;
    for (const one of waiting[at]!) {
      const { source, item } = one;
      // Counting tokens takes most of the time of a composition. So a long list is given up early, although a later
      // item might fit.
      const ended = used >= room || (misfits >= MOST_MISFITS && !source.piece.names);
      // The first item is shown even after the deadline.
      if (ended || (shown.length > 0 && after(until))) {
        rest.push(one);
        continue;
      }
      const verdict = seen.verdict(source.piece, item);
      if (verdict !== "new") {
        source[verdict]++;
        continue;
      }
      const cost = costOf(one) + overhead(source.piece.path);
      if (used + cost > room) {
        misfits++;
        rest.push(one);
        continue;
      }
      misfits = 0;
      used += cost;
      overheads.set(source.piece.path, 0);
      seen.add(source.piece, item);
      shown.push({ source, item, tokens: count(item.text), cut: false });
    }
    waiting[at] = rest;
    return used;
  };
  // Each candidate first gets a share of the budget, larger for better candidates. Unused tokens go to the others, best
  // first. Computing the shares may take half of the time.
  const half = (start + until) / 2;
  const demands = waiting.map((items, at) => ({ costs: costsOf(items), weight: 1 / (at + 1) }));
  allotByCosts(budget, demands).forEach((room, at) => {
    left -= showWithin(at, Math.min(room, left));
  });
  for (let at = 0; at < waiting.length; at++) left -= showWithin(at, left);
  left += withoutNamesInCode(shown, seen);
  for (let at = 0; at < waiting.length; at++) left -= showWithin(at, left);
  for (const list of waiting) dropSeen(list);
  for (let at = 0; at < waiting.length && left > 0; at++) left -= cutOne(at, left);
  withoutNamesInCode(shown, seen);

  function* costsOf(items: readonly Waiting[]): Iterable<number> {
    for (const one of items) {
      if (after(half)) return;
      yield costOf(one);
    }
  }

  /** Removes items that the prompt or the context already shows from a list, and counts them. */
  function dropSeen(list: Waiting[]): void {
    for (const one of list.splice(0)) {
      const verdict = after(until) ? "new" : seen.verdict(one.source.piece, one.item);
      if (verdict === "new") list.push(one);
      else one.source[verdict]++;
    }
  }

  /** Cuts the first waiting item, unless it is a name. */
  function cutOne(at: number, room: number): number {
    const first = waiting[at]!.find(({ source }) => !source.piece.names);
    if (first === undefined || after(until)) return 0;
    const { source, item } = first;
    const fixed = overhead(source.piece.path) + count(source.piece.joiner);
    const text = cutToTokens(tokenizer, item.text, room - fixed, source.proposal.keep);
    if (text.trim() === "") return 0;
    const cut = spanOfCut(item, text, source.proposal.keep);
    if (seen.verdict(source.piece, cut) !== "new") return 0;
    overheads.set(source.piece.path, 0);
    seen.add(source.piece, cut);
    const tokens = count(text);
    shown.push({ source, item: cut, tokens, cut: true });
    return fixed + tokens;
  }

  // The sums above count items separately; the final text decides.
  let blocks = blocksOf(shown, format, order, count);
  while (blocks.tokens > budget && shown.length > 0) {
    const over = blocks.tokens - budget;
    for (let freed = 0; freed < over && shown.length > 0; ) {
      const last = shown.pop()!;
      if (!last.cut) last.source.overBudget++;
      freed += Math.max(1, last.tokens);
    }
    blocks = blocksOf(shown, format, order, count);
  }
  for (const { source } of waiting.flat()) source.overBudget++;
  return { ...blocks, budget, provenance: sources.flat().map((source) => provenanceOf(source, shown)), complete };
}

/** Removes names that were listed before the code that contains them was shown. Returns how many tokens that frees. */
function withoutNamesInCode(shown: Shown[], seen: Seen): number {
  let freed = 0;
  for (const one of shown.splice(0)) {
    if (!one.source.piece.names || !seen.inCode(one.item.text)) shown.push(one);
    else {
      one.source.shownAlready++;
      freed += one.tokens;
    }
  }
  return freed;
}

function spanOfCut(item: Item, text: string, keep: "head" | "tail"): Item {
  return keep === "head"
    ? { text, from: item.from, to: item.from + text.length }
    : { text, from: item.to - text.length, to: item.to };
}

function provenanceOf(source: Source, shown: readonly Shown[]): Provenance {
  const { proposal, piece, rank, score, inWindow, shownAlready, overBudget } = source;
  const own = shown.filter((one) => one.source === source);
  return {
    proposal: proposal.id,
    path: piece.path,
    reason: piece.reason,
    rank,
    score,
    items: own.length,
    tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
    spans: own.map(({ item: { from, to } }) => ({ from, to })),
    dropped: { inWindow, shownAlready, overBudget },
  };
}

/** The text that the reader already sees: in the prompt, or in the context so far. */
class Seen {
  readonly #window: string;
  readonly #windowNames: ReadonlySet<string>;
  readonly #names = new Set<string>();
  readonly #codeNames = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #normals = new Map<Item, string>();
  readonly #spans = new Map<string, { from: number; to: number }[]>();

  constructor({ prefix, suffix }: { readonly prefix: string; readonly suffix: string }) {
    // A character that occurs in no text separates the two at the hole.
    this.#window = normal(`${prefix}\0${suffix}`);
    this.#windowNames = new Set([...wordsOf(prefix), ...wordsOf(suffix)]);
  }

  verdict({ path, names, file }: Piece, item: Item): "new" | "inWindow" | "shownAlready" {
    if (names) {
      if (this.#windowNames.has(item.text)) return "inWindow";
      return this.#names.has(item.text) || this.inCode(item.text) ? "shownAlready" : "new";
    }
    const text = this.#normal(item);
    if (text === "") return "inWindow";
    if (this.#texts.has(text)) return "shownAlready";
    if (this.#spans.get(file?.text ?? path)?.some(({ from, to }) => item.from < to && from < item.to))
      return "shownAlready";
    return this.#window.includes(text) ? "inWindow" : "new";
  }

  /** Returns the text of an item on one line. Cached, because waiting items are checked repeatedly. */
  #normal(item: Item): string {
    let text = this.#normals.get(item);
    if (text === undefined) this.#normals.set(item, (text = normal(item.text)));
    return text;
  }

  /** Returns whether a name occurs in shown code. */
  inCode(name: string): boolean {
    return this.#codeNames.has(name);
  }

  add({ path, names, file }: Piece, item: Item): void {
    if (names) {
      this.#names.add(item.text);
      return;
    }
    for (const word of wordsOf(item.text)) this.#codeNames.add(word);
    this.#texts.add(this.#normal(item));
    const text = file?.text ?? path;
    const spans = this.#spans.get(text);
    if (spans === undefined) this.#spans.set(text, [{ from: item.from, to: item.to }]);
    else spans.push({ from: item.from, to: item.to });
  }
}

function normal(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Creates one block for each file: code in the order of the file, then names. */
function blocksOf(
  shown: readonly Shown[],
  format: BlockFormat,
  order: BlockOrder,
  count: (text: string) => number,
): Pick<Composed, "blocks" | "text" | "tokens"> {
  const byPath = new Map<string, Shown[]>();
  for (const one of shown) {
    const path = one.source.piece.path;
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [one]);
    else known.push(one);
  }
  const paths = [...byPath.keys()];
  if (order === "stable") paths.sort();
  else paths.reverse();
  const blocks = paths.map((path): Block => {
    const parts = [...byPath.get(path)!].sort((a, b) => a.item.from - b.item.from || a.item.to - b.item.to);
    const code = parts.filter(({ source }) => !source.piece.names).map(({ item }) => item.text);
    const names = parts.filter(({ source }) => source.piece.names).map(({ item }) => item.text);
    const text = [...code, ...(names.length === 0 ? [] : [names.join(" ")])].join("\n");
    const tokens = count(format.before(path)) + count(text) + count(format.after) + format.tokens;
    return { path, text, tokens };
  });
  const text = blocks.map((block) => format.before(block.path) + block.text + format.after).join("");
  const sum = blocks.reduce((total, { tokens }) => total + tokens, 0);
  return { blocks, text, tokens: Math.max(sum, count(text) + blocks.length * format.tokens) };
}

/** Token counts by text, and the total length of these texts. */
interface Counts {
  readonly byText: Map<string, number>;
  characters: number;
}

/**
 * Maximum size of the cache of counts, in characters. Each text costs about 64 characters in addition to its length.
 */
const MOST_CHARACTERS = 8_000_000;
const PER_TEXT = 64;
const counts = new WeakMap<Tokenizer, Counts>();

/** Counts tokens and caches the counts, because the same names and bodies recur with every hole. */
function counterOf(tokenizer: Tokenizer): (text: string) => number {
  let memory = counts.get(tokenizer);
  if (memory === undefined || memory.characters > MOST_CHARACTERS)
    counts.set(tokenizer, (memory = { byText: new Map(), characters: 0 }));
  const known = memory;
  return (text) => {
    if (text === "") return 0;
    let tokens = known.byText.get(text);
    if (tokens === undefined) {
      known.byText.set(text, (tokens = tokenizer.encode(text).length));
      known.characters += text.length + PER_TEXT;
    }
    return tokens;
  };
}

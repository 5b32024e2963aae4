// The composer: from ranked candidates to text within a budget. It shows nothing twice, nothing that the window shows already, and for each piece
// it tells what, from where, why, how many tokens, and what was left out.
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

/** How a prompt shows a file; the tokens of all of it count. */
export interface BlockFormat {
  /** What stands before the text of a file. */
  before(path: string): string;
  readonly after: string;
  /** Tokens besides, such as control tokens between files. */
  readonly tokens: number;
}

/** A path in a comment line, as in Python and shell scripts. */
export const HASH_COMMENT: BlockFormat = { before: (path) => `# ${path}\n`, after: "\n", tokens: 0 };

/** The order of the blocks: by path, so that a prompt's beginning stays the same while the hole moves; or the best last, nearest to the hole. */
export type BlockOrder = "stable" | "best-last";

/** What a composition may use. */
export interface ComposeOptions {
  /** The most tokens of all blocks, with all that the format adds. */
  readonly budget: number;
  readonly tokenizer: Tokenizer;
  /** What the prompt shows of the file with the hole. */
  readonly shown: { readonly prefix: string; readonly suffix: string };
  readonly format?: BlockFormat;
  readonly order?: BlockOrder;
  /** The most proposals that are combined: 8 by default; 1 is the published way. */
  readonly proposals?: number;
  /** The time by `now` when no further item is looked at; what is shown by then is the context. No limit by default. */
  readonly until?: number;
  /** The clock of `until`, in milliseconds. */
  readonly now?: () => number;
}

/** A file's part of the context. */
export interface Block {
  readonly path: string;
  readonly text: string;
  /** With what the format adds. */
  readonly tokens: number;
}

/** Why something is in the context, or not. */
export interface Provenance {
  readonly proposal: string;
  readonly path: string;
  readonly reason: string;
  /** The place of the proposal among all, from 1, and its score. */
  readonly rank: number;
  readonly score: number;
  /** How many items are shown, and how many tokens they have by themselves. */
  readonly items: number;
  readonly tokens: number;
  /** Where the shown items are in the file. */
  readonly spans: readonly { readonly from: number; readonly to: number }[];
  /** How many items are not shown: since the window has them, since the context has them, for lack of tokens. One that was cut is in `items` too. */
  readonly dropped: { readonly inWindow: number; readonly shownAlready: number; readonly overBudget: number };
}

/** A context. */
export interface Composed {
  readonly blocks: readonly Block[];
  /** All blocks in the format. */
  readonly text: string;
  /** The larger of: the tokens of `text`, and the sum over the blocks. Never more than the budget. */
  readonly tokens: number;
  readonly budget: number;
  readonly provenance: readonly Provenance[];
  /** Whether every item was looked at in time. */
  readonly complete: boolean;
}

/** An item that is shown. */
interface Shown {
  readonly source: Source;
  readonly item: Item;
  readonly tokens: number;
  /** Whether it is a part of an item, which still waits as a whole. */
  readonly cut: boolean;
}

/** What one proposal takes from one file, while the context is made. */
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
  /** The tokens of the item with what joins it to the next, once they are counted. */
  cost: number | undefined;
}

/** After this many items of code in a row that do not fit, a candidate's turn ends. What is left of the budget is filled by cutting one. */
const MOST_MISFITS = 16;

const checkCompose = signature("compose", { ranked: rankedKind, options: composeKind });

/** The context of the candidates that are ranked above showing nothing. */
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
  /** The tokens of what the format adds for a file: none once the file is shown. */
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
  /** Shows items of one candidate while they fit into `room`; returns what it used. The rest waits. */
  const showWithin = (at: number, room: number): number => {
    const rest: Waiting[] = [];
    let used = 0;
    let misfits = 0;
    for (const one of waiting[at]!) {
      const { source, item } = one;
      // Most of the time of a composition goes into counting tokens, so a long list is not counted to its end for one item that fits.
      const ended = used >= room || (misfits >= MOST_MISFITS && !source.piece.names);
      // The first item is shown even when the time is over.
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
  // Each candidate first gets a share of the budget, and better candidates get larger shares. What they leave goes to the others, the best first.
  // Computing the shares may use half of the time.
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

  /** Takes items that the window or the context shows already from a list, and counts them. */
  function dropSeen(list: Waiting[]): void {
    for (const one of list.splice(0)) {
      const verdict = after(until) ? "new" : seen.verdict(one.source.piece, one.item);
      if (verdict === "new") list.push(one);
      else one.source[verdict]++;
    }
  }

  /** Cuts the first item that waits, if it is no name. */
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

  // The sums above are of items by themselves; what counts is the text as it will be.
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

/** Takes back names that were listed before the code came that has them; how many tokens that frees. */
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

/** What is to be seen already: in the window, or in the context so far. */
class Seen {
  readonly #window: string;
  readonly #windowNames: ReadonlySet<string>;
  readonly #names = new Set<string>();
  readonly #codeNames = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #normals = new Map<Item, string>();
  readonly #spans = new Map<string, { from: number; to: number }[]>();

  constructor({ prefix, suffix }: { readonly prefix: string; readonly suffix: string }) {
    // A character that no text has keeps the two from joining at the hole.
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

  /** An item's text on one line, made once: items that wait are asked about again. */
  #normal(item: Item): string {
    let text = this.#normals.get(item);
    if (text === undefined) this.#normals.set(item, (text = normal(item.text)));
    return text;
  }

  /** Whether a name is part of code that is shown. */
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

/** One block for each file: code in the order of the file, then names. */
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

/** Counts of tokens by text, and the characters of these texts. */
interface Counts {
  readonly byText: Map<string, number>;
  characters: number;
}

/** What the memory of counts holds at most; a text costs about as much as 64 characters besides its own. */
const MOST_CHARACTERS = 8_000_000;
const PER_TEXT = 64;
const counts = new WeakMap<Tokenizer, Counts>();

/** Counts tokens, and remembers the counts: the same names and bodies come again with every hole. */
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

// Real code written along by a monitor, as a decoder would write it: in holes of random place and length, every question is answered, and tokens of the text that the
// answers mask are reported, unless the compiler reports an error there too. The monitor does not expect that a hole ends brackets in which it began and begins others that the
// text after it ends (README of analysis-typescript). What is masked in such holes is counted by itself.

import type { HoleMonitor } from "@espalier/analysis";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import type { Answer, Question } from "@espalier/monitor";
import type { Trie } from "@espalier/trie";
import ts from "typescript";
import type { Encode } from "./fires.js";
import type { Judge } from "./judge.js";

/** The longest hole in tokens, and how many bytes of text a token has at most on average. */
const MOST_TOKENS = 200;
const UNITS = 8;
/** So many lines are left out at most between a hole and a suffix further down. */
const MOST_LINES = 8;
/** Units of text that an example shows before the hole, and in it. */
const SHOWN = 300;

/** `real`: the suffix is the rest of the file. `empty`: there is none. `further`: it begins a few lines further down. */
const SUFFIXES = ["real", "empty", "further"] as const;
type Suffix = (typeof SUFFIXES)[number];

/** What happened in the holes of one project. */
export interface HoleTally {
  holes: number;
  tokens: number;
  asked: number;
  closed: number;
  /** Tokens that the monitor masks, and ends of holes, where the compiler reports nothing; and where it does. */
  maskedTokens: number;
  maskedWrongTokens: number;
  /** Of the first: how many of each question and suffix. */
  maskedBy: Record<string, number>;
  /** Holes that end brackets and begin others, and the tokens masked in them where the compiler reports nothing. */
  crossingHoles: number;
  maskedInCrossing: number;
  examples: string[];
}

/** A hole, in UTF-16 units. */
interface Hole {
  readonly path: string;
  readonly text: string;
  readonly from: number;
  readonly ids: readonly number[];
  readonly suffix: Suffix;
  readonly rest: string;
  /** Whether it ends brackets in which it began, and begins others that it does not end. */
  readonly isCrossing: boolean;
}

/** Writes the text of `count` random holes of `judge`'s project. */
export async function tallyOfHoles(
  judge: Judge,
  monitor: TypescriptMonitor,
  count: number,
  random: () => number,
  trie: Trie,
  encode: Encode,
): Promise<HoleTally> {
  const tally: HoleTally = {
    ...{ holes: 0, tokens: 0, asked: 0, closed: 0, maskedTokens: 0, maskedWrongTokens: 0, maskedBy: {}, examples: [] },
    ...{ crossingHoles: 0, maskedInCrossing: 0 },
  };
  while (tally.holes < count) {
    const hole = someHole(judge, random, trie, encode);
    if (hole === undefined) continue;
    tally.holes++;
    if (hole.isCrossing) tally.crossingHoles++;
    await write(judge, monitor, hole, trie, tally);
  }
  return tally;
}

/** A hole that begins anywhere in a file; short ones are as frequent as long ones. `undefined` if its tokens do not end with a character. */
function someHole({ files }: Judge, random: () => number, trie: Trie, encode: Encode): Hole | undefined {
  const below = (limit: number): number => Math.floor(random() * limit);
  const file = files[below(files.length)]!;
  const { fileName: path, text } = file;
  const from = below(text.length);
  const length = Math.floor(MOST_TOKENS ** random());
  const ids = encode(text.slice(from, from + UNITS * MOST_TOKENS)).slice(0, length);
  const written = Buffer.concat(ids.map((id) => trie.vocabulary.bytes(id)!)).toString();
  const suffix = SUFFIXES[below(SUFFIXES.length)]!;
  const lines = 1 + below(MOST_LINES);
  if (ids.length === 0 || !text.startsWith(written, from) || /[\ud800-\udbff]/.test(text[from - 1] ?? ""))
    return undefined;
  const to = from + written.length;
  const after = text.slice(to);
  const further = after.split("\n").slice(lines).join("\n");
  const rest = suffix === "real" ? after : suffix === "empty" ? "" : further;
  return { path, text, from, ids, suffix, rest, isCrossing: crossesBrackets(file, from, to) };
}

/** Whether the text between two positions ends a bracket that begins before it, and begins one that ends after it. */
function crossesBrackets(file: ts.SourceFile, from: number, to: number): boolean {
  const { OpenBraceToken, OpenParenToken, OpenBracketToken, CloseBraceToken, CloseParenToken, CloseBracketToken } =
    ts.SyntaxKind;
  const opening: readonly ts.SyntaxKind[] = [OpenBraceToken, OpenParenToken, OpenBracketToken];
  const closing: readonly ts.SyntaxKind[] = [CloseBraceToken, CloseParenToken, CloseBracketToken];
  let depth = 0;
  let least = 0;
  const visit = (node: ts.Node): void => {
    if (node.end <= from || node.pos >= to) return;
    const isInside = from <= node.getStart(file) && node.end <= to;
    if (isInside && opening.includes(node.kind)) depth++;
    if (isInside && closing.includes(node.kind)) least = Math.min(least, --depth);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return least < 0 && depth > least;
}

/** An answer to a question that arose at `offset`, in bytes of the written text. */
interface Given {
  readonly question: string;
  readonly offset: number;
  readonly answer: Answer<unknown>;
}

/** What a hole's monitor has been told, by question and offset. */
type Told = Map<string, Given>;

const keyOf = (key: string, offset: number): string => `${key} ${offset}`;

/** Writes the text of a hole token by token, and notes the tokens that are masked. */
async function write(
  judge: Judge,
  monitor: TypescriptMonitor,
  hole: Hole,
  trie: Trie,
  tally: HoleTally,
): Promise<void> {
  const { path, text, from, ids, suffix, rest } = hole;
  const opened = monitor.open({ path, prefix: text.slice(0, from), suffix: rest });
  const written = Buffer.concat(ids.map((id) => trie.vocabulary.bytes(id)!));
  const told: Told = new Map();
  let end = 0;
  for (const id of ids) {
    const start = end;
    end += trie.vocabulary.bytes(id)!.length;
    tally.tokens++;
    await answerAll(opened, written.subarray(0, start), told, tally);
    note(written.subarray(0, end), start, (state) => state !== undefined);
  }
  await answerAll(opened, written, told, tally);
  if (suffix === "real") note(written, written.length, (state) => state !== undefined && opened.monitor.accepts(state));

  /** Notes what is masked of `bytes` from `start` on, and takes back the answers that mask it. */
  function note(bytes: Uint8Array, start: number, isTaken: (state: unknown) => boolean): void {
    if (isTaken(after(opened, bytes, told))) return;
    const culprits = [...told.values()].filter(({ answer }) => isRefusing(answer)).reverse();
    const alone = culprits.find(({ question, offset }) => {
      const others = new Map(told);
      withdraw(others, question, offset);
      return isTaken(after(opened, bytes, others));
    });
    for (const { question, offset } of alone === undefined ? culprits : [alone]) withdraw(told, question, offset);
    const at = from + bytesToUnits(written.subarray(0, start));
    const to = from + bytesToUnits(bytes);
    const { question, offset, answer } = alone ?? culprits[0] ?? { question: "none", offset: 0, answer: UNTOLD };
    const asked = Buffer.from(text.slice(0, from)).length + offset;
    const site = Buffer.from(text).subarray(0, asked).toString().length;
    // Comments that suppress errors are made ineffective.
    const shown = text.replaceAll("@ts-", "@no-");
    const codes = judge.errorsWithin(path, shown, text.lastIndexOf("\n", site - 1) + 1, Math.max(to, site + 1));
    if (codes.length > 0) {
      tally.maskedWrongTokens++;
      return;
    }
    if (hole.isCrossing) {
      tally.maskedInCrossing++;
      return;
    }
    tally.maskedTokens++;
    const by = `${question.split(" ").at(-1)}, ${suffix} suffix`;
    tally.maskedBy[by] = (tally.maskedBy[by] ?? 0) + 1;
    const masked = start === bytes.length ? "the end" : JSON.stringify(text.slice(at, to));
    const parts = [text.slice(Math.max(0, from - SHOWN), from), text.slice(Math.max(from, at - SHOWN), at)];
    tally.examples.push(
      `${path}:${at}: ${by}: ${masked} is masked after ${parts.map((part) => JSON.stringify(part)).join(" and ")}, by the answer at ${site}, ${JSON.stringify(answer).slice(0, SHOWN)}; the suffix begins with ${JSON.stringify(rest.slice(0, 80))}`,
    );
  }
}

const UNTOLD: Answer<unknown> = { kind: "unknown", reason: "not told" };

const isRefusing = ({ kind }: Answer<unknown>): boolean => kind === "closed" || kind === "proven-empty";

function withdraw(told: Told, question: string, offset: number): void {
  told.set(keyOf(question, offset), { question, offset, answer: UNTOLD });
}

const bytesToUnits = (bytes: Uint8Array): number => Buffer.from(bytes).toString().length;

/** The state after a text, once all that is told is supplied; `undefined` if the text is refused. */
function after({ monitor }: HoleMonitor, bytes: Uint8Array, told: Told): unknown {
  let state: unknown = monitor.start;
  for (let length = 0; state !== undefined; length++) {
    const open: readonly Question[] = monitor.asks!(state);
    for (const question of open) {
      const given = told.get(keyOf(question.key, length - question.ago!));
      if (given !== undefined && state !== undefined) state = monitor.supply!(state, question, given.answer);
    }
    if (length === bytes.length) return state;
    if (state !== undefined) state = monitor.step(state, bytes[length]!);
  }
  return undefined;
}

/** Has every question answered that is open after a text. */
async function answerAll(opened: HoleMonitor, bytes: Uint8Array, told: Told, tally: HoleTally): Promise<void> {
  const state = after(opened, bytes, told);
  if (state === undefined) return;
  for (const question of opened.monitor.asks!(state)) {
    const offset = bytes.length - question.ago!;
    const answer = await opened.answer(question, { offset, before: bytes.subarray(0, Math.max(0, offset)) });
    told.set(keyOf(question.key, offset), { question: question.key, offset, answer });
    tally.asked++;
    if (isRefusing(answer)) tally.closed++;
  }
}

// Broken files: a file of Python with a gap in it, and one or three breakages at a distance from the gap, in another statement than it.

import type { Oracle } from "../../test/judges/cpython/oracle.js";
import type { Random } from "../../test/judges/cpython/random.js";
import { BREAKAGES, type Breakage, breakageAt, type Change, type LogicalLine } from "./breakages.js";
import type { BrokenFile } from "./trial.js";

/** What was broken, and where. */
export interface Making {
  readonly kind: Breakage | "three at once";
  readonly side: "before" | "after";
  /** Logical lines between the gap and the breakage nearest to it. */
  readonly distance: number;
}

export interface Made extends Making {
  readonly file: BrokenFile;
}

const SILENT = new Set(["NEWLINE", "NL", "INDENT", "DEDENT", "COMMENT", "ENDMARKER"]);
/** Tokens of a middle, at most. */
const TOKENS = 12;
const DISTANCES = [2, 8, 30, 100];

interface Shape {
  readonly lines: readonly string[];
  readonly logical: readonly LogicalLine[];
  /** By logical line: where its tokens begin, in characters of the text. */
  readonly tokens: readonly (readonly number[])[];
}

/** Lines, logical lines and tokens of a text; undefined where CPython does not tokenize it. */
export async function shapeOf(text: string, oracle: Oracle): Promise<Shape | undefined> {
  const tokens = await oracle.tokens(text);
  if (tokens === undefined || text.includes("\r") || text.includes("\f")) return undefined;
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push(starts[starts.length - 1]! + line.length + 1);
  const lineOf = (offset: number): number => {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const logical: LogicalLine[] = [];
  const within: number[][] = [];
  let current: number[] = [];
  for (const [kind, start] of tokens) {
    if (kind === "NEWLINE" && current.length > 0) {
      const first = lineOf(current[0]!);
      logical.push({ first, last: lineOf(start), indent: /^[ \t]*/.exec(lines[first]!)![0] });
      within.push(current);
      current = [];
    } else if (!SILENT.has(kind)) current.push(start);
  }
  return { lines, logical, tokens: within };
}

/** A broken file; undefined where the draw does not break this file, or breaks it where no statement may stand. */
export async function brokenFile(
  text: string,
  shape: Shape,
  oracle: Oracle,
  random: Random,
): Promise<Made | undefined> {
  const { logical, tokens, lines } = shape;
  if (logical.length < 12) return undefined;
  const gap = random.below(logical.length);
  const its = [...tokens[gap]!, ...(tokens[gap + 1] ?? [])];
  const first = random.below(tokens[gap]!.length);
  const last = Math.min(its.length - 1, first + random.below(TOKENS));
  const [from, to] = [its[first]!, its[last]!];
  const end = last < tokens[gap]!.length ? gap : gap + 1;

  const kind = random.below(11) === 10 ? "three at once" : random.pick(BREAKAGES);
  const side = random.pick(["before", "after"] as const);
  const distance = random.pick(DISTANCES);
  const changes: Change[] = [];
  for (let i = 0; i < (kind === "three at once" ? 3 : 1); i++) {
    const breakage = kind === "three at once" ? random.pick(BREAKAGES) : kind;
    const away = distance + 3 * i + (i === 0 ? 0 : random.below(20));
    const at = placeOf(shape, breakage, side === "before" ? gap - away : end + away, side, gap, end);
    if (at === undefined || changes.some((other) => at.change.from === other.from)) return undefined;
    changes.push(at.change);
  }
  changes.sort((a, b) => a.from - b.from);
  const [sound, broken] = await oracle.parse([
    apply(
      lines,
      changes.map((change) => ({ ...change, lines: change.sound })),
    ),
    apply(lines, changes),
  ]);
  if (sound?.kind !== "accept" || broken?.kind !== "reject") return undefined;
  return { kind, side, distance, file: cut(text, lines, changes, from, to) };
}

/** The breakage at a logical line. Where this line does not allow it, the next line in the same direction is tried. */
function placeOf(
  { lines, logical }: Shape,
  breakage: Breakage,
  index: number,
  side: Making["side"],
  gap: number,
  end: number,
): { readonly change: Change } | undefined {
  const step = side === "before" ? -1 : 1;
  for (let at = index, tries = 0; at > 0 && at < logical.length && tries < 10; at += step, tries++) {
    if (at >= gap && at <= end) return undefined;
    const change = breakageAt(breakage, lines, logical, at);
    if (change !== undefined) return { change };
  }
  return undefined;
}

function apply(lines: readonly string[], changes: readonly Pick<Change, "from" | "to" | "lines">[]): string {
  const result: string[] = [];
  let at = 0;
  for (const { from, to, lines: its } of changes) {
    result.push(...lines.slice(at, from), ...its);
    at = to;
  }
  return [...result, ...lines.slice(at)].join("\n");
}

/** The broken file and its twin, both cut at the same place. */
function cut(text: string, lines: readonly string[], changes: readonly Change[], from: number, to: number): BrokenFile {
  const starts = [0];
  for (const line of lines) starts.push(starts[starts.length - 1]! + line.length + 1);
  let moved = 0;
  for (const change of changes) {
    if (starts[change.from]! > from) continue;
    const before = change.lines.reduce((sum, line) => sum + line.length + 1, 0);
    moved += before - (starts[change.to]! - starts[change.from]!);
  }
  const whole = apply(lines, changes);
  const [prefix, suffix] = [whole.slice(0, from + moved), whole.slice(to + moved)];
  const removed = text.slice(from, to).split("\n").length - 1;
  const gapLine = prefix.split("\n").length;
  const left = (prefix + suffix).split("\n");
  const broken = new Set<number>();
  const blocks = new Set<number>();
  let shift = 0;
  for (const change of changes) {
    for (const i of change.broken) {
      const line = change.from + shift + i + 1;
      const its = line > gapLine ? line - removed : line;
      broken.add(its);
      for (const other of blockOf(left, its)) blocks.add(other);
    }
    shift += change.lines.length - (change.to - change.from);
  }
  return {
    twin: { prefix: text.slice(0, from), suffix: text.slice(to) },
    broken: { prefix, suffix },
    middle: text.slice(from, to),
    lines: broken,
    blocks,
  };
}

/** The lines around a line, itself included, that are indented as much or more, or blank. */
function blockOf(lines: readonly string[], line: number): readonly number[] {
  const columnOf = (at: number): number =>
    lines[at - 1]!.trim() === "" ? Number.POSITIVE_INFINITY : lines[at - 1]!.search(/\S/);
  const column = columnOf(line);
  let [first, last] = [line, line];
  while (first > 1 && columnOf(first - 1) >= column) first--;
  while (last < lines.length && columnOf(last + 1) >= column) last++;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

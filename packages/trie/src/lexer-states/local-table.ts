// What one lexer state decides about the whole vocabulary, computed by one walk of the trie with the lexer alone. (The
// contract of the `factor` capability, in @espalier/monitor, defines the cases.) A *boundary* is the end of a lexeme.
//
//     inside       tokens read without meeting a boundary: allowed in every state with this local part
//     at the start tokens whose first byte begins the next lexeme: the state after the boundary decides them
//     crossings    tokens with a boundary inside, grouped by the lexeme's end: their rest is walked from the state after it
//     undecided    whole tokens that only the monitor's own step can decide

import type { LocalAutomaton } from "@espalier/monitor";
import { countBits, createPlane, type Plane, planeBytes, setBits } from "../masks/mask.js";
import { PLANE_FROM, partOf } from "../masks/mask-parts.js";
import { appendSpelling } from "../masks/spellings.js";
import { buildSuffixes, type Slice, type Suffixes } from "../masks/suffixes.js";
import { createIdList, taken } from "../memory/id-list.js";
import type { RunPlanes } from "../runs/run-planes.js";
import { DEPTH_BITS, DEPTH_MASK, type Trie } from "../tree/trie.js";
import { type Arena, placeable } from "../walks/arena.js";
import { collectRows } from "../walks/row-walk.js";
import { createRows, DEAD, type Rows, type Shape } from "../walks/rows.js";

export interface Crossing {
  readonly exit: number;
  /** The tokens that end exactly at the boundary. */
  readonly ending: Plane | Uint32Array;
  /** The suffixes of the others. */
  readonly suffixes: Suffixes | undefined;
}

/** The tokens that cross before their first byte: those whose first byte is in `kill`. */
export interface StartCrossing {
  readonly exit: number;
  /** By byte: 1 if a token that begins with it crosses. */
  readonly kill: Uint8Array;
  /** Every byte crosses, because the local state closes. */
  readonly all: boolean;
  /** The tokens that begin with a byte of `kill`; computed on demand. */
  killed: Uint32Array | undefined;
  /** Cached planes, restricted to tokens that begin with a byte of `kill`. */
  readonly restricted: WeakMap<Plane, Plane | Uint32Array>;
}

export interface LocalTable {
  readonly inside: readonly (Plane | Uint32Array)[];
  readonly start: StartCrossing | undefined;
  readonly crossings: readonly Crossing[];
  readonly undecided: Suffixes | undefined;
  readonly bytes: number;
}

const CROSS = -2;
const CLOSE = -3;
const UNSURE = -4;

/** Returns the rows of an automaton of local states, with events where the walk of one local state ends. */
export function localRows(arena: Arena, automaton: LocalAutomaton, shape: (local: number) => Shape): Rows {
  return createRows(arena, {
    shape,
    refused: (local) => (automaton.exit(local) !== 0 ? CROSS : DEAD),
    step(local, byte) {
      const next = automaton.step(local, byte);
      const leaves = automaton.exit(local) !== 0;
      if (next === 0) return leaves ? CROSS : DEAD;
      const exit = automaton.exit(next);
      if (leaves && exit === 0 && automaton.commits !== true) return UNSURE;
      if (automaton.closes(next)) return exit !== 0 ? CLOSE : DEAD;
      return next;
    },
  });
}

/**
 * Returns the table of one lexer state. Returns `undefined` if so many tokens extend beyond the lexeme that a walk
 * without the table is as fast. `rows` are those of {@link localRows} for the same lexer. `run` is the number of plain
 * characters (those that a JSON string contains unescaped) that the state can read; tokens that consist of them are not
 * walked.
 */
export function buildLocalTable(
  rows: Rows,
  automaton: LocalAutomaton,
  local: number,
  run: number,
  planes: RunPlanes | undefined,
): LocalTable | undefined {
  const { trie } = rows.arena;
  const plane = run > 0 ? planes?.upTo(run) : undefined;
  const nodes = plane === undefined || planes === undefined ? trie : planes.others;
  const exit = automaton.exit(local);
  if (automaton.closes(local)) {
    const kill = new Uint8Array(256).fill(1);
    const start = exit === 0 ? undefined : { exit, kill, all: true, killed: undefined, restricted: new WeakMap() };
    return { inside: [], start, crossings: [], undecided: undefined, bytes: 512 };
  }

  const limit = 1024 + (trie.words.length >> 3); // a quarter of the nodes
  let size = 0;
  const slices = new Map<number, Slice[]>();
  const endings = new Map<number, ReturnType<typeof createIdList>>();
  const whole: Slice[] = [];
  function slice(exit: number, from: number, to: number, depth: number): void {
    if (from === to) return;
    size += to - from;
    const known = slices.get(exit);
    const made: Slice = { from, to, depth, keep: "rest" };
    if (known === undefined) slices.set(exit, [made]);
    else if (size <= limit) known.push(made);
  }
  const reached = collectRows(rows, nodes, local, (node, code, before) => {
    const w = nodes.words[2 * node]!;
    const k = nodes.words[2 * node + 1]!;
    const depth = k & DEPTH_MASK;
    const end = node + (k >>> DEPTH_BITS);
    if (code === CROSS) {
      if (depth > 0) slice(automaton.exit(before), node, end, depth);
    } else if (code === UNSURE) {
      size += end - node;
      if (size <= limit) whole.push({ from: node, to: end, depth, keep: "whole" });
    } else {
      const closing = automaton.exit(automaton.step(before, w & 255));
      let ending = endings.get(closing);
      if (ending === undefined) endings.set(closing, (ending = createIdList(16)));
      if (w >>> 8 !== trie.none) appendSpelling(trie, ending, w >>> 8);
      slice(closing, node + 1, end, depth + 1);
    }
  });
  if (size > limit) return undefined;

  const read = insidePart(trie, reached);
  const crossings: Crossing[] = [];
  let bytes = 1024 + trie.size / 8 + partBytes(trie, read); // planes of runs belong to the trie
  for (const exit of new Set([...slices.keys(), ...endings.keys()])) {
    const ids = endings.get(exit);
    const ending = partOf(trie.size, ids === undefined ? new Uint32Array(0) : taken(ids));
    const of = slices.get(exit);
    const suffixes = of === undefined ? undefined : buildSuffixes(trie, nodes, of);
    bytes += partBytes(trie, ending) + (suffixes?.bytes ?? 0) + 128;
    crossings.push({ exit, ending, suffixes });
  }
  const undecided = whole.length === 0 ? undefined : buildSuffixes(trie, nodes, whole);
  for (const suffixes of [undecided, ...crossings.map((crossing) => crossing.suffixes)])
    if (suffixes !== undefined && !placeable(rows.arena, suffixes.nodes)) return undefined;
  bytes += undecided?.bytes ?? 0;
  const inside = plane === undefined ? [read] : [plane, read];
  return { inside, start: startCrossing(automaton, local, exit), crossings, undecided, bytes };
}

function startCrossing(automaton: LocalAutomaton, local: number, exit: number): StartCrossing | undefined {
  if (exit === 0) return undefined;
  const kill = new Uint8Array(256);
  let some = false;
  for (let b = 0; b < 256; b++) {
    if (automaton.step(local, b) !== 0) continue;
    kill[b] = 1;
    some = true;
  }
  return some ? { exit, kill, all: false, killed: undefined, restricted: new WeakMap() } : undefined;
}

function insidePart(trie: Trie, reached: ReturnType<typeof collectRows>): Plane | Uint32Array {
  if (reached.kind === "bitset") return createPlane(trie.size, reached.words, reached.count);
  const ids = createIdList(reached.ids.length);
  for (let i = 0; i < reached.ids.length; i++) appendSpelling(trie, ids, reached.ids[i]!);
  return partOf(trie.size, taken(ids));
}

function partBytes(trie: Trie, part: Plane | Uint32Array): number {
  return part instanceof Uint32Array ? part.byteLength : planeBytes(trie.size, part);
}

/** Returns the tokens of a plane that begin with a byte of `kill`. Cached as long as the plane. */
export function restrictPlane(trie: Trie, start: StartCrossing, plane: Plane): Plane | Uint32Array {
  if (start.all) return plane;
  const known = start.restricted.get(plane);
  if (known !== undefined) return known;
  start.killed ??= tokensBeginning(trie, start.kill);
  const words = new Uint32Array(plane.words.length);
  for (let i = 0; i < words.length; i++) words[i] = plane.words[i]! & start.killed[i]!;
  const count = countBits(words);
  const part = count >= PLANE_FROM ? createPlane(trie.size, words, count) : setBits(words, count);
  start.restricted.set(plane, part);
  return part;
}

/** Returns the tokens that cross at the start. */
export function tokensWith(trie: Trie, start: StartCrossing): Uint32Array {
  start.killed ??= tokensBeginning(trie, start.kill);
  return setBits(start.killed, countBits(start.killed));
}

/** By token: its first byte, or 256 if it spells nothing. Computed once for a trie. */
const firstBytes = new WeakMap<Trie, Uint16Array>();

function firstBytesOf(trie: Trie): Uint16Array {
  let first = firstBytes.get(trie);
  if (first !== undefined) return first;
  const { pool, offsets, kinds, size } = trie.vocabulary;
  // Whole words of tokens, so that the loop below needs no special end.
  first = new Uint16Array((size + 31) & ~31).fill(256);
  for (let id = 0; id < size; id++) {
    if (kinds[id] === 1 && offsets[id]! < offsets[id + 1]!) first[id] = pool[offsets[id]!]!;
  }
  firstBytes.set(trie, first);
  return first;
}

function tokensBeginning(trie: Trie, bytes: Uint8Array): Uint32Array {
  const first = firstBytesOf(trie);
  const chosen = new Uint8Array(257);
  chosen.set(bytes);
  const words = new Uint32Array(first.length >>> 5);
  for (let word = 0, id = 0; word < words.length; word++) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++, id++) bits |= chosen[first[id]!]! << bit;
    words[word] = bits;
  }
  return words;
}

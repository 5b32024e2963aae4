// Computes which tokens a monitor rejects from a state ("refusals"), for monitors that are walked with their own
// `step`: user-written monitors and small automata. The walk reads words over byte classes (class-words.ts) instead of
// tokens, and stops where the monitor is dead.
//
// A byte that leads from the state to an equal state (`===`, or equal key) is *silent*. A token of only silent bytes is
// never rejected, so it is not read at all.
//
// If the monitor has a key, visited states are *known* by their keys: each step is taken once for each class, and what
// a state rejects is cached. Without a key, nothing is cached, and only the tokens in question are read.

import { auditStep, type ByteClasses, type Monitor, MonitorError, snapshot } from "@espalier/monitor";
import type { Mask } from "../masks/mask.js";
import { append, createIdList, taken } from "../memory/id-list.js";
import { type ClassWords, classWordsOf, commonLength, type Selection } from "../tree/class-words.js";
import type { Trie } from "../tree/trie.js";

/** What a state rejects. */
export interface Refusal {
  /** The words that cannot be read, ascending. */
  readonly words: Uint32Array;
  /** A unique number if the refusal is cached for its state, else −1. */
  readonly id: number;
  /** How many masks it was used for. */
  uses: number;
}

/** The refusals of a monitor over one vocabulary. */
export interface Refusals<State> {
  readonly spelling: ClassWords;
  /** Returns what `state` rejects of `asked`. With a key, the result may cover all tokens. */
  of(state: State, asked: Mask): Refusal;
  /**
   * Tests one token: reads it from `state` byte by byte, and compares the result with `refusal`, the tokens that
   * `state` rejects. If another state with the same key is known, also reads a few bytes from both and compares the
   * results.
   *
   * @throws MonitorError if the results differ. `refusal` must say something about the token.
   */
  verify(state: State, id: number, refusal: Refusal): void;
  /** The same with {@link auditStep}, which costs ten times as much. */
  audit(state: State, id: number, refusal: Refusal): void;
  clear(): void;
}

/** A state known by its key. */
interface Known {
  readonly state: unknown;
  /** By class: the next state, `null` for none, `undefined` if not computed. */
  readonly next: (Known | null | undefined)[];
  /** What it rejects of all tokens. */
  refusal: Refusal | undefined;
  /** What it rejected of the last tokens in question, if those were few. */
  ofFew: { readonly asked: Mask; readonly refusal: Refusal } | undefined;
}

const EVERY_BYTE: ByteClasses = { classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte), classCount: 256 };

/** Approximate memory of a known state without its refusal, in bytes. */
const KNOWN_BYTES = 256;
/** How many bytes are read from two states with one key to find a difference; all classes if there are no more. */
const COMPARED = 8;
/** If the tokens in question are this many times fewer than all that could be rejected, only they are read. */
const FEW = 8;

let lastId = 0;

/** @param quiet see {@link Conjunction.quiet}. */
export function createRefusals<State>(
  trie: Trie,
  monitor: Monitor<State>,
  limitBytes: number,
  quiet?: (state: State, byte: number) => boolean,
): Refusals<State> {
  const classes = monitor.table ?? monitor.classes ?? EVERY_BYTE;
  const spelling = classWordsOf(trie, classes);
  const { classCount } = classes;
  const { pool, offsets } = trie.vocabulary;
  const first = Array.from({ length: classCount }, (_, c) => classes.classOf.indexOf(c));
  const keyed = monitor.key !== undefined || monitor.table !== undefined;
  let known = new Map<unknown, Known>();
  let bytes = 0;
  let compared = 0;

  const keyOf = (state: State): unknown => (monitor.key === undefined ? state : monitor.key(state));

  function knownOf(state: State): Known {
    const key = keyOf(state);
    let its = known.get(key);
    if (its === undefined) {
      if (bytes > limitBytes) clear();
      its = { state, next: [], refusal: undefined, ofFew: undefined };
      bytes += KNOWN_BYTES + 8 * classCount;
      known.set(key, its);
    }
    return its;
  }

  function clear(): void {
    known = new Map();
    bytes = 0;
  }

  /** Takes a step of a known state, once. */
  function stepKnown(from: Known, c: number): Known | undefined {
    let next = from.next[c];
    if (next === undefined) {
      const state = monitor.step(from.state as State, first[c]!);
      next = state === undefined ? null : knownOf(state);
      from.next[c] = next;
    }
    return next ?? undefined;
  }
  const stepState = (from: State, c: number): State | undefined => monitor.step(from, first[c]!);

  /** Assigns a number to a refusal that will be cached. */
  function numbered(refusal: Refusal): Refusal {
    bytes += refusal.words.byteLength;
    return { ...refusal, id: ++lastId };
  }

  function ofKnown(state: State, asked: Mask): Refusal {
    const its = knownOf(state);
    if (FEW * asked.count >= spelling.count) {
      const selection = selectionFor(its, stepKnown, (byte) => quiet?.(state, byte) === true);
      return (its.refusal = numbered(walk(spelling, selection, its, stepKnown, undefined)));
    }
    const selection = selectWords(spelling, asked.ids());
    its.ofFew = { asked, refusal: numbered(walk(spelling, selection, its, stepKnown, undefined)) };
    return its.ofFew.refusal;
  }

  function ofUnknown(state: State, asked: Mask): Refusal {
    const few = FEW * asked.count < spelling.count;
    const selection = few
      ? selectWords(spelling, asked.ids())
      : selectionFor(state, stepState, (byte) => quiet?.(state, byte) === true);
    // If few tokens share a word, many words concern no token in question and need not be read.
    const wanted = few || 2 * spelling.count < spelling.tokens.length ? undefined : asked.toBitset();
    return walk(spelling, selection, state, stepState, wanted);
  }

  /** Returns the words that are not silent from `state`. */
  function selectionFor<Node>(
    node: Node,
    step: (node: Node, c: number) => Node | undefined,
    isQuiet: (byte: number) => boolean,
  ): Selection {
    const silent = new Uint8Array(classCount);
    let any = false;
    for (let c = 0; c < classCount; c++) {
      if (first[c]! >= 0 && (isQuiet(first[c]!) || step(node, c) === node)) {
        silent[c] = 1;
        any = true;
      }
    }
    return any ? spelling.outside(silent) : spelling.all;
  }

  return {
    spelling,
    of(state, asked) {
      if (!keyed) return ofUnknown(state, asked);
      const key = keyOf(state);
      const its = known.get(key);
      if (its?.refusal !== undefined) return its.refusal;
      if (its?.ofFew?.asked === asked) return its.ofFew.refusal;
      const refusal = ofKnown(state, asked);
      // During the walk, a monitor may find that its key must be more specific.
      return keyOf(state) === key ? refusal : ofKnown(state, asked);
    },
    verify: (state, id, refusal) => verifyBy((at, byte) => monitor.step(at, byte), state, id, refusal),
    audit: (state, id, refusal) => verifyBy((at, byte) => auditStep(monitor, at, byte), state, id, refusal),
    clear,
  };

  function verifyBy(
    step: (state: State, byte: number) => State | undefined,
    state: State,
    id: number,
    refusal: Refusal,
  ): void {
    compareByKey(state);
    const word = spelling.wordOf[id]!;
    if (word < 0) return;
    let at: State | undefined = state;
    const end = offsets[id + 1]!;
    for (let i = offsets[id]!; i < end && at !== undefined; i++) at = step(at, pool[i]!);
    const refused = refuses(refusal, word);
    if ((at === undefined) !== refused) throw disagreement(state, id, at);
  }

  /** Compares `state` with the state that is known by its key: what they accept, and where some bytes lead. */
  function compareByKey(state: State): void {
    if (monitor.key === undefined) return;
    const key = monitor.key(state);
    const other = known.get(key)?.state as State | undefined;
    if (other === undefined || other === state) return;
    let differ = monitor.accepts(state) !== monitor.accepts(other);
    for (let i = Math.min(COMPARED, classCount); i > 0 && !differ; i--) {
      const byte = first[compared++ % classCount]!;
      if (byte < 0) continue;
      const a = monitor.step(state, byte);
      const b = monitor.step(other, byte);
      differ = a === undefined || b === undefined ? a !== b : monitor.key(a) !== monitor.key(b);
    }
    // During the walk, a monitor may find that its key must be more specific.
    if (!differ || monitor.key(state) !== key || monitor.key(other) !== key) return;
    throw new MonitorError("key-lies", `states with equal keys differ: ${snapshot(state)} and ${snapshot(other)}`);
  }

  /** Creates the error if the plain walk led to `reached` and the mask says otherwise. */
  function disagreement(state: State, id: number, reached: State | undefined): MonitorError {
    const bytes = Array.from(pool.subarray(offsets[id]!, offsets[id + 1]!)).join(" ");
    const said = `bytes ${bytes} ${reached === undefined ? "cannot" : "can"} be read from ${snapshot(state)}`;
    const other = monitor.key === undefined ? undefined : known.get(keyOf(state))?.state;
    if (other === undefined || snapshot(other) === snapshot(state))
      return new MonitorError("classes-lie", `bytes of one class lead to different states: ${said}`);
    return new MonitorError(
      "key-lies",
      `states with equal keys differ: ${said}; the opposite holds for ${snapshot(other)}`,
    );
  }
}

/** Returns whether a word is rejected. */
export function refuses({ words }: Refusal, word: number): boolean {
  let from = 0;
  let to = words.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (words[middle] === word) return true;
    if (words[middle]! < word) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Returns the words of some tokens. */
function selectWords({ wordOf, pool, starts, ends }: ClassWords, ids: Uint32Array): Selection {
  const all = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    const word = wordOf[ids[i]!]!;
    if (word >= 0) all[count++] = word;
  }
  const sorted = all.subarray(0, count).sort();
  let length = 0;
  for (let i = 0; i < count; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[length++] = sorted[i]!;
  const words = sorted.slice(0, length);
  const shared = new Uint16Array(length);
  for (let i = 1; i < length; i++) {
    const [a, b] = [words[i - 1]!, words[i]!];
    shared[i] = commonLength(pool, starts[a]!, ends[a]!, starts[b]!, ends[b]!);
  }
  return { words, shared };
}

/** Returns the words of a selection that cannot be read from `from`; only words of tokens in `wanted`, if given. */
function walk<Node>(
  spelling: ClassWords,
  { words, shared }: Selection,
  from: Node,
  step: (node: Node, c: number) => Node | undefined,
  wanted: Uint32Array | undefined,
): Refusal {
  const { pool, starts, ends } = spelling;
  const refused = createIdList(16);
  const stack: Node[] = [from];
  // How far the last word could be read, whether it failed, and how much this word shares with it.
  let reached = 0;
  let dead = false;
  let common = 0;
  for (let i = 0; i < words.length; i++) {
    if (shared[i]! < common) common = shared[i]!;
    const w = words[i]!;
    if (wanted !== undefined && !isWanted(spelling, w, wanted)) continue;
    if (!(dead && common > reached)) {
      const start = starts[w]!;
      const length = ends[w]! - start;
      let depth = Math.min(common, reached);
      dead = false;
      for (; depth < length; depth++) {
        const next = step(stack[depth]!, pool[start + depth]!);
        if (next === undefined) {
          dead = true;
          break;
        }
        stack[depth + 1] = next;
      }
      reached = depth;
    }
    common = Number.POSITIVE_INFINITY;
    if (dead) append(refused, w);
  }
  return { words: taken(refused), id: -1, uses: 0 };
}

/** Returns whether a token of the word is in a set of tokens. */
function isWanted({ tokens, tokensFrom }: ClassWords, word: number, wanted: Uint32Array): boolean {
  for (let i = tokensFrom[word]!; i < tokensFrom[word + 1]!; i++) {
    const id = tokens[i]!;
    if (((wanted[id >>> 5]! >>> id) & 1) === 1) return true;
  }
  return false;
}

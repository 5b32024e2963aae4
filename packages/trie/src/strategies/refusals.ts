// Which tokens a monitor refuses from a state, for monitors that are walked by their own `step`: those of users, and small automata. The
// walk reads words over byte classes (class-words.ts), not tokens, and stops where the monitor is dead.
//
// A byte that leaves the state as it is (`===`, or equal by key) is *silent*. A token of silent bytes alone is never refused, so it is
// not read at all.
//
// With a key, states met are *known* by it: their steps are taken once for each class, and what a state refuses is remembered. Without
// one nothing is remembered, and only tokens that are asked about are read.

import { auditStep, type ByteClasses, type Monitor, MonitorError, snapshot } from "@espalier/monitor";
import type { Mask } from "../masks/mask.js";
import { append, createIdList, taken } from "../memory/id-list.js";
import { type ClassWords, classWordsOf, commonLength, type Selection } from "../tree/class-words.js";
import type { Trie } from "../tree/trie.js";

/** What a state refuses. */
export interface Refusal {
  /** The words that cannot be read, ascending. */
  readonly words: Uint32Array;
  /** A number of its own where the refusal is remembered for its state, else −1. */
  readonly id: number;
  /** How many masks it was used for. */
  uses: number;
}

/** A monitor's refusals over one vocabulary. */
export interface Refusals<State> {
  readonly spelling: ClassWords;
  /** What `state` refuses of `asked`. Where there is a key, it may be what it refuses of all tokens. */
  of(state: State, asked: Mask): Refusal;
  /**
   * Reads one token from `state` byte by byte: the plain walk. Where another state is known by the same key, a few bytes are read from both.
   *
   * @throws MonitorError when the walk disagrees with `refusal`, which was made for the token, or the two states differ.
   */
  verify(state: State, id: number, refusal: Refusal): void;
  /** The same by {@link auditStep}, which costs ten times as much. */
  audit(state: State, id: number, refusal: Refusal): void;
  clear(): void;
}

/** A state known by its key. */
interface Known {
  readonly state: unknown;
  /** By class: the state after it, `null` for none, `undefined` where nobody asked. */
  readonly next: (Known | null | undefined)[];
  /** What it refuses of all tokens. */
  refusal: Refusal | undefined;
  /** What it refuses of the tokens that it was asked about last, where those were few. */
  ofFew: { readonly asked: Mask; readonly refusal: Refusal } | undefined;
}

const EVERY_BYTE: ByteClasses = { classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte), classCount: 256 };

/** About what a known state holds beside what it refuses. */
const KNOWN_BYTES = 256;
/** So many bytes are read from two states of one key to see whether they differ: all classes, where there are so few. */
const COMPARED = 8;
/** So much smaller than all that could be refused must the tokens asked about be, for them alone to be read. */
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
  const whole: Selection = {
    words: Uint32Array.from({ length: spelling.count }, (_, w) => w),
    shared: spelling.shared,
  };
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

  /** The step of a known state, taken once. */
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

  /** The refusal, which will be remembered. */
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
    // Where few tokens share a word, a word that nobody asks about is likely, and need not be read.
    const wanted = few || 2 * spelling.count < spelling.tokens.length ? undefined : asked.toBitset();
    return walk(spelling, selection, state, stepState, wanted);
  }

  /** The words that are not silent from `state`. */
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
    return any ? spelling.outside(silent) : whole;
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
      // A monitor may find out on the way that its key has to say more.
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

  /** Whether `state` differs from the state that is known by its key: in what it accepts, or where some of its bytes lead. */
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
    // A monitor may find out on the way that its key has to say more.
    if (!differ || monitor.key(state) !== key || monitor.key(other) !== key) return;
    throw new MonitorError("key-lies", `states of one key differ: ${snapshot(state)} and ${snapshot(other)}`);
  }

  /** The plain walk led to `reached`, and the mask says otherwise. */
  function disagreement(state: State, id: number, reached: State | undefined): MonitorError {
    const bytes = Array.from(pool.subarray(offsets[id]!, offsets[id + 1]!)).join(" ");
    const said = `bytes ${bytes} ${reached === undefined ? "cannot" : "can"} be read from ${snapshot(state)}`;
    const other = monitor.key === undefined ? undefined : known.get(keyOf(state))?.state;
    if (other === undefined || snapshot(other) === snapshot(state))
      return new MonitorError("classes-lie", `bytes of one class lead to states that differ: ${said}`);
    return new MonitorError("key-lies", `states of one key differ: ${said}, unlike from ${snapshot(other)}`);
  }
}

/** Whether a word is refused. */
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

/** The words of some tokens. */
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

/** The words of a selection that cannot be read from `from`; only words of tokens in `wanted`, where that is given. */
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
  // How far the word read last could be read, and whether that was not to its end; how much this one has in common with it.
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

/** Whether a token of the word is in a set of tokens. */
function isWanted({ tokens, tokensFrom }: ClassWords, word: number, wanted: Uint32Array): boolean {
  for (let i = tokensFrom[word]!; i < tokensFrom[word + 1]!; i++) {
    const id = tokens[i]!;
    if (((wanted[id >>> 5]! >>> id) & 1) === 1) return true;
  }
  return false;
}

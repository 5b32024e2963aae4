// Computes which tokens a monitor rejects from a state ("refusals"), for monitors that are walked with their own
// `step`: user-written monitors and small automata. The walk reads words over byte classes (class-words.ts) instead of
// tokens, and stops where the monitor is dead.
//
// A byte is *silent* in a state if every text of silent bytes can certainly be read from it: the monitor says so
// (`quiet`), or the byte leads to an equal state (`===`, or equal key). A token of only silent bytes is not read at all,
// and other tokens only until the rest of them is quiet.
//
// If the monitor has a key, visited states are *known* by their keys: each step is taken once for each class, and what
// a state rejects is cached. Without a key, nothing is cached, and only the tokens in question are read.

import type { Monitor } from "@espalier/monitor";
import type { Mask } from "../masks/mask.js";
import { createTables, type MemoPool } from "../memory/memo.js";
import { type ClassWords, classWordsOf, type Selection } from "../tree/class-words.js";
import { EVERY_BYTE } from "../tree/every-byte.js";
import type { Trie } from "../tree/trie.js";
import { createRefusalChecks, type RefusalChecks } from "./refusal-checks.js";
import { type Refusal, refusedWords, type Steps, selectWords } from "./refused-words.js";

/** The refusals of a monitor over one vocabulary. */
export interface Refusals<State> extends RefusalChecks<State> {
  readonly spelling: ClassWords;
  /** Returns what `state` rejects of `asked`. With a key, the result may cover all tokens. */
  of(state: State, asked: Mask): Refusal;
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
  /** By class: 1 if its bytes are quiet. */
  readonly quiet: Uint8Array | undefined;
}

/** Approximate memory of a known state without its refusal, in bytes. */
const KNOWN_BYTES = 256;
/** If the tokens in question are this many times fewer than all that could be rejected, only they are read. */
const FEW = 8;

let lastId = 0;

/** Returns a function from a state to its quiet classes; `undefined` if the monitor tells none. */
function quietClasses<State>(
  monitor: Monitor<State>,
  first: readonly number[],
): ((state: State) => Uint8Array | undefined) | undefined {
  if (monitor.quiet === undefined) return undefined;
  const byBytes = new WeakMap<Uint8Array, Uint8Array>();
  return (state) => {
    const bytes = monitor.quiet!(state);
    let classes = bytes && byBytes.get(bytes);
    if (bytes !== undefined && classes === undefined)
      byBytes.set(bytes, (classes = Uint8Array.from(first, (byte) => (byte < 0 ? 0 : bytes[byte]!))));
    return classes;
  };
}

/**
 * @param pool the memory for what is known.
 * @param quiet see {@link Conjunction.quiet}.
 */
export function createRefusals<State>(
  trie: Trie,
  monitor: Monitor<State>,
  pool: MemoPool,
  quiet?: (state: State, byte: number) => boolean,
): Refusals<State> {
  const classes = monitor.table ?? monitor.classes ?? EVERY_BYTE;
  const spelling = classWordsOf(trie, classes);
  const { classCount } = classes;
  const first = Array.from({ length: classCount }, (_, c) => classes.classOf.indexOf(c));
  const quietOf = quietClasses(monitor, first);
  const keyed = monitor.key !== undefined || monitor.table !== undefined;
  let known = new Map<unknown, Known>();
  let bytes = 0;
  const tables = createTables(pool, () => bytes, clear);

  const keyOf = (state: State): unknown => (monitor.key === undefined ? state : monitor.key(state));

  function knownOf(state: State): Known {
    const key = keyOf(state);
    let its = known.get(key);
    if (its === undefined) {
      if (4 * bytes > pool.limit) clear();
      its = { state, next: [], refusal: undefined, ofFew: undefined, quiet: quietOf?.(state) };
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
  const plainSteps: Steps<State> = { step: stepState, quiet: quietOf && ((state) => quietOf(state)) };
  const knownSteps: Steps<Known> = { step: stepKnown, quiet: quietOf && ((its) => its.quiet) };

  /** Assigns a number to a refusal that will be cached. */
  function numbered(refusal: Refusal): Refusal {
    bytes += refusal.words.byteLength;
    return { ...refusal, id: ++lastId };
  }

  function ofKnown(state: State, asked: Mask): Refusal {
    const its = knownOf(state);
    if (FEW * asked.count >= spelling.count) {
      const selection = selectionFor(its, stepKnown, quietIn(state));
      return (its.refusal = numbered(refusedWords(spelling, selection, its, knownSteps, undefined)));
    }
    const selection = selectWords(spelling, asked.ids());
    its.ofFew = { asked, refusal: numbered(refusedWords(spelling, selection, its, knownSteps, undefined)) };
    return its.ofFew.refusal;
  }

  function ofUnknown(state: State, asked: Mask): Refusal {
    const few = FEW * asked.count < spelling.count;
    const selection = few ? selectWords(spelling, asked.ids()) : selectionFor(state, stepState, quietIn(state));
    // If few tokens share a word, many words concern no token in question and need not be read.
    const wanted = few || 2 * spelling.count < spelling.tokens.length ? undefined : asked.toBitset();
    return refusedWords(spelling, selection, state, plainSteps, wanted);
  }

  /** Returns whether a byte is quiet in `state`, as the monitor or the intersection says. */
  function quietIn(state: State): (byte: number) => boolean {
    const own = monitor.quiet?.(state);
    return (byte) => own?.[byte] === 1 || quiet?.(state, byte) === true;
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
      return tables.use(() => {
        const key = keyOf(state);
        const its = known.get(key);
        if (its?.refusal !== undefined) return its.refusal;
        if (its?.ofFew?.asked === asked) return its.ofFew.refusal;
        const refusal = ofKnown(state, asked);
        // During the walk, a monitor may find that its key must be more specific.
        return keyOf(state) === key ? refusal : ofKnown(state, asked);
      });
    },
    ...createRefusalChecks(trie, monitor, spelling, first, (key) => known.get(key)?.state as State | undefined),
    clear,
  };
}

// One file, broken, against its unbroken twin: whether a gap opens, what was left out, and whether it allows what the twin's allows.

import {
  FillError,
  fillMiddle,
  type Gap,
  type LexedLanguage,
  type OpaqueRegion,
  withPlaceholders,
} from "@espalier/gaps";
import { run } from "@espalier/monitor";
import { createMasker, type Trie } from "@espalier/trie";
import type { TokenSet } from "@espalier/vocabulary";
import { mutated } from "../../test/judges/cpython/mutations.js";
import type { Random } from "../../test/judges/cpython/random.js";

/** A file with a gap. */
export interface Sides {
  readonly prefix: string;
  readonly suffix: string;
}

export interface BrokenFile {
  readonly twin: Sides;
  readonly broken: Sides;
  /** What stood in the gap. */
  readonly middle: string;
  /** Lines of prefix and suffix put together that are broken, from 1. */
  readonly lines: ReadonlySet<number>;
  /** Lines of the blocks that these are in. */
  readonly blocks: ReadonlySet<number>;
}

export interface Outcome {
  readonly opened: boolean;
  readonly milliseconds: number;
  readonly opaque: readonly Pick<OpaqueRegion, "line" | "lastLine" | "placeholder" | "reason">[];
  /** Whether the broken lines, and no other, were left out. */
  readonly exact: boolean;
  /** Whether something outside of the block of the broken lines was left out. */
  readonly beyond: boolean;
  /** Verdicts on middles, and tokens of steps, that agree with the twin's; of how many. */
  readonly verdicts: readonly [agree: number, of: number];
  readonly steps: readonly [agree: number, of: number];
  readonly tokens: readonly [differ: number, of: number];
  /** The file with placeholders around a random fill. */
  readonly filled?: string;
}

const MUTATED = 20;
const STEPS = 3;
/** Tokens of a random fill, before the shortest completion. */
const RANDOM = 6;

/** The outcome; undefined when the twin has no gap of the policy that was asked for. */
export function trialOf(language: LexedLanguage, trie: Trie, file: BrokenFile, random: Random): Outcome | undefined {
  const own = gapOf(language, file.twin, "refuse");
  if (own === undefined || own.fallback !== undefined) return undefined;
  const began = performance.now();
  const gap = gapOf(language, file.broken, "tolerate");
  const milliseconds = performance.now() - began;
  if (gap === undefined) {
    const none = [0, 0] as const;
    return {
      opened: false,
      milliseconds,
      opaque: [],
      exact: false,
      beyond: false,
      verdicts: none,
      steps: none,
      tokens: none,
    };
  }
  const lines = gap.opaque.flatMap(({ line, lastLine }) =>
    Array.from({ length: lastLine - line + 1 }, (_, i) => line + i),
  );
  return {
    opened: true,
    milliseconds,
    opaque: gap.opaque.map(({ line, lastLine, placeholder, reason }) => ({ line, lastLine, placeholder, reason })),
    exact: lines.length > 0 && lines.every((line) => file.lines.has(line)),
    beyond: lines.some((line) => !file.blocks.has(line)),
    verdicts: verdictsOf(own, gap, file.middle, random),
    ...stepsOf(own, gap, trie, random),
    filled: filledBy(gap, trie, file.broken, random),
  };
}

/** Whether the gap of a file without errors is the same with errors tolerated. */
export function unchanged(language: LexedLanguage, trie: Trie, { twin, middle }: BrokenFile, random: Random): boolean {
  const [own, gap] = [gapOf(language, twin, "refuse"), gapOf(language, twin, "tolerate")];
  if (own === undefined || gap === undefined) return own === gap;
  if (gap.opaque.length > 0 || gap.policy !== own.policy) return false;
  const [agree, of] = verdictsOf(own, gap, middle, random);
  const { tokens } = stepsOf(own, gap, trie, random);
  return agree === of && tokens[0] === 0;
}

function gapOf(language: LexedLanguage, sides: Sides, errors: "refuse" | "tolerate"): Gap | undefined {
  try {
    return fillMiddle(language, { ...sides, errors });
  } catch (error) {
    if (error instanceof FillError) return undefined;
    throw error;
  }
}

function verdictsOf(own: Gap, gap: Gap, middle: string, random: Random): readonly [number, number] {
  const verdict = (its: Gap, text: string): string => {
    const state = run(its, text, its.start);
    return state === undefined ? "dead" : its.accepts(state) ? "accepted" : "incomplete";
  };
  const texts = [middle, ...Array.from({ length: MUTATED }, () => mutated(middle, random))];
  return [texts.filter((text) => verdict(own, text) === verdict(gap, text)).length, texts.length];
}

function stepsOf(own: Gap, gap: Gap, trie: Trie, random: Random): Pick<Outcome, "steps" | "tokens"> {
  const [left, right] = [createMasker(trie, own), createMasker(trie, gap)];
  let [a, b]: (number | undefined)[] = [own.start, gap.start];
  let [agree, steps, differ, tokens] = [0, 0, 0, 0];
  while (steps < STEPS && a !== undefined && b !== undefined) {
    const [mine, its] = [left.mask(a).mask, right.mask(b).mask];
    const differing = differences(mine.toBitset(), its.toBitset());
    steps++;
    tokens += mine.size;
    differ += differing;
    if (differing === 0) agree++;
    const ids = mine.ids();
    if (ids.length === 0) break;
    const id = ids[random.below(ids.length)]!;
    [a, b] = [left.push(a, id), right.push(b, id)];
  }
  return { steps: [agree, steps], tokens: [differ, tokens] };
}

/** How many bits of two sets differ. */
function differences(a: TokenSet, b: TokenSet): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    for (let bits = (a[i]! ^ b[i]!) >>> 0; bits !== 0; bits = (bits & (bits - 1)) >>> 0) count++;
  }
  return count;
}

/** The file with placeholders. Random tokens fill the gap, and the shortest completion follows them. */
function filledBy(gap: Gap, trie: Trie, { prefix, suffix }: Sides, random: Random): string {
  const masker = createMasker(trie, gap);
  let state = gap.start;
  const bytes: number[] = [];
  for (let i = 0; i < RANDOM; i++) {
    const ids = masker.mask(state).mask.ids();
    const id = ids[random.below(ids.length)];
    const next = id === undefined ? undefined : masker.push(state, id);
    if (id === undefined || next === undefined || gap.cost(next) === Number.POSITIVE_INFINITY) break;
    bytes.push(...(trie.vocabulary.bytes(id) ?? []));
    state = next;
  }
  const text = new TextDecoder();
  const middle = text.decode(Uint8Array.from([...bytes, ...(gap.witness(state) ?? [])]));
  const at = Buffer.byteLength(prefix);
  const behind = gap.opaque.filter(({ from }) => from >= at);
  const before = gap.opaque.filter(({ from }) => from < at);
  const moved = behind.map(({ from, to, placeholder }) => ({ from: from - at, to: to - at, placeholder }));
  return text.decode(withPlaceholders(prefix, before)) + middle + text.decode(withPlaceholders(suffix, moved));
}

// Computes the allowed text tokens of a state through its sketch: an abstract state, identified by a number, that
// stands for many states (`Sketches`). The mask of the sketch is computed once for all of them. The tokens that the
// sketch cannot decide are then tested on the state itself.

import { type Monitor, MonitorError, type Question, type Sketches, snapshot } from "@espalier/monitor";
import type { Following } from "../lexer-states/following.js";
import { createMask, type Mask } from "../masks/mask.js";
import { appendAll, createIdList, taken } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";
import { appendReadable } from "./readable.js";
import { type Remembered, rememberedOf, type TextMasks } from "./remembered.js";
import { createSamples } from "./samples.js";
import type { Sketched, SketchMasks } from "./text-mask.js";

const NO_QUESTIONS: readonly Question[] = [];

/** What is created for the sketches' automaton. */
interface Numbered {
  readonly masks: SketchMasks<number>;
  /** Drops what is cached for sketches in addition to their masks. */
  forget(): void;
}

/** @param ask calls a function with the object for the current automaton of the sketches. */
export function createSketchedMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  { monitor: numbered, keyed, of: sketchIn }: Sketches<State>,
  ask: Following<Numbered>,
): TextMasks<State> {
  const { table } = numbered;
  const { current } = ask;
  const hasControls = (monitor.controls ?? []).length > 0;
  let { generation } = table;
  const samples = createSamples(trie);

  function clear(): void {
    ask(({ masks, forget }) => {
      masks.clear();
      forget();
    });
  }

  function sketchOf(state: State): number {
    const sketch = sketchIn(state);
    if (table.generation !== generation) {
      generation = table.generation;
      clear();
    }
    return sketch;
  }

  const known = (sketch: number): Sketched | undefined => current().masks.known(sketch);

  function of(state: State): Remembered {
    let sketch = sketchOf(state);
    let entry = known(sketch);
    while (entry === undefined) {
      const made = ask(({ masks }) => masks.make(sketch));
      const now = sketchOf(state);
      entry = now === sketch ? made : known((sketch = now));
    }
    const { mask, unsure } = entry.certain;
    if (keyed && samples.isDue(entry)) tryOne(state, mask, unsure);
    if (entry.remembered !== undefined) return entry.remembered;
    const remembered = rememberedOf(decided(state, mask, unsure), NO_QUESTIONS);
    // No state of the sketch then has control tokens in addition.
    if (unsure.length === 0 && !hasControls && !numbered.accepts(sketch)) entry.remembered = remembered;
    return remembered;
  }

  /** Returns the mask with those of the unsure tokens that the state itself can read. */
  function decided(state: State, mask: Mask, unsure: Uint32Array): Mask {
    if (unsure.length === 0) return mask;
    const ids = createIdList(mask.extra.length + unsure.length);
    appendAll(ids, mask.extra);
    appendReadable(trie, monitor, state, unsure, ids);
    return createMask(trie.size, mask.plane, taken(ids));
  }

  /** Compares one token with the plain walk: one of the mask, or any. */
  function tryOne(state: State, mask: Mask, unsure: Uint32Array): void {
    const id = samples.any() % 4 === 0 ? samples.any() : samples.of(mask);
    if (id < 0 || unsure.includes(id) || trie.vocabulary.kinds[id] !== 1) return;
    const ids = createIdList(1);
    appendReadable(trie, monitor, state, Uint32Array.of(id), ids);
    if ((ids.length === 1) === mask.has(id)) return;
    const said = ids.length === 1 ? "can" : "cannot";
    const what = `token ${id} ${said} be read from ${snapshot(state)}; the opposite holds for a state with the same key`;
    throw new MonitorError("key-lies", what);
  }

  return {
    of,
    grown: () => undefined,
    clear,
  };
}

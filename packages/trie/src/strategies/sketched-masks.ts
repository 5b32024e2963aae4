// Computes the allowed text tokens of a state through its sketch: an abstract state, identified by a number, that
// stands for many states (`Sketches`). The mask of the sketch is computed once for all of them. The tokens that the
// sketch cannot decide are then tested on the state itself.

import { type Monitor, MonitorError, type Sketches, snapshot } from "@espalier/monitor";
import type { Following } from "../lexer-states/following.js";
import type { Mask } from "../masks/mask.js";
import { createIdList } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";
import { appendReadable, withReadable } from "./readable.js";
import { NO_QUESTIONS, type Remembered, rememberedOf, type TextMasks } from "./remembered.js";
import { createSamples } from "./samples.js";
import type { Sketched, SketchMasks } from "./text-mask.js";

/** @param ask calls a function with the masks for the current automaton of the sketches. */
export function createSketchedMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  { monitor: numbered, keyed, of: sketchIn }: Sketches<State>,
  ask: Following<SketchMasks<number>>,
): TextMasks<State> {
  const { table } = numbered;
  const { current } = ask;
  const hasControls = (monitor.controls ?? []).length > 0;
  let { generation } = table;
  const samples = createSamples(trie);

  function clear(): void {
    ask((masks) => masks.clear());
  }

  function sketchOf(state: State): number {
    const sketch = sketchIn(state);
    if (table.generation !== generation) {
      generation = table.generation;
      clear();
    }
    return sketch;
  }

  const known = (sketch: number): Sketched | undefined => current().known(sketch);

  function of(state: State): Remembered {
    let sketch = sketchOf(state);
    let entry = known(sketch);
    while (entry === undefined) {
      const made = ask((masks) => masks.make(sketch));
      const now = sketchOf(state);
      entry = now === sketch ? made : known((sketch = now));
    }
    const { mask, unsure } = entry.certain;
    if (keyed && samples.isDue(entry)) tryOne(state, mask, unsure);
    if (entry.remembered !== undefined) return entry.remembered;
    const remembered = rememberedOf(withReadable(trie, monitor, state, entry.certain), NO_QUESTIONS);
    // No state of the sketch then has control tokens in addition.
    if (unsure.length === 0 && !hasControls && !numbered.accepts(sketch)) entry.remembered = remembered;
    return remembered;
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

// Free text with islands. Text is free until a marker; after a marker comes one language, up to its end; then the text
// is free again. Tool calls and answers after thinking have this form.
//
//     free text … <call>{"name": …}</call> free text … <call>…
//     └── markers ─────┘└── island ───────┘└── markers
//
// The automaton that waits for the first marker reads the free text (marker.ts). The language of an island must be
// prefix-free, so that its end is unambiguous. A state is then one position in one of the parts:
//
//   state [0, n)              free text before any island, by the state of the markers' automaton
//   state [n, 2n)             free text after one; if there is a single island, only n: the end
//   state 2n + islands · s + i    state s of island i

import { listOf, oneOf, signature } from "@espalier/arguments";
import { combinationSize } from "./combination-size.js";
import { embeddedFactor, isVague } from "./embedded-factor.js";
import { deadEndsWithin } from "./find-dead-ends.js";
import { islandKind } from "./kinds.js";
import { tooMany } from "./limits.js";
import { firstMarker, type Marker } from "./marker.js";
import { FIRST_CONTROL, type Monitor } from "./monitor.js";
import { createNesting } from "./nesting.js";
import { commonTable } from "./parts.js";
import { symbolsOf } from "./symbols.js";

/** A language that begins after any of its markers. */
export interface Island {
  readonly markers: readonly Marker[];
  /** Must have integer states (`table`) and be prefix-free (`prefixFree`). */
  readonly language: Monitor<number>;
  /** The `mode` of the places inside; `island` by default. */
  readonly mode?: string;
}

/** Free text with islands: a monitor that reports which island it is in. */
export interface Triggered extends Monitor<number> {
  /** Returns the index of the island of `state`; −1 in free text. */
  islandAt(state: number): number;
  /** Returns the `mode` of that island; `free` in free text. */
  mode(state: number): string;
}

/** The states of a trigger are below this number. */
const MOST = 2 ** 31;

const checkTrigger = signature("trigger", { islands: listOf(islandKind, 1), count: oneOf("any", "some", "one") });

/**
 * Returns the texts of bytes in which every marker is followed by a text of its island, and which are free otherwise.
 * `count` is the number of islands: `"any"` number, `"some"` (at least one), or `"one"`, with which the text ends. The
 * result is trim (it has no dead ends) if the islands are, and has a `cost` if they have one. Keeps the `factor` of the
 * first island that has one, and of all islands that share it. A step costs one step of a part.
 *
 * @throws ArgumentError if there is no island, or an island without a marker.
 * @throws RangeError for an island without a text, one that is not prefix-free, or one with an empty marker.
 * @throws LimitError if the total length of the markers times the number of distinct bytes exceeds 2²⁴.
 *
 * @example
 * const monitor = trigger([{ markers: ["<n>"], language: until("</n>") }]);
 * ["free", "a <n>1</n> b", "a <n>1"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted", "incomplete"]
 */
export function trigger(islands: readonly Island[], count: "any" | "some" | "one" = "any"): Triggered {
  checkTrigger(islands, count);
  checkIslands(islands);
  const allMarkers = islands.flatMap(({ markers }) => markers);
  /** The island of each marker. */
  const islandOf = islands.flatMap(({ markers }, island) => markers.map(() => island));
  const languages = islands.map(({ language }) => language);
  const waiting = firstMarker(allMarkers);
  const { nodeCount, next, classOf, classCount } = waiting;
  const columns = classCount + waiting.controls.length;
  const controls = [...new Set([...waiting.controls, ...languages.flatMap((each) => each.controls ?? [])])];
  const inMarkers = symbolsOf(waiting.controls, controls);
  const inIsland = languages.map((each) => symbolsOf(each.controls, controls));
  const first = 2 * nodeCount;

  const inside = (island: number, state: number): number => {
    // Nothing follows in the island, so free text continues.
    if (!isVague(languages[island]!, state) && languages[island]!.accepts(state)) return nodeCount;
    const number = first + islands.length * state + island;
    if (number >= MOST) throw tooMany("states", MOST);
    return number;
  };
  const islandAt = (state: number): number => (state < first ? -1 : (state - first) % islands.length);
  const stateIn = (state: number): number => Math.floor((state - first) / islands.length);

  const costs = languages.every((each) => each.cost !== undefined)
    ? freeCosts(
        next,
        nodeCount,
        columns,
        islandOf.map((island) => languages[island]!.cost!(languages[island]!.start)),
      )
    : undefined;
  const table = commonTable([{ table: { classOf, classCount, generation: 0 } }, ...languages]);
  const nesting = createNesting();
  const stepIsland = (state: number, symbol: number): number | undefined => {
    const island = islandAt(state);
    const own = inIsland[island]!(symbol);
    nesting.enter();
    try {
      const to = own < 0 ? undefined : languages[island]!.step(stateIn(state), own);
      return to === undefined ? undefined : inside(island, to);
    } finally {
      nesting.leave();
    }
  };
  return {
    start: 0,
    ...combinationSize(languages, "one"),
    islandAt,
    modes: [...new Set(["free", ...islands.map(({ mode = "island" }) => mode)])],
    mode: (state) => (state < first ? "free" : (islands[islandAt(state)]!.mode ?? "island")),
    step(state, symbol) {
      if (state >= first) return stepIsland(state, symbol);
      const own = inMarkers(symbol);
      if (own < 0 || (count === "one" && state >= nodeCount)) return undefined;
      const after = state < nodeCount ? 0 : nodeCount;
      const column = own < FIRST_CONTROL ? classOf[own]! : classCount + own - FIRST_CONTROL;
      const to = next[(state - after) * columns + column]!;
      if (to < nodeCount) return after + to;
      const island = islandOf[to - nodeCount]!;
      return inside(island, languages[island]!.start);
    },
    accepts: (state) => state < first && (count === "any" || state >= nodeCount),
    ...(controls.length > 0 ? { controls } : {}),
    ...(languages.every(({ trim }) => trim === true) ? { trim: true } : deadEndsWithin(languages)),
    ...(count === "one" ? { prefixFree: true } : {}),
    table: table!,
    // Free text has no local parts.
    ...embeddedFactor(
      languages,
      languages.map(() => true),
      {
        partAt: islandAt,
        ownOf: stateIn,
        embed: inside,
        ownSymbol: (island, symbol) => inIsland[island]!(symbol),
      },
    ),
    ...(costs && {
      cost(state: number): number {
        if (state >= first) return languages[islandAt(state)]!.cost!(stateIn(state));
        return count === "any" || state >= nodeCount ? 0 : costs[state]!;
      },
    }),
    constituents: (state) =>
      state < first
        ? []
        : [
            {
              index: islandAt(state),
              monitor: languages[islandAt(state)]!,
              state: stateIn(state),
            },
          ],
    expected: (state) => (state < first ? [] : (languages[islandAt(state)]!.expected?.(stateIn(state)) ?? [])),
  };
}

function checkIslands(islands: readonly Island[]): void {
  islands.forEach(({ markers, language }, island) => {
    if (markers.some((marker) => !("control" in Object(marker)) && (marker as ArrayLike<unknown>).length === 0))
      throw new RangeError(`A marker of island ${island} is empty.`);
    if (language.table === undefined)
      throw new RangeError(
        `The states of island ${island} are not integers; use a monitor with a \`table\`, such as a grammar or a finite automaton.`,
      );
    if (language.cost?.(language.start) === Number.POSITIVE_INFINITY)
      throw new RangeError(`Island ${island} has no text.`);
    if (language.prefixFree === true) return;
    throw new RangeError(
      `A text of island ${island} may be a prefix of another, so its end cannot be found; end it with a marker: bodyUntil(language, marker).`,
    );
  });
}

/**
 * Returns the least number of symbols from free text to the end of an island. `ends` contains the costs of the islands,
 * by marker.
 */
function freeCosts(next: Int32Array, nodeCount: number, columns: number, ends: readonly number[]): Float64Array {
  const costs = new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY);
  // A shortest path visits each node at most once (Bellman 1958); deeper nodes are settled first.
  for (let changed = true; changed; ) {
    changed = false;
    for (let node = nodeCount - 1; node >= 0; node--) {
      for (let column = 0; column < columns; column++) {
        const to = next[node * columns + column]!;
        const cost = 1 + (to < nodeCount ? costs[to]! : ends[to - nodeCount]!);
        if (cost >= costs[node]!) continue;
        costs[node] = cost;
        changed = true;
      }
    }
  }
  return costs;
}

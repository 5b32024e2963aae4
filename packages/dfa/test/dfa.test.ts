// Automata that are combined, made minimal and made deterministic, against all short texts.

import {
  addState,
  byColumns,
  createNfa,
  type Dfa,
  determinize,
  distances,
  distancesIn,
  embed,
  explored,
  finalsOf,
  minimal,
  type Nfa,
  NO_TEXT,
  product,
  tableOf,
  targetOf,
} from "@espalier/dfa";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../test/support/samples.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const COLUMNS = 3;
const LONGEST = 5;

/** All texts over three symbols of at most five symbols. */
const TEXTS: (readonly number[])[] = [[]];
for (const text of TEXTS) if (text.length < LONGEST) for (let k = 0; k < COLUMNS; k++) TEXTS.push([...text, k]);

/** A table with edges that lead nowhere and states that are never reached. */
interface Table {
  readonly next: readonly number[];
  readonly accepting: readonly number[];
}

const table: fc.Arbitrary<Table> = fc.integer({ min: 1, max: 8 }).chain((states) =>
  fc.record({
    next: fc.array(fc.integer({ min: -1, max: states - 1 }), {
      minLength: COLUMNS * states,
      maxLength: COLUMNS * states,
    }),
    accepting: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: states, maxLength: states }),
  }),
);

function takes({ next, accepting }: Table, text: readonly number[], from = 0): boolean {
  let state = from;
  for (const symbol of text) {
    state = next[state * COLUMNS + symbol]!;
    if (state < 0) return false;
  }
  return accepting[state] === 1;
}

/** The automaton of the states of a table that can be reached. */
function reached({ next, accepting }: Table): Dfa {
  const step = (state: number, k: number): number | undefined => {
    const to = next[state * COLUMNS + k]!;
    return to < 0 ? undefined : to;
  };
  return explored(
    0,
    byColumns<number>(COLUMNS, step, (state) => accepting[state] === 1),
    accepting.length,
  )!.dfa;
}
const automatonOf = (given: Table): Dfa => minimal(reached(given));

const tabled = (dfa: Dfa): Table => ({ next: [...tableOf(dfa, COLUMNS)], accepting: [...dfa.accepting] });

/** Texts of length below the number of states tell two states of an automaton apart, and find an end from each. */
function expectMinimal(dfa: Dfa): void {
  const own = tabled(dfa);
  if (own.accepting.length > LONGEST) return;
  const taken = own.accepting.map((_, state) => TEXTS.map((text) => (takes(own, text, state) ? 1 : 0)).join(""));
  expect(new Set(taken).size).toBe(taken.length);
  if (dfa !== NO_TEXT) for (const each of taken) expect(each).toContain("1");
}

describe("minimal", () => {
  it("takes what the table takes, in the fewest states", () => {
    fc.assert(
      fc.property(table, (given) => {
        const made = automatonOf(given);
        const own = tabled(made);
        for (const text of TEXTS) expect(takes(own, text)).toBe(takes(given, text));
        expectMinimal(made);
      }),
      { seed, numRuns: samples(300) },
    );
  });

  it("returns what is minimal, and one object for no text", () => {
    const next = [1, 0, -1, 0, 1, -1];
    const even = reached({ next, accepting: [1, 0] });
    expect(minimal(even)).toBe(even);
    expect(minimal(reached({ next, accepting: [0, 0] }))).toBe(NO_TEXT);
  });
});

const OPERATIONS = {
  and: (left: boolean, right: boolean) => left && right,
  or: (left: boolean, right: boolean) => left || right,
  without: (left: boolean, right: boolean) => left && !right,
  either: (left: boolean, right: boolean) => left !== right,
};

describe("product", () => {
  it.each(Object.entries(OPERATIONS))("combines by %s, in the fewest states", (_, holds) => {
    fc.assert(
      fc.property(table, table, (one, other) => {
        const made = product(automatonOf(one), automatonOf(other), COLUMNS, holds, { states: 1_000 })!;
        const own = tabled(made);
        for (const text of TEXTS) expect(takes(own, text)).toBe(holds(takes(one, text), takes(other, text)));
        expectMinimal(made);
      }),
      { seed, numRuns: samples(200) },
    );
  });

  it("gives equal automata for equal languages", () => {
    const budget = { states: 1_000_000 };
    const of = (left: Dfa, right: Dfa, name: keyof typeof OPERATIONS): Dfa =>
      product(left, right, COLUMNS, OPERATIONS[name], budget)!;
    fc.assert(
      fc.property(table, table, (one, other) => {
        const [a, b] = [automatonOf(one), automatonOf(other)];
        const union = of(a, b, "or");
        expect(of(b, a, "or")).toEqual(union);
        expect(of(union, a, "and")).toEqual(a);
        expect(of(of(a, b, "either"), b, "either")).toEqual(a);
      }),
      { seed, numRuns: samples(300) },
    );
  });

  it("stops where the budget ends", () => {
    const counting = (modulus: number): Dfa => {
      const next = Array.from({ length: modulus }, (_, state) => Array(COLUMNS).fill((state + 1) % modulus)).flat();
      return reached({ next, accepting: Array.from({ length: modulus }, (_, state) => (state === 0 ? 1 : 0)) });
    };
    const budget = { states: 100 };
    expect(product(counting(7), counting(11), COLUMNS, OPERATIONS.and, budget)?.accepting.length).toBe(77);
    expect(budget.states).toBe(24);
    expect(product(counting(7), counting(11), COLUMNS, OPERATIONS.and, { states: 76 })).toBeDefined();
    expect(product(counting(7), counting(11), COLUMNS, OPERATIONS.and, { states: 75 })).toBeUndefined();
  });
});

/** A random automaton: edges with labels, or without one (−1). */
const nfa: fc.Arbitrary<Nfa> = fc.integer({ min: 1, max: 6 }).chain((states) => {
  const state = fc.integer({ min: 0, max: states - 1 });
  return fc
    .tuple(
      fc.array(fc.tuple(state, fc.integer({ min: -1, max: COLUMNS - 1 }), state), { maxLength: 14 }),
      fc.array(state, { maxLength: 2 }),
    )
    .map(([edges, accepting]) => {
      const made = createNfa();
      while (made.edges.length < states) addState(made);
      for (const [from, label, to] of edges) {
        if (label < 0) made.epsilon[from]!.push(to);
        else made.edges[from]!.push([label, to]);
      }
      for (const each of accepting) made.accepting.add(each);
      return made;
    });
});

function nfaTakes({ epsilon, edges, accepting }: Nfa, text: readonly number[]): boolean {
  const close = (states: Set<number>): Set<number> => {
    for (const state of states) for (const next of epsilon[state]!) states.add(next);
    return states;
  };
  let states = close(new Set([0]));
  for (const symbol of text) {
    const next = [...states].flatMap((state) =>
      edges[state]!.filter(([label]) => label === symbol).map(([, to]) => to),
    );
    states = close(new Set(next));
  }
  return [...states].some((state) => accepting.has(state));
}

describe("determinize", () => {
  it("takes what the automaton takes, in the fewest states", () => {
    fc.assert(
      fc.property(nfa, (given) => {
        const made = determinize(given, 1_000)!;
        const own = tabled(made);
        for (const text of TEXTS) expect(takes(own, text)).toBe(nfaTakes(given, text));
        expectMinimal(made);
      }),
      { seed, numRuns: samples(300) },
    );
  });

  it("makes an embedded automaton again", () => {
    fc.assert(
      fc.property(table, (given) => {
        const dfa = automatonOf(given);
        const made = createNfa();
        const base = embed(made, dfa);
        made.epsilon[0]!.push(base);
        for (const [state, accepts] of dfa.accepting.entries()) if (accepts === 1) made.accepting.add(base + state);
        expect(determinize(made, 1_000)).toEqual(dfa);
      }),
      { seed, numRuns: samples(100) },
    );
  });

  it("stops at the largest number of states", () => {
    // The seventh symbol from the end is 0: 2⁷ subsets.
    const made = createNfa();
    made.edges[0]!.push([0, 0], [1, 0], [0, 1]);
    for (let state = 1; state <= 7; state++) {
      addState(made);
      if (state < 7) made.edges[state]!.push([0, state + 1], [1, state + 1]);
    }
    made.accepting.add(7);
    expect(determinize(made, 127)).toBeUndefined();
    expect(determinize(made, 128)?.accepting.length).toBe(128);
  });

  it("reports its work, and stops early if the subsets are too large", () => {
    /** Texts of ascending numbers: each subset has all later states. */
    const ascending = (length: number): Nfa => {
      const made = createNfa();
      for (let state = 0; state < length; state++) {
        made.edges[state]!.push([state, addState(made)]);
        made.epsilon[state]!.push(state + 1);
      }
      made.accepting.add(length);
      return made;
    };
    let work = 0;
    const spend = (units: number): void => {
      work += units;
    };
    expect(determinize(ascending(100), 1_000, spend)?.label.length).toBe(5050);
    expect(work).toBe(5151 + 5050);
    work = 0;
    expect(determinize(ascending(3_000), 1_000, spend)).toBeUndefined();
    expect(work).toBeLessThan(40 * 3_001 + 3 * 3_001);
    const full = new Error("full");
    const refuse = (): void => {
      throw full;
    };
    expect(() => determinize(ascending(3), 10, refuse)).toThrow(full);
  });
});

describe("distances", () => {
  it("are infinite for dead states", () => {
    expect([...distancesIn(reached({ next: [1, 2, -1, 1, -1, -1, 2, 0, -1], accepting: [0, 0, 1] }))]).toEqual([
      1,
      Number.POSITIVE_INFINITY,
      0,
    ]);
  });

  it("are the lengths of the shortest texts, and ε-edges do not count", () => {
    fc.assert(
      fc.property(nfa, ({ epsilon, edges, accepting }) => {
        const [source, target, free]: [number[], number[], boolean[]] = [[], [], []];
        const add = (from: number, to: number, isFree: boolean): void => {
          source.push(from);
          target.push(to);
          free.push(isFree);
        };
        for (const state of edges.keys()) {
          for (const to of epsilon[state]!) add(state, to, true);
          for (const [, to] of edges[state]!) add(state, to, false);
        }
        // Bellman and Ford.
        const expected = [...edges.keys()].map((state) => (accepting.has(state) ? 0 : Number.POSITIVE_INFINITY));
        for (const _ of edges)
          for (const [edge, from] of source.entries())
            expected[from] = Math.min(expected[from]!, expected[target[edge]!]! + (free[edge] ? 0 : 1));
        const made = distances(
          [...edges.keys()].map((state) => Number(accepting.has(state))),
          target,
          (edge) => source[edge]!,
          (edge) => free[edge]!,
        );
        expect([...made]).toEqual(expected);
      }),
      { seed, numRuns: samples(300) },
    );
  });
});

describe("explored", () => {
  it("numbers states by their keys in order of discovery, up to a largest number", () => {
    interface State {
      readonly at: number;
    }
    const visit = byColumns<State>(
      2,
      ({ at }, column) => (column === 0 ? { at: (at * 2) % 5 } : at === 3 ? undefined : { at: 3 }),
      ({ at }) => at === 4,
    );
    const keyOf = ({ at }: State): number => at;
    const found = explored({ at: 1 }, visit, 4, keyOf)!;
    expect(found.states.map(keyOf)).toEqual([1, 2, 3, 4]);
    expect([...tableOf(found.dfa, 2)]).toEqual([1, 2, 3, 2, 0, -1, 2, 2]);
    expect(finalsOf(found.dfa)).toEqual([3]);
    expect([0, 1, 2].map((label) => targetOf(found.dfa, 2, label))).toEqual([0, -1, -1]);
    expect(found.numbers.get(4)).toBe(3);
    expect(explored({ at: 1 }, visit, 3, keyOf)).toBeUndefined();
  });
});

// The results of reading part of a trie from a lexer state that ignores what the parser expects (free-cuts.ts), while
// they are collected. Tokens that end inside a lexeme are grouped by the kinds that the lexeme may become; the parser
// must allow one of these kinds. Tokens that reach the end of a lexeme are grouped by what has matched (the *exit*),
// with the places in the trie where reading continues. Everything is in order of discovery.

import { appendAll, createIdList, type IdList, taken } from "../memory/id-list.js";
import { createNumbers, type Numbers, push } from "../memory/numbers.js";

/** The results below a node, which can be added to other results. */
export interface Below {
  readonly demands: readonly number[];
  readonly inside: readonly Uint32Array[];
  readonly exits: readonly number[];
  readonly endings: readonly Uint32Array[];
  readonly beyonds: readonly Int32Array[];
  readonly bytes: number;
}

export interface Findings {
  inside(demand: number): IdList;
  ending(exit: number): IdList;
  beyond(exit: number): Numbers;
  add(below: Below): void;
  insides(each: (demand: number, ids: IdList) => void): void;
  crossings(each: (exit: number, ending: IdList, beyond: Numbers) => void): void;
  /** Returns a copy of everything. */
  taken(): Below;
  clear(): void;
}

export function createFindings(): Findings {
  const demands = createSlots();
  const exits = createSlots();
  const insides: IdList[] = [];
  const endings: IdList[] = [];
  const beyonds: Numbers[] = [];

  function inside(demand: number): IdList {
    const slot = demands.of(demand);
    if (slot === insides.length) insides.push(createIdList(64));
    return insides[slot]!;
  }

  function slotOf(exit: number): number {
    const slot = exits.of(exit);
    if (slot === endings.length) {
      endings.push(createIdList(16));
      beyonds.push(createNumbers());
    }
    return slot;
  }
  const ending = (exit: number): IdList => endings[slotOf(exit)]!;
  const beyond = (exit: number): Numbers => beyonds[slotOf(exit)]!;

  return {
    inside,
    ending,
    beyond,
    add(below: Below): void {
      for (let i = 0; i < below.demands.length; i++) appendAll(inside(below.demands[i]!), below.inside[i]!);
      for (let i = 0; i < below.exits.length; i++) {
        const slot = slotOf(below.exits[i]!);
        appendAll(endings[slot]!, below.endings[i]!);
        const places = below.beyonds[i]!;
        for (let k = 0; k < places.length; k++) push(beyonds[slot]!, places[k]!);
      }
    },
    insides(each): void {
      demands.seen.forEach((demand, slot) => {
        each(demand, insides[slot]!);
      });
    },
    crossings(each): void {
      exits.seen.forEach((exit, slot) => {
        each(exit, endings[slot]!, beyonds[slot]!);
      });
    },
    taken(): Below {
      const made = {
        demands: [...demands.seen],
        inside: demands.seen.map((_, slot) => taken(insides[slot]!)),
        exits: [...exits.seen],
        endings: exits.seen.map((_, slot) => taken(endings[slot]!)),
        beyonds: exits.seen.map((_, slot) => beyonds[slot]!.array.slice(0, beyonds[slot]!.length)),
      };
      const arrays = [...made.inside, ...made.endings, ...made.beyonds];
      return { ...made, bytes: arrays.reduce((sum, array) => sum + 64 + array.byteLength, 128) };
    },
    clear(): void {
      demands.seen.forEach((_, slot) => {
        insides[slot]!.length = 0;
      });
      exits.seen.forEach((_, slot) => {
        endings[slot]!.length = 0;
        beyonds[slot]!.length = 0;
      });
      demands.clear();
      exits.clear();
    },
  };
}

/** Numbers in order of discovery. */
interface Slots {
  readonly seen: readonly number[];
  of(number: number): number;
  clear(): void;
}

function createSlots(): Slots {
  const seen: number[] = [];
  let slots = new Int32Array(64).fill(-1);
  return {
    seen,
    of(number: number): number {
      if (number >= slots.length) {
        const longer = new Int32Array(2 * number + 2).fill(-1);
        longer.set(slots);
        slots = longer;
      }
      let slot = slots[number]!;
      if (slot < 0) slots[number] = slot = seen.push(number) - 1;
      return slot;
    },
    clear(): void {
      for (const number of seen) slots[number] = -1;
      seen.length = 0;
    },
  };
}

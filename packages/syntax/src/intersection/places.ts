// Numbered places. A *place* is a situation between two lexemes: the state of the automaton, and a label for everything
// else that affects the continuation. If the lexer can leave open where a lexeme ends, the label is the set of byte
// classes that may come next (kill-sets.ts). In a lazy language, it is the number of tracked lexemes that may still
// follow. Equal places have equal ids.

import { createPairTable } from "@espalier/monitor";

export interface Places {
  /** Returns the id of the place with this label and this state of the automaton. */
  of(label: bigint, state: number): number;
  label(place: number): bigint;
  /** Returns the state of the automaton. */
  state(place: number): number;
  bytes(): number;
}

export function createPlaces(): Places {
  const labelIds = new Map<bigint, number>();
  const numbers = createPairTable();
  const labels: bigint[] = [];
  const states: number[] = [];
  return {
    of(label, state) {
      let id = labelIds.get(label);
      if (id === undefined) labelIds.set(label, (id = labelIds.size));
      let place = numbers.get(id, state);
      if (place < 0) {
        place = states.length;
        numbers.set(id, state, place);
        labels.push(label);
        states.push(state);
      }
      return place;
    },
    label: (place) => labels[place]!,
    state: (place) => states[place]!,
    bytes: () => numbers.bytes() + 16 * states.length + 64 * labelIds.size,
  };
}

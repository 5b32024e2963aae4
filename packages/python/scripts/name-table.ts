// Writes what src/lexemes/unicode/name-table.ts reads: the least deterministic automaton of a set of names, in the order in which a
// walk from its start meets the states (states with equal rests are one: Daciuk, Mihov, Watson and Watson 2000 build the same).

interface State {
  /** The version of Unicode since which a name ends here; −1 for never. */
  readonly age: number;
  readonly edges: readonly (readonly [letter: string, to: State])[];
}

const FIRST_DIGIT = 37;
const DIGITS = Array.from({ length: 90 }, (_, i) => String.fromCharCode(FIRST_DIGIT + i)).filter(
  (d) => d !== "\\" && d !== "`",
);

/** Names with their ages: letters A–Z, digits, blanks and hyphens. */
export function writeNames(ages: ReadonlyMap<string, number>): { text: string; states: number } {
  const names = [...ages.keys()].sort();
  const known = new Map<string, State>();
  const numbers = new Map<State, number>();
  const uses = new Map<State, number>();

  function stateOf(from: number, to: number, depth: number): State {
    let age = -1;
    let next = from;
    if (names[next]!.length === depth) age = ages.get(names[next++]!)!;
    const edges: [string, State][] = [];
    while (next < to) {
      const letter = names[next]![depth]!;
      if (!/[A-Z0-9 -]/.test(letter)) throw new Error(`The name ${names[next]} has a ${letter}`);
      const first = next;
      while (next < to && names[next]![depth] === letter) next++;
      edges.push([letter, stateOf(first, next, depth + 1)]);
    }
    const key = `${age};${edges.map(([letter, target]) => letter + numbers.get(target)).join()}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    const state = { age, edges };
    known.set(key, state);
    numbers.set(state, numbers.size);
    for (const [, target] of edges) uses.set(target, (uses.get(target) ?? 0) + 1);
    return state;
  }

  const start = stateOf(0, names.length, 0);
  const written = new Map<State, number>();
  function write(state: State): string {
    const end = state.age === 0 && state.edges.length === 0;
    if (end) return ".";
    const before = written.get(state);
    if (before !== undefined) return `~${DIGITS[Math.floor(before / DIGITS.length)]}${DIGITS[before % DIGITS.length]}`;
    let text = "";
    if ((uses.get(state) ?? 0) > 1) {
      written.set(state, written.size);
      text += "*";
    }
    if (state.age >= 0) text += "abcdef"[state.age];
    const edges = state.edges.map(([letter, target]) => letter + write(target)).join("");
    return text + (state.edges.length === 1 ? edges : `<${edges}>`);
  }
  const text = write(start);
  if (written.size > DIGITS.length ** 2) throw new Error(`${written.size} states are too many`);
  return { text, states: known.size };
}

// Compares the optional members of a monitor's lexer (`LocalAutomaton`) and of its `Factor` with what plain steps do.
// `known`: its steps are actual steps. `run`: the number that it returns is the largest number of characters that can be
// read. `horizon`: the state that it returns reads the same short texts. `sketch`: it is an abstract state that reads the
// same texts as the state, except where it says that it does not know (`vague`).

import { bytesOf, type CharacterRanges, type Factor, type LocalAutomaton, type Monitor } from "@espalier/monitor";
import { type CounterExample, LawError } from "./law-error.js";

/** The character sets whose runs are tested: unescaped characters of JSON strings, lower-case letters, digits. */
const SETS: readonly CharacterRanges[] = [
  [
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0xd7ff],
    [0xe000, 0x10ffff],
  ],
  [[0x61, 0x7a]],
  [[0x30, 0x39]],
];

const HORIZONS = [0, 1, 3, 8, 64];
/** The longest run of characters that is tested. */
const LONGEST_RUN = 12;

/**
 * Checks the optional members of the lexer and the `Factor` (hints that make masks faster) at `state`, along `text` and
 * along runs of characters.
 *
 * @throws LawError
 */
export function checkHints<State>(
  monitor: Monitor<State>,
  state: State,
  text: readonly number[],
  where: () => CounterExample,
): void {
  const { factor } = monitor;
  if (factor === undefined) return;
  const refuse = (what: string, after: readonly number[]): never => {
    throw new LawError("factor", what, { ...where(), after });
  };
  checkSketch(monitor, factor, state, text, refuse);
  if (factor.local(state) === 0) return;
  checkKnownSteps(factor.automaton, factor.local(state), text, refuse);
  checkOutlines(monitor, factor, state, refuse);
  checkRuns(monitor, factor, state, text, refuse);
  checkHorizons(monitor, factor, state, text, refuse);
}

type Refuse = (what: string, after: readonly number[]) => never;

function checkSketch<State>(
  monitor: Monitor<State>,
  factor: Factor<State>,
  state: State,
  text: readonly number[],
  refuse: Refuse,
): void {
  if (factor.sketch === undefined) return;
  let exact: State | undefined = state;
  let sketch: State | undefined = factor.sketch(state);
  if (factor.sketch(sketch) !== sketch) refuse("the sketch of a sketch is another", []);
  for (let i = 0; i < text.length && exact !== undefined; i++) {
    exact = monitor.step(exact, text[i]!);
    sketch = monitor.step(factor.sketch(sketch), text[i]!);
    const read = text.slice(0, i + 1);
    if (sketch === undefined) {
      if (exact !== undefined) refuse("the state reads what its sketch refuses", read);
      return;
    }
    if (factor.vague?.(sketch) === true) return;
    if (exact === undefined) refuse("the sketch reads what its state refuses", read);
  }
}

/** Checks steps, exits and closing along `text` against the known rows. */
function checkKnownSteps(automaton: LocalAutomaton, from: number, text: readonly number[], refuse: Refuse): void {
  const { known } = automaton;
  if (known === undefined) return;
  let local = from;
  for (let i = 0; local !== 0; local = automaton.step(local, text[i++]!)) {
    const read = text.slice(0, i);
    const sole = automaton.sole?.(local) ?? -1;
    const row = known.rowOf[local]!;
    if (known.exitOf[local] !== automaton.exit(local)) refuse("the exit is known wrongly", read);
    if ((known.closing[local] === 1) !== automaton.closes(local)) refuse("closing is known wrongly", read);
    for (let byte = 0; byte < 256 && row !== 0; byte++) {
      const { next, classOf } = known;
      const step = row < 0 ? (byte === sole ? -1 : 0) : next[row + 1 + classOf[next[row]! + byte]!]!;
      if (step >= 0 && step !== automaton.step(local, byte)) refuse("a step is known wrongly", [...read, byte]);
    }
    if (i === text.length) return;
  }
}

function checkOutlines<State>(
  monitor: Monitor<State>,
  { automaton, local: localOf, inside, sketch }: Factor<State>,
  state: State,
  refuse: Refuse,
): void {
  const local = localOf(state);
  const outline = automaton.outline?.(local);
  const byClass = new Map<number, number>();
  for (let byte = 0; byte < 256 && outline !== undefined; byte++) {
    const next = automaton.step(local, byte);
    if (outline.live[byte] === 0 && next !== 0) refuse("the outline says that there is no step", [byte]);
    const its = outline.classOf[byte]!;
    if (outline.live[byte] === 1 && (byClass.get(its) ?? next) !== next)
      refuse("the outline says that bytes are alike", [byte]);
    if (outline.live[byte] === 1) byClass.set(its, next);
  }
  const literal = automaton.literal?.(local, 16);
  if (literal === undefined) return;
  const bytes = Array.from(literal.bytes);
  let at = local;
  for (const [i, byte] of bytes.entries()) {
    for (let other = 0; other < 256; other++)
      if (other !== byte && automaton.step(at, other) !== 0)
        refuse(`not only ${byte} can come`, [...bytes.slice(0, i), other]);
    if (i > 0 && (automaton.exit(at) !== 0 || automaton.closes(at)))
      refuse("a boundary lies within a literal", bytes.slice(0, i));
    at = automaton.step(at, byte);
  }
  if (literal.end() !== at) refuse(`the literal is said to end in ${literal.end()}, and ends in ${at}`, bytes);
  if (inside === undefined) return;
  const sketched = sketch === undefined ? state : sketch(state);
  let stepped: State | undefined = sketched;
  for (const byte of bytes) stepped = stepped === undefined ? undefined : monitor.step(stepped, byte);
  if (inside(sketched, at) !== stepped) refuse("what is inside after the literal is not what its bytes lead to", bytes);
}

function checkRuns<State>(
  monitor: Monitor<State>,
  { automaton, local: localOf }: Factor<State>,
  state: State,
  text: readonly number[],
  refuse: Refuse,
): void {
  const local = localOf(state);
  for (const characters of SETS) {
    for (const character of charactersOf(characters, text)) {
      const after = (from: number): number =>
        character.reduce((at, byte) => (at === 0 ? 0 : automaton.step(at, byte)), from);
      const loop = automaton.loop?.(local, characters) ?? 0;
      if (loop !== 0 && after(loop) !== loop)
        refuse(`local state ${loop} is said to be a loop, and leads to ${after(loop)}`, character);
      for (let count = 1, at = after(local); count <= LONGEST_RUN; count++, at = at === 0 ? 0 : after(at)) {
        const along = automaton.along?.(local, characters, count) ?? 0;
        if (along !== 0 && along !== at)
          refuse(`${count} characters lead to ${at}, and are said to lead to ${along}`, character);
      }
    }
    const run = automaton.run?.(local, characters) ?? -1;
    if (run < 0) continue;
    for (const character of charactersOf(characters, text)) {
      for (let length = 1; length <= Math.min(run + 1, LONGEST_RUN); length++) {
        const runText = Array.from({ length }, () => character).flat();
        const inside = staysInside(automaton, local, runText);
        if (inside === length <= run && reads(monitor, state, runText) === length <= run) continue;
        refuse(`a run of ${run} characters is said to be read, and ${length} are ${inside ? "" : "not "}`, runText);
      }
    }
  }
}

function checkHorizons<State>(
  monitor: Monitor<State>,
  { automaton, local: localOf, replace }: Factor<State>,
  state: State,
  text: readonly number[],
  refuse: Refuse,
): void {
  const local = localOf(state);
  for (const bytes of HORIZONS) {
    const far = automaton.horizon?.(local, bytes) ?? local;
    const short = text.slice(0, bytes);
    if (footprint(automaton, local, short) !== footprint(automaton, far, short))
      refuse(`local state ${local} and its horizon ${far} for ${bytes} bytes differ`, short);
    if (replace === undefined) continue;
    const replaced = replace(state, far);
    if (localOf(replaced) !== far) refuse(`replacing the local part by ${far} gives ${localOf(replaced)}`, []);
    if (reads(monitor, state, short) !== reads(monitor, replaced, short))
      refuse(`the state with the horizon for ${bytes} bytes in place of its local part reads otherwise`, short);
  }
}

/**
 * Returns the characters for runs: those of the text that are in the set; if there are none, the first and last of the
 * set. As bytes.
 */
function charactersOf(characters: CharacterRanges, text: readonly number[]): readonly number[][] {
  const inSet = (byte: number): boolean => byte < 0x80 && characters.some(([from, to]) => from <= byte && byte <= to);
  const own = [...new Set(text.filter(inSet))].slice(0, 3).map((byte) => [byte]);
  const ends = [characters[0]![0], characters.at(-1)![1]];
  return [...own, ...ends.map((point) => [...bytesOf(String.fromCodePoint(point))])];
}

function staysInside(automaton: LocalAutomaton, from: number, text: readonly number[]): boolean {
  let local = from;
  for (const byte of text) {
    local = automaton.step(local, byte);
    if (local === 0 || automaton.closes(local)) return false;
  }
  return true;
}

/** Returns the exits and ends along the way. */
function footprint(automaton: LocalAutomaton, from: number, text: readonly number[]): string {
  let local = from;
  const met: string[] = [];
  for (let i = 0; ; i++) {
    met.push(`${automaton.exit(local)}${automaton.closes(local)}`);
    if (i === text.length) return met.join();
    local = automaton.step(local, text[i]!);
    if (local === 0) return `${met.join()},none`;
  }
}

function reads<State>(monitor: Monitor<State>, from: State, text: readonly number[]): boolean {
  let state: State | undefined = from;
  for (let i = 0; i < text.length && state !== undefined; i++) state = monitor.step(state, text[i]!);
  return state !== undefined;
}

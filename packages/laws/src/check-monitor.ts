// Tests the laws of the Monitor interface on random walks. Each state is queried once, and a second time at the end in
// another order. The answers must be equal; this detects a monitor with hidden mutable state, or one that loses a
// table.
//
// If the monitor has a `cost`, the check is complete for the visited states: a cost of n is followed for n steps to an
// accepting state. Otherwise a bounded search looks for completions; states for which it finds no answer are counted in
// the report.

import { signature } from "@espalier/arguments";
import { bytesOf, FIRST_CONTROL, type Monitor, monitorKind, type Question, type Text } from "@espalier/monitor";
import { checkCost } from "./check-costs.js";
import { probeFactor } from "./check-factor.js";
import { probeFree } from "./check-free.js";
import { checkHints } from "./check-hints.js";
import { keyLaws } from "./check-keys.js";
import { checkQuestions, settled } from "./check-questions.js";
import { completionBy } from "./completion.js";
import { checkedTexts, monitorCheckKind } from "./kinds.js";
import { type CheckOptions, type CounterExample, guarded, LawError, tryLaw } from "./law-error.js";
import { choices, type Symbols, walkBy } from "./members.js";
import { sameStates } from "./same-states.js";
import { type Way, waysFrom } from "./ways.js";

/** Options of {@link checkMonitor}. */
export interface MonitorCheckOptions extends CheckOptions {
  /** Texts to walk in addition to random ones; use texts that you know to be difficult. */
  readonly texts?: Iterable<Text>;
  /** The most symbols of a random walk (included); 24 by default. */
  readonly symbols?: number;
  /** The most states that one search for a completion may visit if there is no cost; 2,000 by default. */
  readonly searched?: number;
  /** Answers the monitor's questions; must return the same answer for the same key. If absent, questions stay open. */
  readonly answer?: (question: Question) => unknown;
}

/** What was checked. All zeros mean that nothing was checked. */
export interface MonitorReport {
  /** Distinct states visited (compared with `===`). */
  readonly states: number;
  /** Steps that were taken twice and compared. */
  readonly steps: number;
  /** States for which a completion was shown. Every state, if the monitor is trim and none is undecided. */
  readonly completions: number;
  /** States for which the bounded search found no answer. */
  readonly undecided: number;
  /** Texts read with the factor and compared with plain stepping; 0 without `factor`. */
  readonly factored: number;
  /** Answers given; 0 without `answer`. */
  readonly answered: number;
  /** Suggestions that would make the monitor's masks faster, for example a `key`. Empty if there are none. */
  readonly suggestions: readonly string[];
}

/** The most answers that are recorded and compared again. */
const KEPT = 20_000;
/** The length of a typical text whose prefixes are checked. */
const TYPICAL_BYTES = 256;

const checkCheckMonitor = signature("checkMonitor", { monitor: monitorKind, options: monitorCheckKind });

/**
 * Tests the laws of `monitor` on random walks: purity, and `key`, `classes`, `table`, `cost`, `trim`, `prefixFree`,
 * `typical`, `factor`, `asks` and `supply` if they are declared. With `answer`, walks continue after answers too.
 *
 * @throws LawError with the smallest counter-example found.
 *
 * @example
 * import { strings } from "@espalier/monitor";
 *
 * checkMonitor(strings(["red", "green"])).states; // => 8
 */
export function checkMonitor<State>(monitor: Monitor<State>, options: MonitorCheckOptions = {}): MonitorReport {
  checkCheckMonitor(monitor, options);
  const { symbols = 24, searched = 2000, texts = [] } = options;
  const visited = new Map<State, readonly Way<State>[]>();
  const keys = keyLaws(monitor);
  const answers: Answer<State>[] = [];
  let generation = monitor.table?.generation;
  let [states, steps, completions, undecided, factored, answered] = [0, 0, 0, 0, 0, 0];

  const ways = (state: State): readonly Way<State>[] => visited.get(state) ?? waysFrom(monitor, state);
  /** Returns the ways from a state after its questions have been answered. */
  const waysBehindAnswers = (state: State): readonly Way<State>[] => {
    const after = settled(monitor, state, options.answer).state;
    return after === undefined ? [] : ways(after);
  };
  function visit(state: State, where: () => CounterExample): void {
    if (monitor.table?.generation !== generation) {
      generation = monitor.table?.generation;
      visited.clear();
      answers.length = 0;
    }
    if (visited.has(state)) return;
    const nexts = checkSteps(monitor, state, where);
    checkTable(monitor, state, nexts, where);
    keys.visit(state, nexts, where);
    const open = waysFrom(monitor, state);
    checkCost(monitor, state, open, where);
    if (monitor.prefixFree === true && open.length > 0 && monitor.accepts(state))
      throw new LawError(
        "prefix-free",
        "the text may end here and continue, but no text may be a prefix of another",
        where(),
      );
    if (visited.size >= KEPT) visited.clear();
    visited.set(state, open);
    states++;
    steps += nexts.length;
    if (answers.length < KEPT) {
      const kept = answers.length === 0 ? nexts.keys() : [states % 256, ...open.map((way) => way.symbols[0]!)];
      for (const symbol of kept) answers.push({ state, symbol, next: nexts[symbol], where: where() });
    }
    checkQuestions(monitor, state, options.answer, where);
    const behind = settled(monitor, state, options.answer);
    answered += behind.given;
    if (behind.given > 0 && behind.state !== undefined) visit(behind.state, where);
    if (monitor.trim !== true) return;
    const rest = completionBy(monitor, ways, state, searched);
    if (rest.kind === "found") completions++;
    else if (rest.kind === "unknown") undecided++;
    else if (!(state === monitor.start && open.length === 0)) {
      throw new LawError("trim", "nothing accepting can be reached from this state, and the monitor is trim", where());
    }
  }

  function walk(numbers: readonly number[]): void {
    // Every other walk uses no answers.
    const answers = options.answer !== undefined && (numbers[0] ?? 0) % 2 === 1;
    const { symbols: text, states: path } = guarded(
      () => ({ text: [] }),
      () => walkBy(answers ? waysBehindAnswers : ways, monitor.start, numbers),
    );
    path.forEach((state, i) => {
      const where = (): CounterExample => ({ text: text.slice(0, i), states: path.slice(0, i + 1) });
      guarded(where, () => {
        visit(state, where);
        if (i > 0 && !answers) checkAgain(monitor, path[i - 1]!, text[i - 1]!, state, where);
      });
    });
    if (answers) return;
    const at = path.length - 1 - ((numbers[0] ?? 0) % path.length);
    const where = (): CounterExample => ({ text: text.slice(0, at), states: path.slice(0, at + 1) });
    guarded(where, () => checkQuiet(monitor, path[at]!, numbers, where));
    if (monitor.factor === undefined) return;
    guarded(where, () => {
      const last = new Set(
        [...text, ...numbers.slice(0, 4).map((n) => n % FIRST_CONTROL)].filter((s) => s < FIRST_CONTROL),
      );
      factored += probeFactor(monitor, path[at]!, text.slice(at), last, where);
      factored += probeFree(monitor, path[at]!, text.slice(at), last, where);
      checkHints(monitor, path[at]!, bytesBefore(text.slice(at)), where);
    });
  }

  for (const text of checkedTexts("checkMonitor", texts)) readThrough(monitor, text, visit);
  if (monitor.typical !== undefined) checkTypical(monitor, monitor.typical(TYPICAL_BYTES), visit);
  tryLaw(choices(symbols), options, walk);
  askAgain(monitor, answers, generation);
  return { states, steps, completions, undecided, factored, answered, suggestions: keys.suggestions() };
}

/** Reads a text of the bytes that `quiet` lists. */
function checkQuiet<State>(
  monitor: Monitor<State>,
  state: State,
  numbers: readonly number[],
  where: () => CounterExample,
): void {
  const quiet = monitor.quiet?.(state);
  if (quiet === undefined) return;
  const bytes = Array.from(quiet.keys()).filter((byte) => quiet[byte] === 1);
  const after: number[] = [];
  let at: State | undefined = state;
  for (const number of bytes.length === 0 ? [] : numbers) {
    after.push(bytes[number % bytes.length]!);
    at = monitor.step(at, after.at(-1)!);
    if (at === undefined) throw new LawError("quiet", "a text of quiet bytes cannot be read", { ...where(), after });
  }
}

/** Returns the bytes of a text before its first control symbol. */
function bytesBefore(text: readonly number[]): readonly number[] {
  const control = text.findIndex((symbol) => symbol >= FIRST_CONTROL);
  return control < 0 ? text : text.slice(0, control);
}

/** A recorded answer of a monitor. */
interface Answer<State> {
  readonly state: State;
  readonly symbol: number;
  readonly next: State | undefined;
  readonly where: CounterExample;
}

function readThrough<State>(
  monitor: Monitor<State>,
  text: Text,
  visit: (state: State, where: () => CounterExample) => void,
): void {
  const symbols: Symbols = typeof text === "string" ? [...bytesOf(text)] : [...text];
  const path: State[] = [];
  let state: State | undefined = monitor.start;
  for (let i = 0; state !== undefined; i++) {
    path.push(state);
    const here: State = state;
    const where = (): CounterExample => ({ text: symbols.slice(0, i), states: path });
    state = guarded(where, () => {
      visit(here, where);
      return i < symbols.length ? monitor.step(here, symbols[i]!) : undefined;
    });
  }
}

/** Checks that every prefix of a typical text is live. */
function checkTypical<State>(
  monitor: Monitor<State>,
  typical: Uint8Array,
  visit: (state: State, where: () => CounterExample) => void,
): void {
  let read = 0;
  readThrough(monitor, typical, (state, where) => {
    read = where().text.length;
    visit(state, where);
  });
  if (read === typical.length) return;
  const text = [...typical.subarray(0, read)];
  const what = `the typical text continues with byte ${typical[read]}, which cannot be read`;
  throw new LawError("typical", what, { text, after: [typical[read]!] });
}

/** Takes each step twice and compares. Symbols beyond the controls must lead nowhere. */
function checkSteps<State>(
  monitor: Monitor<State>,
  state: State,
  where: () => CounterExample,
): readonly (State | undefined)[] {
  const known = FIRST_CONTROL + (monitor.controls?.length ?? 0);
  const accepts = monitor.accepts(state);
  const cost = monitor.cost?.(state);
  const nexts = Array.from({ length: known }, (_, symbol) => monitor.step(state, symbol));
  for (let symbol = known - 1; symbol >= 0; symbol--) {
    const again = monitor.step(state, symbol);
    if (sameStates(monitor, nexts[symbol], again)) continue;
    throw new LawError("pure", stepsDiffer(nexts[symbol], again), { ...where(), after: [symbol] });
  }
  if (monitor.step(state, known) !== undefined) {
    const what = `symbol ${known} can be read, and the monitor names ${known - FIRST_CONTROL} control symbols`;
    throw new LawError("symbols", what, { ...where(), after: [known] });
  }
  if (typeof accepts !== "boolean" || accepts !== monitor.accepts(state)) {
    throw new LawError("pure", `accepts was ${accepts}, and now is ${monitor.accepts(state)}`, where());
  }
  if (monitor.cost !== undefined && cost !== monitor.cost(state)) {
    throw new LawError("pure", `the cost was ${cost}, and now is ${monitor.cost(state)}`, where());
  }
  return nexts;
}

function stepsDiffer(before: unknown, now: unknown): string {
  return `the same step led ${before === undefined ? "nowhere" : `to ${String(before)}`} before, and now ${now === undefined ? "nowhere" : `to ${String(now)}`}`;
}
function checkTable<State>(
  monitor: Monitor<State>,
  state: State,
  nexts: readonly (State | undefined)[],
  where: () => CounterExample,
): void {
  const { table } = monitor;
  if (table === undefined) return;
  if (!Number.isInteger(state) || (state as number) < 0 || (state as number) >= 2 ** 31) {
    throw new LawError("table", `the state ${String(state)} is not an integer in [0, 2³¹)`, where());
  }
  const first = new Int32Array(256).fill(-1);
  for (let byte = 0; byte < 256; byte++) {
    const its = table.classOf[byte];
    if (its === undefined || its >= table.classCount || table.classCount > 256 || table.classOf.length !== 256) {
      throw new LawError("table", `byte ${byte} has class ${its} of ${table.classCount}`, where());
    }
    const other = first[its]!;
    if (other < 0) first[its] = byte;
    else if (nexts[other] !== nexts[byte]) {
      const what = `bytes ${other} and ${byte} are of class ${its}, and lead to ${String(nexts[other])} and ${String(nexts[byte])}`;
      throw new LawError("table", what, { ...where(), after: [byte] });
    }
  }
}

/** Checks that a step which was taken before, from remembered ways, still leads to the same state. */
function checkAgain<State>(
  monitor: Monitor<State>,
  from: State,
  symbol: number,
  next: State,
  where: () => CounterExample,
): void {
  const again = monitor.step(from, symbol);
  if (sameStates(monitor, next, again) || isBegunAnew(monitor, from, symbol, again)) return;
  const { text, states = [] } = where();
  const before = { text: text.slice(0, -1), states: states.slice(0, -1) };
  throw new LawError("pure", stepsDiffer(next, again), { ...before, after: [symbol] });
}

/**
 * Returns whether the monitor has just dropped its states: if its tables are full, it starts with empty ones for the
 * next text, so the same step from the start gives a new state once. After that, the step must give the same state each
 * time.
 */
function isBegunAnew<State>(monitor: Monitor<State>, from: State, symbol: number, again: State | undefined): boolean {
  if (monitor.table === undefined || from !== monitor.start || again === undefined) return false;
  return sameStates(monitor, again, monitor.step(from, symbol));
}

/** Repeats all queries in reverse order. */
function askAgain<State>(
  monitor: Monitor<State>,
  answers: readonly Answer<State>[],
  generation: number | undefined,
): void {
  for (let i = answers.length - 1; i >= 0; i--) {
    if (monitor.table?.generation !== generation) return;
    const { state, symbol, next, where } = answers[i]!;
    const again = guarded(
      () => where,
      () => monitor.step(state, symbol),
    );
    if (sameStates(monitor, next, again) || isBegunAnew(monitor, state, symbol, again)) continue;
    throw new LawError("pure", stepsDiffer(next, again), { ...where, after: [symbol] });
  }
}

// Finds the parameters and options of a function by what it says when they are wrong, and misuses each of them, the others being right.
//
//     f(Symbol())                  f: a must be a trie, not Symbol()                    "a trie" has a sample
//     f(trie, Symbol())            f: options must be an object of options, …
//     f(trie, { Symbol: … })       f has no option `misuse`. It takes maxBytes, …       the names of its options
//     f(trie, { maxBytes: … })     f: maxBytes must be an integer, …
import { type Outcome, outcomeOf } from "./outcome.js";
import { parametersOf } from "./parameters.js";
import { sampleOf } from "./samples.js";
import { NEVER_MEANT, shown } from "./values.js";

export type Callable = (...values: unknown[]) => unknown;

export interface Exploration {
  /** Calls made. */
  readonly calls: number;
  /** Parameters and options that were misused. */
  readonly places: readonly string[];
  /** What is wrong, a line each. */
  readonly faults: readonly string[];
}

/** A place for a value in a call: the call with the value there, and all else right. */
interface Place {
  readonly name: string;
  with(value: unknown): readonly unknown[];
}

const OPTIONS = "an object of options";
/** A name that no function has for an option. */
const NO_OPTION = "misuseOfOptions";

/**
 * Misuses `f`, which is called `where`: each of `values` in each place.
 *
 * @param takesAnything names the places where any value is right, such as a state of the user's own monitor.
 */
export async function explore(
  where: string,
  f: Callable,
  values: readonly unknown[],
  takesAnything: (place: string) => boolean,
): Promise<Exploration> {
  const places: string[] = [];
  const faults: string[] = [];
  let calls = 0;
  const tried = (place: Place, value: unknown): Promise<Outcome> => {
    calls++;
    return outcomeOf(f, place.with(value));
  };

  /** The words for what belongs in a place; `undefined` where anything is taken, or an error of another kind says what is wrong. */
  async function wordsFor(place: Place): Promise<string | undefined> {
    if (takesAnything(place.name)) return undefined;
    const outcome = await tried(place, NEVER_MEANT);
    if (outcome.kind === "refused") return wordsIn(outcome.refusal.message);
    if (outcome.kind === "taken") faults.push(`${place.name}: takes a symbol`);
    return undefined;
  }

  async function misuse(place: Place, words: string | undefined): Promise<void> {
    places.push(place.name);
    const wrong: string[] = [];
    for (const value of values) {
      // A function is right there; what it returns is not looked at before it is called.
      if (typeof value === "function" && words?.includes("function")) continue;
      const outcome = await tried(place, value);
      if (outcome.kind === "fault") wrong.push(`${place.name} = ${shown(value)}: ${outcome.message}`);
    }
    const [first] = wrong;
    if (first !== undefined) faults.push(wrong.length === 1 ? first : `${first} (and ${wrong.length - 1} more values)`);
  }

  /** Misuses a place and, where options belong there, each of them; returns a right value. */
  async function visit(place: Place): Promise<unknown> {
    const words = await wordsFor(place);
    if (!takesAnything(place.name)) await misuse(place, words);
    if (words !== OPTIONS) return rightFor(place, words);
    const given: Record<string, unknown> = await requiredOptions(place);
    for (const option of await optionsOf(place)) {
      const name = `${place.name}.${option}`;
      const right = await visit({ name, with: (value) => place.with({ ...given, [option]: value }) });
      // Some limits make generations and searches short.
      if (option === "maxTokens") given[option] = right;
    }
    return given;
  }

  function rightFor(place: Place, words: string | undefined): unknown {
    const sample = sampleOf(words ?? "", place.name);
    if (sample === undefined && words !== undefined)
      faults.push(`${place.name}: there is no sample of ${words} (samples.ts)`);
    return sample;
  }

  async function requiredOptions(place: Place): Promise<Record<string, unknown>> {
    const given: Record<string, unknown> = {};
    for (let last = ""; ; ) {
      const outcome = await tried(place, given);
      if (outcome.kind !== "refused" || outcome.refusal.code !== "missing") return given;
      const { message, argument = "" } = outcome.refusal;
      const option = argument.split(".").at(-1)!;
      const words = /:\s(.*?)\.(?:\s|$)/su.exec(message)?.[1];
      if (option === last || words === undefined) return given;
      given[option] = rightFor({ ...place, name: `${place.name}.${option}` }, words);
      last = option;
    }
  }

  async function optionsOf(place: Place): Promise<readonly string[]> {
    const outcome = await tried(place, { [NO_OPTION]: 1 });
    const names =
      outcome.kind === "refused" ? /It takes (.*?)\.(?:\s|$)/u.exec(outcome.refusal.message)?.[1] : undefined;
    if (names !== undefined) return names.split(", ");
    faults.push(`${place.name}: takes an option that there is not: ${messageOf(outcome)}`);
    return [];
  }

  const right: unknown[] = [];
  for (const parameter of parametersOf(f as (...values: never[]) => unknown)) {
    const name = `${where}(${parameter})`;
    const before = [...right];
    right.push(await visit({ name, with: (value) => [...before, value] }));
  }
  return { calls, places, faults };
}

/** What belongs there, by an error that says so. */
function wordsIn(message: string): string | undefined {
  return /must be (.*?), not /su.exec(message)?.[1];
}

function messageOf(outcome: Outcome): string {
  if (outcome.kind === "taken") return "taken";
  return outcome.kind === "refused" ? outcome.refusal.message : outcome.message;
}

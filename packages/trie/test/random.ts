// Random monitors and vocabularies from a seed. A monitor is a lexer (a local automaton with exits, closing states and
// undecided boundaries) under a parser automaton over exits; its states are sets of configurations, so it is its own slow
// definition of `Factor`'s contract, and `factor` is declared for states of one configuration.

import type { Factor, Monitor } from "@espalier/monitor";
import { createVocabulary, type TokenPart, type Vocabulary } from "@espalier/vocabulary";

export type Random = (below: number) => number;

/** xorshift32. */
export function randomFrom(seed: number): Random {
  let x = (seed ^ 0x9e3779b9) | 1;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

const LETTERS = 3;
const FIRST_LETTER = 97;

interface Config {
  readonly parser: number;
  readonly local: number;
}

/** A random monitor with integer states, a table and a factor. Its states are sparse integers. */
export function randomMonitor(random: Random): Monitor<number> & { readonly factor: Factor<number> } {
  const parsers = 1 + random(4);
  const locals = 2 + random(5); // 1 … locals − 1 are states
  const classOf = Uint8Array.from({ length: 256 }, (_, b) =>
    b >= FIRST_LETTER && b < FIRST_LETTER + LETTERS ? b - FIRST_LETTER : random(4) === 0 ? LETTERS : 0,
  );
  const classCount = LETTERS + 1;
  const table = (n: number, of: () => number): number[] => Array.from({ length: n }, of);
  const step = table(locals * classCount, () => (random(3) === 0 ? 0 : random(locals)));
  const exit = table(locals, () => (random(2) === 0 ? 0 : 1 + random(3)));
  const closes = table(locals, () => (random(5) === 0 ? 1 : 0));
  const parse = table(parsers * 4, () => (random(3) === 0 ? -1 : random(parsers)));
  const start = table(parsers, () => 1 + random(locals - 1));
  const accepting = table(parsers * locals, () => random(3));
  const controls = table(parsers * 2, () => (random(2) === 0 ? -1 : random(parsers)));

  /** Whether a lexeme goes on wherever it can. */
  const commits = random(2) === 0;

  const sets: Config[][] = [];
  const numbers = new Map<string, number>();
  function intern(configs: readonly Config[]): number | undefined {
    if (configs.length === 0) return undefined;
    const keys = [...new Set(configs.map((c) => c.parser * 100 + c.local))].sort((a, b) => a - b);
    const key = keys.join();
    let number = numbers.get(key);
    if (number === undefined) {
      number = sets.push(keys.map((k) => ({ parser: Math.floor(k / 100), local: k % 100 }))) - 1;
      numbers.set(key, number);
    }
    return 5 + 7 * number;
  }
  const setOf = (state: number): readonly Config[] => sets[(state - 5) / 7]!;
  function over(parser: number, boundary: number): Config | undefined {
    const next = parse[parser * 4 + boundary]!;
    return next < 0 ? undefined : { parser: next, local: start[next]! };
  }
  function stepConfig({ parser, local }: Config, c: number, seen: readonly number[], out: Config[]): void {
    const across = (): void => {
      if (exit[local] === 0 || seen.includes(parser * 100 + local)) return; // boundaries for ever without a byte
      const next = over(parser, exit[local]!);
      if (next !== undefined) stepConfig(next, c, [...seen, parser * 100 + local], out);
    };
    const next = closes[local] === 1 ? 0 : step[local * classCount + c]!;
    if (next === 0) across();
    else if (!commits && exit[local] !== 0 && exit[next] === 0) {
      across(); // undecided: the boundary lies here, or the lexeme goes on (unless it closed without an exit)
      if (closes[next] === 0) out.push({ parser, local: next });
    } else if (closes[next] === 1) {
      const after = exit[next] === 0 ? undefined : over(parser, exit[next]!);
      if (after !== undefined) out.push(after);
    } else out.push({ parser, local: next });
  }
  const hints = random(3) > 0;
  const stepsOf = (local: number): number[] =>
    Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => step[local * classCount + classOf[byte]!] !== 0);
  const first = intern([{ parser: 0, local: start[0]! }])!;
  return {
    start: first,
    controls: ["<a>", "<b>"],
    step(state, symbol) {
      const out: Config[] = [];
      for (const config of setOf(state)) {
        if (symbol < 256) stepConfig(config, classOf[symbol]!, [], out);
        else {
          const parser = controls[config.parser * 2 + symbol - 256]!;
          if (parser >= 0) out.push({ parser, local: start[parser]! });
        }
      }
      return intern(out);
    },
    accepts: (state) => setOf(state).some((c) => accepting[c.parser * locals + c.local] === 0),
    table: { classOf, classCount, generation: 0 },
    factor: {
      automaton: {
        step: (local, byte) => step[local * classCount + classOf[byte]!]!,
        exit: (local) => exit[local]!,
        closes: (local) => closes[local] === 1,
        ...(commits && { commits }),
        ...(hints && {
          sole(local) {
            const bytes = stepsOf(local);
            return bytes.length === 1 ? bytes[0]! : -1;
          },
          firsts(local, into) {
            for (const byte of stepsOf(local)) into[byte >> 5] = into[byte >> 5]! | (1 << (byte & 31));
          },
        }),
      },
      local: (state) => (setOf(state).length === 1 ? setOf(state)[0]!.local : 0),
      cross(state, boundary) {
        const next = over(setOf(state)[0]!.parser, boundary);
        return next === undefined ? undefined : intern([next]);
      },
    },
  };
}

/** The same monitor with objects for states, each state one object. */
export function withObjects(monitor: Monitor<number>): Monitor<{ readonly id: number }> {
  const objects = new Map<number, { readonly id: number }>();
  function box(id: number | undefined): { readonly id: number } | undefined {
    if (id === undefined) return undefined;
    let object = objects.get(id);
    if (object === undefined) objects.set(id, (object = { id }));
    return object;
  }
  const { factor } = monitor;
  return {
    start: box(monitor.start)!,
    step: (state, symbol) => box(monitor.step(state.id, symbol)),
    accepts: (state) => monitor.accepts(state.id),
    ...(monitor.controls && { controls: monitor.controls }),
    ...(factor && {
      factor: {
        automaton: factor.automaton,
        local: (state: { readonly id: number }) => factor.local(state.id),
        cross: (state: { readonly id: number }, exit: number) => box(factor.cross(state.id, exit)),
      },
    }),
  };
}

/** Tokens over the letters: duplicates, empties, holes, controls; "every" byte singly, the "letters" singly, or by chance. */
export function randomVocabulary(random: Random, size: number, singles: "every" | "letters" | "chance"): Vocabulary {
  const tokens: TokenPart[] = [];
  let id = 0;
  const put = (bytes: readonly number[]): void => {
    if (random(12) === 0) id++;
    tokens.push({ id: id++, bytes });
  };
  if (singles === "every") for (let b = 0; b < 256; b++) put([b]);
  if (singles === "letters") for (let b = 0; b < 256; b++) if (b >= FIRST_LETTER && b < FIRST_LETTER + 3) put([b]);
  if (singles === "letters") for (let b = 120; b < 250; b++) put([b]);
  for (let i = 0; i < size; i++) {
    const length = random(20) === 0 ? 0 : 1 + random(1 + random(9));
    put(Array.from({ length }, () => (random(30) === 0 ? random(256) : FIRST_LETTER + random(LETTERS))));
  }
  const ends: number[] = [];
  for (const control of ["<a>", "<a>", "<b>", "<end>", "<pad>"]) {
    if (singles === "chance" && random(4) === 0) continue;
    if (control === "<end>" || (control === "<a>" && random(3) === 0)) ends.push(id);
    tokens.push({ id: id++, control });
  }
  return createVocabulary({ tokens, ends, size: id + random(3) });
}

/** States reached from the start by random symbols, the start among them. */
export function someStates<State>(monitor: Monitor<State>, random: Random, count: number): State[] {
  const states = [monitor.start];
  for (let tries = 0; tries < 20 * count && states.length < count; tries++) {
    const symbol = random(12) === 0 ? 256 + random(2) : FIRST_LETTER + random(LETTERS);
    const next = monitor.step(states[random(states.length)]!, symbol);
    if (next !== undefined && !states.includes(next)) states.push(next);
  }
  return states;
}

/** ESPALIER_SEED, or a fixed seed. */
export const SEED: number = Number(process.env.ESPALIER_SEED ?? 20250101);

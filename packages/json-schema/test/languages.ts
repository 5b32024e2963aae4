// Reading and writing by a language, one byte at a time: what tests need to ask whether it is right.
import type { Language, LanguageState } from "@espalier/syntax";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Whether `text` is a whole text of the language. */
export function accepts(language: Language, text: string): boolean {
  const state = after(language, text);
  return state !== undefined && language.accepts(state);
}

/** The state behind `text`; `undefined` when no text of the language begins so. */
export function after(language: Language, text: string): LanguageState | undefined {
  let state: LanguageState | undefined = language.start;
  for (const byte of encoder.encode(text)) {
    if (state === undefined) return undefined;
    state = language.step(state, byte);
  }
  return state;
}

/** Bytes that JSON texts of small schemas are made of, the telling ones first. */
const LIKELY = encoder.encode('"}],:{[0123-.5eE+abcdtrufnls\\ \n\t/😀xyz_');

/**
 * A random text: as `random` (from 0 to 1) says for `steps` bytes, then by falling cost.
 *
 * @throws Error when the cost is not what it says.
 */
export function randomText(language: Language, random: () => number, steps: number): string {
  const written: number[] = [];
  let state = language.start;
  for (let i = 0; i < steps; i++) {
    if (language.accepts(state) && random() < 0.2) break;
    const next = randomStep(language, state, random);
    if (next === undefined) break;
    const [byte, target] = next;
    written.push(byte);
    state = target;
  }
  for (let cost = language.cost(state); ; ) {
    if ((cost === 0) !== language.accepts(state)) throw new Error(`cost ${cost} after ${shown(written)}`);
    if (cost === 0) return decoder.decode(Uint8Array.from(written));
    if (!Number.isFinite(cost)) throw new Error(`cost ${cost} after ${shown(written)}`);
    const next = cheaper(language, state, cost);
    if (next === undefined) throw new Error(`no byte brings cost ${cost} down after ${shown(written)}`);
    written.push(next[0]);
    [, state] = next;
    cost = language.cost(state);
  }
}

function randomStep(
  language: Language,
  state: LanguageState,
  random: () => number,
): readonly [number, LanguageState] | undefined {
  const begin = Math.floor(random() * LIKELY.length);
  for (let i = 0; i < LIKELY.length; i++) {
    const byte = LIKELY[(begin + i) % LIKELY.length]!;
    const target = language.step(state, byte);
    if (target !== undefined) return [byte, target];
  }
  return undefined;
}

function cheaper(language: Language, state: LanguageState, cost: number): readonly [number, LanguageState] | undefined {
  for (let byte = 0; byte < 256; byte++) {
    const target = language.step(state, byte);
    if (target !== undefined && language.cost(target) <= cost - 1) return [byte, target];
  }
  return undefined;
}

function shown(written: readonly number[]): string {
  return JSON.stringify(new TextDecoder().decode(Uint8Array.from(written)));
}

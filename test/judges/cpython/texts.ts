// Texts and their cuts. A text is cut in three between two characters, never inside one: prefix, middle and suffix are strings.
import type { Random } from "./random.js";

/** A text of Python, or nearly, and the name of where it is from. */
export interface Sourced {
  readonly text: string;
  readonly from: string;
}

/** A text in three. */
export interface Cut {
  readonly prefix: string;
  readonly middle: string;
  readonly suffix: string;
}

export const joined = ({ prefix, middle, suffix }: Cut): string => prefix + middle + suffix;

export const cutAt = (text: string, start: number, end: number): Cut => ({
  prefix: text.slice(0, start),
  middle: text.slice(start, end),
  suffix: text.slice(end),
});

/** Where a text can be cut: every offset in UTF-16 units that is not inside a character. */
export function places(text: string): readonly number[] {
  const found = [0];
  let at = 0;
  for (const character of text) found.push((at += character.length));
  return found;
}

/** Whether it has no half of a surrogate pair, so that UTF-8 can spell it. */
export const isWellFormed = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;

/** A cut at two places drawn at random. */
export function randomCut(text: string, random: Random): Cut {
  const offsets = places(text);
  const [one, other] = [random.pick(offsets), random.pick(offsets)];
  return cutAt(text, Math.min(one, other), Math.max(one, other));
}

/** Every cut with an empty middle. */
export const insertions = (text: string): readonly Cut[] => places(text).map((at) => cutAt(text, at, at));

/** Every cut there is: for n characters (n + 1)(n + 2) / 2 of them. */
export function allCuts(text: string): readonly Cut[] {
  const offsets = places(text);
  return offsets.flatMap((start, i) => offsets.slice(i).map((end) => cutAt(text, start, end)));
}

// The places before the lines of a text, found as far as they are asked for. An edit makes the lines that it touches *unsettled*: what they lead
// to is to be found out again. When it is what it was, nothing changes for the lines behind them; otherwise the next line is unsettled
// too. A line that cannot be read stays unsettled, and the places behind it wait there until it is mended.
//
//     line         0   1   2   3   4   5
//     place        ✓   ✓   ✓   ?   ?   ?        one look at line 2 may settle all of 3, 4 and 5
//     unsettled            ×

import type { FillError } from "./fill-error.js";
import type { LexedLanguage } from "./lexed-language.js";
import { DEAD_STATE } from "./machine.js";
import { type Place, readText } from "./read-text.js";
import { unreadable } from "./unreadable.js";

export interface LinePlaces {
  /** The place after the first `offset` bytes; undefined where they cannot be read. */
  at(offset: number): Place | undefined;
  /** Why those bytes cannot be read. */
  failure(offset: number): FillError;
  /** `text` from now on, which differs from the one before in the `inserted` bytes at `from`, there for those in [from, to). */
  edit(text: Uint8Array, from: number, to: number, inserted: number): void;
  /** Lines read so far. */
  read(): number;
  bytes(): number;
}

const LINE_FEED = 10;

/** Where the lines that begin in (from, to] do. */
function lineStarts(text: Uint8Array, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(LINE_FEED, from); at >= 0 && at < to; at = text.indexOf(LINE_FEED, at + 1))
    starts.push(at + 1);
  return starts;
}

export function createLinePlaces(language: LexedLanguage, first: Uint8Array): LinePlaces {
  const { core, machine } = language;
  const { lexer } = core.compiled;
  const start = readText(core, first.subarray(0, 0)) as Place;
  let text = first;
  let starts: number[] = [0, ...lineStarts(first, 0, first.length)];
  let places: (Place | undefined)[] = starts.map((_, line) => (line === 0 ? start : undefined));
  let unsettled = new Uint8Array(starts.length).fill(1);
  let read = 0;

  /** The last line that begins at or before `offset`. */
  function lineAt(offset: number): number {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Settles the lines before `line`; the last line up to it whose place is certain. */
  function settle(line: number): number {
    for (let at = unsettled.indexOf(1); at >= 0 && at < line; at = unsettled.indexOf(1, at)) {
      const next = readFrom(at, starts[at + 1] as number);
      if (next === undefined) return at;
      const old = places[at + 1];
      unsettled[at] = 0;
      if (old?.local === next.local && old.set === next.set && old.frames === next.frames) continue;
      places[at + 1] = next;
      unsettled[at + 1] = 1;
    }
    return line;
  }

  function readFrom(line: number, to: number): Place | undefined {
    const from = starts[line] as number;
    const place = places[line] as Place;
    if (from === to) return place;
    read++;
    return readText(core, text.subarray(from, to), place);
  }

  return {
    at(offset: number): Place | undefined {
      const line = lineAt(offset);
      return settle(line) === line ? readFrom(line, offset) : undefined;
    },
    failure(offset: number): FillError {
      // From a line whose lexemes have all been read: what is in progress may be of a kind that was never welcome.
      for (let line = settle(lineAt(offset)); line > 0; line--) {
        const { local, set, frames } = places[line] as Place;
        const ended = lexer.isLine(local);
        if (!ended && !lexer.begins(local)) continue;
        // Where the machine would not have let a line end it failed before.
        if (ended && !lexer.welcomesLine(machine.local(machine.before(set, frames, 0)))) continue;
        const state = machine.adopt(local, set, frames);
        if (state !== DEAD_STATE) return unreadable(language, text.subarray(0, offset), starts[line] as number, state);
      }
      return unreadable(language, text.subarray(0, offset));
    },
    edit(next: Uint8Array, from: number, to: number, inserted: number): void {
      text = next;
      const before = lineAt(from);
      const after = lineAt(to);
      const shift = inserted - (to - from);
      const added = lineStarts(next, from, from + inserted);
      const tail = starts.slice(after + 1).map((at) => at + shift);
      starts = [...starts.slice(0, before + 1), ...added, ...tail];
      const fresh = added.map(() => undefined);
      const flags = new Uint8Array(starts.length);
      flags.set(unsettled.subarray(0, before));
      flags.fill(1, before, before + added.length + 1);
      flags.set(unsettled.subarray(after + 1), before + added.length + 1);
      places = [...places.slice(0, before + 1), ...fresh, ...places.slice(after + 1)];
      unsettled = flags;
    },
    read(): number {
      return read;
    },
    bytes(): number {
      // A place is an object of three numbers.
      return (8 + 8 + 1 + 32) * starts.length;
    },
  };
}

// The parser's situation before each line of a text, computed on demand. Such a *place* is an Earley set with the open
// blocks and brackets. An edit marks the lines that it touches as *unsettled*: the places after them must be computed
// again. If a line leads to the same place as before, nothing changes for the lines after it. Otherwise, the next line
// becomes unsettled too. A line that cannot be read stays unsettled, and the places after it stay unknown until an edit
// repairs it.
//
//     line         0   1   2   3   4   5
//     place        ✓   ✓   ✓   ?   ?   ?        one look at line 2 may settle all of 3, 4 and 5
//     unsettled            ×

import type { LexedLanguage } from "../language/lexed-language.js";
import { DEAD_STATE } from "../language/machine.js";
import { unreadable } from "../language/unreadable.js";
import { type Place, readRange, readText } from "../lexing/read-text.js";
import { changedFlags, changedItems, type LineChange, type TextLines } from "../lexing/text-lines.js";
import type { FillError } from "../source/fill-error.js";

export interface LinePlaces {
  /** The place after the first `offset` bytes; `undefined` if they cannot be read. */
  at(offset: number): Place | undefined;
  /** Why those bytes cannot be read. @param advice a sentence that follows the hint. */
  failure(offset: number, advice?: string): FillError;
  edit(change: LineChange): void;
  /** The number of lines read so far. */
  read(): number;
  bytes(): number;
}

/** @param lines the lines of the text. Edit them before calling `edit`. */
export function createLinePlaces(language: LexedLanguage, lines: TextLines): LinePlaces {
  const { core, machine } = language;
  const { lexer } = core.compiled;
  const start = readText(core, new Uint8Array(0))!;
  let places: (Place | undefined)[] = new Array(lines.count()).fill(undefined);
  places[0] = start;
  let unsettled = new Uint8Array(places.length).fill(1);
  let read = 0;

  /** Settles the lines before `line`. Returns the last line, up to `line`, whose place is known. */
  function settle(line: number): number {
    for (let at = unsettled.indexOf(1); at >= 0 && at < line; at = unsettled.indexOf(1, at)) {
      const next = readFrom(at, lines.start(at + 1)!);
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
    const from = lines.start(line)!;
    const place = places[line]!;
    if (from === to) return place;
    read++;
    return readRange(core, lines.text(), from, to, place);
  }

  return {
    at(offset: number): Place | undefined {
      const line = lines.at(offset);
      return settle(line) === line ? readFrom(line, offset) : undefined;
    },
    failure(offset: number, advice?: string): FillError {
      // Starts from a line before which all lexemes have ended: a lexeme in progress may be of a kind that was never allowed.
      for (let line = settle(lines.at(offset)); line > 0; line--) {
        const { local, set, frames } = places[line]!;
        const ended = lexer.isLine(local);
        if (!ended && !lexer.begins(local)) continue;
        // If the machine does not allow a line to end here, reading failed earlier.
        if (ended && !lexer.allowsLine(machine.local(machine.before(set, frames, 0)))) continue;
        const state = machine.adopt(local, set, frames);
        if (state !== DEAD_STATE)
          return unreadable(language, lines.text().subarray(0, offset), advice, lines.start(line)!, state);
      }
      return unreadable(language, lines.text().subarray(0, offset), advice);
    },
    edit(change: LineChange): void {
      const { first, added } = change;
      places = changedItems(places, change, "first kept");
      unsettled = changedFlags(unsettled, change);
      unsettled.fill(1, first, first + added + 1);
    },
    read(): number {
      return read;
    },
    bytes(): number {
      // A place is an object with three numbers.
      return (8 + 8 + 1 + 32) * places.length;
    },
  };
}

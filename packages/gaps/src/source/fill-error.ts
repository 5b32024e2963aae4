// The error for a gap that does not exist: the prefix does not begin a text of the language, or nothing connects it to the suffix.

/** The number of expected names in a message. */
const SHOWN = 12;

/** Follows the hint of an error in a language that defines placeholders, if errors are refused. */
export const TOLERATE = ' Or pass { errors: "tolerate" }: the gap then leaves out what cannot be read.';

/** A prefix or a suffix that no middle can complete. */
export class FillError extends Error {
  override readonly name = "FillError";
  /**
   * `prefix`: it cannot be read; for the text of a document, also that it ends too early. `unconnected`: no middle was found that leads from it to the suffix.
   */
  readonly code: "prefix" | "unconnected";
  /**
   * Where the error is, as a byte offset in the file without a middle (prefix + suffix). If the prefix is wrong, this
   * is where reading the prefix fails. If the suffix is wrong whatever precedes it, this is the last offset from which
   * the rest of the suffix cannot be read. Otherwise, it is the offset up to which the suffix could be read.
   */
  readonly offset: number;
  /** Whether the suffix itself is wrong at that place, whatever precedes it. */
  readonly suffixFails: boolean;
  /** Whether the search for a middle reached its limit of 2,000 states, so that one may exist. */
  readonly undecided: boolean;
  /** The same place as line and column of the file, both from 1; columns count characters. */
  readonly line: number;
  readonly column: number;
  /** The names of what could have followed. */
  readonly expected: readonly string[];

  constructor(
    code: FillError["code"],
    text: Uint8Array,
    offset: number,
    expected: readonly string[],
    hint: string,
    reason: "reach" | "fault" | "bound" = "reach",
  ) {
    const [line, column] = placeIn(text, offset);
    const where = `line ${line}, column ${column} (byte ${offset})`;
    const more = expected.length > SHOWN ? ` and ${expected.length - SHOWN} more` : "";
    const list = expected.length === 0 ? "" : `; expected ${expected.slice(0, SHOWN).join(", ")}${more}`;
    const place = `${where}${list}`;
    super(`${reason === "fault" ? faultAt(place) : whatOf(code, place, offset === text.length)}. ${hint}`);
    this.suffixFails = reason === "fault";
    this.undecided = reason === "bound";
    this.code = code;
    this.offset = offset;
    this.line = line;
    this.column = column;
    this.expected = expected;
  }
}

function whatOf(code: FillError["code"], place: string, atEnd: boolean): string {
  if (code === "unconnected")
    return `No middle was found that connects the prefix to the suffix, which could be read up to ${place}`;
  return atEnd
    ? `The text ends too early, at ${place}`
    : `The prefix does not begin a text of the language: it fails at ${place}`;
}

const faultAt = (place: string): string =>
  `No middle was found that connects the prefix to the suffix: the text from ${place} on cannot be read, whatever precedes it`;

/** A line and a column, both from 1; columns count characters. */
export type Place = readonly [line: number, column: number];

/** The lines and columns of some offsets. O(largest offset). */
export function placesIn(text: Uint8Array, offsets: readonly number[]): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  let line = 1;
  let start = 0;
  let at = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    for (; at < offset; at++) {
      const byte = text[at];
      if (byte === 10 || (byte === 13 && text[at + 1] !== 10)) {
        line++;
        start = at + 1;
      }
    }
    let column = 1;
    for (let i = start; i < offset; i++) if ((text[i]! & 0xc0) !== 0x80) column++;
    places.set(offset, [line, column]);
  }
  return places;
}

const placeIn = (text: Uint8Array, offset: number): Place => placesIn(text, [offset]).get(offset)!;

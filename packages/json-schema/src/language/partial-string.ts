// A JSON string that arrives in pieces, and its certain text so far: never half an escape, nor half a surrogate pair.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

export interface PartialString {
  /** Begins a string, after its opening quote. */
  begin(): void;
  /** Continues to read at `from` in a piece. Returns where it stopped: after the closing quote, or at the end of the piece. */
  read(piece: string, from: number): number;
  text(): string;
  /** Whether the closing quote has been read. */
  closed(): boolean;
}

/** @param fail throws the error for a character that cannot follow, at its position in the piece. */
export function createPartialString(fail: (at: number, found: string) => never): PartialString {
  let text = "";
  let closed = false;
  /** The current escape from its backslash on, and the first half of a surrogate pair until the second arrives or cannot. */
  let escaping = "";
  let half = "";

  function append(units: string): void {
    if (units === "") return;
    const whole = half + units;
    const last = whole.charCodeAt(whole.length - 1);
    half = isFirstHalf(last) ? whole.slice(-1) : "";
    text += half === "" ? whole : whole.slice(0, -1);
  }

  function readEscape(piece: string, at: number): void {
    const unit = piece[at]!;
    if (escaping === "\\") {
      if (unit === "u") escaping = "\\u";
      else if (Object.hasOwn(ESCAPED, unit)) {
        append(ESCAPED[unit]!);
        escaping = "";
      } else fail(at, unit);
      return;
    }
    if (!/[0-9a-fA-F]/.test(unit)) fail(at, unit);
    escaping += unit;
    if (escaping.length === 6) {
      append(String.fromCharCode(Number.parseInt(escaping.slice(2), 16)));
      escaping = "";
    }
  }

  return {
    begin() {
      text = "";
      closed = false;
    },
    read(piece, from) {
      let at = from;
      while (at < piece.length) {
        if (escaping !== "") {
          readEscape(piece, at++);
          continue;
        }
        let to = at;
        let unit = 0;
        for (; to < piece.length; to++) {
          unit = piece.charCodeAt(to);
          if (unit === QUOTE || unit === BACKSLASH || unit < 0x20) break;
        }
        append(piece.slice(at, to));
        at = to + 1;
        if (to === piece.length) return to;
        if (unit === BACKSLASH) escaping = "\\";
        else if (unit === QUOTE) {
          text += half;
          half = "";
          closed = true;
          return at;
        } else fail(to, piece[to]!);
      }
      return at;
    },
    text: () => text,
    closed: () => closed,
  };
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

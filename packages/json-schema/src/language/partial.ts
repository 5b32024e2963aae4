// The value of an unfinished JSON text: what is certain after each piece that arrives.
//
//   text so far   {"name": "Ad\u006      {"name": "Ada", "age": 3      {"name": "Ada", "age": 36, "tags": [tr
//   value         {name: "Ad"}           {name: "Ada"}                 {name: "Ada", age: 36, tags: []}
//
// This is a pushdown automaton that keeps its state between pieces, so no text is read twice. Only the containers on
// the path from the root to the end of the text are still open. A snapshot copies these and shares all others, which
// never change again.

import { define } from "../document/json.js";
import { createPartialString } from "./partial-string.js";

/** A text is not the beginning of a JSON text (RFC 8259). */
export class JsonTextError extends Error {
  override readonly name = "JsonTextError";
  readonly code = "not-json";
  /** The first UTF-16 code unit that cannot follow. */
  readonly offset: number;

  constructor(offset: number, found: string) {
    super(`This is not JSON: ${JSON.stringify(found)} is not allowed at offset ${offset}.`);
    this.offset = offset;
  }
}

/** A growing JSON text, and its value so far. */
export interface PartialJson {
  /**
   * Appends a piece of the text. It may end anywhere, even within an escape or between the halves of a surrogate pair.
   * O(piece).
   *
   * @throws JsonTextError if the text is not the beginning of a JSON text; the position does not change then.
   */
  push(piece: string): void;
  /**
   * Reports that the text has ended. If the text is a single number, the number is then complete. If the text is
   * unfinished, `value` stays as it is. After a complete text, `push` accepts only whitespace.
   */
  end(): void;
  /**
   * The value so far; `undefined` if nothing is known. An unfinished string appears as its prefix, never with half an
   * escape or half a surrogate pair. An unfinished number, literal or key is omitted, and so is a member without a
   * value. Once the text is complete, the value equals the result of `JSON.parse`, except for a single number, which
   * may continue until {@link end}. The object stays the same until something changes; the new one shares all finished parts with it.
   * O(members of open containers).
   */
  readonly value: unknown;
  /** Whether the text is complete; for a single number, only after {@link end}. */
  readonly ended: boolean;
}

type Container = unknown[] | Record<string, unknown>;

const LITERALS: Readonly<Record<string, readonly [word: string, value: unknown]>> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
/** A prefix of a number, as it may stand at the end of the text; anything else is an error at once. */
const NUMBER_START = /^-?((0|[1-9][0-9]*)((\.[0-9]*)?|(\.[0-9]+)?[eE][+-]?[0-9]*))?$/;
/** A longer number is checked when it ends, not at each character. */
const LONGEST_CHECKED = 64;

/** What may come next. */
type Place = "value" | "first-item" | "first-key" | "key" | "colon" | "after" | "end";
/** The unfinished lexeme: a string (as a key or a value), a number, a literal, or none. */
type Lexeme = "none" | "string" | "number" | "literal";

/**
 * Creates an empty JSON text.
 *
 * @example
 * const json = createPartialJson();
 * json.push('{"name": "Ad');
 * json.value; // => { name: "Ad" }
 * json.push('a", "age": 36');
 * json.value; // => { name: "Ada" }
 * json.push("}");
 * json.value; // => { name: "Ada", age: 36 }
 */
export function createPartialJson(): PartialJson {
  /** The open containers, outermost first, each with the key of the next one (objects only). */
  const open: Container[] = [];
  const keys: string[] = [];
  let root: unknown;
  let place: Place = "value";
  let lexeme: Lexeme = "none";
  let isKey = false;
  /** The current number or literal. */
  let text = "";
  /** The offset of the current piece, and the current position. */
  let base = 0;
  let offset = 0;
  let failed: JsonTextError | undefined;
  /** The snapshot, as long as nothing has changed since. */
  let snapshot: Known | undefined;

  const string = createPartialString((at, found) => {
    offset = base + at;
    return fail(found);
  });
  const fail = (found: string): never => {
    throw (failed = new JsonTextError(offset, found));
  };

  /** Stores a value in its container. A value that was open is already in the snapshot, with its contents. */
  const put = (value: unknown): void => {
    const container = open.at(-1);
    if (container === undefined) root = value;
    else if (Array.isArray(container)) container.push(value);
    else define(container, keys.at(-1)!, value);
    place = container === undefined ? "end" : "after";
  };
  const begin = (container: Container, next: Place): void => {
    snapshot = undefined;
    open.push(container);
    keys.push("");
    place = next;
  };
  const close = (): void => {
    const container = open.pop()!;
    keys.pop();
    put(container);
  };

  /** Ends the current lexeme, whose value is known. */
  function finish(value: unknown): void {
    lexeme = "none";
    snapshot = undefined;
    put(value);
  }

  function readString(piece: string, from: number): number {
    const before = string.text();
    const to = string.read(piece, from);
    if (!isKey && string.text() !== before) snapshot = undefined;
    if (!string.closed()) return to;
    lexeme = "none";
    if (isKey) {
      keys[keys.length - 1] = string.text();
      place = "colon";
    } else put(string.text());
    return to;
  }

  function readNumber(piece: string, from: number): number {
    let to = from;
    while (to < piece.length && /[-+.0-9eE]/.test(piece[to]!)) {
      text += piece[to]!;
      offset = base + to;
      // Reports an error at once if checking is cheap; otherwise when the number ends.
      if (text.length <= LONGEST_CHECKED && !NUMBER_START.test(text)) fail(piece[to]!);
      to++;
    }
    if (to < piece.length) {
      offset = base + to;
      if (!NUMBER.test(text)) fail(piece[to]!);
      finish(Number(text));
    }
    return to;
  }

  function readLiteral(piece: string, from: number): number {
    const [word, value] = LITERALS[text[0]!]!;
    let to = from;
    while (to < piece.length && text.length < word.length) {
      offset = base + to;
      if (piece[to] !== word[text.length]) fail(piece[to]!);
      text += piece[to++]!;
    }
    if (text.length === word.length) finish(value);
    return to;
  }

  /** Reads one character between lexemes. */
  function readMark(mark: string): void {
    const container = open.at(-1);
    if (place === "value" || (place === "first-item" && mark !== "]")) {
      text = mark;
      isKey = false;
      if (mark === "{") begin({}, "first-key");
      else if (mark === "[") begin([], "first-item");
      else if (mark === '"') {
        lexeme = "string";
        string.begin();
        snapshot = undefined;
        place = "after";
      } else if (Object.hasOwn(LITERALS, mark)) lexeme = "literal";
      else if (mark === "-" || (mark >= "0" && mark <= "9")) lexeme = "number";
      else fail(mark);
    } else if ((place === "key" || place === "first-key") && mark === '"') {
      lexeme = "string";
      isKey = true;
      string.begin();
    } else if (place === "colon" && mark === ":") place = "value";
    else if (place === "after" && mark === ",") place = Array.isArray(container) ? "value" : "key";
    else if ((place === "first-item" || (place === "after" && Array.isArray(container))) && mark === "]") close();
    else if ((place === "first-key" || (place === "after" && !Array.isArray(container))) && mark === "}") close();
    else fail(mark);
  }

  return {
    push(piece) {
      if (failed !== undefined) throw failed;
      for (let at = 0; at < piece.length; ) {
        offset = base + at;
        if (lexeme === "string") at = readString(piece, at);
        else if (lexeme === "number") at = readNumber(piece, at);
        else if (lexeme === "literal") at = readLiteral(piece, at);
        else {
          const mark = piece[at++]!;
          if (mark !== " " && mark !== "\n" && mark !== "\r" && mark !== "\t") readMark(mark);
        }
      }
      base += piece.length;
    },
    end() {
      if (lexeme === "number" && open.length === 0 && NUMBER.test(text)) finish(Number(text));
    },
    get value() {
      snapshot ??= copied(open, keys, lexeme === "string" && !isKey ? { value: string.text() } : undefined) ?? {
        value: root,
      };
      return snapshot.value;
    },
    get ended() {
      return place === "end";
    },
  };
}

interface Known {
  readonly value: unknown;
}

/** Copies each open container from the inside out, with the open one inside it. `keys` has the key of the next one for each; `innermost` is an unfinished value. */
function copied(open: readonly Container[], keys: readonly string[], innermost: Known | undefined): Known | undefined {
  let inner = innermost;
  for (let depth = open.length - 1; depth >= 0; depth--) {
    const container = open[depth]!;
    if (Array.isArray(container))
      inner = { value: inner === undefined ? container.slice() : [...container, inner.value] };
    else {
      const copy: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(container)) define(copy, key, value);
      if (inner !== undefined) define(copy, keys[depth]!, inner.value);
      inner = { value: copy };
    }
  }
  return inner;
}

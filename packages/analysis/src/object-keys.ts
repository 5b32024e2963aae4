// Constrains the keys of an object literal to those of the expected type: no others, none twice, and none missing at
// the closing brace.
//
//                 word, string             colon, comma, bracket
//        ┌─▶ key ──────────────▶ in a key ──────────────────────▶ value ──┐
//        │    └── `...` ──▶ value, and nothing is missing any more        │
//        └──────────────────────── comma ─────────────────────────────────┘
//
// A computed key, a number as a key, an escape in a key, and a `<` that may open type arguments end the constraint: the
// keys can then no longer be found by the lexer alone.

import { bytesOf } from "@espalier/monitor";
import type { ObjectKeys } from "./analysis.js";
import { createBodies } from "./body-cache.js";
import { bytesWithin, type ObjectLexer, type ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

interface KeyState {
  /** How many brackets are open directly inside the object. */
  readonly level: number;
  /** `slash`: a slash was read instead of a key; it must begin a comment. `modifier`: a word such as `get` was read. */
  readonly place: "key" | "slash" | "word" | "modifier" | "string" | "value";
  /** The bytes of the current key or modifier, one character for each byte. */
  readonly text: string;
  /** Whether a modifier precedes the current key. Accessors share a key. */
  readonly isModified: boolean;
  /** The keys that have been written: their indexes, in ascending order. */
  readonly written: readonly number[];
  /** Whether a spread may have added keys. */
  readonly hasSpread: boolean;
}

const [COMMA, SLASH, DOT, ASTERISK, BRACKET, BACKSLASH] = [0x2c, 0x2f, 0x2e, 0x2a, 0x5b, 0x5c];
/** Words that may precede a key. Each may be a key, too. */
const MODIFIERS: readonly string[] = ["async", "get", "set"];

/** The question about the keys of an object literal, at its opening brace. */
export function objectQuestion<State>(lexer: ProgramLexer<State> & ObjectLexer<State>): SiteQuestion<State> {
  const bodies = createBodies<State, ObjectKeys>("objectKeys", (id, types) => objectBody(lexer, id, types));
  return {
    kind: "objectKeys",
    arises: (before, after) => lexer.opensObject(before, after),
    isOver: (at, _before, after) => lexer.depth(after) < lexer.depth(at),
    bodyOf: (value) => bodies(value as readonly ObjectKeys[]),
  };
}

function objectBody<State>(
  lexer: ProgramLexer<State> & ObjectLexer<State>,
  id: string,
  types: readonly ObjectKeys[],
): Body<State> {
  const keys = keySet(types);
  const within = bytesWithin(lexer);
  /** The state after the current key; `undefined` if the object must not have it, or has it already. */
  const ended = (state: KeyState): KeyState | undefined => {
    const index = keys.at(state.text);
    if (index === undefined) return undefined;
    const isWritten = state.written.includes(index);
    if (isWritten && !state.isModified) return undefined;
    const written = isWritten ? state.written : [...state.written, index].sort((one, other) => one - other);
    return { ...state, place: "value", text: "", isModified: false, written };
  };
  /** The state after one more byte of a word or string. */
  const longer = (state: KeyState, byte: number): KeyState | undefined => {
    const text = state.text + String.fromCharCode(byte);
    const mayGoOn =
      keys.continues(text, state.isModified ? [] : state.written) ||
      (state.place === "word" && MODIFIERS.some((word) => word.startsWith(text)));
    return mayGoOn ? { ...state, text } : undefined;
  };
  const isGap = (byte: number, before: State, after: State): boolean =>
    lexer.kind(after) === "comment" ||
    (lexer.kind(after) === "code" && (byte <= 0x20 || (byte === SLASH && lexer.kind(before) === "comment")));

  /** Steps where a key or a modifier may begin. */
  const begun = (state: KeyState, byte: number, before: State, after: State): KeyState | "over" | undefined => {
    if (isGap(byte, before, after)) return state.place === "slash" ? { ...state, place: "key" } : state;
    if (state.place === "slash") return undefined;
    const kind = lexer.kind(after);
    if (kind === "word") return longer({ ...state, place: "word", text: "" }, byte);
    if (kind === "string") return { ...state, place: "string", text: "" };
    if (byte === SLASH) return { ...state, place: "slash" };
    if (byte === ASTERISK) return { ...state, place: "key" };
    return byte === DOT && !state.isModified ? { ...state, place: "value", hasSpread: true } : "over";
  };

  const step = (state: KeyState, byte: number, before: State, after: State): KeyState | "over" | undefined => {
    const kind = lexer.kind(after);
    const depth = lexer.depth(after);
    switch (state.place) {
      case "word": {
        // A byte that begins or continues a character beyond ASCII belongs to a name, or ends it as a blank.
        if (kind === "word" || lexer.isInsideCharacter(after)) return longer(state, byte);
        const next = MODIFIERS.includes(state.text) ? { ...state, place: "modifier" as const } : ended(state);
        return next && step(next, byte, before, after);
      }
      case "string":
        if (kind !== "string") return ended(state);
        return byte === BACKSLASH ? "over" : longer(state, byte);
      case "modifier": {
        if (isGap(byte, before, after) || byte === SLASH) return state;
        if (byte === BRACKET) return "over";
        if (kind === "word" || kind === "string" || kind === "number" || byte === ASTERISK)
          return begun({ ...state, place: "key", text: "", isModified: true }, byte, before, after);
        const next = ended(state);
        return next && step(next, byte, before, after);
      }
      default:
    }
    if (depth < state.level) return state.hasSpread || keys.areComplete(state.written) ? "over" : undefined;
    if (state.place === "value") {
      if (depth > state.level) return state;
      if (byte !== DOT && lexer.losesCount(after)) return "over";
      return byte === COMMA && kind === "code" ? { ...state, place: "key", isModified: false } : state;
    }
    return begun(state, byte, before, after);
  };

  return {
    id,
    start: (at): KeyState => ({
      ...{ level: lexer.depth(at), place: "key", text: "", isModified: false, written: [], hasSpread: false },
    }),
    step: (inner, byte, before, after) => step(inner as KeyState, byte, before, after),
    // A comma begins the next key.
    quiet: (inner) => ((inner as KeyState).place === "value" ? within : undefined),
    accepts: () => true,
    key(inner) {
      const { level, place, text, isModified, written, hasSpread } = inner as KeyState;
      return `${level}.${place}.${isModified ? 1 : 0}${hasSpread ? 1 : 0}.${written}.${JSON.stringify(text)}`;
    },
  };
}

/** All keys of some types. Texts have one character for each byte. */
interface KeySet {
  /** The index of a key. */
  at(text: string): number | undefined;
  /** Whether `text` begins a key other than `written`. */
  continues(text: string, written: readonly number[]): boolean;
  /** Whether one of the types requires no key other than `written`. */
  areComplete(written: readonly number[]): boolean;
}

function keySet(types: readonly ObjectKeys[]): KeySet {
  const names = [...new Set(types.flatMap(({ allowed }) => allowed.map(latin)))].sort();
  const indexes = new Map(names.map((name, index) => [name, index]));
  const required = types.map((type) => type.required.map((name) => indexes.get(latin(name)) ?? -1));
  return {
    at: (text) => indexes.get(text),
    continues(text, written) {
      for (let at = firstFrom(names, text); names[at]?.startsWith(text) === true; at++)
        if (!written.includes(at)) return true;
      return false;
    },
    areComplete: (written) => required.some((its) => its.every((index) => written.includes(index))),
  };
}

/** The index of the first of the sorted `names` that does not precede `text`. */
function firstFrom(names: readonly string[], text: string): number {
  let [from, to] = [0, names.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (names[middle]! < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

function latin(name: string): string {
  let text = "";
  for (const byte of bytesOf(name)) text += String.fromCharCode(byte);
  return text;
}

// Rejects a repeated undeclared key of an object: a trie of the names that the object has already used. The trie decodes JSON escapes.
//
// before the key ──"──▶ root ──n──▶ ● ──a──▶ ● ──"──▶ rejected, if "na" has been used
//                         └── \u006e ──▶ the same node as n
//
// Each set of names (used-names.ts) has a trie. A set with one more name shares all nodes with the smaller set, except those along the new name. A spelling
// leads to the node of the name that it decodes to, so every spelling of a used name is rejected. Names are UTF-16 in JavaScript and may contain a lone
// surrogate, which the trie stores in three bytes, as UTF-8 stores other characters of that size.
//
// A family of tries also contains *reserved* names: those that a completion of the object uses if it needs further names. A reserved name is not rejected
// unless it is used. Every node stores the distance to the nearest reserved name below it.

import { OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import { pushUtf8 } from "@espalier/utf8";
import { builtBySet, type UsedNames } from "./used-names.js";

/** The tries of used names with the same reserved names. */
export interface KeyFamily {
  /**
   * The node before a key of an object that has used the names of `set`; −1 if the key may be any name. Unknown names of the set are ignored. The first key
   * may be any name, but is followed in the trie, since the trie decides what a later key may be.
   */
  before(set: number): number;
}

export interface UsedKeys extends RefusedTexts {
  /** Creates the family with some reserved names. `nameOf` returns the name that a member of a set stands for; `undefined` if it is no name. */
  family(reserved: readonly string[], nameOf?: (member: string) => string | undefined): KeyFamily;
  /** The memory of all nodes, in bytes. */
  heldBytes(): number;
}

/** Approximate size in bytes of a node and what leads to it, and of a byte that a node can be followed by. */
const NODE_BYTES = 240;
const BYTE_BYTES = 24;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HEX_DIGITS: readonly number[] = Array.from("0123456789abcdefABCDEF", (digit) => digit.charCodeAt(0));
const LETTER_U = 0x75;
const SHORT_ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': 0x22, "\\": 0x5c, "/": 0x2f, b: 8, f: 12, n: 10, r: 13, t: 9 }).map(([letter, code]) => [
    letter.charCodeAt(0),
    code,
  ]),
);
const NO_BYTES: readonly number[] = [];
const QUOTE_ONLY: readonly number[] = [QUOTE];

/** What a node stands for. */
type Node =
  | { readonly kind: "key"; readonly name: number }
  /** `reserved` is the number of bytes to the end of the nearest reserved key, the quote included; Infinity if there is none. */
  | { readonly kind: "name"; readonly bytes: Map<number, number>; readonly refused: boolean; readonly reserved: number }
  /** An escape that began at `name`. `text` holds its bytes so far; for a surrogate pair, the bytes of both escapes. */
  | { readonly kind: "escape"; readonly name: number; readonly text: string }
  | { readonly kind: "closed" }
  /** After the closing quote of a reserved key. */
  | { readonly kind: "reserved" };

/** What a name that is added to a trie is for. A *watched* name is only a path in the trie. */
type Role = "refused" | "reserved" | "watched";

type NameNode = Extract<Node, { kind: "name" }>;

export function usedKeys(used: UsedNames): UsedKeys {
  const closed = 0;
  const emptyName = 1;
  const afterReserved = 2;
  let branchBytes = 0;
  const nodes: Node[] = [
    { kind: "closed" },
    { kind: "name", bytes: new Map(), refused: false, reserved: Number.POSITIVE_INFINITY },
    { kind: "reserved" },
  ];
  const escapes = new Map<string, number>();
  const unitsOf = new Map<number, readonly number[]>();

  const nameNode = (at: number): NameNode => nodes[at] as NameNode;

  /** The trie with one more name. */
  function extended(trie: number, name: readonly number[], role: Role): number {
    const path = [trie];
    for (const byte of name) path.push(nameNode(path.at(-1)!)?.bytes.get(byte) ?? emptyName);
    let below = -1;
    for (let depth = name.length; depth >= 0; depth--) {
      const node = nameNode(path[depth]!);
      const isEnd = depth === name.length;
      const copy = new Map(node.bytes);
      if (below >= 0) copy.set(name[depth]!, below);
      const refused = node.refused || (isEnd && role === "refused");
      let reserved = (isEnd && role === "reserved") || (node.reserved === 1 && !refused) ? 1 : Number.POSITIVE_INFINITY;
      for (const child of copy.values()) reserved = Math.min(reserved, 1 + nameNode(child).reserved);
      below = nodes.push({ kind: "name", bytes: copy, refused, reserved }) - 1;
      branchBytes += BYTE_BYTES * copy.size;
    }
    return below;
  }

  const keyNode = (name: number): number => nodes.push({ kind: "key", name }) - 1;

  function family(
    reserved: readonly string[],
    nameOf: (member: string) => string | undefined = (member) => member,
  ): KeyFamily {
    const trieWith = (role: Role): number =>
      reserved.reduce((trie, name) => extended(trie, wideUtf8(name), role), emptyName);
    const trieOf = builtBySet(used, trieWith("reserved"), (trie, member) => {
      const name = nameOf(member);
      return name === undefined ? trie : extended(trie, wideUtf8(name), "refused");
    });
    // By set: the node before the quote.
    const roots = new Map<number, number>();

    const first = reserved.length === 0 ? OUTSIDE : keyNode(trieWith("watched"));
    return {
      before(set) {
        if (set === used.none) return first;
        const known = used.known(set);
        if (known === used.none && reserved.length === 0) return OUTSIDE;
        let root = roots.get(known);
        if (root === undefined) roots.set(known, (root = keyNode(trieOf(known))));
        return root;
      },
    };
  }

  /** The node of an escape in progress. */
  function escapeNode(name: number, text: string): number {
    const key = `${name} ${text}`;
    let node = escapes.get(key);
    if (node === undefined) {
      node = nodes.push({ kind: "escape", name, text }) - 1;
      escapes.set(key, node);
    }
    return node;
  }

  function along(name: number, bytes: readonly number[]): number {
    let at = name;
    for (const byte of bytes) {
      at = nameNode(at).bytes.get(byte) ?? OUTSIDE;
      if (at === OUTSIDE) return OUTSIDE;
    }
    return at;
  }

  function afterName(at: number, byte: number): number {
    const { bytes, refused, reserved } = nameNode(at);
    if (byte === QUOTE) return refused ? closed : reserved === 1 ? afterReserved : OUTSIDE;
    if (byte === BACKSLASH) return bytes.size === 0 ? OUTSIDE : escapeNode(at, "\\");
    return bytes.get(byte) ?? OUTSIDE;
  }

  /** The node after one more byte of an escape. A high surrogate waits for the next escape. */
  function afterEscape(name: number, text: string, byte: number): number {
    const longer = text + String.fromCharCode(byte);
    if (text === "\\") {
      const short = SHORT_ESCAPES.get(byte);
      if (short !== undefined) return along(name, [short]);
      return byte === LETTER_U && leadsToName(name, longer) ? escapeNode(name, longer) : OUTSIDE;
    }
    if (text.length < 6) {
      if (!HEX_DIGITS.includes(byte) || !leadsToName(name, longer)) return OUTSIDE;
      if (longer.length < 6) return escapeNode(name, longer);
      const code = Number.parseInt(longer.slice(2), 16);
      return code >= 0xd800 && code < 0xdc00
        ? escapeNode(name, longer)
        : along(name, wideUtf8(String.fromCharCode(code)));
    }
    // The node if the high surrogate stands alone.
    const alone = (): number => along(name, wideUtf8(decoded(text.slice(0, 6))));
    const rest = longer.slice(6);
    if (rest.length < 6 && isEscapeBeginning(rest)) return escapeNode(name, longer);
    if (rest.length === 6 && isEscapeBeginning(rest)) {
      const low = decoded(rest);
      const isLow = low >= "\udc00" && low <= "\udfff";
      const high = decoded(text.slice(0, 6));
      if (isLow) return along(name, wideUtf8(high + low));
    }
    let at = alone();
    for (const letter of rest) at = at === OUTSIDE ? OUTSIDE : next(at, letter.charCodeAt(0));
    return at;
  }

  /** The bytes that can continue an escape towards a name in the trie. */
  function escapeBytes(name: number, text: string): readonly number[] {
    const candidates = text === "\\" ? [...SHORT_ESCAPES.keys(), LETTER_U] : HEX_DIGITS;
    if (text.length < 6) return candidates.filter((byte) => leadsToName(name, text + String.fromCharCode(byte)));
    // After a high surrogate, either the rest of a low surrogate's escape follows, or what follows the surrogate alone.
    const alone = along(name, wideUtf8(decoded(text.slice(0, 6))));
    const following = alone === OUTSIDE ? NO_BYTES : [...nameNode(alone).bytes.keys(), QUOTE];
    return [...new Set([...HEX_DIGITS, ...SHORT_ESCAPES.keys(), LETTER_U, ...following])];
  }

  /** Whether an escape that begins with `text` can stand for a character, or the first half of one, that follows `name` in the trie. */
  function leadsToName(name: number, text: string): boolean {
    const short = SHORT_ESCAPES.get(text.charCodeAt(1));
    if (short !== undefined) return nameNode(name).bytes.has(short);
    const digits = text.slice(2).toLowerCase();
    return firstUnits(name).some((unit) => unit.toString(16).padStart(4, "0").startsWith(digits));
  }

  /** The first UTF-16 code units of the characters that follow `name`. */
  function firstUnits(name: number): readonly number[] {
    let units = unitsOf.get(name);
    if (units === undefined) {
      units = charactersAfter(name, []).map(firstUnit);
      unitsOf.set(name, units);
    }
    return units;
  }

  /** The bytes of each character that follows `name` and begins with `bytes`. */
  function charactersAfter(name: number, bytes: readonly number[]): readonly (readonly number[])[] {
    return [...nameNode(name).bytes].flatMap(([byte, next]) => {
      const longer = [...bytes, byte];
      return longer.length === wideLength(longer[0]!) ? [longer] : charactersAfter(next, longer);
    });
  }

  function next(at: number, byte: number): number {
    const node = nodes[at]!;
    switch (node.kind) {
      case "key":
        return byte === QUOTE ? node.name : OUTSIDE;
      case "name":
        return afterName(at, byte);
      case "escape":
        return afterEscape(node.name, node.text, byte);
      case "closed":
      case "reserved":
        return OUTSIDE;
    }
  }

  return {
    family,
    next,
    heldBytes: () => NODE_BYTES * nodes.length + branchBytes,
    refuses: (at) => at === closed,
    bytes(at) {
      const node = nodes[at]!;
      switch (node.kind) {
        case "key":
          return QUOTE_ONLY;
        case "name":
          return [
            ...(node.refused || node.reserved === 1 ? [QUOTE] : []),
            ...node.bytes.keys(),
            ...(node.bytes.size > 0 ? [BACKSLASH] : []),
          ];
        case "escape":
          return escapeBytes(node.name, node.text);
        case "closed":
        case "reserved":
          return NO_BYTES;
      }
    },
    reserved(at) {
      const node = nodes[at]!;
      switch (node.kind) {
        case "key":
          return 1 + nameNode(node.name).reserved;
        case "name":
          return node.reserved;
        case "reserved":
          return 0;
        case "escape":
        case "closed":
          return Number.POSITIVE_INFINITY;
      }
    },
  };
}

/** Whether `text` is a prefix of an escape `\uXXXX`. */
const isEscapeBeginning = (text: string): boolean => /^\\(u[0-9a-fA-F]{0,4})?$/u.test(text);

/** The character of a whole `\uXXXX`. */
const decoded = (whole: string): string => String.fromCharCode(Number.parseInt(whole.slice(2), 16));

/** Encodes as UTF-8, and a lone surrogate as the three bytes that its code point would take. */
function wideUtf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) pushUtf8(bytes, character.codePointAt(0)!);
  return bytes;
}

/** The number of bytes of a character that {@link wideUtf8} encodes, given the first byte. */
const wideLength = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

/** The first UTF-16 code unit of a character that {@link wideUtf8} encoded. */
function firstUnit(bytes: readonly number[]): number {
  const [first, ...rest] = bytes as readonly [number, ...number[]];
  const code = rest.reduce(
    (sum, byte) => (sum << 6) | (byte & 63),
    rest.length === 0 ? first : first & (63 >> rest.length),
  );
  return String.fromCodePoint(code).charCodeAt(0);
}

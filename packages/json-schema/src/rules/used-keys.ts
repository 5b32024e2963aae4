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
import { BACKSLASH, createKeyEscapes, QUOTE, wideUtf8 } from "./key-escapes.js";
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
  /** Creates the family with some reserved names. `nameOf` returns the name that a member of a set stands for; `undefined` if no key of the family is that name. */
  family(reserved: readonly string[], nameOf?: (member: string, region: number) => string | undefined): KeyFamily;
  /** The memory of all nodes, in bytes. */
  heldBytes(): number;
}

/** Approximate size in bytes of a node and what leads to it, and of a byte that a node can be followed by. */
const NODE_BYTES = 240;
const BYTE_BYTES = 24;

const NO_BYTES: readonly number[] = [];
const QUOTE_ONLY: readonly number[] = [QUOTE];

/** What a node stands for. */
type Node =
  | { readonly kind: "key"; readonly name: number }
  /** `reserved` is the number of bytes to the end of the nearest reserved key, the quote included; Infinity if there is none. */
  | {
      readonly kind: "name";
      readonly bytes: Map<number, number>;
      readonly refused: boolean;
      readonly reserved: number;
      readonly isWatched: boolean;
    }
  /** An escape that began at `name`. `text` holds its bytes so far; for a surrogate pair, the bytes of both escapes. */
  | { readonly kind: "escape"; readonly name: number; readonly text: string }
  | { readonly kind: "closed" }
  /** After the closing quote of a reserved key. */
  | { readonly kind: "reserved" };

/** What a name that is added to a trie is for. A *watched* name is neither refused nor reserved now, but decides what may follow it. */
type Role = "refused" | "reserved" | "watched";

type NameNode = Extract<Node, { kind: "name" }>;

export function usedKeys(used: UsedNames): UsedKeys {
  const closed = 0;
  const emptyName = 1;
  const afterReserved = 2;
  let branchBytes = 0;
  const nodes: Node[] = [
    { kind: "closed" },
    { kind: "name", bytes: new Map(), refused: false, reserved: Number.POSITIVE_INFINITY, isWatched: false },
    { kind: "reserved" },
  ];
  const escapes = createKeyEscapes({
    bytes: (name) => nameNode(name).bytes,
    along,
    next,
    add: (name, text) => nodes.push({ kind: "escape", name, text }) - 1,
  });

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
      const isWatched = node.isWatched || (isEnd && role === "watched");
      below = nodes.push({ kind: "name", bytes: copy, refused, reserved, isWatched }) - 1;
      branchBytes += BYTE_BYTES * copy.size;
    }
    return below;
  }

  const keyNode = (name: number): number => nodes.push({ kind: "key", name }) - 1;

  function family(
    reserved: readonly string[],
    nameOf: (member: string, region: number) => string | undefined = (member) => member,
  ): KeyFamily {
    const trieWith = (role: Role): number =>
      reserved.reduce((trie, name) => extended(trie, wideUtf8(name), role), emptyName);
    const trieOf = builtBySet(used, trieWith("reserved"), (trie, member, region) => {
      const name = nameOf(member, region);
      return name === undefined ? trie : extended(trie, wideUtf8(name), "refused");
    });
    // By trie: the node before the quote.
    const roots = new Map<number, number>();

    const first = reserved.length === 0 ? OUTSIDE : keyNode(trieWith("watched"));
    return {
      before(set) {
        if (set === used.none) return first;
        const trie = trieOf(used.known(set));
        if (trie === emptyName) return OUTSIDE;
        let root = roots.get(trie);
        if (root === undefined) roots.set(trie, (root = keyNode(trie)));
        return root;
      },
    };
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
    if (byte === BACKSLASH) return bytes.size === 0 ? OUTSIDE : escapes.node(at, "\\");
    return bytes.get(byte) ?? OUTSIDE;
  }

  function next(at: number, byte: number): number {
    const node = nodes[at]!;
    switch (node.kind) {
      case "key":
        return byte === QUOTE ? node.name : OUTSIDE;
      case "name":
        return afterName(at, byte);
      case "escape":
        return escapes.after(node.name, node.text, byte);
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
    ends: (at) => at === closed || at === afterReserved,
    bytes(at) {
      const node = nodes[at]!;
      switch (node.kind) {
        case "key":
          return QUOTE_ONLY;
        case "name":
          return [
            ...(node.refused || node.reserved === 1 || node.isWatched ? [QUOTE] : []),
            ...node.bytes.keys(),
            ...(node.bytes.size > 0 ? [BACKSLASH] : []),
          ];
        case "escape":
          return escapes.bytes(node.name, node.text);
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

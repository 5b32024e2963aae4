// Rejects a repeated undeclared key of an object: a trie of the names that the object has already used. The trie decodes JSON escapes.
//
// before the key ──"──▶ root ──n──▶ ● ──a──▶ ● ──"──▶ rejected, if "na" has been used
//                         └── \u006e ──▶ the same node as n
//
// A spelling leads to the node of the name that it decodes to, so every spelling of a used name is rejected. Names are UTF-16 in JavaScript and may contain a
// lone surrogate, which the trie stores in three bytes, as UTF-8 stores other characters of that size.

import { OUTSIDE } from "@espalier/syntax";
import { onceFor } from "../text/recall.js";
import { BACKSLASH, createKeyEscapes, QUOTE } from "./key-escapes.js";
import type { UsedNames } from "./used-names.js";
import { type Branch, type Branches, familyOf, NO_BRANCHES, type UsedTexts } from "./used-tries.js";

/** Approximate size in bytes of a node and what leads to it, and of a byte that a node can be followed by. */
const NODE_BYTES = 240;
const BYTE_BYTES = 24;

const NO_BYTES: readonly number[] = [];
const QUOTE_ONLY: readonly number[] = [QUOTE];

/** What a node stands for. */
type Node =
  | { readonly kind: "key"; readonly name: number }
  | NameNode
  /** An escape that began at `name`. `text` holds its bytes so far; for a surrogate pair, the bytes of both escapes. */
  | { readonly kind: "escape"; readonly name: number; readonly text: string }
  | { readonly kind: "closed" }
  /** After the closing quote of a reserved key. */
  | { readonly kind: "reserved" };

interface NameNode extends Branch {
  readonly kind: "name";
}

export function usedKeys(used: UsedNames): UsedTexts {
  const closed = 0;
  const emptyName = 1;
  const afterReserved = 2;
  let branchBytes = 0;
  const nodes: Node[] = [{ kind: "closed" }, { kind: "name", ...NO_BRANCHES }, { kind: "reserved" }];
  const escapes = createKeyEscapes({
    bytes: (name) => nameNode(name).bytes,
    along,
    next,
    add: (name, text) => nodes.push({ kind: "escape", name, text }) - 1,
  });

  const nameNode = (at: number): NameNode => nodes[at] as NameNode;

  const branches: Branches = {
    empty: emptyName,
    at: nameNode,
    add(branch) {
      branchBytes += BYTE_BYTES * branch.bytes.size;
      return nodes.push({ kind: "name", ...branch }) - 1;
    },
  };

  /** The node before the quote of a trie's keys. */
  const rootOf = onceFor((trie: number) => nodes.push({ kind: "key", name: trie }) - 1);

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
    if (byte === QUOTE) return refused ? closed : reserved === 0 ? afterReserved : OUTSIDE;
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
    family: (reserved, textsOf = (member) => [member]) => familyOf(branches, used, reserved, textsOf, rootOf),
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
          return [...(node.isEnd ? [QUOTE] : []), ...node.bytes.keys(), ...(node.bytes.size > 0 ? [BACKSLASH] : [])];
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
        // The quotes count.
        case "key":
          return 2 + nameNode(node.name).reserved;
        case "name":
          return 1 + node.reserved;
        case "reserved":
          return 0;
        case "escape":
        case "closed":
          return Number.POSITIVE_INFINITY;
      }
    },
  };
}

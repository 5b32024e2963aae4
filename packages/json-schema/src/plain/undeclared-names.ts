// The names that an object does not declare, as a regular expression without complement, which the small lexer for web
// pages does not support.
//
// The declared names form a trie. Another name leaves the trie at some node, by a character that leads to no child, or
// ends at a node that is no declared name:
//
//   names of a node  =  (no more, unless it is declared)  |  [^ children ] any*  |  child names of the child | …

import { characters, choiceOf, epsilon, literal, type Regex, sequence } from "@espalier/automata";
import { anyText } from "../strings/quoting.js";

/** The longest declared name beside undeclared ones: each character nests the regex deeper. */
export const LONGEST_NAME = 200;

interface TrieNode {
  declared: boolean;
  readonly children: Map<string, TrieNode>;
}

/** Returns the decoded strings that are not in `declared`. Without declared names, the result is `anyText`. */
export function undeclaredNames(declared: Iterable<string>): Regex {
  const root = createNode();
  for (const name of declared) {
    let node = root;
    for (const character of name) {
      let child = node.children.get(character);
      if (child === undefined) node.children.set(character, (child = createNode()));
      node = child;
    }
    node.declared = true;
  }
  return root.declared || root.children.size > 0 ? namesOf(root) : anyText;
}

const createNode = (): TrieNode => ({ declared: false, children: new Map() });

function namesOf({ declared, children }: TrieNode): Regex {
  if (children.size === 0) return longer;
  return choiceOf([
    ...(declared ? [] : [epsilon]),
    sequence(othersThan([...children.keys()].map((character) => character.codePointAt(0)!)), anyText),
    ...[...children].map(([character, child]) => sequence(literal(character), namesOf(child))),
  ]);
}

type Ranges = readonly (readonly [from: number, to: number])[];

/** Parts of the characters. Names share the expressions of those parts in which they have no character. */
const PARTS: readonly { readonly ranges: Ranges; readonly all: Regex }[] = [
  // Characters that JSON must escape, with their escapes.
  [
    [0x00, 0x1f],
    [0x22, 0x22],
    [0x5c, 0x5c],
  ],
  [
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x7f],
  ],
  [[0x80, 0x10ffff]],
].map((ranges) => ({ ranges: ranges as unknown as Ranges, all: characters(ranges as unknown as Ranges) }));

function othersThan(points: readonly number[]): Regex {
  return choiceOf(
    PARTS.map(({ ranges, all }) => {
      const removed = points.filter((point) => ranges.some(([from, to]) => from <= point && point <= to));
      return removed.length === 0 ? all : characters(without(ranges, removed));
    }),
  );
}

function without(ranges: Ranges, points: readonly number[]): Ranges {
  return points.reduce<Ranges>(
    (left, point) =>
      left.flatMap(([from, to]): Ranges => {
        if (point < from || point > to) return [[from, to]];
        return [
          ...(from < point ? [[from, point - 1] as const] : []),
          ...(point < to ? [[point + 1, to] as const] : []),
        ];
      }),
    ranges,
  );
}

/** Any text but the empty one: what follows a declared name that is no beginning of another. */
const longer: Regex = sequence(othersThan([]), anyText);

// Languages in which what follows a lexeme depends on its text, against brute force: lists of distinct words.

import { and, choice, literal, not, type Regex, repeat } from "@espalier/automata";
import { createLazyLanguage, type Language, type LazySource, OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import { describe, expect, it } from "vitest";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The two ways to say which words are left: as an expression, or as the words that are refused. */
type Saying = "allowed" | "refused";

/** Tries of words whose nodes are a set of words and a beginning of one of them. */
function tries(): RefusedTexts & { root(words: readonly string[]): number } {
  const nodes: { readonly words: readonly string[]; readonly read: string }[] = [];
  const ids = new Map<string, number>();
  const node = (words: readonly string[], read: string): number => {
    if (!words.some((word) => word.startsWith(read))) return OUTSIDE;
    const key = JSON.stringify([words, read]);
    let id = ids.get(key);
    if (id === undefined) {
      id = nodes.push({ words, read }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const at = (id: number): (typeof nodes)[number] => nodes[id]!;
  return {
    root: (words) => (words.length === 0 ? -1 : node([...words].sort(), "")),
    next: (id, byte) => node(at(id).words, at(id).read + String.fromCharCode(byte)),
    refuses: (id) => at(id).words.includes(at(id).read),
    ends: (id) => at(id).words.includes(at(id).read),
    bytes: (id) =>
      [..."ab!n"]
        .map((letter) => letter.charCodeAt(0))
        .filter((byte) => node(at(id).words, at(id).read + String.fromCharCode(byte)) !== OUTSIDE),
    reserved: () => Number.POSITIVE_INFINITY,
  };
}

/** Lists of the words given, in brackets, none twice; "a!" may stand between them as often as one likes. One rule for each list. */
function distinctSource(
  lists: readonly (readonly string[])[],
  saying: Saying,
): LazySource & { readonly asked: string[] } {
  // Terminals 0 … 3 are "[", "]", "," and "a!"; 4 + i is a word of list i. Rule 0 calls rules 1 + i. An edge is a state before a word.
  const states: { readonly rule: number; readonly place: string; readonly used: string }[] = [];
  const ids = new Map<string, number>();
  const state = (rule: number, place: string, used: readonly string[]): number => {
    const key = JSON.stringify([rule, place, [...used].sort()]);
    let id = ids.get(key);
    if (id === undefined) {
      id = states.push({ rule, place, used: JSON.stringify([...used].sort()) }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const at = (q: number): { rule: number; place: string; used: string[]; left: string[] } => {
    const { rule, place, used } = states[q]!;
    const gone: string[] = JSON.parse(used);
    return { rule, place, used: gone, left: (lists[rule - 1] ?? []).filter((word) => !gone.includes(word)) };
  };
  const wordCost = (q: number): number => Math.min(2, ...at(q).left.map((word) => word.length));
  const asked: string[] = [];
  const refusedTexts = tries();
  const left: Partial<LazySource> =
    saying === "refused"
      ? { refused: (edge) => refusedTexts.root(at(edge).used), refusedTexts }
      : {
          allowed(edge): Regex | undefined {
            const { rule, used } = at(edge);
            return used.length === 0 ? undefined : and(words(lists[rule - 1]!), not(words(used)));
          },
        };
  return {
    ...left,
    asked,
    rules: {
      start: 0,
      startOf: (n) => state(n, n === 0 ? "choose" : "open", []),
      ruleOf: (q) => at(q).rule,
      cost(q) {
        const { place } = at(q);
        if (place === "choose")
          return 2 + Math.min(...lists.map((list) => Math.min(2, ...list.map((word) => word.length))));
        return { open: 2 + wordCost(q), word: 1 + wordCost(q), after: 1, closed: 0 }[place]!;
      },
      edges(q) {
        const { rule, place, used, left } = at(q);
        const final = place === "closed";
        if (place === "choose")
          return { final, terminals: [], calls: lists.flatMap((_, i) => [1 + i, state(0, "closed", [])]) };
        const terminals: Record<string, number[]> = {
          open: [0, state(rule, "word", [])],
          word: [3, state(rule, "after", used), ...(left.length > 0 ? [3 + rule, q] : [])],
          after: [1, state(rule, "closed", []), 2, state(rule, "word", used)],
          closed: [],
        };
        return { final, terminals: terminals[place]!, calls: [] };
      },
      tracked: (terminal) => terminal > 3,
      follow(edge, text) {
        const { rule, used, left } = at(edge);
        const word = decoder.decode(text);
        asked.push(word);
        return left.includes(word) ? state(rule, "after", [...used, word]) : -1;
      },
    },
    terminal: (t) => (t < 4 ? literal(["[", "]", ",", "a!"][t]!) : words(lists[t - 4]!)),
    terminalName: (t) => (t < 4 ? ["[", "]", ",", "a!"][t]! : `word ${t - 4}`),
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    classCount: 256,
  };
}

const marksIn = (text: string): number => text.split("!").length - 1;

const words = (list: readonly string[]): Regex => choice(...list.map((word) => literal(word)));

/** Every text of the lists with at most `marks` times "a!". */
function textsOf(lists: readonly (readonly string[])[], marks: number): Set<string> {
  const texts = new Set<string>();
  for (const list of lists) {
    const extend = (before: string, left: readonly string[], marksLeft: number): void => {
      const add = (item: string, rest: readonly string[], marksThen: number): void => {
        texts.add(`${before}${item}]`);
        extend(`${before}${item},`, rest, marksThen);
      };
      for (const word of left)
        add(
          word,
          left.filter((other) => other !== word),
          marksLeft,
        );
      if (marksLeft > 0) add("a!", left, marksLeft - 1);
    };
    extend("[", list, marks);
  }
  return texts;
}

/** Walks the language along every text that is live, of those with at most `marks` times "a!"; says which texts those are. */
function walk(
  language: Language,
  letters: string,
  marks: number,
): { accepted: Set<string>; costs: Map<string, number> } {
  const accepted = new Set<string>();
  const costs = new Map<string, number>();
  const visit = (state: number, text: string): void => {
    costs.set(text, language.cost(state));
    if (language.accepts(state)) accepted.add(text);
    for (const letter of letters) {
      const longer = text + letter;
      if (marksIn(longer) > marks) continue;
      const next = language.step(state, letter.charCodeAt(0));
      if (next !== undefined) visit(next, longer);
    }
  };
  visit(language.start, "");
  return { accepted, costs };
}

const CASES: readonly [name: string, lists: readonly (readonly string[])[], marks: number][] = [
  ["one list", [["a", "b", "ab", "ba"]], 1],
  ["words of which none is left", [["b"]], 2],
  [
    "two lists with words in common",
    [
      ["a", "ab", "b"],
      ["b", "bb", "a"],
    ],
    1,
  ],
  [
    "lists that begin alike",
    [
      ["ab", "aba"],
      ["aba", "abb", "a"],
    ],
    1,
  ],
];

const SAYINGS: readonly Saying[] = ["allowed", "refused"];

describe("a list of distinct words", () => {
  for (const [name, lists, marks, saying] of CASES.flatMap((each) =>
    SAYINGS.map((saying) => [...each, saying] as const),
  )) {
    it(`is what brute force says, live where it can be finished, and cheap to finish: ${name}, by what is ${saying}`, () => {
      // The shortest way to finish has at most one more mark.
      const texts = textsOf(lists, marks + 1);
      const live = new Map<string, number>();
      for (const text of texts) {
        for (let length = 0; length <= text.length; length++) {
          const prefix = text.slice(0, length);
          if (marksIn(prefix) > marks) break;
          live.set(prefix, Math.min(live.get(prefix) ?? Number.POSITIVE_INFINITY, text.length - length));
        }
      }
      const { accepted, costs } = walk(createLazyLanguage(distinctSource(lists, saying)), "[],ab!", marks);
      expect([...accepted].sort()).toEqual([...texts].filter((text) => marksIn(text) <= marks).sort());
      expect([...costs].sort()).toEqual([...live].sort());
      expect(costs.size).toBeGreaterThan(10);
    });
  }

  it("keeps no text where none matters", () => {
    const source = distinctSource([["a", "b", "ab"]], "allowed");
    const language = createLazyLanguage(source);
    const read = (text: string): number =>
      encoder.encode(text).reduce((state, byte) => language.step(state, byte)!, language.start);
    expect(read("[a!,a!")).toBe(read("[a!"));
    expect(source.asked).toEqual([]);
    expect(read("[b,a")).not.toBe(read("[a!,a"));
    expect(read("[b,a!,")).toBe(read("[a!,b,"));
  });

  it("does not know whether a word may end that an unknown word may equal", () => {
    const { step, start, factor } = createLazyLanguage(endlessSource());
    const { sketch, vague } = factor!;
    const known = encoder.encode("[n").reduce((state, byte) => step(state, byte)!, start);
    const [comma, letter] = encoder.encode(",n") as unknown as [number, number];
    const again = step(step(sketch!(known), comma)!, letter)!;
    expect(vague!(again)).toBe(false);
    expect(vague!(step(again, comma)!)).toBe(true);
    expect(vague!(step(again, letter)!)).toBe(false);
    expect(step(step(step(known, comma)!, letter)!, comma)).toBeUndefined();
  });
});

/** Lists of words of the letter n, in brackets, none twice. A word ends where no letter follows. */
function endlessSource(): LazySource {
  const unknown = "?";
  const refusedTexts = tries();
  // The states before a word and after one, by the words that were used.
  const sets: string[] = [];
  const [open, end] = [0, 1];
  const word = (used: readonly string[]): number => {
    const key = JSON.stringify(used);
    if (!sets.includes(key)) sets.push(key);
    return 2 + 2 * sets.indexOf(key);
  };
  const usedAt = (q: number): string[] => JSON.parse(sets[(q >> 1) - 1]!);
  const terminalsOf = (q: number): number[] => {
    if (q === open) return [0, word([])];
    if (q === end) return [];
    return q % 2 === 0 ? [3, q] : [1, end, 2, word(usedAt(q))];
  };
  return {
    rules: {
      start: 0,
      startOf: () => open,
      ruleOf: () => 0,
      cost: (q) => (q === open ? 3 : q === end ? 0 : q % 2 === 0 ? 2 : 1),
      edges: (q) => ({ final: q === end, terminals: terminalsOf(q), calls: [] }),
      tracked: (terminal) => terminal === 3,
      follow(edge, text) {
        const its = decoder.decode(text);
        return usedAt(edge).includes(its) ? -1 : word([...usedAt(edge), its].sort()) + 1;
      },
    },
    refused: (edge) => refusedTexts.root(usedAt(edge).filter((its) => its !== unknown)),
    refusedTexts,
    followAny: (edge) => (usedAt(edge).includes(unknown) ? -1 : word([...usedAt(edge), unknown].sort()) + 1),
    unsure: (edge) => usedAt(edge).includes(unknown),
    terminal: (t) => [literal("["), literal("]"), literal(","), repeat(literal("n"), 1, Number.POSITIVE_INFINITY)][t]!,
    terminalName: (t) => ["[", "]", ",", "word"][t]!,
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    classCount: 256,
  };
}

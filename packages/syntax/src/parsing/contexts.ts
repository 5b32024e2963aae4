// Computes the *context* of each terminal: all terminals that the parser may allow at the same place, and that
// therefore compete with it in the lexer. The result may contain too many terminals. What can be spelt while all these
// terminals compete can also be spelt while fewer compete.

import type { RuleAutomata } from "@espalier/earley";
import { burn } from "@espalier/monitor";
import { endingsFrom } from "./endings.js";
import type { Parts } from "./parts.js";

/** The most lexer states visited to find which terminals can match the same text. */
const MAX_VISITED = 1_500;

/** Terminals with the same widest context. */
export interface ContextGroup {
  readonly terminals: readonly number[];
  /** All pattern terminals that may be allowed where one of `terminals` is, ascending; an over-approximation. */
  readonly context: readonly number[];
}

export function contextGroups(parts: Parts): readonly ContextGroup[] {
  const { rules } = parts.chart;
  const { allowed, allowedWords: words } = rules;
  const all = parts.patterns.map((_, t) => t);
  const contexts = new Map<string, Uint32Array>();
  const addContext = (set: Uint32Array): void => {
    contexts.set(set.join(), set);
  };
  const after = terminalsAfter(rules);
  addContext(allowed.slice(rules.startOf[0]! * words, (rules.startOf[0]! + 1) * words));
  for (const set of new Set(after)) addContext(set);
  // If two terminals match the same text, the parser reads both, so what may follow either of them competes. Two cases
  // are too complex to analyse: texts that a lazy terminal ends early, and texts that match both an ignored terminal
  // and one that the grammar reads. In these cases, every terminal counts as a competitor of every other.
  const read = new Set(rules.terminalLabel);
  let known = parts.greedyLexer === parts.lexer && !parts.skip.some((t) => read.has(t));
  const search = endingsFrom(parts.lexer, parts.lexer.begin(all));
  const united = new Set<string>();
  while (known && search.more(MAX_VISITED)) {
    const { state } = search.found[search.found.length - 1]!;
    const together = parts.lexer.possible(state);
    if (together.length < 2 || united.has(together.join())) continue;
    united.add(together.join());
    if (together.some((t) => parts.skip.includes(t))) known = false;
    const union = new Uint32Array(words);
    for (const t of together) for (let w = 0; w < words; w++) union[w] = union[w]! | (after[t]?.[w] ?? 0);
    addContext(union);
  }
  if (!known || search.horizon() !== Number.POSITIVE_INFINITY) return [{ terminals: all, context: all }];

  const has = (set: Uint32Array, t: number): boolean => ((set[t >>> 5]! >>> (t & 31)) & 1) === 1;
  const list = [...contexts.values()];
  const bySignature = new Map<string, number[]>();
  burn("parser", (all.length * list.length) >>> 1);
  for (const t of all) {
    const signature = list.flatMap((set, i) => (has(set, t) ? [i] : [])).join();
    const members = bySignature.get(signature);
    if (members === undefined) bySignature.set(signature, [t]);
    else members.push(t);
  }
  return [...bySignature].map(([signature, terminals]) => {
    const union = new Uint32Array(words);
    for (const i of signature === "" ? [] : signature.split(",").map(Number)) {
      for (let w = 0; w < words; w++) union[w] = union[w]! | list[i]![w]!;
    }
    const context = all.filter((t) => has(union, t) || terminals.includes(t) || parts.skip.includes(t));
    return { terminals, context };
  });
}

/** Returns the call edges without most of those that repeat the label and target of another. */
function differentCalls({ nonterminals, callLabel, callTarget }: RuleAutomata): readonly number[] {
  const last = new Int32Array(nonterminals.length).fill(-1);
  const calls: number[] = [];
  for (let e = 0; e < callLabel.length; e++) {
    if (last[callLabel[e]!] === callTarget[e]) continue;
    last[callLabel[e]!] = callTarget[e]!;
    calls.push(e);
  }
  return calls;
}

/** For each terminal, a superset of the terminals that can follow it (as words of bits). */
function terminalsAfter(rules: RuleAutomata): readonly Uint32Array[] {
  const words = rules.allowedWords;
  const follow = Array.from(rules.nonterminals, () => new Uint32Array(words));
  const include = (target: Uint32Array, q: number): boolean => {
    let changed = false;
    const from = rules.final[q] === 1 ? follow[rules.ruleOf[q]!]! : undefined;
    for (let w = 0; w < words; w++) {
      const bits = target[w]! | rules.allowed[q * words + w]! | (from?.[w] ?? 0);
      if (bits >>> 0 !== target[w]) {
        target[w] = bits;
        changed = true;
      }
    }
    return changed;
  };
  const calls = differentCalls(rules);
  for (let changed = true; changed; ) {
    changed = false;
    burn("parser", (calls.length * words) >>> 4);
    for (const e of calls) {
      const target = follow[rules.callLabel[e]!]!;
      if (include(target, rules.callTarget[e]!)) changed = true;
    }
  }
  // A set has one bit for each terminal, so terminals that lead to the same states share their set.
  const targets: number[][] = rules.terminals.map(() => []);
  for (let e = 0; e < rules.terminalLabel.length; e++) {
    targets[rules.terminalLabel[e]!]!.push(rules.terminalTarget[e]!);
  }
  const shared = new Map<string, Uint32Array>();
  return targets.map((list) => {
    const states = [...new Set(list)].sort((a, b) => a - b);
    const key = states.join();
    let set = shared.get(key);
    if (set === undefined) {
      set = new Uint32Array(words);
      for (const q of states) include(set, q);
      shared.set(key, set);
    }
    return set;
  });
}

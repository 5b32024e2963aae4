// Computes which frames a rule has open at each of its states. A *frame* is an open bracket, block or string. A rule
// that opens a frame usually closes it before the rule ends. If every rule closes its frames, a called rule needs to
// know only the innermost frame around it.
//
//     item → "(" item ")"       q₀ none   q₁ bracket   q₂ bracket   q₃ none

import type { Compiled, CompiledKind } from "../source/compiled.js";

/** A block, in a list of the modes of frames. */
const BLOCK = -1;

/** For each rule state: the lists of frames, from the outside in, that its rule may have open where a lexeme begins. No list is the end of another one. */
export type OwnFrames = readonly (readonly (readonly number[])[])[];

/** A rule state, the frames that its rule has open, and how much of a lexeme with several terminals has been read. */
interface Reached {
  readonly q: number;
  readonly own: readonly number[];
  readonly kind: number;
  readonly read: number;
}

const WHOLE = -1;
/** The largest number of frames that one rule has open. */
const MOST_OWN = 6;
const known = new WeakMap<Compiled["rules"]["automata"], WeakMap<Compiled["kinds"], OwnFrames | string>>();

/** Returns the frames of each rule state; if they do not follow from the rule, says why in a sentence. */
export function ownFrames(compiled: Compiled): OwnFrames | string {
  const { automata } = compiled.rules;
  let byKinds = known.get(automata);
  if (byKinds === undefined) known.set(automata, (byKinds = new WeakMap()));
  let found = byKinds.get(compiled.kinds);
  if (found === undefined) byKinds.set(compiled.kinds, (found = find(compiled)));
  return found;
}

const UNBALANCED = "One of its rules opens a frame, such as a bracket, that it does not close itself.";

/** The frames after a lexeme; `undefined` if it closes a frame that the rule did not open. */
function after(own: readonly number[], { closes, opens }: CompiledKind): readonly number[] | undefined {
  // A frame that replaces the innermost one of the caller is not the rule's own.
  if (closes === own.length + 1 && opens >= 0) return [];
  if (closes > own.length) return undefined;
  const left = own.slice(0, own.length - closes);
  if (left.length < own.length && own.slice(left.length).includes(BLOCK)) return undefined;
  return opens >= 0 ? [...left, opens] : left;
}

function find(compiled: Compiled): OwnFrames | string {
  const { kinds, rules, indent, dedent } = compiled;
  const { automata } = rules;
  const { stateCount, startOf, final, terminalEdges, terminalLabel, terminalTarget, callEdges, callLabel, callTarget } =
    automata;
  if (kinds.some(({ terminals, closes, opens }) => terminals.length === 0 && closes !== (opens >= 0 ? 1 : 0)))
    return "Its blanks open or close frames.";
  if (kinds.some(({ opens }) => opens === 0)) return "A lexeme opens a frame in which lines have meaning.";
  const byTerminal = new Map<number, (readonly [k: number, at: number])[]>();
  kinds.forEach(({ terminals }, k) => {
    terminals.forEach((t, at) => {
      const list = byTerminal.get(t) ?? [];
      byTerminal.set(t, list);
      list.push([k, at]);
    });
  });
  const several = kinds.flatMap(({ terminals }, k) => terminals.slice(1).map((_, at) => [k, at + 1] as const));
  const { last, ends } = lastTerminals(automata);
  const isAllowed = (q: number, t: number): boolean =>
    ((automata.allowed[q * automata.allowedWords + (t >>> 5)]! >>> (t & 31)) & 1) === 1;
  const modesOf = kinds.map(
    ({ kind }) => new Set(kind.modes.map((name) => compiled.source.modes.findIndex((mode) => mode.name === name))),
  );
  /** The frames in whose place blanks open others. */
  const replaced = kinds.flatMap(({ terminals, closes, opens }, k) =>
    terminals.length === 0 && closes === 1 ? [...modesOf[k]!].map((from) => [from, opens] as const) : [],
  );
  /** Whether a lexeme may stand in the innermost frame of the rule. The modes outside of the rule are not known. */
  const standsIn = (k: number, own: readonly number[]): boolean =>
    own.length === 0 || modesOf[k]!.has(Math.max(0, own[own.length - 1]!));
  const lists: string[][] = Array.from({ length: stateCount }, () => []);
  const met = new Set<string>();
  const queue: Reached[] = [];
  let fault: string | undefined;
  const visit = (q: number, own: readonly number[] | undefined, kind: number, read: number): void => {
    if (own === undefined || own.length > MOST_OWN) {
      fault = UNBALANCED;
      return;
    }
    const key = `${q};${kind};${read};${own.join()}`;
    if (met.has(key)) return;
    met.add(key);
    if (kind === WHOLE) lists[q]!.push(own.join());
    queue.push({ q, own, kind, read });
    const top = own[own.length - 1];
    for (const [from, to] of replaced)
      if (kind === WHOLE && top === from) visit(q, [...own.slice(0, -1), to], kind, read);
  };
  for (const start of startOf) {
    visit(start, [], WHOLE, 0);
    for (const [k, at] of several) visit(start, [], k, at);
  }
  for (const { q, own, kind, read } of queue) {
    if (final[q] === 1 && kind === WHOLE && own.length > 0) return UNBALANCED;
    for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++) {
      const [t, target] = [terminalLabel[e]!, terminalTarget[e]!];
      if (kind === WHOLE && t === indent) visit(target, [...own, BLOCK], WHOLE, 0);
      else if (kind === WHOLE && t === dedent)
        visit(target, own[own.length - 1] === BLOCK ? own.slice(0, -1) : undefined, WHOLE, 0);
      else if (kind === WHOLE && t === compiled.newline) visit(target, own, WHOLE, 0);
      else
        for (const [k, at] of byTerminal.get(t) ?? []) {
          if (kind === WHOLE ? at > 0 || !standsIn(k, own) : k !== kind || at !== read) continue;
          if (at + 1 < kinds[k]!.terminals.length) visit(target, own, k, at + 1);
          else visit(target, after(own, kinds[k]!), WHOLE, 0);
        }
    }
    for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++) {
      const [called, target] = [callLabel[e]!, callTarget[e]!];
      const start = startOf[called]!;
      if (kind === WHOLE || ends[start] === 1) visit(target, own, kind, read);
      if (kind !== WHOLE) {
        if (!isAllowed(start, kinds[kind]!.terminals[read]!)) continue;
        visit(target, own, WHOLE, 0);
      }
      for (const [k, at] of several) if (last[called]!.has(kinds[k]!.terminals[at - 1]!)) visit(target, own, k, at);
    }
    if (fault !== undefined) return fault;
  }
  const found = lists.map((texts) => texts.map((text) => (text === "" ? [] : text.split(",").map(Number))));
  const isEnd = (a: readonly number[], b: readonly number[]): boolean =>
    a.length < b.length && a.every((mode, i) => mode === b[b.length - a.length + i]);
  if (found.some((its) => its.some((a) => its.some((b) => isEnd(a, b)))))
    return "The frames of one of its rules do not follow from its lexemes.";
  return found;
}

/** By nonterminal: the terminals with which its texts may end; and by rule state, whether its rule may end there without a terminal. */
function lastTerminals(automata: Compiled["rules"]["automata"]): {
  readonly last: readonly ReadonlySet<number>[];
  readonly ends: Uint8Array;
} {
  const {
    stateCount,
    startOf,
    ruleOf,
    final,
    terminalEdges,
    terminalLabel,
    terminalTarget,
    callEdges,
    callLabel,
    callTarget,
  } = automata;
  const ends = Uint8Array.from(final);
  const found = Array.from(startOf, () => new Set<number>());
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = 0; q < stateCount; q++) {
      const own = found[ruleOf[q]!]!;
      const before = own.size;
      for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++)
        if (ends[terminalTarget[e]!] === 1) own.add(terminalLabel[e]!);
      for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++) {
        if (ends[callTarget[e]!] !== 1) continue;
        for (const t of found[callLabel[e]!]!) own.add(t);
        // The called rule may be empty.
        if (ends[q] === 0 && ends[startOf[callLabel[e]!]!] === 1) {
          ends[q] = 1;
          changed = true;
        }
      }
      changed ||= own.size > before;
    }
  }
  return { last: found, ends };
}

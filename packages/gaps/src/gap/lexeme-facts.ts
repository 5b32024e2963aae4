// Facts about the kinds of lexemes of a language, derived from the structure of their regular expressions: which kinds
// have few texts, whether a text of one kind is also a text of another kind, and what can separate two lexemes. They
// are computed once for each list of kinds.

import { EMPTY_EXPR, type Engine, type Expr } from "@espalier/automata";
import type { LexedLanguage } from "../language/lexed-language.js";
import { byteFacts, fewTexts, holds } from "../lexing/regex-facts.js";
import { remembered } from "../source/remembered.js";
import type { LexedSource } from "../source/source.js";

export interface LexemeFacts {
  /** By kind: its texts, if there are few. */
  readonly texts: readonly (readonly (readonly number[])[] | undefined)[];
  /** Whether every text of a kind is read either as that kind, or as a kind that is allowed wherever the first is. */
  readonly distinct: boolean;
  /** By name of a mode: texts that may stand between any two lexemes. Equal lists are the same object. */
  readonly separators: ReadonlyMap<string, readonly (readonly number[])[]>;
  /** Whether `text` is a text of kind `k`. */
  has(k: number, text: readonly number[]): boolean;
}

/** Kinds with more texts than this count as having many. */
const FEW = 256;
/** Common separators of lexemes: a space, a tab, a line end, and an escaped line end. */
const SEPARATORS: readonly (readonly number[])[] = [[32], [9], [10], [92, 10]];

// Lists of kinds outlive languages, and engines are shared.
const factsOf = remembered((kinds: LexedSource["kinds"]) => remembered((engine: Engine) => find(kinds, engine)));

export const lexemeFacts = ({ core, engine }: LexedLanguage): LexemeFacts =>
  factsOf(core.compiled.source.kinds)(engine);

function find(kinds: LexedSource["kinds"], engine: Engine): LexemeFacts {
  const texts = kinds.map(({ regex }) => fewTexts(regex, FEW));
  let expressions: (Expr | undefined)[] = [];
  let generation = engine.generation();
  function expressionOf(k: number): Expr {
    if (engine.generation() !== generation) [expressions, generation] = [[], engine.generation()];
    return (expressions[k] ??= engine.intern(kinds[k]!.regex));
  }

  function has(k: number, text: readonly number[]): boolean {
    const { regex } = kinds[k]!;
    if (text.length > 0 && !holds(byteFacts(regex).first, text[0]!)) return false;
    let at = expressionOf(k);
    for (const byte of text) if (at !== EMPTY_EXPR) at = engine.derivative(at, byte);
    return engine.nullable(at);
  }

  /** Whether a text of both `earlier` and `k`, which is read as `earlier`, may stand wherever `k` may. */
  function isTold(earlier: number, k: number): boolean {
    const [a, b] = [kinds[earlier]!, kinds[k]!];
    if (a.onlyBefore === undefined && a.terminals.every((t, i) => b.terminals[i] === t)) return true;
    const few = texts[earlier] ?? texts[k];
    if (few !== undefined) return !few.some((text) => has(texts[earlier] === undefined ? earlier : k, text));
    const [left, right] = [byteFacts(a.regex), byteFacts(b.regex)];
    return (
      (left.first & right.first) === 0n ||
      (left.last & right.used) === 0n ||
      (right.last & left.used) === 0n ||
      (left.required & ~right.used) !== 0n ||
      (right.required & ~left.used) !== 0n ||
      neverMeet(expressionOf(earlier), expressionOf(k))
    );
  }

  /** Whether the two expressions have no common text, as far as a few derivatives show. */
  function neverMeet(a: Expr, b: Expr): boolean {
    const met = new Set([`${a} ${b}`]);
    const pairs: (readonly [Expr, Expr])[] = [[a, b]];
    for (const [left, right] of pairs) {
      if (pairs.length > FEW || (engine.nullable(left) && engine.nullable(right))) return false;
      for (let byte = 0; byte < 256; byte++) {
        const to = [engine.derivative(left, byte), engine.derivative(right, byte)] as const;
        const key = to.join(" ");
        if (to.includes(EMPTY_EXPR) || met.has(key)) continue;
        met.add(key);
        pairs.push(to);
      }
    }
    return true;
  }

  const modes = [...new Set(kinds.flatMap((kind) => kind.modes))];
  const kindsIn = modes.map((mode) => kinds.flatMap((kind, k) => (kind.modes.includes(mode) ? [k] : [])));
  const looked = new Set<number>();
  const areTold = (list: readonly number[]): boolean =>
    list.every((k, i) =>
      list.slice(0, i).every((earlier) => {
        const pair = earlier * kinds.length + k;
        if (looked.has(pair)) return true;
        looked.add(pair);
        return isTold(earlier, k);
      }),
    );
  const isBlank = (k: number): boolean => {
    const { terminals, onlyBefore } = kinds[k]!;
    return terminals.length === 0 && onlyBefore === undefined;
  };
  const lists = new Map<string, readonly (readonly number[])[]>();
  const separatorsOf = (list: readonly number[]): readonly (readonly number[])[] => {
    const its = SEPARATORS.filter((text) => list.some((k) => isBlank(k) && has(k, text)));
    const key = its.join(";");
    if (!lists.has(key)) lists.set(key, its);
    return lists.get(key) as readonly (readonly number[])[];
  };
  return {
    texts,
    distinct: kindsIn.every(areTold),
    separators: new Map(modes.map((mode, m) => [mode, separatorsOf(kindsIn[m]!)])),
    has,
  };
}

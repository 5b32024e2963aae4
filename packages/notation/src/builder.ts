// Builds grammars in TypeScript instead of text. A rule is a function that receives all rules by name, so rules may
// refer to each other in any order, and a misspelt name does not compile. The body of a rule consists of plain values:
//
//   "text"  /regex/  token(…)  control(…)     terminals
//   [a, b, c]                                 a sequence
//   either(a, b)                              a choice
//   maybe(a)  many(a)  some(a)  times(a, 2, 5)  separated(a, ",")
//   rules.name                                another rule

import { ArgumentError, excerpt, named, signature, text } from "@espalier/arguments";
import { literal, parseRegex, type Regex } from "@espalier/automata";
import { choice, type Expression, nonterminal, type Rule, repeat, sequence, terminal } from "@espalier/grammar";
import type { ControlTerminal, PatternTerminal, SyntaxSource, Terminal } from "@espalier/syntax";
import { quoteLark } from "./escape.js";
import { issueAt, NotationError } from "./issue.js";
import {
  countKind,
  grammarOptionsKind,
  patternKind,
  pieceKind,
  piecesKind,
  rulesKind,
  tokenOptionsKind,
} from "./kinds.js";
import { isRegexSyntaxError } from "./lark-terminals.js";

/** A part of the body of a rule. An array is a sequence; the empty array is the empty text. */
export type Piece = string | RegExp | Terminal | Reference | Either | Times | readonly Piece[];

/** A reference to a rule. */
export interface Reference {
  readonly kind: "rule";
  readonly name: string;
}

/** A choice of several pieces. */
export interface Either {
  readonly kind: "either";
  readonly options: readonly Piece[];
}

/** A repeated piece. */
export interface Times {
  readonly kind: "times";
  readonly item: Piece;
  readonly min: number;
  readonly max: number;
}

/** The body of a rule, as a function of all rules by name. */
export type RuleBody<Name extends string> = (rules: { readonly [Each in Name]: Reference }) => Piece;

export interface GrammarOptions<Name extends string> {
  /** The rule that the whole text must match. By default the first. */
  readonly start?: NoInfer<Name>;
  /** What may stand between lexemes and is ignored, such as blanks and comments. By default nothing. */
  readonly skip?: string | RegExp | PatternTerminal | readonly (string | RegExp | PatternTerminal)[];
  /** `maximal` (the default): lexemes are as long as possible. `none`: any split of the text counts. */
  readonly munch?: SyntaxSource["munch"];
}

/** Maximum nesting of pieces. */
const MAX_DEPTH = 500;

const checkGrammar = signature("grammar", { rules: rulesKind, options: grammarOptionsKind });

/**
 * Returns the language that `rules` describe, as plain data.
 *
 * @throws NotationError if a regular expression has no meaning over bytes (look-around, back-references).
 * @throws RangeError if two different terminals have the same name, pieces nest deeper than 500, or a value is not a
 * piece.
 *
 * @example
 * ```ts
 * import { either, grammar, separated, token } from "@espalier/notation";
 *
 * const number = token("NUMBER", /-?[0-9]+/);
 * const list = grammar(
 *   {
 *     value: (rules) => either(number, rules.list),
 *     list: (rules) => ["[", separated(rules.value, ","), "]"],
 *   },
 *   { skip: /[ \n]+/ },
 * );
 * list.grammar.start; // => "value"
 * ```
 */
export function grammar<const Name extends string>(
  rules: { readonly [Each in Name]: RuleBody<NoInfer<Name>> },
  options: GrammarOptions<Name> = {},
): SyntaxSource {
  checkGrammar(rules, options);
  const names = Object.keys(rules) as Name[];
  const terminals = new Map<string, Terminal>();
  const references = {} as { [Each in Name]: Reference };
  for (const name of names) references[name] = { kind: "rule", name };
  const [first] = names;
  const start = options.start ?? first;
  if (start === undefined || !names.includes(start))
    throw new RangeError(`there is no rule ${excerpt(String(start))} to start from`);

  const use = (each: Terminal): Expression => {
    const known = terminals.get(each.name);
    if (known === undefined) terminals.set(each.name, each);
    else if (known !== each && !isSame(known, each))
      throw new RangeError(`two terminals are named ${excerpt(each.name)}`);
    return terminal(each.name);
  };
  const express = (piece: Piece, depth: number): Expression => {
    if (depth > MAX_DEPTH) throw new RangeError(`pieces nest deeper than ${MAX_DEPTH}`);
    if (piece === "") return sequence();
    if (typeof piece === "string" || piece instanceof RegExp) return use(anonymous(piece));
    if (isSequence(piece)) return sequence(...piece.map((each) => express(each, depth + 1)));
    switch (piece?.kind) {
      case "rule":
        if (!Object.hasOwn(rules, piece.name)) throw new RangeError(`there is no rule ${excerpt(piece.name)}`);
        return nonterminal(piece.name);
      case "either":
        return choice(...piece.options.map((each) => express(each, depth + 1)));
      case "times":
        return repeat(express(piece.item, depth + 1), piece.min, piece.max);
      case "pattern":
      case "control":
        return use(piece);
      default:
        throw new RangeError(`${named(piece)} is not a piece of a grammar; is a rule misspelt?`);
    }
  };

  const compiled: Rule[] = names.map((name) => ({ name, body: express(rules[name](references), 0) }));
  const skipped = options.skip === undefined ? [] : isList(options.skip) ? options.skip : [options.skip];
  const skip = skipped.map((each) => {
    const unseen = typeof each === "string" || each instanceof RegExp ? anonymous(each) : each;
    use(unseen);
    return unseen.name;
  });
  return {
    grammar: { start, rules: compiled },
    terminals: [...terminals.values()],
    skip: [...new Set(skip)],
    munch: options.munch ?? "maximal",
  };
}

const checkToken = signature("token", { name: text, pattern: patternKind, options: tokenOptionsKind });

/**
 * Creates a terminal with a name that messages show. Among the longest matches, the highest `priority` wins (default
 * 0). A `lazy` terminal ends at its first match.
 *
 * @throws NotationError if the regular expression has no meaning over bytes.
 */
export function token(
  name: string,
  pattern: string | RegExp | Regex,
  options: { readonly priority?: number; readonly lazy?: boolean } = {},
): PatternTerminal {
  checkToken(name, pattern, options);
  const regex = typeof pattern === "string" ? literal(pattern) : pattern instanceof RegExp ? regexOf(pattern) : pattern;
  return { kind: "pattern", name, regex, ...options };
}

const checkControl = signature("control", { name: text });

/** Creates a control token by name, such as `<|tool_call|>`. Text can never spell it. */
export function control(name: string): ControlTerminal {
  checkControl(name);
  return { kind: "control", name, control: name };
}

const checkEither = signature("either", { options: piecesKind });

/** Matches one of the options. */
export function either(...options: readonly Piece[]): Either {
  checkEither(options);
  return { kind: "either", options };
}

const checkMaybe = signature("maybe", { piece: piecesKind });

/** Matches the piece or nothing. */
export function maybe(...piece: readonly Piece[]): Times {
  checkMaybe(piece);
  return times(piece, 0, 1);
}

const checkMany = signature("many", { piece: piecesKind });

/** Matches the piece zero or more times. */
export function many(...piece: readonly Piece[]): Times {
  checkMany(piece);
  return times(piece, 0, Number.POSITIVE_INFINITY);
}

const checkSome = signature("some", { piece: piecesKind });

/** Matches the piece one or more times. */
export function some(...piece: readonly Piece[]): Times {
  checkSome(piece);
  return times(piece, 1, Number.POSITIVE_INFINITY);
}

const checkTimes = signature("times", { item: pieceKind, min: countKind, max: countKind });

/** Matches the piece between `min` and `max` times, both included; exactly `min` times if `max` is absent. */
export function times(item: Piece, min: number, max: number = min): Times {
  checkTimes(item, min, max);
  if (max < min) throw new ArgumentError("out-of-range", "max", `times: max must be at least min, ${min}, not ${max}.`);
  return { kind: "times", item, min, max };
}

const checkSeparated = signature("separated", { item: pieceKind, separator: pieceKind });

/** Matches zero or more items with `separator` between adjacent ones. */
export function separated(item: Piece, separator: Piece): Times {
  checkSeparated(item, separator);
  return maybe(item, many(separator, item));
}

function anonymous(pattern: string | RegExp): PatternTerminal {
  const name = typeof pattern === "string" ? quoteLark(pattern) : String(pattern);
  return token(name, pattern);
}

function regexOf(pattern: RegExp): Regex {
  try {
    return parseRegex(pattern.source, { dialect: "ecma", flags: pattern.flags.replace(/[dgy]/g, "") });
  } catch (error) {
    if (!isRegexSyntaxError(error)) throw error;
    const span = { from: error.offset, to: error.offset + 1 };
    throw new NotationError([issueAt(pattern.source, span, "bad-regex", error.message)]);
  }
}

function isSequence(piece: Piece): piece is readonly Piece[] {
  return Array.isArray(piece);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function isSame(a: Terminal, b: Terminal): boolean {
  return JSON.stringify(a, finite) === JSON.stringify(b, finite);
}

function finite(_: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? "∞" : value;
}

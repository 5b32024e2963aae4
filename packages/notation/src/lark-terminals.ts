// Turns the terminals of a Lark grammar into regexes. A terminal may refer to others, which are substituted; a cycle is
// an error. Each name is resolved once and shared.

import {
  and,
  characters,
  choiceOf,
  literal,
  not,
  parseRegex,
  type Regex,
  type RegexSyntaxError,
  repeat,
  sequence,
  sequenceOf,
} from "@espalier/automata";
import { burn } from "@espalier/monitor";
import { COMMON_TERMINALS } from "./common-terminals.js";
import type { Hint, IssueCode, Span } from "./issue.js";
import type { LarkDefinition, LarkNode } from "./lark-tree.js";

/** The definition of a terminal: in the text, or in the common library. */
export type TerminalOrigin =
  | { readonly kind: "defined"; readonly definition: LarkDefinition }
  | { readonly kind: "imported"; readonly name: string };

/** Reports an issue. A hint that takes long to find is a function, which is called only if the issue is kept. */
export type Report = (span: Span, code: IssueCode, message: string, hint?: Hint) => void;

export interface Terminals {
  /** Returns the regex of the terminal `name`; `undefined` if its definition is invalid, which has been reported. */
  named(name: string): Regex | undefined;
  /** Returns the regex of an expression; `undefined` if it is invalid, which has been reported. */
  written(node: LarkNode): Regex | undefined;
  /** The names to which definitions of terminals refer. */
  readonly referred: ReadonlySet<string>;
}

/** Maximum number of parts of a regex after substitution. */
const MAX_SIZE = 1_000_000;
/** Maximum length of a chain of references between terminals. */
const MAX_DEPTH = 1000;
/**
 * The maximum total number of parts and literal bytes that are copied in one grammar. A sequence copies the sequences
 * that it refers to, so a small grammar could grow exponentially.
 */
const MAX_JOINED = 4_000_000;
/** Units of fuel to join a part or a byte. */
const JOINING = 4;

/** `describeName` reports a name that is not a terminal. */
export function resolveTerminals(
  origins: ReadonlyMap<string, TerminalOrigin>,
  report: Report,
  describeName: (node: LarkNode & { readonly kind: "name" }) => void,
): Terminals {
  const known = new Map<string, Regex | undefined>();
  const open: string[] = [];
  const referred = new Set<string>();
  const sizes = new WeakMap<Regex, number>();
  let depth = 0;
  let joined = 0;

  const sizeOf = (regex: Regex): number => {
    const counted = sizes.get(regex);
    if (counted !== undefined) return counted;
    const size = 1 + parts(regex).reduce((sum, part) => sum + sizeOf(part), 0);
    sizes.set(regex, size);
    return size;
  };

  const named = (name: string): Regex | undefined => {
    const origin = origins.get(name);
    if (known.has(name) || origin === undefined) return known.get(name);
    open.push(name);
    const regex =
      origin.kind === "imported"
        ? parseRegex(COMMON_TERMINALS.get(origin.name)!, { dialect: "rust" })
        : withSuffix(origin.definition);
    open.pop();
    known.set(name, regex);
    return regex;
  };

  const withSuffix = (definition: LarkDefinition): Regex | undefined => {
    const body = written(definition.body);
    const suffix = definition.attributes.find((attribute) => attribute.name === "suffix")?.value;
    if (suffix === undefined || body === undefined) return body;
    const end = written(suffix);
    return end === undefined ? undefined : sequence(body, end);
  };

  const written = (node: LarkNode): Regex | undefined => {
    if (depth >= MAX_DEPTH) {
      report(node, "too-deep", `terminals nest deeper than ${MAX_DEPTH}`);
      return undefined;
    }
    depth++;
    const regex = convert(node);
    depth--;
    if (regex !== undefined && sizeOf(regex) > MAX_SIZE) {
      report(node, "too-large", `after the names are expanded, this has more than ${MAX_SIZE} parts`);
      return undefined;
    }
    return regex;
  };

  const all = (nodes: readonly LarkNode[], join: (parts: readonly Regex[]) => Regex | undefined): Regex | undefined => {
    const converted = nodes.map(written);
    return converted.includes(undefined) ? undefined : join(converted as Regex[]);
  };

  const convert = (node: LarkNode): Regex | undefined => {
    switch (node.kind) {
      case "name": {
        if (!origins.has(node.name)) {
          describeName(node);
          return undefined;
        }
        referred.add(node.name);
        const again = open.indexOf(node.name);
        if (again === -1) return named(node.name);
        const cycle = [...open.slice(again), node.name].join(" → ");
        report(
          node,
          "recursive-terminal",
          `a terminal cannot contain itself: ${cycle}`,
          "recursion is for rules (lower case)",
        );
        return undefined;
      }
      case "string":
        return node.flags === "" ? literal(node.text) : regexOf(node, escapeRegex(node.text), node.flags, report);
      case "regex":
        return regexOf(node, node.pattern, node.flags, report);
      case "range": {
        const first = soleCharacter(node.first);
        const last = soleCharacter(node.last);
        if (first === undefined || last === undefined) {
          report(node, "bad-range", "the ends of a range are single characters");
        } else if (first > last) {
          report(node, "bad-range", "the range runs backwards");
        } else return characters([[first, last]]);
        return undefined;
      }
      case "sequence":
        return all(node.items, (items) => {
          const size = items.reduce((sum, item) => sum + joinedSize(item), 0);
          burn("regex", JOINING * size);
          joined += size;
          if (joined <= MAX_JOINED) return sequenceOf(items);
          const hint = "each use of a name is replaced by its definition; use rules (lower case)";
          report(
            node,
            "too-large",
            `with this, the terminals are joined from over ${MAX_JOINED} parts and bytes`,
            hint,
          );
          return undefined;
        });
      case "choice":
        return all(node.options, choiceOf);
      case "and":
        return all(node.operands, (operands) => operands.reduce((left, right) => and(left, right)));
      case "not": {
        const operand = written(node.operand);
        return operand === undefined ? undefined : not(operand);
      }
      case "repeat": {
        const item = written(node.item);
        return item === undefined ? undefined : repeat(item, node.min, node.max);
      }
      case "control":
        report(
          node,
          "rule-only",
          `a control token cannot be part of a terminal`,
          "text can never spell it; use it in a rule",
        );
        return undefined;
      case "json":
      case "lark":
        report(node, "rule-only", `%${node.kind} cannot be part of a terminal`, "use it in a rule");
        return undefined;
    }
  };

  return { named, written, referred };
}

/** Parses `pattern` as the regex of `node`; `undefined` after a report. */
function regexOf(node: LarkNode, pattern: string, flags: string, report: Report): Regex | undefined {
  const unknown = [...flags].find((flag) => !"imsu".includes(flag));
  if (unknown !== undefined) {
    report(
      { from: node.to - flags.length, to: node.to },
      "unsupported",
      `the regex flag \`${unknown}\` is not supported`,
    );
    return undefined;
  }
  const lazy = lazyQuantifier(pattern);
  if (lazy !== undefined) {
    const span = { from: node.from + 1 + lazy, to: node.from + 2 + lazy };
    const hint = "`[lazy]` makes a whole terminal end at its first match";
    report(span, "unsupported", "a quantifier in a regex cannot be lazy: a terminal matches as a whole", hint);
    return undefined;
  }
  try {
    return parseRegex(pattern, { dialect: "rust", flags });
  } catch (error) {
    if (error instanceof Error && error.name === "LimitError") {
      report(node, "too-deep", error.message);
      return undefined;
    }
    if (!isRegexSyntaxError(error)) throw error;
    const from = Math.min(node.from + 1 + error.offset, node.to - 1);
    report({ from, to: from + 1 }, "bad-regex", error.message);
    return undefined;
  }
}

/** Compares by name, because two copies of a package have two classes. */
export function isRegexSyntaxError(error: unknown): error is RegexSyntaxError {
  return error instanceof Error && error.name === "RegexSyntaxError";
}

/** Returns the offset of the `?` of the first lazy quantifier in a pattern, if there is one. */
function lazyQuantifier(pattern: string): number | undefined {
  let classes = 0;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]!;
    if (sign === "\\") {
      at++;
      const isLong = "pPxuU".includes(pattern[at] ?? " ") && pattern[at + 1] === "{";
      if (isLong) at = Math.max(at, pattern.indexOf("}", at));
    } else if (sign === "[") {
      classes++;
      // A `]` directly after the opening bracket of a class is a member of it.
      if (pattern[at + 1] === "^") at++;
      if (pattern[at + 1] === "]") at++;
    } else if (sign === "]") classes = Math.max(0, classes - 1);
    else if (classes === 0 && "*+?}".includes(sign) && pattern[at + 1] === "?" && pattern[at - 1] !== "(")
      return at + 1;
  }
  return undefined;
}

function parts(regex: Regex): readonly Regex[] {
  switch (regex.kind) {
    case "sequence":
      return regex.items;
    case "choice":
      return regex.options;
    case "and":
      return regex.operands;
    case "not":
      return [regex.operand];
    case "repeat":
      return [regex.item];
    default:
      return [];
  }
}

/** How much a sequence copies of an item: the items of a nested sequence, or the bytes of a literal. */
function joinedSize(item: Regex): number {
  if (item.kind === "literal") return item.bytes.length;
  return item.kind === "sequence" ? item.items.reduce((sum, inner) => sum + joinedSize(inner), 0) : 1;
}

function soleCharacter(text: string): number | undefined {
  const code = text.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code) === text ? code : undefined;
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/&~#-]/g, "\\$&");
}

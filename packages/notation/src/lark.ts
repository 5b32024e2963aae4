// Reads Lark text, in the dialect of llguidance, as the source of a language. This file interprets the items from
// `lark-parser`: it resolves names, turns rules into expressions and terminals into regexes, and rejects, with the
// reason, whatever a source cannot express.
//
//   rule: …          a rule of the grammar
//   rule[lazy]: …    a lazy terminal of that name: its body is a terminal expression
//   TERMINAL: …      a terminal, if a rule or %ignore refers to it
//   "x"  /x/         in a rule: a terminal named as it is written; equal ones are one terminal
//   %json  %lark     a nested grammar under a new nonterminal

import { callable, integer, options, signature, text } from "@espalier/arguments";
import type { Regex } from "@espalier/automata";
import { EMPTY, type Expression, NOTHING, nonterminal, type Rule, repeat, terminal } from "@espalier/grammar";
import { createFuel, type Fuel, FuelError, LimitError } from "@espalier/monitor";
import type { SyntaxSource, Terminal } from "@espalier/syntax";
import { boundSkip } from "./bound-skip.js";
import { COMMON_TERMINALS } from "./common-terminals.js";
import { embed, type Part } from "./embed.js";
import { issueAt, NotationError, type NotationIssue, type Span } from "./issue.js";
import { parseLark } from "./lark-parser.js";
import { type Report, resolveTerminals, type TerminalOrigin, type Terminals } from "./lark-terminals.js";
import type { LarkDefinition, LarkItem, LarkNode } from "./lark-tree.js";
import { choiceOf, sequenceOf } from "./long-lists.js";
import { didYouMean } from "./nearest.js";
import { unlessGbnf } from "./other-notation.js";

/** A source read from text, with notices. */
export interface ReadSource extends SyntaxSource {
  /** What had no effect when read (captures, rule priorities, unused definitions). None of it changes the language. */
  readonly notices: readonly NotationIssue[];
}

/** A position in a grammar text: line and column 1-based, in code points; offset in UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export interface LarkOptions {
  /** The rule that the whole text must match. `start` by default. */
  readonly start?: string;
  /**
   * The most characters, included, that `%ignore` may ignore between two lexemes. With a bound, nothing is ignored
   * before the first lexeme and after the last. By default there is no bound, and a model may emit blanks forever.
   */
  readonly maxIgnored?: number;
  /** Readers of nested languages. Without a reader, its directive is rejected. */
  readonly extensions?: {
    /**
     * Returns the source for `%json { … }`, given the parsed schema. For an invalid schema, returns `undefined` and
     * calls `report`, which adds an issue at the position of the directive. An exception passes through.
     */
    readonly json?: (
      schema: unknown,
      where: Place,
      report: (message: string, hint?: string) => void,
    ) => SyntaxSource | undefined;
  };
}

/** Maximum number of reported issues. */
const MAX_ISSUES = 50;
const ATTRIBUTES = ["lazy", "suffix", "stop", "stop_capture", "capture", "temperature", "max_tokens"];

const checkReadLark = signature("readLark", {
  text: text,
  options: options({ start: text, maxIgnored: integer({ min: 0 }), extensions: options({ json: callable }) }),
});

/**
 * Returns the language that a Lark grammar (dialect of llguidance) describes, as plain data. Linear in the text, except
 * that terminals are copied into the terminals that refer to them (bounded).
 *
 * @throws NotationError with every problem found, each with its position: syntax errors, names that are undefined or
 * defined twice, terminals that contain themselves, and unsupported features, with the reason. For a GBNF text, the
 * error says so.
 * @throws RangeError if `maxIgnored` is not an integer ≥ 0.
 * @throws LimitError if reading the terminals takes more than 30,000,000 units of fuel: some 2,700 different classes of Unicode letters.
 *
 * @example
 * ```ts
 * import { readLark } from "@espalier/notation";
 *
 * const source = readLark(`
 *   start: "[" NUMBER ("," NUMBER)* "]"
 *   NUMBER: /[0-9]+/
 *   %ignore /[ \\n]+/
 * `);
 * source.terminals.map((terminal) => terminal.name); // => ['"["', "NUMBER", '","', '"]"', "/[ \\n]+/"]
 * ```
 */
export function readLark(text: string, options: LarkOptions = {}): ReadSource {
  checkReadLark(text, options);
  const issues: NotationIssue[] = [];
  const notices: NotationIssue[] = [];
  const add =
    (to: NotationIssue[]): Report =>
    (span, code, message, hint) => {
      if (to.length < MAX_ISSUES) to.push(issueAt(text, span, code, message, hint));
    };
  const fuel = createFuel(MOST_WORK);
  const source = compile(text, itemsOf(text), options, add(issues), add(notices), fuel);
  const [first, ...rest] = issues.sort((a, b) => a.offset - b.offset);
  if (first !== undefined) throw new NotationError([first, ...rest]);
  return { ...source, notices: notices.sort((a, b) => a.offset - b.offset) };
}

/** Units of fuel to read the terminals of a grammar: about two seconds. */
const MOST_WORK = 30_000_000;

/** Takes the work of reading terminals from `fuel`. What is nested (`%json`) has bounds of its own. @throws LimitError if it is used up. */
function withinFuel({ named, written, referred }: Terminals, fuel: Fuel): Terminals {
  const run = <Result>(read: () => Result): Result => {
    try {
      return fuel.run(read);
    } catch (error) {
      if (!(error instanceof FuelError) || error.fuel !== fuel) throw error;
      const problem = `reading the terminals of this grammar takes more than ${MOST_WORK} units of fuel; use shorter terminals, or fewer Unicode classes`;
      throw new LimitError("fuel", MOST_WORK, problem);
    }
  };
  return { named: (name) => run(() => named(name)), written: (node) => run(() => written(node)), referred };
}

function itemsOf(text: string): readonly LarkItem[] {
  try {
    return parseLark(text);
  } catch (error) {
    throw unlessGbnf(text, error);
  }
}

type NameNode = LarkNode & { readonly kind: "name" };

function compile(
  text: string,
  items: readonly LarkItem[],
  options: LarkOptions,
  report: Report,
  notice: Report,
  fuel: Fuel,
): SyntaxSource {
  const start = options.start ?? "start";
  const rules = new Map<string, LarkDefinition>();
  const origins = new Map<string, TerminalOrigin & { readonly at: Span }>();
  collectItems(items, rules, origins, report, notice);

  const names = (): string[] => [...rules.keys(), ...origins.keys()];
  const undefinedName = (node: NameNode): void => {
    const importable = COMMON_TERMINALS.has(node.name) ? `add \`%import common.${node.name}\`` : undefined;
    const hint = importable ?? (() => didYouMean(node.name, names()));
    report(node, "undefined-name", `nothing is named \`${node.name}\``, hint);
  };
  const unbounded = resolveTerminals(origins, report, (node) => {
    if (!rules.has(node.name)) return undefinedName(node);
    report(
      node,
      "rule-only",
      `\`${node.name}\` is a rule, and a terminal cannot contain rules`,
      "make it a terminal (upper case)",
    );
  });
  const resolved = withinFuel(unbounded, fuel);
  const terminals = new Map<string, Terminal>();
  /** The first spelling of each literal, by its meaning. */
  const spellings = new Map<string, string>();
  const parts: Part[] = [];
  const mentioned = new Set<string>();

  const useTerminal = (name: string): Expression => {
    if (!terminals.has(name)) {
      const regex = resolved.named(name);
      const origin = origins.get(name);
      const definition = origin?.kind === "defined" ? origin.definition : undefined;
      const lazy = definition !== undefined && isLazy(definition);
      const priority = definition?.priority ?? 0;
      if (regex !== undefined) terminals.set(name, pattern(name, regex, priority, lazy));
    }
    return terminal(name);
  };
  const anonymous = (node: LarkNode): Expression => {
    const meaning = meaningOf(node, text);
    const known = spellings.get(meaning);
    if (known !== undefined) return terminal(known);
    const name = text.slice(node.from, node.to);
    const regex = resolved.written(node);
    spellings.set(meaning, name);
    if (regex !== undefined) terminals.set(name, pattern(name, regex, 0, false));
    return terminal(name);
  };
  const nest = (node: LarkNode, kind: string, source: SyntaxSource): Expression => {
    if (source.munch !== "maximal")
      report(node, "unsupported", `%${kind} produced a scannerless language, which Lark is not`);
    const at = `${kind}-${parts.length + 1}%`;
    parts.push({ at, source });
    return nonterminal(at);
  };

  const expression = (node: LarkNode): Expression => {
    switch (node.kind) {
      case "name": {
        const isTerminal = node.upper || (rules.has(node.name) && isLazy(rules.get(node.name)!));
        if (!(isTerminal ? origins : rules).has(node.name)) undefinedName(node);
        mentioned.add(node.name);
        return isTerminal ? useTerminal(node.name) : nonterminal(node.name);
      }
      case "string":
        return node.text === "" ? EMPTY : anonymous(node);
      case "regex":
      case "range":
        return anonymous(node);
      case "control": {
        if (node.name.startsWith("<[")) {
          const message = `\`${node.name}\` names tokens by number, but a language has no vocabulary`;
          report(node, "unsupported", message, "name the token: `<|name|>`");
        }
        terminals.set(node.name, { kind: "control", name: node.name, control: node.name });
        return terminal(node.name);
      }
      case "json": {
        const source = nestedSchema(node, text, options, report);
        return source === undefined ? NOTHING : nest(node, "json", source);
      }
      case "lark": {
        const { start: _, ...inherited } = options;
        return nest(node, "lark", compile(text, node.items, inherited, report, notice, fuel));
      }
      case "sequence":
        return sequenceOf(node.items.map(expression));
      case "choice":
        return choiceOf(node.options.map(expression));
      case "repeat":
        return repeat(expression(node.item), node.min, node.max);
      case "and":
      case "not": {
        const sign = node.kind === "and" ? "&" : "~";
        report(node, "terminal-only", `\`${sign}\` works on terminals only`, "give the expression an upper-case name");
        return NOTHING;
      }
    }
  };

  const compiled: Rule[] = [];
  for (const rule of rules.values()) if (!isLazy(rule)) compiled.push({ name: rule.name, body: expression(rule.body) });
  const startRule = rules.get(start);
  if (startRule === undefined) {
    const span = items[0] ?? { from: 0, to: 0 };
    const hint = didYouMean(start, rules.keys()) ?? "`start` is the default; the option `start` names another";
    report(span, "undefined-name", `there is no rule \`${start}\` to start from`, hint);
  } else if (isLazy(startRule)) {
    mentioned.add(start);
    compiled.push({ name: start, body: useTerminal(start) });
  }

  const skip = new Set<string>();
  for (const item of items) {
    if (item.kind !== "ignore") continue;
    const { body } = item;
    if (body.kind === "sequence" && body.items.length === 0) {
      report(item, "syntax", "%ignore needs something to ignore");
      continue;
    }
    const name = body.kind === "name" && origins.has(body.name) ? useTerminal(body.name) : anonymous(body);
    if (body.kind === "name") mentioned.add(body.name);
    const ignored = (name as { readonly name: string }).name;
    if (skip.has(ignored)) notice(item, "ignored", `\`${ignored}\` is already ignored`);
    skip.add(ignored);
  }

  // Unused definitions are checked too: an error in one is an error.
  for (const name of origins.keys()) resolved.named(name);
  const isUsed = (name: string): boolean => mentioned.has(name) || resolved.referred.has(name) || name === start;
  noticeUnused(rules, origins, isUsed, notice);
  const source: SyntaxSource = {
    grammar: { start, rules: compiled },
    terminals: [...terminals.values()],
    skip: [...skip],
    munch: "maximal",
  };
  const { maxIgnored } = options;
  if (maxIgnored === undefined) return embed(source, parts);
  return embed(boundSkip(source, maxIgnored, new Set(parts.map(({ at }) => at))), parts);
}

/** Reads the schema of `%json` with the reader from the options; `undefined` after a report. */
function nestedSchema(
  node: LarkNode & { readonly kind: "json" },
  text: string,
  { extensions }: LarkOptions,
  report: Report,
): SyntaxSource | undefined {
  if (extensions?.json === undefined) {
    const hint = "pass one as `extensions: { json }`, or nestedSchemas() of espalier as `extensions`";
    report(node, "unsupported", "%json needs a reader of JSON Schema", hint);
    return undefined;
  }
  const { line, column, offset } = issueAt(text, node, "bad-schema", "");
  return extensions.json(node.schema, { line, column, offset }, (message, hint) =>
    report(node, "bad-schema", message, hint),
  );
}

/** Adds a notice for each definition that the grammar does not use. */
function noticeUnused(
  rules: ReadonlyMap<string, LarkDefinition>,
  origins: ReadonlyMap<string, { readonly at: Span }>,
  isUsed: (name: string) => boolean,
  notice: Report,
): void {
  for (const [name, { at }] of origins) if (!isUsed(name)) notice(at, "unused", `\`${name}\` is not used`);
  for (const rule of rules.values()) {
    if (!isLazy(rule) && !isUsed(rule.name)) notice(rule, "unused", `\`${rule.name}\` is not used`);
  }
}

/**
 * Sorts the items into rules and terminals. A rule with the attribute `lazy` is in both lists: it has the name of a
 * rule, but is read as a terminal.
 */
function collectItems(
  items: readonly LarkItem[],
  rules: Map<string, LarkDefinition>,
  origins: Map<string, TerminalOrigin & { readonly at: Span }>,
  report: Report,
  notice: Report,
): void {
  for (const item of items) {
    switch (item.kind) {
      case "ignore":
        break;
      case "options":
        checkOptions(item.options, item, report, notice);
        break;
      case "import":
        if (origins.has(item.as)) report(item, "duplicate-name", `\`${item.as}\` is defined twice`);
        else if (!COMMON_TERMINALS.has(item.name)) {
          const hint = didYouMean(item.name, COMMON_TERMINALS.keys());
          report(item, "undefined-name", `there is no \`${item.name}\` in \`common\``, hint);
        }
        if (COMMON_TERMINALS.has(item.name)) origins.set(item.as, { kind: "imported", name: item.name, at: item });
        break;
      case "rule":
      case "terminal": {
        checkAttributes(item, report, notice);
        if (rules.has(item.name) || origins.has(item.name)) {
          report(item, "duplicate-name", `\`${item.name}\` is defined twice`, "join the definitions with `|`");
          break;
        }
        const isTerminal = item.kind === "terminal" || isLazy(item);
        if (item.kind === "rule") rules.set(item.name, item);
        if (isTerminal) origins.set(item.name, { kind: "defined", definition: item, at: item });
        else if (item.priority !== undefined)
          notice(item, "ignored", `priorities of rules have no effect (\`${item.name}\`)`);
      }
    }
  }
}

function isLazy(definition: LarkDefinition): boolean {
  return definition.attributes.some((attribute) => attribute.name === "lazy" || attribute.name === "suffix");
}

function checkAttributes(definition: LarkDefinition, report: Report, notice: Report): void {
  for (const attribute of definition.attributes) {
    const { name, value } = attribute;
    const isBlank = value?.kind === "string" && value.text === "";
    if (name === "lazy" && value !== undefined) report(attribute, "syntax", "`lazy` does not take a value");
    else if (name === "suffix" && (value === undefined || isBlank)) {
      report(attribute, "syntax", "`suffix` needs a terminal to end with", '`suffix="…"`');
    } else if (name === "stop") {
      const message = "`stop` hides the text it matched from the output, which a language cannot say";
      report(attribute, "unsupported", message, "use `suffix=…`, which keeps it");
    } else if (name === "max_tokens") {
      const message = "`max_tokens` counts tokens, and a language knows bytes only";
      report(attribute, "unsupported", message, "bound the text instead: `/.{0,200}/`, or the budget of the decoder");
    } else if (name === "capture" || name === "stop_capture" || name === "temperature") {
      notice(attribute, "ignored", `\`${name}\` does not change the language and has no effect here`);
    } else if (!ATTRIBUTES.includes(name)) {
      report(attribute, "unsupported", `the attribute \`${name}\` is unknown`, didYouMean(name, ATTRIBUTES));
    }
  }
}

/** Checks `%llguidance { … }`: options that do not change the language are accepted. */
function checkOptions(options: unknown, span: Span, report: Report, notice: Report): void {
  const entries = typeof options === "object" && options !== null ? Object.entries(options) : [];
  for (const [name, value] of entries) {
    const isHarmless = (name === "allow_initial_skip" && value === true) || value === false;
    if (name === "no_forcing")
      notice(span, "ignored", "`no_forcing` does not change the language and has no effect here");
    else if (!isHarmless) {
      report(span, "unsupported", `the option \`${name}\` of %llguidance is not supported: it may change the language`);
    }
  }
}

/**
 * A key for the meaning of a literal: equal literals are one terminal. The key of any other expression (after %ignore)
 * is its text.
 */
function meaningOf(node: LarkNode, text: string): string {
  if (node.kind === "string") return `"${node.flags} ${node.text}`;
  if (node.kind === "regex") return `/${node.flags} ${node.pattern}`;
  if (node.kind === "range") return `.. ${node.first} ${node.last}`;
  return `: ${text.slice(node.from, node.to)}`;
}

function pattern(name: string, regex: Regex, priority: number, lazy: boolean): Terminal {
  return {
    kind: "pattern",
    name,
    regex,
    ...(priority === 0 ? {} : { priority }),
    ...(lazy ? { lazy: true } : {}),
  };
}

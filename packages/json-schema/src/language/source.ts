// A schema as plain data, as a part of a grammar: the rules that `compileSchema` creates lazily, all created now and
// written out, breadth first.
//
// Each state becomes a nonterminal with right-linear rules, `state → terminal state | object state | …`. A state with
// only one predecessor is inlined into it. `compileRules` (earley) combines the rest into automata again and turns
// calls in tail position into jumps, so the loop of an array becomes a loop again.
//
// A grammar that is compiled in advance cannot remember which undeclared names an object has used, so they may repeat.
// Readers keep the last value. So an invalid value could only be accepted if undeclared properties count for a
// constraint, by their number or their values. Schemas with such constraints are rejected.

import { anything, signature } from "@espalier/arguments";
import type { SyntaxSource } from "@espalier/syntax";
import { SchemaError, type SchemaIssue } from "../document/issue.js";
import { noted } from "../document/noted.js";
import { schemaOptionsKind } from "../kinds.js";
import type { SchemaOptions } from "../rules/options.js";
import { listTerminals } from "../rules/terminal-list.js";
import { onceFor } from "../text/recall.js";
import { type PreparedSchema, prepareSchema } from "./prepare.js";
import { refuseMemory } from "./refuse-memory.js";
import { createRules, type SchemaRules } from "./rules.js";

/** A source for `createLanguage`, and for the option `extensions.json` of `readLark`. */
export interface SchemaSource extends SyntaxSource {
  /** What is not enforced, by design of JSON Schema or because it is unknown. */
  readonly notices: readonly SchemaIssue[];
}

type Expression = SyntaxSource["grammar"]["rules"][number]["body"];
type Rule = SyntaxSource["grammar"]["rules"][number];

/** The allowed number of edges for each allowed state, because edges take most of the memory. */
const EDGES_PER_STATE = 20;
/** The maximum nesting of states written inside one another, because expressions are read recursively. */
const MAX_DEPTH = 24;

const checkSchemaSource = signature("schemaSource", { schema: anything, options: schemaOptionsKind });

/**
 * Returns the language of `schema` as a separate grammar that others can contain. It describes the same values as
 * `compileSchema`, with these differences. Undeclared names may repeat, and there may be any number of them.
 * `uniqueItems` is rejected, and so are properties that are counted or required among undeclared names (`minProperties`
 * and others). Everything is created at once, so a schema with more than `limits.states` states (4,000 by default) is
 * rejected, as is a recursive schema with `pretty` whitespace.
 *
 * The enclosing grammar's rules for lexemes apply: a number takes all the digits that follow it.
 *
 * @throws SchemaError as `compileSchema`, and for the rejected cases above. The error lists every issue that was found.
 */
export function schemaSource(schema: unknown, options: SchemaOptions = {}): SchemaSource {
  checkSchemaSource(schema, options);
  const prepared = prepareSchema(schema, options);
  refuseMemory(prepared);
  const rules = createRules(prepared, "forgotten");
  const states = unroll(prepared, rules);
  const terminals = listTerminals(prepared.terminals, terminalsOf(states));
  const grammar = writeRules(rules, states, terminals.nameOf);
  return noted({ grammar, terminals: terminals.list, skip: [], munch: "maximal" }, prepared.notices);
}

/** The edges from a state to one other: over any of these terminals and nonterminals. */
interface Way {
  readonly terminals: number[];
  readonly calls: number[];
}

interface State {
  readonly final: boolean;
  /** By target state, in the order of the edges. */
  readonly ways: ReadonlyMap<number, Way>;
}

/**
 * Returns all states reachable from the start, in order of discovery. The start of a rule counts as reached where the
 * rule is called.
 */
function unroll({ terminals, limits }: PreparedSchema, rules: SchemaRules): ReadonlyMap<number, State> {
  const met = new Set([rules.startOf(rules.start)]);
  const states = new Map<number, State>();
  let edges = 0;
  for (const number of met) {
    const { final, terminals: lexemes, calls } = rules.edges(number);
    const ways = new Map<number, Way>();
    const wayTo = (target: number): Way => {
      let way = ways.get(target);
      if (way === undefined) ways.set(target, (way = { terminals: [], calls: [] }));
      met.add(target);
      return way;
    };
    for (let i = 0; i < lexemes.length; i += 2) {
      const terminal = lexemes[i]!;
      const target = lexemes[i + 1]!;
      wayTo(terminals.tells(terminal) ? rules.byText.followAny(target) : target).terminals.push(terminal);
    }
    for (let i = 0; i < calls.length; i += 2) {
      wayTo(calls[i + 1]!).calls.push(calls[i]!);
      met.add(rules.startOf(calls[i]!));
    }
    states.set(number, { final, ways });
    edges += (lexemes.length + calls.length) / 2;
    if (met.size > limits.states || edges > limits.states * EDGES_PER_STATE) throw tooManyStates(limits.states);
  }
  return states;
}

function* terminalsOf(states: ReadonlyMap<number, State>): Iterable<number> {
  for (const { ways } of states.values()) for (const way of ways.values()) yield* way.terminals;
}

function writeRules(
  schemaRules: SchemaRules,
  states: ReadonlyMap<number, State>,
  terminalName: (terminal: number) => string,
): SyntaxSource["grammar"] {
  const starts = new Map<number, number>();
  const ways = new Map<number, number>();
  const start = schemaRules.startOf(schemaRules.start);
  starts.set(start, schemaRules.start);
  for (const state of states.values()) {
    for (const [target, { calls }] of state.ways) {
      ways.set(target, (ways.get(target) ?? 0) + 1);
      for (const call of calls) starts.set(schemaRules.startOf(call), call);
    }
  }

  const ruleName = (rule: number): string => `${schemaRules.name(rule)}-${rule}`;
  /** States that are separate rules; the list grows while they are written. */
  const own = new Map<number, string>();
  const ownName = onceFor((state: number) => {
    const begun = starts.get(state);
    return begun === undefined ? `${ruleName(schemaRules.ruleOf(state))}-${state}` : ruleName(begun);
  }, own);

  function body(state: number, depth: number): Expression {
    const { final, ways } = states.get(state)!;
    const options: Expression[] = final ? [{ kind: "sequence", items: [] }] : [];
    for (const [target, way] of ways) {
      const symbols: Expression[] = [
        ...way.terminals.map((terminal): Expression => ({ kind: "terminal", name: terminalName(terminal) })),
        ...way.calls.map((call): Expression => ({ kind: "nonterminal", name: ownName(schemaRules.startOf(call)) })),
      ];
      options.push({ kind: "sequence", items: [anyOf(symbols), ...rest(target, depth + 1)] });
    }
    return anyOf(options);
  }

  function rest(state: number, depth: number): readonly Expression[] {
    const { final, ways: led } = states.get(state)!;
    if (final && led.size === 0) return [];
    if (ways.get(state) === 1 && !starts.has(state) && depth < MAX_DEPTH) return [body(state, depth)];
    return [{ kind: "nonterminal", name: ownName(state) }];
  }

  const name = ownName(start);
  const rules: Rule[] = [];
  for (const [state, name] of own) rules.push({ name, body: body(state, 0) });
  return { start: name, rules };
}

function anyOf(options: readonly Expression[]): Expression {
  return options.length === 1 ? options[0]! : { kind: "choice", options };
}

function tooManyStates(limit: number): SchemaError {
  const message = `written out as a grammar it has more than ${limit} states, or ${EDGES_PER_STATE} times as many ways between them`;
  const hint = "Use it alone (compileSchema), which makes only what is met, or lower minItems, maxItems and the like";
  return new SchemaError("schema-limit", [{ code: "too-many-states", pointer: "#", message, hint }]);
}

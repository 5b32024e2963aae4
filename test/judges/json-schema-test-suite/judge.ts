// What we make of a group of the suite: its schema is compiled, and each instance's text is stepped through the language, written with
// and without spaces. A valid instance that is rejected is tried again with its keys in declared order, the order in which we write
// objects, and then in every other; where none is accepted, the rejection is wrong.

import { compileSchema, SchemaError } from "@espalier/json-schema";
import type { Language } from "@espalier/syntax";
import { inDeclaredOrder } from "../../../bench/maskbench/declared-order.js";
import { COMPACT, type JsonText, plainValue, SPACED, writeJsonText } from "../../../bench/maskbench/json-text.js";
import type { Case, Draft, Group } from "./suite.js";

/** A refusal's reason, as far as the ledger tells refusals apart. */
export interface Reason {
  readonly code: string;
  readonly keyword: string;
}

/** What became of a group. Cases that are in no list are right. */
export interface Outcome {
  readonly refused?: Reason;
  /** Accepted with their keys in another order only: their descriptions. */
  readonly reordered: readonly string[];
  /** Descriptions, and what is wrong. */
  readonly wrong: readonly string[];
}

export interface Setting {
  readonly draft: Draft;
  readonly formats: "assert" | "annotate";
  readonly resolve: (uri: string) => unknown;
}

export function judge(group: Group, { draft, formats, resolve }: Setting): Outcome {
  const schema = plainValue(group.schema);
  const declared = typeof schema === "object" && schema !== null && "$schema" in schema;
  let language: Language;
  try {
    ({ language } = compileSchema(schema, { formats, resolve, ...(declared ? {} : { draft }) }));
  } catch (error) {
    if (!(error instanceof SchemaError)) {
      return { reordered: [], wrong: [`the schema: ${error instanceof Error ? error.stack : error}`] };
    }
    const [issue] = error.issues;
    const refused = { code: error.code, keyword: issue?.keyword ?? "" };
    // To say that nothing satisfies a schema is a claim about every case.
    const wrong = group.cases.filter(({ valid }) => valid && error.code === "unsatisfiable-schema");
    return {
      refused,
      reordered: [],
      wrong: wrong.map(({ description }) => `${description}: is valid; ${error.message}`),
    };
  }
  const reordered: string[] = [];
  const wrong: string[] = [];
  for (const each of group.cases) {
    const verdict = judgeCase(group.schema, each, language);
    if (verdict === "reordered") reordered.push(each.description);
    else if (verdict === "reordered otherwise") reordered.push(`${each.description} (not as declared)`);
    else if (verdict !== "right") wrong.push(`${each.description}: ${verdict}`);
  }
  return { reordered, wrong };
}

/** `right`, `reordered` as declared, `reordered otherwise`, or what is wrong. */
function judgeCase(schema: JsonText, { data, valid }: Case, language: Language): string {
  const accepted = isAccepted(data, language);
  if (typeof accepted === "string") return accepted;
  if (accepted === valid) return "right";
  if (accepted) return `accepted, though invalid: ${writeJsonText(data)}`;
  if (inDeclaredOrder(schema, data).some((order) => isAccepted(order, language) === true)) return "reordered";
  for (const order of orders(data)) if (isAccepted(order, language) === true) return "reordered otherwise";
  return `rejected, though valid: ${writeJsonText(data)}`;
}

/** Orders of an instance that are tried at most. */
const MOST_ORDERS = 1000;

/** The orders of the keys of `data`, of those inside it too, as far as they are few. */
function* orders(data: JsonText): Generator<JsonText> {
  let left = MOST_ORDERS;
  for (const order of allOrders(data)) {
    yield order;
    if (--left === 0) return;
  }
}

function* allOrders(data: JsonText): Generator<JsonText> {
  if (data.kind === "array") {
    for (const items of choices(data.items)) yield { kind: "array", items };
  } else if (data.kind === "object") {
    const keys = [...data.entries.keys()];
    for (const values of choices([...data.entries.values()])) {
      for (const permutation of permutations(keys.map((key, i) => [key, values[i]!] as const))) {
        yield { kind: "object", entries: new Map(permutation) };
      }
    }
  } else yield data;
}

/** One order of each value, in all ways. */
function* choices([first, ...rest]: readonly JsonText[]): Generator<readonly JsonText[]> {
  if (first === undefined) yield [];
  else for (const order of allOrders(first)) for (const others of choices(rest)) yield [order, ...others];
}

function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length === 0) yield [];
  for (const [i, item] of items.entries()) {
    for (const others of permutations(items.filter((_, j) => j !== i))) yield [item, ...others];
  }
}

function isAccepted(data: JsonText, language: Language): boolean | string {
  const [compact, spaced] = [COMPACT, SPACED].map((spacing) => accepts(language, writeJsonText(data, spacing)));
  if (compact === spaced || typeof compact === "string") return compact!;
  return typeof spaced === "string"
    ? spaced
    : `accepted only ${compact ? "without" : "with"} spaces: ${writeJsonText(data)}`;
}

/** Whether the text is in the language, or what was thrown. */
function accepts(language: Language, text: string): boolean | string {
  try {
    let state = language.start;
    for (const byte of Buffer.from(text)) {
      const next = language.step(state, byte);
      if (next === undefined) return false;
      state = next;
    }
    return language.accepts(state);
  } catch (error) {
    return `throws ${error instanceof Error ? error.stack : error}`;
  }
}

// The grammar of a plain schema: one nonterminal for each subschema, and one for each place in an object or an array.
//
//     value   →  null | number | object …               the scalars of its types, and its object and array
//     open i  →  name i ":" value , more i+1  |  open i+1     before the first member; the second only past optional ones
//     more i  →  "," name i ":" value , more i+1  |  more i+1
//
// Subschemas are never intersected: a subschema either stands for another one (`$ref`, `anyOf`) or describes types.
// Everything else is refused, so the rules describe exactly the texts of `compileSchema`.

import type { SyntaxSource } from "@espalier/syntax";
import { SchemaError } from "../document/issue.js";
import type { Keywords, Subschema } from "../document/subschema.js";
import { listTerminals, type TerminalList } from "../rules/terminal-list.js";
import type { Terminals } from "../rules/terminals.js";
import { isWritable } from "../strings/string-set.js";
import { areDisjoint } from "./disjoint.js";
import { FULL_COMPILER, type Refusals } from "./refusals.js";
import type { ScalarSets } from "./scalar-sets.js";
import { type Alternatives, refuseUnions } from "./unions.js";

type Rule = SyntaxSource["grammar"]["rules"][number];
type Expression = Rule["body"];

/** A place in the grammar: terminals by number, and nonterminals by name. */
type Item = number | string;
interface Draft {
  readonly name: string;
  readonly options: readonly (readonly Item[])[];
}

export interface PlainRules {
  readonly grammar: SyntaxSource["grammar"];
  readonly terminals: TerminalList["list"];
}

/** Keywords that no plain schema takes, by the type that they restrict. */
const FOR_ANY = ["not", "if"] as const;
const FOR_OBJECTS = [
  ...["patternProperties", "propertyNames", "minProperties", "maxProperties"],
  ...["dependentRequired", "dependentSchemas"],
] as readonly (keyof Keywords)[];
const FOR_ARRAYS = ["uniqueItems", "contains"] as const;
/** The keywords that apply subschemas to the same value. */
const IN_PLACE = ["references", "allOf", "anyOf", "oneOf"] as const;
/** What a constant may stand beside: `type` selects among constants. */
const BESIDE_CONSTANTS: ReadonlySet<string> = new Set(["types", "integerByNotation"]);

export function createPlainRules(
  root: Subschema,
  terminals: Terminals,
  scalars: ScalarSets,
  refusals: Refusals,
  limit: number,
): PlainRules {
  const drafts: Draft[] = [];
  const met = new Set([root]);
  const alternatives = new Map<Subschema, Alternatives>();
  const nameOf = ({ id }: Subschema): string => `value-${id}`;

  function rule(name: string, options: Draft["options"]): string {
    if (drafts.push({ name, options }) > limit) throw tooManyRules(limit);
    return name;
  }
  function value(schema: Subschema): string {
    met.add(schema);
    return nameOf(schema);
  }

  function optionsOf(schema: Subschema): Draft["options"] {
    const { keywords } = schema;
    if (keywords === false) return [];
    if (keywords === true)
      return refuse(schema, "type", "needs a `type` here: values of every type hold undeclared names");
    const present = Object.entries(keywords).filter(([name, of]) => of !== undefined && name !== "integerByNotation");
    for (const name of FOR_ANY) if (keywords[name] !== undefined) refuse(schema, name, `has no \`${name}\``);
    const inPlace = IN_PLACE.find((name) => keywords[name] !== undefined);
    if (inPlace !== undefined) {
      if (present.length > 1)
        return refuse(schema, spelling(inPlace), "takes this keyword only without others beside it");
      alternatives.set(schema, { scalars: undefined, inPlace: keywords[inPlace]! });
      return applied(schema, inPlace, keywords[inPlace]!);
    }
    const constant = keywords.const === undefined ? "enum" : "const";
    if (keywords[constant] !== undefined) {
      const other = present.find(([name]) => name !== constant && !BESIDE_CONSTANTS.has(name));
      if (other !== undefined) refuse(schema, constant, `takes constants only without other keywords but \`type\``);
    } else if (keywords.types === undefined) {
      refuse(schema, "type", "needs a `type` here: values of other types hold undeclared names");
    }
    const own = scalars.of(schema, keywords);
    alternatives.set(schema, { scalars: own, inPlace: [] });
    const options: Item[] = [...terminals.scalars(own)];
    if (keywords[constant] === undefined && keywords.types?.has("object") === true)
      options.push(object(schema, keywords));
    if (keywords[constant] === undefined && keywords.types?.has("array") === true)
      options.push(array(schema, keywords));
    return options.map((option) => [option]);
  }

  function applied(schema: Subschema, keyword: (typeof IN_PLACE)[number], to: readonly Subschema[]): Draft["options"] {
    if (to.length > 1 && (keyword === "references" || keyword === "allOf"))
      return refuse(schema, spelling(keyword), "combines no schemas");
    if (keyword === "oneOf" && !areDisjoint(to))
      return refuse(
        schema,
        keyword,
        "takes `oneOf` only if types, constants, or constants of a required property tell its options apart",
      );
    return to.map((one) => [value(one)]);
  }

  function object(schema: Subschema, keywords: Keywords): string {
    for (const name of FOR_OBJECTS) if (keywords[name] !== undefined) refuse(schema, name, `has no \`${name}\``);
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    if (rest?.keywords !== false)
      refuse(
        schema,
        "additionalProperties",
        "needs `additionalProperties: false`: it does not remember undeclared names",
      );
    const properties = [...(keywords.properties ?? [])];
    if (!properties.every(([name]) => isWritable(name)))
      refuse(schema, "properties", "has no names with lone surrogates");
    const required = new Set(keywords.required);
    for (const name of required)
      if (keywords.properties?.has(name) !== true)
        refuse(schema, "required", "declares what it requires in `properties`");
    const name = `object-${schema.id}`;
    const [open, more] = [`${name}-open`, `${name}-more`];
    rule(name, [[terminals.open("{"), `${open}-0`]]);
    for (const [i, [property, its]] of properties.entries()) {
      const member = rule(`${name}-member-${i}`, [[terminals.key(property), terminals.colon(), value(its)]]);
      const skips = required.has(property) ? [] : [i + 1];
      const next = `${more}-${i + 1}`;
      rule(`${open}-${i}`, [[member, next], ...skips.map((at) => [`${open}-${at}`])]);
      if (i > 0) rule(`${more}-${i}`, [[terminals.comma(0), member, next], ...skips.map((at) => [`${more}-${at}`])]);
    }
    rule(`${open}-${properties.length}`, [[terminals.closeEmpty("}")]]);
    if (properties.length > 0) rule(`${more}-${properties.length}`, [[terminals.close("}", 0)]]);
    return name;
  }

  function array(schema: Subschema, keywords: Keywords): string {
    for (const name of FOR_ARRAYS) if (keywords[name] !== undefined) refuse(schema, name, `has no \`${name}\``);
    const { prefixItems: prefix = [], minItems: min = 0 } = keywords;
    const items = keywords.items ?? keywords.unevaluatedItems;
    const max = Math.min(
      keywords.maxItems ?? Number.POSITIVE_INFINITY,
      items?.keywords === false ? prefix.length : Number.POSITIVE_INFINITY,
    );
    const isOpen = items === undefined || items.keywords === true;
    if (isOpen && max > prefix.length)
      refuse(schema, "items", "needs `items`: values of every type hold undeclared names");
    const name = `array-${schema.id}`;
    const item = (at: number): string => value(prefix[at] ?? items!);
    rule(name, [[terminals.open("["), `${name}-open`]]);
    const first = max > 0 && !(isOpen && prefix.length === 0) ? [[item(0), `${name}-more-1`]] : [];
    rule(`${name}-open`, [...(min === 0 ? [[terminals.closeEmpty("]")]] : []), ...first]);
    if (first.length === 0) return name;
    // From here on, all places are alike if there is no maximum.
    const last = max === Number.POSITIVE_INFINITY ? Math.max(min, prefix.length, 1) : max;
    for (let count = 1; count <= last; count++) {
      const next = count < last ? count + 1 : max === Number.POSITIVE_INFINITY ? count : undefined;
      const another =
        next === undefined || (isOpen && count >= prefix.length)
          ? []
          : [[terminals.comma(0), item(count), `${name}-more-${next}`]];
      rule(`${name}-more-${count}`, [...(count >= min ? [[terminals.close("]", 0)]] : []), ...another]);
    }
    return name;
  }

  function refuse(schema: Subschema, keyword: string, message: string): Draft["options"] {
    refusals.add(schema, keyword, message, FULL_COMPILER);
    return [];
  }

  for (const schema of met) rule(nameOf(schema), optionsOf(schema));
  refuseUnions(alternatives, refusals);
  if (refusals.issues.length > 0) throw new SchemaError("unsupported-schema", refusals.issues);
  return written(nameOf(root), drafts, terminals);
}

function written(start: string, drafts: readonly Draft[], terminals: Terminals): PlainRules {
  const used = drafts.flatMap(({ options }) => options.flat()).filter((item) => typeof item === "number");
  const { list, nameOf } = listTerminals(terminals, used);
  const symbol = (item: Item): Expression =>
    typeof item === "number" ? { kind: "terminal", name: nameOf(item) } : { kind: "nonterminal", name: item };
  const rules = drafts.map(({ name, options }): Rule => {
    const written = options.map((items): Expression => ({ kind: "sequence", items: items.map(symbol) }));
    return { name, body: { kind: "choice", options: written } };
  });
  return { grammar: { start, rules }, terminals: list };
}

/** The name of a keyword as a schema writes it. */
function spelling(keyword: (typeof IN_PLACE)[number]): string {
  return keyword === "references" ? "$ref" : keyword;
}

function tooManyRules(limit: number): SchemaError {
  const message = `written out as a grammar it has more than ${limit} rules`;
  const hint = "Use compileSchema, lower minItems and maxItems, or raise limits.rules";
  return new SchemaError("schema-limit", [{ code: "too-many-rules", pointer: "#", message, hint }]);
}

// From a schema to a language: read, resolved, taken apart into nodes all of which are looked at once (so that what cannot be
// enforced is refused now), and handed to `syntax` as rules that are made while a text is written.

import { defaultEngine, type Engine, LimitError, type Regex, RegexSyntaxError } from "@espalier/automata";
import { createLazyLanguage, type Language } from "@espalier/syntax";
import { loadDocument } from "./document/document.js";
import type { Draft, Subschema } from "./document/subschema.js";
import { explore } from "./explore.js";
import { SchemaError, type SchemaIssue } from "./issue.js";
import { createNodes } from "./nodes/node.js";
import type { StringKeywords } from "./nodes/scalars.js";
import { ANY_STRING, type StringSet, stringsMatching } from "./nodes/string-set.js";
import { createCosts } from "./rules/costs.js";
import { createRules } from "./rules/rules.js";
import { createTerminals } from "./rules/terminals.js";
import { layoutOf, type Whitespace } from "./rules/whitespace.js";
import { formatText, unenforceableFormats } from "./text/formats.js";
import { patternText } from "./text/patterns.js";
import type { Escapes } from "./text/quoting.js";

export interface SchemaOptions {
  /** Default: as `$schema` says, else 2020-12. */
  readonly draft?: Draft;
  /** Whether `format` constrains (default) or only annotates. */
  readonly formats?: "assert" | "annotate";
  /** Whether unknown keywords and formats are reported (default) or refused. */
  readonly notices?: "report" | "refuse";
  /** Default: flexible. */
  readonly whitespace?: Whitespace;
  /** Escapes allowed in strings whose characters matter. Default: those that JSON needs. */
  readonly escapes?: Escapes;
  /** Finds a schema in another document. Default: there are none. */
  readonly resolve?: (uri: string) => unknown;
  /** Default: one per process. */
  readonly engine?: Engine;
  readonly limits?: Partial<SchemaLimits>;
}

export interface SchemaLimits {
  /** Cases that the combinators of one value may come to (1,000). */
  readonly cases: number;
  /** Conjunctions of subschemas met in one schema (200,000). */
  readonly nodes: number;
}

export interface CompiledSchema {
  readonly language: Language;
  /** What is not enforced, by design of JSON Schema or because nobody knows it. */
  readonly notices: readonly SchemaIssue[];
}

const LIMITS: SchemaLimits = { cases: 1_000, nodes: 200_000 };

/**
 * Compiles `schema`: a JSON Schema object or boolean.
 *
 * @throws SchemaError when it is malformed, cannot be enforced, is satisfied by nothing, or is too large; with every issue found.
 */
export function compileSchema(schema: unknown, options: SchemaOptions = {}): CompiledSchema {
  const engine = options.engine ?? defaultEngine();
  const limits: SchemaLimits = { ...LIMITS, ...options.limits };
  const { draft, formats, resolve } = options;
  const document = loadDocument(schema, {
    ...(draft === undefined ? {} : { draft }),
    ...(resolve === undefined ? {} : { resolve }),
    formats: formats ?? "assert",
  });
  const unknown: SchemaIssue[] = [];
  const nodes = createNodes(engine, stringKeywords(unknown), limits, () => tooManyNodes(limits.nodes));
  const root = nodes.ofSchema(document.root);
  const reachable = explore(nodes, root);
  let listed: readonly SchemaIssue[] | undefined;
  const notices = (): readonly SchemaIssue[] => (listed ??= [...document.notices(), ...unknown]);
  if (options.notices === "refuse" && notices().length > 0) throw new SchemaError("unsupported-schema", notices());
  if (!nodes.inhabited(root)) throw unsatisfiable();
  const layout = layoutOf(options.whitespace ?? { kind: "flexible" });
  const escapes = options.escapes ?? "needed";
  const terminals = createTerminals(layout, escapes);
  const costs = createCosts(engine, nodes, () => reachable, terminals);
  const rules = createRules(engine, escapes, nodes, root, layout, terminals, costs);
  const language = createLazyLanguage(
    {
      rules,
      terminal: terminals.regex,
      allowed: rules.allowed,
      followAny: rules.followAny,
      unsure: rules.unsure,
      terminalName: terminals.name,
      nonterminalName: rules.name,
      classOf: EVERY_BYTE,
      classCount: 256,
    },
    { engine },
  );
  return {
    language,
    get notices() {
      return notices();
    },
  };
}

const EVERY_BYTE: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Patterns and formats, each read once. */
function stringKeywords(unknown: SchemaIssue[]): StringKeywords {
  const patterns = new Map<string, StringSet>();
  const formats = new Map<string, StringSet>();

  function pattern(source: string, schema: Subschema): StringSet {
    let set = patterns.get(source);
    if (set === undefined) {
      set = stringsMatching(readPattern(source, schema));
      patterns.set(source, set);
    }
    return set;
  }

  function format(name: string, schema: Subschema): StringSet {
    let set = formats.get(name);
    if (set === undefined) {
      set = readFormat(name, schema);
      formats.set(name, set);
    }
    return set;
  }

  function readFormat(name: string, schema: Subschema): StringSet {
    const reason = unenforceableFormats.get(name);
    if (reason !== undefined) {
      throw refused(
        "unsupported-format",
        schema,
        "format",
        `format "${name}" cannot be enforced: ${reason}`,
        'Use a pattern, or the option formats: "annotate"',
      );
    }
    const text = formatText(name);
    if (text !== undefined) return stringsMatching(text);
    const message = `format "${name}" is not known and not enforced`;
    unknown.push({
      code: "unknown-format",
      pointer: `${schema.pointer}/format`,
      keyword: "format",
      message,
      hint: "Use a pattern",
    });
    return ANY_STRING;
  }

  return { pattern, format };
}

function readPattern(source: string, schema: Subschema): Regex {
  try {
    return patternText(source);
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      throw refused("unsupported-pattern", schema, "pattern", error.message, "Write it without what is named here");
    }
    if (error instanceof LimitError)
      throw refused("pattern-limit", schema, "pattern", error.message, "Use a smaller pattern");
    throw error;
  }
}

function refused(code: string, schema: Subschema, keyword: string, message: string, hint: string): SchemaError {
  return new SchemaError("unsupported-schema", [
    { code, pointer: `${schema.pointer}/${keyword}`, keyword, message, hint },
  ]);
}

function unsatisfiable(): SchemaError {
  const message = "no value satisfies this schema";
  const hint =
    "Look for contradictions: types that exclude each other, bounds that cross, required properties that are forbidden";
  return new SchemaError("unsatisfiable-schema", [{ code: "unsatisfiable", pointer: "#", message, hint }]);
}

function tooManyNodes(limit: number): SchemaError {
  const message = `its subschemas combine to more than ${limit} conjunctions`;
  return new SchemaError("schema-limit", [
    { code: "too-many-nodes", pointer: "#", message, hint: "Use fewer combinators at once" },
  ]);
}

// The languages of a soak: for each kind, one from a seed. The same number is the same language, so a failure can be repeated.

import { createLexedLanguage, fillMiddle, gapProducts, type LexedLanguage } from "@espalier/gaps";
import {
  deny,
  type Monitor,
  type MonitorParts,
  monitorOf,
  optional,
  product,
  sequence,
  star,
  union,
  until,
} from "@espalier/monitor";
import { writeGbnf, writeLark } from "@espalier/notation";
import { SyntaxLimitError, type SyntaxSource } from "@espalier/syntax";
import type { SchemaLanguage, ToolCallLanguage } from "@espalier/values";
import { gbnf, jsonSchema, lark, python, regex, toolCalls } from "espalier";
import fc from "fast-check";
import { sources } from "../campaign/sources.js";
import { type Draw, drawFor } from "./draw.js";
import { layoutSource } from "./layout.js";
import { randomSchema } from "./schemas.js";
import { gbnfText, larkText, regexText } from "./texts.js";

/** A language, and what may be done with it beside reading texts. */
export interface Subject {
  readonly number: number;
  readonly kind: string;
  /** What was compiled, for people: at most {@link SHOWN} characters. */
  readonly source: string;
  readonly language: Monitor<unknown>;
  /** Its values can be streamed. */
  readonly schema?: SchemaLanguage;
  /** Texts may run into a dead end, since it is an intersection. */
  readonly mayDie: boolean;
}

/** Schemas from elsewhere, as JSON, by name. */
export interface Schemas {
  readonly names: readonly string[];
  read(name: string): string;
}

/** What the languages of one process share. */
export interface Surroundings {
  readonly seed: number;
  readonly schemas: Schemas | undefined;
  /** Files to cut gaps in. */
  readonly python: readonly string[];
}

type Made = Pick<Subject, "source" | "language"> & Partial<Pick<Subject, "schema" | "mayDie">>;
type Kind = (draw: Draw, around: Surroundings) => Made;

const SHOWN = 4000;

const ofSchema = (draw: Draw, schema: unknown, source: string): Made => {
  const order = draw.percent(20) ? "any" : "declared";
  const whitespace = { kind: draw.pick(["flexible", "compact", "pretty"] as const) };
  const objects = draw.percent(30) ? "closed" : "as-declared";
  const language = jsonSchema(schema as Parameters<typeof jsonSchema>[0], { order, whitespace, objects });
  return {
    source: `${order}, ${whitespace.kind}, ${objects}: ${source}`,
    language: language as Monitor<unknown>,
    schema: language,
  };
};

const randomly = (draw: Draw): Made => {
  const schema = randomSchema(draw);
  return ofSchema(draw, schema, JSON.stringify(schema));
};

/** A random grammar over three terminals, as the campaigns draw them, but for those with a control token, which Llama 3 does not have. */
const grammarOf = (draw: Draw, munch: "maximal" | "none"): SyntaxSource => {
  const plain = sources(munch).filter(({ grammar }) => grammar.start !== "called");
  return fc.sample(plain, { seed: draw.below(2 ** 31), numRuns: 1 })[0]!;
};

const oneOf = (draw: Draw): Made =>
  draw.pick<Kind>([KINDS.schema!, KINDS.lark!, KINDS.gbnf!, KINDS.regex!])(draw, {
    seed: 0,
    schemas: undefined,
    python: [],
  });

interface Depth {
  readonly depth: number;
}

/** At most five brackets open at once; states are objects made anew. */
const brackets: MonitorParts<Depth> = {
  start: { depth: 0 },
  step({ depth }, byte) {
    if (byte === 0x5b || byte === 0x7b) return depth < 5 ? { depth: depth + 1 } : undefined;
    if (byte === 0x5d || byte === 0x7d) return { depth: Math.max(0, depth - 1) };
    return { depth };
  },
  accepts: () => true,
};

/** At most so many digits. */
const fewDigits = (most: number): MonitorParts<number> => ({
  start: 0,
  step: (count, byte) => (byte < 0x30 || byte > 0x39 ? count : count < most ? count + 1 : undefined),
  accepts: () => true,
});

const VERSIONS = ["3.9", "3.11", "3.13"] as const;

/** Python's languages are kept, as an editor keeps them for all its gaps. */
const pythons = new Map<string, LexedLanguage>();
function pythonOf(version: (typeof VERSIONS)[number]): LexedLanguage {
  const known = pythons.get(version) ?? python({ version });
  pythons.set(version, known);
  return known;
}

/** Drops what languages share beyond one text: Python's languages. */
export function dropShared(): void {
  pythons.clear();
}

/** By name. A kind may refuse a draw with a typed error of compiling. */
export const KINDS: Readonly<Record<string, Kind>> = {
  schema: randomly,
  "any value": (draw) => {
    const schema = draw.pick([
      {},
      { type: "object" },
      { type: "array" },
      { type: "object", additionalProperties: { type: "integer" } },
    ]);
    return ofSchema(draw, schema, JSON.stringify(schema));
  },
  lark(draw) {
    const source = draw.percent(40) ? larkText(draw) : writeLark(grammarOf(draw, "maximal"));
    return { source, language: lark(source) as Monitor<unknown> };
  },
  gbnf(draw) {
    const source = draw.percent(40) ? gbnfText(draw) : writeGbnf(grammarOf(draw, "none"));
    return { source, language: gbnf(source) as Monitor<unknown> };
  },
  regex(draw) {
    const source = regexText(draw);
    return { source, language: regex(source) as Monitor<unknown> };
  },
  gap(draw, { python: files }) {
    const text = draw.pick(files);
    const version = draw.pick(VERSIONS);
    const from = draw.below(Math.min(text.length, 2500));
    // Where nothing is taken away, something connects both sides: the empty text, at least.
    const to = draw.percent(70) ? from : from + draw.below(20);
    const policy = draw.pick(["all", "noSwallow", "boundaryOnly"] as const);
    const gap = fillMiddle(pythonOf(version), {
      prefix: text.slice(0, from),
      suffix: text.slice(to),
      policy,
    });
    return {
      source: `Python ${version}, ${policy}: ${from} to ${to} of ${JSON.stringify(text.slice(0, 80))}`,
      language: gap as Monitor<unknown>,
    };
  },
  layout(draw) {
    const source = layoutSource(draw);
    return {
      source: JSON.stringify(source.grammar),
      language: createLexedLanguage(source, { products: gapProducts }) as Monitor<unknown>,
    };
  },
  product(draw) {
    const { source, language } = oneOf(draw);
    const own = draw.pick<() => Monitor<unknown>>([
      () => monitorOf(brackets) as Monitor<unknown>,
      () => monitorOf({ ...brackets, key: ({ depth }) => depth, classes: ["[{", "]}"] }) as Monitor<unknown>,
      () => monitorOf(fewDigits(1 + draw.below(9))) as Monitor<unknown>,
      () => deny(["zz", "null", "e"]) as Monitor<unknown>,
    ])();
    const both = draw.percent(50) ? product(language, own, { cost: "search" }) : product(language, own);
    return { source: `a product with: ${source}`, language: both as Monitor<unknown>, mayDie: true };
  },
  combination(draw) {
    const [a, b] = [oneOf(draw), oneOf(draw)];
    const language = draw.pick<() => Monitor<unknown>>([
      () => sequence(until("Answer: "), a.language) as Monitor<unknown>,
      () => union(a.language, b.language) as Monitor<unknown>,
      () => star(a.language) as Monitor<unknown>,
      () => sequence(optional(a.language), b.language) as Monitor<unknown>,
    ])();
    return { source: `a combination of: ${a.source} and ${b.source}`, language };
  },
  tools(draw) {
    const tool = () => {
      const { $defs, ...where } = randomSchema(draw);
      return { type: "object", properties: { where, count: { type: "integer" } }, required: ["count"], $defs };
    };
    const tools = { look: tool(), go: tool() };
    const count = draw.pick(["any", "some", "one"] as const);
    const language: ToolCallLanguage<typeof tools> = toolCalls({ tools, count });
    return { source: `${count}: ${JSON.stringify(tools)}`, language: language as Monitor<unknown> };
  },
  maskbench(draw, { schemas }) {
    const name = draw.pick(schemas?.names ?? []);
    return ofSchema(draw, JSON.parse(schemas!.read(name)), name);
  },
};

/** How many of 100 languages are of a kind; those of MaskBench come instead of every second random schema, where they are there. */
const SHARES: Readonly<Record<string, number>> = {
  ...{
    schema: 34,
    "any value": 4,
    lark: 12,
    gbnf: 8,
    regex: 8,
    gap: 8,
    layout: 4,
    product: 8,
    combination: 8,
    tools: 6,
  },
};

/** The kind of the language `number`, without compiling it. */
function kindOf(draw: Draw, around: Surroundings): string {
  let left = draw.unit() * 100;
  for (const [kind, share] of Object.entries(SHARES)) {
    left -= share;
    if (left < 0) return kind === "schema" && around.schemas !== undefined && draw.percent(50) ? "maskbench" : kind;
  }
  return "schema";
}

/** A draw whose compile was refused, with the error's code: random sources are not all supported. */
export class RefusedSubject extends Error {
  readonly kind: string;
  readonly code: string;

  constructor(kind: string, code: string) {
    super(`${kind}: ${code}`);
    this.name = "RefusedSubject";
    this.kind = kind;
    this.code = code;
  }
}

/** Refusals of compiling, by the error's name. */
const REFUSALS = new Set(["SchemaError", "NotationError", "SyntaxSourceError", "RegexSyntaxError", "FillError"]);

/**
 * The language `number` of the run.
 *
 * @throws RefusedSubject where the packages do not support what was drawn; whatever else a compile throws is an error to be found.
 */
export function subjectOf(number: number, around: Surroundings, only?: string): Subject {
  const draw = drawFor(around.seed, number);
  const drawn = kindOf(draw, around);
  const kind = only ?? drawn;
  try {
    const { source, language, schema, mayDie = false } = KINDS[kind]!(draw, around);
    const shown = source.length > SHOWN ? `${source.slice(0, SHOWN)}…` : source;
    return { number, kind, source: shown, language, mayDie, ...(schema !== undefined && { schema }) };
  } catch (error) {
    if (error instanceof Error && REFUSALS.has(error.name))
      throw new RefusedSubject(kind, String((error as { readonly code?: unknown }).code ?? error.name));
    // A recursive schema in a layout with indentation has places without end, so its product with an automaton is refused.
    if (kind === "product" && error instanceof SyntaxLimitError && error.limit === "searchSteps")
      throw new RefusedSubject(kind, "too many places");
    throw error;
  }
}

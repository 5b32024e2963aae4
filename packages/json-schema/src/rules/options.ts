// What a caller may say about how a schema is read and how its texts are written, and how large it may become.

import type { Engine } from "@espalier/automata";
import type { Draft } from "../document/subschema.js";
import type { NumberReading } from "../numbers/number-ranges.js";
import type { IntegerSpelling } from "../numbers/number-sets.js";
import type { Escapes } from "../strings/quoting.js";
import type { Whitespace } from "./whitespace.js";

/**
 * `declared`: properties come as the schema declares them, its own `properties` first, then those of what it refers to and combines,
 * then names that are only required; free names last. `any`: in any order, each once.
 */
export type MemberOrder = "declared" | "any";

export interface SchemaOptions {
  /** Default: as `$schema` says, else 2020-12. */
  readonly draft?: Draft;
  /** Whether `format` constrains (default) or only annotates. */
  readonly formats?: "assert" | "annotate";
  /** Whether unknown keywords and formats are reported (default) or refused. */
  readonly notices?: "report" | "refuse";
  /** In which order the members of an object come. Default: as declared, which makes for small masks. */
  readonly order?: MemberOrder;
  /** Default: flexible. */
  readonly whitespace?: Whitespace;
  /** Escapes allowed in strings whose characters matter. Default: those that JSON needs. */
  readonly escapes?: Escapes;
  /** Default: any. */
  readonly integers?: IntegerSpelling;
  /** What the value of a number text is. Default: doubles. */
  readonly numbers?: NumberReading;
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
  /** Kinds of values that the members and items of one schema's objects and arrays come to (500,000). */
  readonly variants: number;
  /**
   * Names that no schema of an object declares, in one object; more only where the schema asks for them. Infinity (the default) means any number, but
   * 1,000 where the schema sets a larger maximum, or has more than 1,000 names and fewer than 2^31. What is kept grows with them.
   */
  readonly freeNames: number;
  /** Different items of an array under `uniqueItems` (256); more only where the schema asks for them. */
  readonly uniqueItems: number;
  /** States of the rules that a schema is written out to, where it becomes a part of a grammar (4,000). */
  readonly states: number;
  /** Memory that the texts of the schema may take, in bytes, before the next one begins a new generation (16 MiB): see `StaleStateError` in @espalier/monitor. */
  readonly generationBytes: number;
  /** Units of work to compile the schema, texts aside (30,000,000, six times what the largest of MaskBench takes): see `createFuel` in @espalier/monitor. */
  readonly fuel: number;
}

export const DEFAULT_LIMITS: SchemaLimits = {
  cases: 1_000,
  nodes: 200_000,
  variants: 500_000,
  freeNames: Number.POSITIVE_INFINITY,
  uniqueItems: 256,
  states: 4_000,
  generationBytes: 16 * 1024 * 1024,
  fuel: 30_000_000,
};

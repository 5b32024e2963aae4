// The options for reading a schema and writing its texts, and the limits on its size.

import type { Engine } from "@espalier/automata";
import type { Draft } from "../document/subschema.js";
import type { IntegerSpelling } from "../numbers/constant-texts.js";
import type { NumberReading } from "../numbers/number-ranges.js";
import type { Escapes } from "../strings/quoting.js";
import type { Whitespace } from "./whitespace.js";

/**
 * `declared`: properties come as the schema declares them: its own `properties` first, then those of the schemas that
 * it refers to and combines, then names that are only required; undeclared names last. `any`: properties come in any
 * order, each once.
 */
export type MemberOrder = "declared" | "any";

export interface SchemaOptions {
  /** The draft; default: as `$schema` says, or 2020-12. */
  readonly draft?: Draft;
  /** Whether `format` constrains (default) or only annotates. */
  readonly formats?: "assert" | "annotate";
  /** Whether unknown keywords and formats are reported (default) or rejected. */
  readonly notices?: "report" | "refuse";
  /** The order of an object's members. Default: `declared`, which gives small masks. */
  readonly order?: MemberOrder;
  /** Default: flexible. */
  readonly whitespace?: Whitespace;
  /** The escapes that are allowed in strings with a constraint on their characters. Default: those that JSON needs. */
  readonly escapes?: Escapes;
  /** Default: any. */
  readonly integers?: IntegerSpelling;
  /** How a number text gets its value. Default: doubles. */
  readonly numbers?: NumberReading;
  /** Finds a schema in another document. Default: there are no other documents. */
  readonly resolve?: (uri: string) => unknown;
  /** Default: one per process. */
  readonly engine?: Engine;
  readonly limits?: Partial<SchemaLimits>;
}

export interface SchemaLimits {
  /** Cases for the combinators of one value (1,000). */
  readonly cases: number;
  /** Different conjunctions of subschemas in one schema (200,000). */
  readonly nodes: number;
  /** Possible values (variants) of the members and items of all objects and arrays of one schema (500,000). */
  readonly variants: number;
  /**
   * The largest number of undeclared names in one object; more are accepted only if the schema requires them. The
   * default, Infinity, sets no limit, with one exception: if the schema itself limits the names to a number above 1,000
   * (by `maxProperties`, or because fewer than 2^31 names are possible), the limit is 1,000. Memory grows with the
   * number of names.
   */
  readonly freeNames: number;
  /** Different items of an array with `uniqueItems` (256); more are accepted only if the schema requires them. */
  readonly uniqueItems: number;
  /** States of the rules that a schema is expanded to if it becomes a part of a grammar (4,000). */
  readonly states: number;
  /**
   * The memory in bytes (16 MiB) that states may take. When they take more, the next text begins with empty tables, and
   * earlier states are no longer valid (`StaleStateError` of @espalier/monitor).
   */
  readonly generationBytes: number;
  /**
   * Units of work to compile the schema, not counting texts (30,000,000; of the schemas of MaskBench that compile, one
   * takes 17,000,000, and every other less than 5,000,000): see `createFuel` in @espalier/monitor.
   */
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

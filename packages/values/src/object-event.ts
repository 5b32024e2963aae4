// The events during the generation of a typed value, and its result.

import type { ValueIssue } from "@espalier/json-schema";
import type { Thinking } from "./think-first.js";
import type { WrittenText } from "./writing.js";

/** A value, and data about its generation. */
export interface ObjectResult<Value> extends WrittenText {
  readonly value: Value;
  /** The JSON text of the value. */
  readonly text: string;
}

/** An event during the generation of a value. */
export type ObjectEvent<Value, Written = unknown> =
  | Thinking
  /** The value so far; emitted each time that it grows. */
  | { readonly kind: "partial"; readonly value: PartialValue<Written> }
  /** The validator rejected the value. The next partial values belong to a new attempt. */
  | { readonly kind: "retry"; readonly issues: readonly ValueIssue[]; readonly text: string }
  /** The last event. */
  | { readonly kind: "finish"; readonly result: ObjectResult<Value> };

/** A value whose text is incomplete: members may be missing, arrays shorter, strings cut. */
export type PartialValue<Value> = Value extends string
  ? string
  : Value extends number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? PartialValue<Item>[]
      : Value extends object
        ? { [Key in keyof Value]?: PartialValue<Value[Key]> }
        : unknown;

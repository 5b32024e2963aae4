// What happens while a typed value is written, and what there is in the end.

import type { ValueIssue } from "@espalier/json-schema";
import type { Thinking } from "./think-first.js";
import type { WrittenText } from "./writing.js";

/** A value, and how it came about. */
export interface ObjectResult<Value> extends WrittenText {
  readonly value: Value;
  /** The JSON text that it was read from. */
  readonly text: string;
}

/** What happened while a value was written. */
export type ObjectEvent<Value, Written = unknown> =
  | Thinking
  /** The value so far: each time that it grew. */
  | { readonly kind: "partial"; readonly value: PartialValue<Written> }
  /** The validator refused the value; the next partial values are those of another. */
  | { readonly kind: "retry"; readonly issues: readonly ValueIssue[]; readonly text: string }
  /** The last event. */
  | { readonly kind: "finish"; readonly result: ObjectResult<Value> };

/** A value of which only a beginning is known: members may be missing, arrays shorter, strings cut. */
export type PartialValue<Value> = Value extends string
  ? string
  : Value extends number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? PartialValue<Item>[]
      : Value extends object
        ? { [Key in keyof Value]?: PartialValue<Value[Key]> }
        : unknown;

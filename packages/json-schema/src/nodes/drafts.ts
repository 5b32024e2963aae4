// Cases under construction (cases.ts), and the ways in which a literal can hold: what each adds to a draft.

import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import { isNegative, type Literal } from "./literal.js";

/** A case under construction. */
export interface Draft<Facts> {
  readonly facts: Facts;
  readonly taken: Set<Literal>;
  readonly pending: Pending[];
  readonly choices: Choice<Facts>[];
  /**
   * For each schema with `unevaluatedProperties` or `unevaluatedItems`: the keywords of its subschemas that evaluate
   * properties or items of the same value.
   */
  readonly observed: Observed[];
  /** A literal to leave out, to see what the other literals imply without it. */
  readonly ignored: Literal | undefined;
}

/**
 * A literal that is still to be processed. `observers` are the indexes in {@link Draft.observed} of the enclosing
 * `unevaluated…` keywords for which the properties and items of this literal count as evaluated.
 */
export interface Pending {
  readonly literal: Literal;
  readonly observers: Observers;
}

/** In ascending order. */
export type Observers = readonly number[];

const NOBODY: Observers = [];

/** What has been evaluated for one `unevaluated…` keyword: the keywords of the schemas that hold in place. */
export interface Observed {
  /** The schema with the `unevaluated…` keyword. */
  readonly schema: Subschema;
  readonly keywords: readonly Keywords[];
  /** Whether everything has been evaluated. */
  readonly all: boolean;
}

/** One way in which a literal can hold: what it adds to a draft. */
export type Way<Facts> = (draft: Draft<Facts>) => void;

export interface Choice<Facts> {
  readonly schema: Subschema;
  readonly ways: readonly Way<Facts>[];
  /** The literal whose negation this choice spells out. */
  readonly unless: Literal | undefined;
}

/** The operations that differ between objects and arrays. */
export interface Container<Facts> {
  readonly type: "object" | "array";
  holds(value: JsonValue): boolean;
  empty(): Facts;
  copy(facts: Facts): Facts;
  /**
   * Adds to `draft` the facts that `keywords` require of an object or array. Returns false if facts contradict each
   * other. Passes requirements that can be met in several ways to `choose`.
   */
  assert(
    draft: Draft<Facts>,
    keywords: Keywords,
    schema: Subschema,
    choose: Choose<Facts>,
    observers: Observers,
  ): boolean;
  /** Returns the ways in which a value can violate the keywords of this type. */
  deny(schema: Subschema, keywords: Keywords): readonly Way<Facts>[];
  consistent(facts: Facts): boolean;
  /** Returns whether some required part is certainly impossible. It does not expand the combinators of parts. */
  dead(facts: Facts): boolean;
  /** Returns the `unevaluated…` keyword of this type. */
  unevaluated(keywords: Keywords): Subschema | undefined;
  /** Returns whether these keywords evaluate every property or item. */
  looksAtAll(keywords: Keywords): boolean;
  /** Adds what the keyword of `observed` requires of everything that has not been evaluated. */
  restrict(facts: Facts, observed: Observed): void;
}

export type Choose<Facts> = (ways: readonly Way<Facts>[]) => boolean;

export const take =
  <Facts>(...more: readonly Literal[]): Way<Facts> =>
  (draft) => {
    for (const literal of more) draft.pending.push({ literal, observers: NOBODY });
  };

/** Like {@link take}, for literals that apply in place: what they evaluate counts for `observers`. */
export const takeInPlace =
  <Facts>(observers: Observers, ...more: readonly Literal[]): Way<Facts> =>
  (draft) => {
    for (const literal of more) draft.pending.push({ literal, observers: isNegative(literal) ? NOBODY : observers });
  };

/** A way that cannot be followed: the schema is rejected if this way turns out to matter. */
export const refuse =
  <Facts>(error: Error): Way<Facts> =>
  () => {
    throw error;
  };

// How a schema's values are described for writing them. A *node* describes one value. An *object plan* or *array plan*
// describes one way to write an object or array: its members or items, each with a node again.

import type { Engine, Regex } from "@espalier/automata";
import type { Subschema } from "../document/subschema.js";
import type { NumberSets } from "../numbers/number-sets.js";
import type { StringSets } from "../strings/string-sets.js";
import type { Counted } from "./array-cases.js";
import type { Distinct } from "./distinct.js";
import type { Literal, Literals } from "./literal.js";
import type { MatchesName } from "./object-facts.js";
import type { Scalars } from "./scalar-values.js";
import type { ScalarReader, StringKeywords } from "./scalars.js";

export interface Node {
  readonly id: number;
  readonly literals: readonly Literal[];
  scalars(): Scalars;
  /** An object satisfies the node exactly if it satisfies one of these plans; some may turn out to be impossible. */
  objects(): readonly ObjectPlan[];
  arrays(): readonly ArrayPlan[];
}

/** A possible value, with the obligations of {@link ObjectPlan.wanted} that it fulfils: bits. */
export interface Variant {
  readonly node: Node;
  readonly settles: number;
}

export interface DeclaredName {
  readonly name: string;
  readonly required: boolean;
  /** Returns whether some value is possible. */
  possible(): boolean;
  readonly variants: readonly Variant[];
  /** Positions of the names that must be present if this one is. */
  readonly needs: readonly number[];
}

/** A region of undeclared names, which all have the same values. */
export interface FreeNames {
  /** Whether the region holds every name that is not declared. */
  readonly any: boolean;
  /** The names as decoded text; computed at first use. */
  names(): Regex;
  /**
   * Returns whether there is such a name besides those that `used` returns (default: none). May search the expression.
   */
  possible(used?: () => ReadonlySet<string>): boolean;
  /** Returns whether there are more names than any object has members (2^31); false means unknown. */
  inexhaustible(): boolean;
  /**
   * If names are counted: a length in bytes, quotes included, such that the region has more names of at most this
   * length than one object can use. So an unused name of this length or less always remains.
   */
  ample(): number;
  /**
   * If an object needs several names: as many of this region's as it may need, which completions use after the first
   * name (reserved-texts.ts). Otherwise empty.
   */
  reserved(): readonly string[];
  readonly variants: readonly Variant[];
}

export interface ObjectPlan {
  declared(): readonly DeclaredName[];
  /** Computed at first use. */
  free(): readonly FreeNames[];
  readonly minimum: number;
  /** The largest number of members if it has to be counted, else Infinity. */
  maximum(): number;
  /** The largest number of members that the schema allows. */
  readonly most: number;
  /**
   * The largest number of undeclared names in an object that is not `unlimited`. After that many undeclared names, only
   * names that the schema requires may follow.
   */
  readonly mostFree: number;
  /**
   * Returns whether any number of undeclared names is allowed: neither the caller nor the schema limits them, and the
   * names never run out.
   */
  unlimited(): boolean;
  /** The number of obligations: conditions that some property has to fulfil (at most 16). */
  readonly wanted: number;
  /**
   * Returns whether only order and `required` matter: nothing is counted, no name requires another, and no obligation
   * (a condition that some property must satisfy) exists.
   */
  plain(): boolean;
  /** Returns whether some object satisfies the plan, given what is known of the nodes. */
  alive(): boolean;
}

/** A possible item, with the conditions of {@link ArrayPlan.counted} that it satisfies: bits. */
export interface ItemVariant {
  readonly node: Node;
  readonly counts: number;
}

export interface ArrayPlan {
  /** Positions from this one on are alike. */
  readonly prefix: number;
  /** Returns the possible items at a position; all positions from `prefix` on are alike. */
  variants(position: number): readonly ItemVariant[];
  readonly minimum: number;
  /** The schema's maximum. The array ends earlier if no item is possible. */
  readonly maximum: number;
  /** At most 4 conditions. */
  readonly counted: readonly Counted[];
  /** The schema that requires different items; items are then scalars, and all positions are alike. */
  readonly unique: Subschema | undefined;
  alive(): boolean;
  /** If items have to differ: how many of them are distinguished, unless there are fewer. */
  readonly mostUnique: number;
  /** If items have to differ: how many different items there are to choose from. */
  distinct(): Distinct;
  /**
   * If items have to differ: as many of them as the array may need, as JSON texts, which completions use after the
   * first item (reserved-texts.ts). They are all strings or all integers. Empty if none are needed or found.
   */
  reserved(): readonly string[];
  /** Returns the maximum, reduced to the positions at which items are possible. */
  reach(): number;
}

/** What plans need from the nodes. */
export interface NodeContext {
  readonly engine: Engine;
  readonly limits: { readonly freeNames: number; readonly uniqueItems: number };
  readonly literals: Literals;
  readonly numbers: NumberSets;
  readonly strings: StringSets;
  readonly scalars: ScalarReader;
  readonly meaning: StringKeywords;
  readonly matches: MatchesName;
  of(literals: readonly Literal[]): Node;
  inhabited(node: Node): boolean;
}

// What a schema's values look like once it has been taken apart: nodes, and the plans of the objects and arrays among them. Nodes and
// plans name each other, since values nest; they are made in node.ts, object-plan.ts and array-plan.ts.

import type { Engine, Regex } from "@espalier/automata";
import type { Subschema } from "../document/subschema.js";
import type { NumberSets } from "../numbers/number-sets.js";
import type { StringSets } from "../strings/string-set.js";
import type { Counted } from "./array-cases.js";
import type { Distinct } from "./distinct.js";
import type { Literal, Literals } from "./literal.js";
import type { ScalarReader, Scalars, StringKeywords } from "./scalars.js";

export interface Node {
  readonly id: number;
  readonly literals: readonly Literal[];
  scalars(): Scalars;
  /** An object satisfies the node exactly when it satisfies one of these; some may turn out not to be alive. */
  objects(): readonly ObjectPlan[];
  arrays(): readonly ArrayPlan[];
}

/** What a value may be, and which of {@link ObjectPlan.wanted} it settles: bits. */
export interface Variant {
  readonly node: Node;
  readonly settles: number;
}

export interface DeclaredName {
  readonly name: string;
  readonly required: boolean;
  /** Whether some value is possible at all. */
  possible(): boolean;
  readonly variants: readonly Variant[];
  /** Positions of the names that must be present if this one is. */
  readonly needs: readonly number[];
}

/** Names that are declared nowhere and have the same values. */
export interface FreeNames {
  /** Whether they are all names but those declared. */
  readonly any: boolean;
  /** Over decoded text; worked out on first use. */
  names(): Regex;
  /** Whether there is such a name besides those that `used` gives when asked (default: none). May search the expression. */
  possible(used?: () => ReadonlySet<string>): boolean;
  /** Whether there are more of them than any object has members (2^31); false means that this is not known. */
  inexhaustible(): boolean;
  /** Where names are counted: a length in bytes, quotes included, within which there are always more than one object can use. */
  ample(): number;
  readonly variants: readonly Variant[];
}

export interface ObjectPlan {
  declared(): readonly DeclaredName[];
  /** Worked out on first use. */
  free(): readonly FreeNames[];
  readonly minimum: number;
  /** The most members, where that has to be counted; else Infinity. */
  maximum(): number;
  /** The most members by the schema. */
  readonly most: number;
  /** Free names after which no more of them begin but those that the object cannot do without, unless the object is `unlimited`. */
  readonly mostFree: number;
  /** Whether there may be any number of free names: neither the caller nor the schema limits them, and the names never run out. */
  unlimited(): boolean;
  /** How many things some property has to settle (at most 16). */
  readonly wanted: number;
  /** Whether order and `required` are all there is: nothing to count, no name that needs another, nothing to settle. */
  plain(): boolean;
  /** Whether some object satisfies the plan, given what is known of the nodes. */
  alive(): boolean;
}

/** What an item may be, and which of {@link ArrayPlan.counted} it counts for: bits. */
export interface ItemVariant {
  readonly node: Node;
  readonly counts: number;
}

export interface ArrayPlan {
  /** Positions from this one on are alike. */
  readonly prefix: number;
  /** What the item at a position may be; positions past `prefix` are `prefix`. */
  variants(position: number): readonly ItemVariant[];
  readonly minimum: number;
  /** As the schema says; where no item is possible it ends earlier. */
  readonly maximum: number;
  /** Each at most 4 of them. */
  readonly counted: readonly Counted[];
  /** The schema that asks for different items; they are scalars then, and all positions are alike. */
  readonly unique: Subschema | undefined;
  alive(): boolean;
  /** Where items have to differ: how many of them are told apart, unless there are fewer. */
  readonly mostUnique: number;
  /** How many different items there are to choose from, where they have to differ. */
  distinct(): Distinct;
  /** The maximum, given where items are possible. */
  reach(): number;
}

/** What plans need of the nodes. */
export interface NodeContext {
  readonly engine: Engine;
  readonly limits: { readonly freeNames: number; readonly uniqueItems: number };
  readonly literals: Literals;
  readonly numbers: NumberSets;
  readonly strings: StringSets;
  readonly scalars: ScalarReader;
  readonly meaning: StringKeywords;
  of(literals: readonly Literal[]): Node;
  inhabited(node: Node): boolean;
}

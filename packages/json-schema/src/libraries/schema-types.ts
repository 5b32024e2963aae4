// The types of the schemas that this package accepts, and of the values that they describe.
//
// Libraries are recognised by shape: the parts of Standard Schema's two interfaces (validation, and conversion to JSON
// Schema; standardschema.dev) that are used are declared here, and no library is imported. For a library's schema the
// value type is the one that the library declares. For a JSON Schema whose literal type is known (`as const`, or a
// TypeBox schema, whose type lists its keywords) the value type is computed from the keywords below. If they do not
// determine it, the type is `unknown`; it is never narrower than the schema.

/** The result of Standard Schema's validation. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A schema with Standard Schema's JSON Schema interface: zod, arktype, valibot through `toStandardJsonSchema`, and
 * others.
 */
export interface StandardJsonSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema: {
      readonly input: (options: {
        readonly target: string;
        readonly libraryOptions?: Record<string, unknown> | undefined;
      }) => Record<string, unknown>;
    };
    readonly validate?: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

/**
 * Every accepted schema. An object is read as a JSON Schema of any draft; it has no index signature here because
 * TypeBox schemas have none.
 */
export type SchemaInput = StandardJsonSchema<unknown, unknown> | object | boolean;

/** The type of the values of `Schema`: after validation, if the schema has a validator. */
export type SchemaValue<Schema> = Schema extends { readonly "~standard": infer Standard }
  ? Standard extends { readonly types?: infer Types }
    ? NonNullable<Types> extends { readonly output: infer Output }
      ? Output
      : unknown
    : unknown
  : JsonSchemaValue<Schema>;

/** The type of the JSON that is written for `Schema`, before its validator runs. */
export type SchemaInstance<Schema> = Schema extends { readonly "~standard": infer Standard }
  ? Standard extends { readonly types?: infer Types }
    ? NonNullable<Types> extends { readonly input: infer Input }
      ? Input
      : unknown
    : unknown
  : JsonSchemaValue<Schema>;

/**
 * The type of the instances of a JSON Schema, computed from the schema's literal type; `unknown` if that does not
 * determine it. References within the schema (`#/$defs/name`, any JSON pointer without escapes, `#`) are followed from
 * `Root`. Keywords beside `$ref` are ignored, because they only narrow the type.
 */
export type JsonSchemaValue<Schema, Root = Schema> = Schema extends false
  ? never
  : Schema extends { readonly $ref: infer Reference }
    ? JsonSchemaValue<Referred<Reference, RootWithin<Schema, Root>>, RootWithin<Schema, Root>>
    : ValueByKeywords<Schema, RootWithin<Schema, Root>>;

type ValueByKeywords<Schema, Root> = Schema extends { readonly const: infer Value }
  ? Plain<Value>
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Plain<Value>
    : Schema extends { readonly anyOf: infer Branches }
      ? OneOfThese<Branches, Root>
      : Schema extends { readonly oneOf: infer Branches }
        ? OneOfThese<Branches, Root>
        : Schema extends { readonly allOf: infer Branches }
          ? AllOfThese<Branches, Root>
          : Schema extends { readonly type: infer Type }
            ? OfType<Type extends readonly (infer Each)[] ? Each : Type, Schema, Root>
            : unknown;

/**
 * A subschema with an `$id` becomes the root of the references within it. Before 2019-09, an `$id` that begins with `#`
 * is only an anchor.
 */
type RootWithin<Schema, Root> = Schema extends { readonly $id: infer Id }
  ? Id extends `#${string}`
    ? Root
    : Schema
  : Root;

/** The schema that a reference leads to; `true`, which accepts everything, if the types do not determine it. */
type Referred<Reference, Root> = Reference extends "#"
  ? Root
  : Reference extends `#/${infer Path}`
    ? SchemaAt<Root, Path>
    : true;

type SchemaAt<Schema, Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? Head extends keyof Schema
    ? SchemaAt<Schema[Head], Rest>
    : true
  : Path extends keyof Schema
    ? Schema[Path]
    : true;

type OneOfThese<Branches, Root> = Branches extends readonly (infer Each)[]
  ? Each extends unknown
    ? JsonSchemaValue<Each, Root>
    : never
  : unknown;

type AllOfThese<Branches, Root> = Branches extends readonly [infer First, ...infer Rest]
  ? JsonSchemaValue<First, Root> & AllOfThese<Rest, Root>
  : unknown;

type OfType<Type, Schema, Root> = Type extends "string"
  ? string
  : Type extends "number" | "integer"
    ? number
    : Type extends "boolean"
      ? boolean
      : Type extends "null"
        ? null
        : Type extends "array"
          ? ArrayOf<Schema, Root>
          : Type extends "object"
            ? ObjectOf<Schema, Root>
            : unknown;

type ArrayOf<Schema, Root> = Schema extends { readonly prefixItems: infer First extends readonly unknown[] }
  ? TupleOf<Schema, First, Schema extends { readonly items: infer Rest } ? Rest : true, Root>
  : Schema extends { readonly items: infer First extends readonly unknown[] }
    ? TupleOf<Schema, First, Schema extends { readonly additionalItems: infer Rest } ? Rest : true, Root>
    : Schema extends { readonly items: infer Item }
      ? JsonSchemaValue<Item, Root>[]
      : unknown[];

/** An array may have fewer items than the schema describes, unless `minItems` says otherwise. */
type TupleOf<Schema, First extends readonly unknown[], Rest, Root> = Rest extends false
  ? AtLeast<Schema, First, Root>
  : [...AtLeast<Schema, First, Root>, ...JsonSchemaValue<Rest, Root>[]];

type AtLeast<Schema, First extends readonly unknown[], Root> = Schema extends { readonly minItems: First["length"] }
  ? { -readonly [Index in keyof First]: JsonSchemaValue<First[Index], Root> }
  : { -readonly [Index in keyof First]?: JsonSchemaValue<First[Index], Root> };

type ObjectOf<Schema, Root> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      { -readonly [Key in keyof Properties & RequiredKeys<Schema>]: JsonSchemaValue<Properties[Key], Root> } & {
        -readonly [Key in Exclude<keyof Properties, RequiredKeys<Schema>>]?: JsonSchemaValue<Properties[Key], Root>;
      }
    >
  : Schema extends { readonly patternProperties: infer Patterns }
    ? Record<string, JsonSchemaValue<Patterns[keyof Patterns], Root>>
    : Schema extends { readonly additionalProperties: infer Value }
      ? Record<string, JsonSchemaValue<Value, Root>>
      : Record<string, unknown>;

type RequiredKeys<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** A schema's literal type without `readonly`. */
type Plain<Value> = Value extends object ? { -readonly [Key in keyof Value]: Plain<Value[Key]> } : Value;

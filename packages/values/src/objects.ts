// Generates typed values: a text in the language of a schema, parsed and checked by the schema's own validator.

import { boolean, callable, called, either, having, required } from "@espalier/arguments";
import { createPartialJson, type SchemaInput, type SchemaInstance } from "@espalier/json-schema";
import type { ObjectEvent, ObjectResult, PartialValue } from "./object-event.js";
import { type ObjectValue, schemaLanguage } from "./schema-language.js";
import { type Meaningful, type WritingOptions, writing, writingOptions } from "./writing.js";

/** Options of the generation. */
export interface ObjectOptions<Schema> extends WritingOptions {
  /**
   * A schema of zod, arktype, valibot (through `toStandardJsonSchema`) or TypeBox, or a JSON Schema. Its objects are
   * closed unless they say otherwise, and at most one blank stands between the parts of the text. To use other options,
   * or to compile a schema once for many generations, pass the result of `jsonSchema` instead.
   */
  readonly schema: Schema;
}

/**
 * Generates a value of `schema`: typed, valid, and complete within `maxTokens`.
 *
 * @throws SchemaError if the schema cannot be enforced, and ArgumentError for invalid options; both before anything
 * else.
 * @throws BudgetError before the first token, if no valid text is certain to fit into `maxTokens` or the model's
 * context.
 * @throws ObjectError if the schema's own validator rejected every attempt, and for a text that was cut short with
 * `ifShort: "go-on"`.
 * @throws ModelError from the model; the signal's reason if the signal aborts.
 */
export async function generateObject<const Schema extends SchemaInput>(
  options: ObjectOptions<Schema>,
): Promise<ObjectResult<ObjectValue<Schema>>> {
  for await (const event of writing(...prepared<ObjectValue<Schema>>("generateObject", options)))
    if (event.kind === "finish") return { ...event.meaning, ...event.written };
  throw new RangeError("A generation ended without a result.");
}

/**
 * {@link generateObject} with intermediate results: yields the value so far whenever it grows, and the validated value
 * at the end. A partial value contains only what the text so far makes certain, before validation and transforms.
 * Leaving the iteration early frees its resources.
 *
 * @throws ArgumentError and SchemaError at once; the other errors of {@link generateObject} from the iteration.
 */
export function streamObject<const Schema extends SchemaInput>(
  options: ObjectOptions<Schema>,
): AsyncGenerator<ObjectEvent<ObjectValue<Schema>, SchemaInstance<Schema>>, void, undefined> {
  return growing(...prepared<ObjectValue<Schema>>("streamObject", options));
}

interface TextAndValue<Value> {
  readonly text: string;
  readonly value: Value;
}

async function* growing<Value, Written>(
  options: WritingOptions,
  meaningful: Meaningful<TextAndValue<Value>>,
): AsyncGenerator<ObjectEvent<Value, Written>, void, undefined> {
  let json = createPartialJson();
  let last: unknown;
  for await (const event of writing(options, meaningful)) {
    if (event.kind === "thinking") yield event;
    else if (event.kind === "finish") yield { kind: "finish", result: { ...event.meaning, ...event.written } };
    else if (event.kind === "retry") {
      json = createPartialJson();
      yield event;
    } else {
      json.push(event.text);
      const { value } = json;
      if (value === undefined || value === last) continue;
      last = value;
      yield { kind: "partial", value: value as PartialValue<Written> };
    }
  }
}

const schemaKind = called(
  "a JSON Schema, or a schema of zod, valibot, arktype or TypeBox",
  either(boolean, callable, having("an object", {})),
);

function prepared<Value>(
  where: string,
  options: ObjectOptions<unknown>,
): readonly [WritingOptions, Meaningful<TextAndValue<Value>>] {
  const mine = writingOptions(where, options, { schema: required(schemaKind) });
  const language = schemaLanguage(where, options.schema);
  return [
    mine,
    {
      language,
      notices: () => language.notices,
      async read(generation) {
        const text = generation.text.trim();
        const judged = await language.read(text);
        return judged.kind === "valid" ? { kind: "valid", value: { text, value: judged.value as Value } } : judged;
      },
    },
  ];
}

// Typed values from a model: a text within the language of a schema, parsed, and judged by the schema's own validator.
//
//   think? ─▶ text within the schema ─▶ JSON.parse ─▶ validate ─▶ value
//                     ▲                                  │ refused, and retries are left: another seed
//                     └──────────────────────────────────┘

import * as decode from "@espalier/decode";
import {
  createPartialJson,
  type SchemaInput,
  type SchemaInstance,
  type SchemaIssue,
  type ValueIssue,
} from "@espalier/json-schema";
import type { TokenId } from "@espalier/vocabulary";
import { ArgumentError, checkOptions, type NamesOf } from "./arguments.js";
import { checkGeneration, type GenerateOptions } from "./generate.js";
import { type ObjectValue, type SchemaLanguage, schemaLanguage } from "./json-schema.js";
import { ObjectError } from "./object-error.js";
import { afterBlanks, checkThinkFirst, type ThinkFirst, type Thinking, think, tokensToThink } from "./think-first.js";

/** What to generate. `model`, `schema` and `prompt` are needed; what is not named here is as in `complete`. */
export interface ObjectOptions<Schema>
  extends Pick<
    GenerateOptions,
    "model" | "prompt" | "ifShort" | "sampling" | "seed" | "signal" | "session" | "forcing" | "masks" | "clock"
  > {
  /**
   * A schema of zod, arktype, valibot (through `toStandardJsonSchema`) or TypeBox, or a JSON Schema: its objects are closed where they do
   * not say otherwise. Or what `jsonSchema` made of one, for other options, and to compile it once for many generations.
   */
  readonly schema: Schema;
  /** The most tokens of the JSON text: 1024 by default. The text is whole within them, or there is a `BudgetError` before anything. */
  readonly maxTokens?: number;
  /** Free text before the JSON text, to this end: `"</think>"`, or with a bound of its own. */
  readonly thinkFirst?: string | ThinkFirst;
  /** How often to try again with another seed when the schema's validator refuses a value; 0 by default. Needs a temperature. */
  readonly retries?: number;
}

/** A value, and how it came about. */
export interface ObjectResult<Value> {
  readonly value: Value;
  /** The JSON text that it was read from. */
  readonly text: string;
  /** What was written before, without the marker; absent unless it was asked for. */
  readonly thinking?: string;
  /** What of the schema is not enforced while the text is written. */
  readonly notices: readonly SchemaIssue[];
  /** How many texts were written: 1 unless the validator refused some. */
  readonly attempts: number;
  /** The generation of the text. */
  readonly generation: decode.Generation;
}

/** What happened while a value was written. */
export type ObjectEvent<Value, Written = unknown> =
  /** A piece of what was thought. */
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

const OPTIONS: NamesOf<ObjectOptions<unknown>> = {
  model: true,
  prompt: true,
  schema: true,
  thinkFirst: true,
  retries: true,
  maxTokens: true,
  ifShort: true,
  sampling: true,
  seed: true,
  signal: true,
  session: true,
  forcing: true,
  masks: true,
  clock: true,
};
const IN_SAMPLING: Readonly<Record<string, string>> = Object.fromEntries(
  ["temperature", "topK", "topP", "minP", "repetitionPenalty"].map((name) => [name, "sampling"]),
);

/**
 * A value of `schema`, written by the model: typed, valid, and whole within `maxTokens`.
 *
 * @throws SchemaError for a schema that cannot be enforced; ArgumentError for options that are wrong; both before anything else.
 * @throws BudgetError before the first token, when no valid text is sure to fit into `maxTokens` or the model's context.
 * @throws ObjectError when the schema's own validator refused every attempt, and for a text cut short with `ifShort: "go-on"`.
 * @throws ModelError what the model throws; the signal's reason when it aborts.
 */
export async function generateObject<const Schema extends SchemaInput>(
  options: ObjectOptions<Schema>,
): Promise<ObjectResult<ObjectValue<Schema>>> {
  for await (const event of writing(prepared("generateObject", options)))
    if (event.kind === "finish") return event.result as ObjectResult<ObjectValue<Schema>>;
  throw new RangeError("A generation ended without a result.");
}

/**
 * The same while it is written: the value so far whenever it grows, and the validated value at the end. A partial value is what the text
 * so far makes certain, before any validation or transform. Leaving the iteration early frees what it holds.
 *
 * @throws ArgumentError and SchemaError at once; the rest as {@link generateObject}.
 */
export function streamObject<const Schema extends SchemaInput>(
  options: ObjectOptions<Schema>,
): AsyncGenerator<ObjectEvent<ObjectValue<Schema>, SchemaInstance<Schema>>, void, undefined> {
  return growing(prepared("streamObject", options)) as AsyncGenerator<
    ObjectEvent<ObjectValue<Schema>, SchemaInstance<Schema>>,
    void,
    undefined
  >;
}

type Written =
  | Thinking
  | { readonly kind: "text"; readonly text: string }
  | Extract<ObjectEvent<unknown>, { kind: "retry" | "finish" }>;

async function* growing(task: Task): AsyncGenerator<ObjectEvent<unknown>, void, undefined> {
  let json = createPartialJson();
  let last: unknown;
  for await (const event of writing(task)) {
    if (event.kind !== "text") {
      if (event.kind === "retry") json = createPartialJson();
      yield event as ObjectEvent<unknown>;
      continue;
    }
    json.push(event.text);
    const { value } = json;
    if (value === undefined || value === last) continue;
    last = value;
    yield { kind: "partial", value };
  }
}

interface Task {
  readonly options: ObjectOptions<unknown>;
  readonly language: SchemaLanguage<unknown>;
  readonly thinking: ThinkFirst | undefined;
  readonly retries: number;
}

function prepared(where: string, options: ObjectOptions<unknown>): Task {
  checkOptions(where, options, OPTIONS, IN_SAMPLING);
  const { schema, thinkFirst, retries = 0, sampling, ...rest } = options;
  checkGeneration(where, { ...rest, ...(sampling === undefined ? {} : { sampling }) });
  if (thinkFirst !== undefined) checkThinkFirst(where, thinkFirst);
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new RangeError(`retries is ${retries}; it must be a whole number of at least 0.`);
  if (retries > 0 && (sampling?.temperature ?? 0) === 0)
    throw new ArgumentError(
      "wrong-type",
      "retries",
      `${where}: without a temperature the model writes the same again; retries need sampling: { temperature }.`,
    );
  const thinking = typeof thinkFirst === "string" ? { end: thinkFirst } : thinkFirst;
  return { options, language: schemaLanguage(where, schema), thinking, retries };
}

async function* writing({ options, language, thinking, retries }: Task): AsyncGenerator<Written, void, undefined> {
  const { prompt, schema: _, thinkFirst: __, retries: ___, ...rest } = options;
  const { model } = rest;
  const seed = options.seed ?? Math.floor(Math.random() * 0x100000000);
  const session = options.session ?? model.session();
  try {
    let before: readonly TokenId[] = typeof prompt === "string" ? model.encode(prompt, "prompt") : prompt;
    let thought: string | undefined;
    const monitor = thinking === undefined ? language : afterBlanks(language);
    if (thinking !== undefined) {
      const maxTokens = tokensToThink({ ...rest, session }, before.length, thinking, monitor);
      const { end } = thinking;
      const { text, unappended } = yield* think(end, {
        ...rest,
        session,
        prompt: before,
        seed,
        maxTokens,
        ifShort: "refuse",
      });
      thought = text;
      before = unappended;
    }
    const point = session.checkpoint();
    for (let attempt = 1; ; attempt++) {
      let generation: decode.Generation | undefined;
      const events = decode.generate({
        ...rest,
        session,
        prompt: before,
        monitor,
        seed: seed + (attempt - 1),
      });
      for await (const event of events) {
        if (event.kind === "finish") generation = event.result;
        if (event.kind !== "rewind" && event.text !== "") yield { kind: "text", text: event.text };
      }
      const text = generation!.text.trim();
      if (!generation!.accepted) throw new ObjectError("incomplete", { issues: [], text, attempts: attempt });
      const judged = await language.read(text);
      if (options.signal?.aborted) throw options.signal.reason;
      if (judged.kind === "valid") {
        const { value } = judged;
        const { notices } = language;
        const thinkingText = thought === undefined ? {} : { thinking: thought };
        yield {
          kind: "finish",
          result: { value, text, ...thinkingText, notices, attempts: attempt, generation: generation! },
        };
        return;
      }
      const { issues } = judged;
      if (attempt > retries) throw new ObjectError("invalid-value", { issues, text, attempts: attempt });
      session.restore(point);
      yield { kind: "retry", issues, text };
    }
  } finally {
    if (options.session === undefined) session.dispose();
  }
}

// Tool calls within free text, each with arguments of its own schema.
//
//     I will look. <tool_call> {"name": "weather", "arguments": {"city": "Ulm"}} </tool_call> And then …
//     └ free text ─┘└ begin ─┘└── one of the tools, with its schema ───────────┘└── end ───┘└ free text
//
// All tools together form one schema: a choice between objects that differ in the constant `name`. So names, arguments
// and the text between them form one language, and `trigger` (of `@espalier/monitor`) embeds it in the free text.

import {
  ArgumentError,
  boolean,
  callable,
  either,
  having,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  named,
  oneOf,
  options,
  recordOf,
  required,
  signature,
  text,
  typedArray,
} from "@espalier/arguments";
import {
  readSchema,
  type SchemaInput,
  type SchemaIssue,
  type SchemaValue,
  type Validation,
  type ValueIssue,
} from "@espalier/json-schema";
import {
  bytesOf,
  FIRST_CONTROL,
  fromAutomaton,
  type Marker,
  type Monitor,
  sequence,
  type Text,
  trigger,
} from "@espalier/monitor";
import { utf8Decode, type Vocabulary, vocabularyKind } from "@espalier/vocabulary";
import { noted } from "./noted.js";
import { isObject, optionsOf } from "./options.js";
import { FOR_VALUES, languageOf } from "./schema-language.js";
import { blanks, markersOf } from "./think-first.js";

/** The schemas of the tools' arguments by tool name. */
export type Tools = Readonly<Record<string, SchemaInput>>;

/** One call of a tool. */
export type ToolCall<Of extends Tools = Tools> = {
  [Name in keyof Of & string]: { readonly name: Name; readonly arguments: SchemaValue<Of[Name]> };
}[keyof Of & string];

/** The format of a call. It should be the one that the model was trained on. */
export interface ToolCallFormat {
  /**
   * The beginning of a call; free text ends there. A string matches text, and also the control token of that name if
   * the `vocabulary` has one.
   */
  readonly begin: Marker | readonly Marker[];
  /** The end of a call. If absent, the call ends at its closing brace. */
  readonly end?: Marker | readonly Marker[];
  /** The member that contains the tool's name; `name` by default. */
  readonly name?: string;
  /** The member that contains the arguments; `arguments` by default. */
  readonly arguments?: string;
}

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`: the format of Qwen, Hermes and others. */
const HERMES: ToolCallFormat = { begin: "<tool_call>", end: "</tool_call>" };

export interface ToolCallsOptions<Of extends Tools> {
  readonly tools: Of;
  /** `<tool_call>{"name": …, "arguments": …}</tool_call>` by default. */
  readonly format?: ToolCallFormat;
  /** How many calls: `"any"` number (the default), `"some"` (at least one), or `"one"`, after which the text ends. */
  readonly count?: "any" | "some" | "one";
  /** The model's vocabulary, to look up control tokens by name. `generateToolCalls` sets it. */
  readonly vocabulary?: Vocabulary;
}

/** Free text, and the calls in it. */
export interface TextWithCalls<Of extends Tools = Tools> {
  /** The text around the calls. */
  readonly text: string;
  readonly calls: readonly ToolCall<Of>[];
}

/** The language of free text with tool calls; it can also parse its texts. */
export interface ToolCallLanguage<Of extends Tools = Tools> extends Monitor<number> {
  /**
   * What the schemas require but the language does not enforce, and what is checked only when a call is complete.
   * Pointers begin with the tool's name.
   */
  readonly notices: readonly SchemaIssue[];
  /** Returns the calls in a text of the language, or the issues. Rejects only if a validator throws. */
  read(text: Text): Promise<Validation<TextWithCalls<Of>>>;
}

/** Schemas by name. */
export const toolsKind: Kind = {
  what: "an object of schemas by name, { name: schema }, at least one",
  fault(value) {
    const ofSchemas = recordOf(either(boolean, having("a schema", {}), callable), toolsKind.what);
    const fault = ofSchemas.fault(value);
    if (fault !== undefined || Object.keys(value as object).length > 0) return fault;
    return { code: "wrong-type", path: [], message: () => `${toolsKind.what}, not ${named(value)}.` };
  },
};

const bytes = listOf(integer({ min: 0, max: 255 }));
const marker: Kind = either(text, typedArray("Uint8Array"), bytes, having("{ control: name }", { control: text }));
const markers: Kind = either(marker, listOf(marker, 1));

/** The kinds of the options for tool calls, for functions that pass them on. */
export const callOptions: KindsOf<Omit<ToolCallsOptions<Tools>, "vocabulary">> = {
  tools: required(toolsKind),
  format: options({ begin: required(markers), end: markers, name: text, arguments: text }),
  count: oneOf("any", "some", "one"),
};
const checkToolCalls = signature("toolCalls", { options: optionsOf({ ...callOptions, vocabulary: vocabularyKind }) });

/**
 * Returns the language of free text with calls of `tools`. Wherever the beginning of a call occurs in the text, a call
 * of one of the tools follows, with arguments of its schema. Objects in the schemas are closed unless they say
 * otherwise.
 *
 * @throws SchemaError if a schema cannot be enforced; ArgumentError for an unknown or invalid option.
 *
 * @example
 * const language = toolCalls({ tools: { add: { type: "array", items: { type: "integer" } }, stop: { const: null } } });
 * const read = await language.read('Let me see. <tool_call>{"name": "add", "arguments": [1, 2]}</tool_call>');
 * read.kind === "valid" && read.value.calls; // => [{ name: "add", arguments: [1, 2] }]
 */
export function toolCalls<const Of extends Tools>(options: ToolCallsOptions<Of>): ToolCallLanguage<Of> {
  checkToolCalls(options);
  const { tools, format = HERMES, count = "any", vocabulary } = options;
  const names = { name: format.name ?? "name", arguments: format.arguments ?? "arguments" };
  // Blanks may follow any beginning.
  const begins = markersOf(format.begin, vocabulary).map((marker) =>
    typeof marker === "string" ? marker.trimEnd() : marker,
  );
  const ends = markersOf(format.end ?? [], vocabulary);
  if (begins.length === 0 || begins.includes(""))
    throw new ArgumentError("wrong-type", "format", "toolCalls: format.begin must be what a call begins with.");
  const reads = Object.fromEntries(
    Object.entries(tools).map(([name, schema]) => [name, readSchema(schema, { objects: "closed" })]),
  );
  const json = languageOf(
    {
      schema: schemaOfCalls(reads, names),
      notices: [],
      // A tool without a validator is rejected if its schema cannot be fully enforced, even if other tools have
      // validators.
      validated: Object.values(reads).every(({ validated }) => validated),
      validate: async (value) => ({ kind: "valid", value }),
    },
    FOR_VALUES,
  );
  // Nothing follows the brace that closes the object.
  const object: Monitor<number> = { ...json, prefixFree: true };
  const call = sequence(blanks(), ends.length === 0 ? object : sequence(object, ending(ends)));
  const triggered = trigger([{ markers: begins, language: call }], count);

  function notices(): readonly SchemaIssue[] {
    const own = Object.entries(reads).flatMap(([name, read]) =>
      read.notices.map((notice) => ({ ...notice, pointer: `#/${name}${notice.pointer.slice(1)}` })),
    );
    const common = json.notices.map((notice) => ({ ...notice, pointer: notice.pointer.replace("#/$defs/", "#/") }));
    return [...own, ...common];
  }
  const read = (text: Text): ReturnType<ToolCallLanguage<Of>["read"]> =>
    readCalls(text, triggered, { reads, names, begins, ends });
  return noted({ ...triggered, read }, notices);
}

type Reads = Readonly<Record<string, ReturnType<typeof readSchema>>>;

interface Shape {
  readonly reads: Reads;
  readonly names: { readonly name: string; readonly arguments: string };
  readonly begins: readonly Marker[];
  readonly ends: readonly Marker[];
}

/**
 * Returns the choice between calls. Each tool's schema is a separate resource, so that its references stay inside it.
 */
function schemaOfCalls(reads: Reads, names: Shape["names"]): unknown {
  const definitions: Record<string, unknown> = {};
  const calls = Object.entries(reads).map(([name, { schema, draft }], index) => {
    define(definitions, name, !isObject(schema) ? schema : resource(schema, draft, `urn:espalier:tool:${index}`));
    const pointer = `#/$defs/${name
      .replaceAll("~", "~0")
      .replaceAll("/", "~1")
      .replace(/[^\w~.-]/g, encodeURIComponent)}`;
    const properties = { [names.name]: { const: name }, [names.arguments]: { $ref: pointer } };
    return { type: "object", properties, required: [names.name, names.arguments], additionalProperties: false };
  });
  return { anyOf: calls, $defs: definitions };
}

function resource(schema: Readonly<Record<string, unknown>>, draft: string | undefined, id: string): unknown {
  const dialect = draft === undefined ? {} : { $schema: `https://json-schema.org/draft/${draft}/schema` };
  const old = typeof schema.$schema === "string" && /draft-0?[34]\b/.test(schema.$schema);
  return { ...dialect, [old ? "id" : "$id"]: id, ...schema };
}

/** Matches up to four blanks and one of the markers. */
function ending(markers: readonly Marker[]): Monitor<number> {
  return sequence(
    blanks(),
    anyOfMarkers(markers.map((marker) => (typeof marker === "string" ? marker.trimStart() : marker))),
  );
}

/** Matches exactly the markers. */
function anyOfMarkers(markers: readonly Marker[]): Monitor<number> {
  const texts = markers.flatMap((marker) => ("control" in Object(marker) ? [] : [bytesOf(marker as Text)]));
  const controls = markers.flatMap((marker) =>
    isObject(marker) && typeof marker.control === "string" ? [marker.control] : [],
  );
  const columns = 256 + controls.length;
  const rows: Int32Array[] = [new Int32Array(columns).fill(-1)];
  const row = (): number => rows.push(new Int32Array(columns).fill(-1)) - 1;
  const accepting = new Set<number>();
  for (const text of texts) {
    let state = 0;
    for (const byte of text) {
      if (rows[state]![byte] === -1) rows[state]![byte] = row();
      state = rows[state]![byte]!;
    }
    accepting.add(state);
  }
  controls.forEach((_, k) => {
    rows[0]![256 + k] = row();
    accepting.add(rows[0]![256 + k]!);
  });
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  return fromAutomaton({
    start: 0,
    accepting,
    classOf,
    classCount: 256,
    controls,
    next: rows.flatMap((each) => [...each]),
  });
}

async function readCalls<Of extends Tools>(
  text: Text,
  monitor: Monitor<number> & { islandAt(state: number): number },
  shape: Shape,
): Promise<Validation<TextWithCalls<Of>>> {
  const symbols = typeof text === "string" ? bytesOf(text) : text;
  const free: number[] = [];
  const islands: number[][] = [];
  let state = monitor.start;
  for (const symbol of symbols) {
    const inside = monitor.islandAt(state) >= 0;
    const next = monitor.step(state, symbol);
    if (next === undefined) return invalid("This text does not contain calls of these tools.", []);
    if (inside) islands.at(-1)!.push(symbol);
    else free.push(symbol);
    state = next;
    if (inside || monitor.islandAt(state) < 0) continue;
    withoutEnd(free, shape.begins);
    islands.push([]);
  }
  if (!monitor.accepts(state)) return invalid("The text ends within a call, or without any.", []);

  const calls: unknown[] = [];
  const issues: ValueIssue[] = [];
  for (const [index, island] of islands.entries()) {
    withoutEnd(island, shape.ends);
    const call = JSON.parse(textOf(island)) as Record<string, unknown>;
    const name = call[shape.names.name] as string;
    const judged = await shape.reads[name]!.validate(call[shape.names.arguments]);
    if (judged.kind === "valid") calls.push({ name, arguments: judged.value });
    else for (const { message, path } of judged.issues) issues.push({ message, path: [index, name, ...path] });
  }
  if (issues.length > 0) return { kind: "invalid", issues };
  return { kind: "valid", value: { text: textOf(free), calls: calls as ToolCall<Of>[] } };
}

/** Removes a marker from the end of `symbols`. Blanks before it remain. */
function withoutEnd(symbols: number[], markers: readonly Marker[]): void {
  if ((symbols.at(-1) ?? 0) >= FIRST_CONTROL) return;
  const lengths = markers.flatMap((marker) => {
    if ("control" in Object(marker)) return [];
    const bytes = bytesOf(typeof marker === "string" ? marker : (marker as Text));
    const at = symbols.length - bytes.length;
    return at >= 0 && bytes.every((byte, i) => symbols[at + i] === byte) ? [bytes.length] : [];
  });
  symbols.length -= Math.max(0, ...lengths);
}

/** Returns the text of symbols; control symbols have none. */
function textOf(symbols: readonly number[]): string {
  return utf8Decode(Uint8Array.from(symbols.filter((symbol) => symbol < FIRST_CONTROL)));
}

function invalid(message: string, path: ValueIssue["path"]): Validation<never> {
  return { kind: "invalid", issues: [{ message, path }] };
}

function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

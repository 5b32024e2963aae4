// Free text first, to its end marker; then a language. Thinking has tokens of its own, so that it cannot use up those of what follows:
// it is a generation of its own, in the same session.

import { ArgumentError, named } from "@espalier/arguments";
import { BudgetError, type GenerateOptions, type Generation, generate, maskerFor } from "@espalier/decode";
import type { Model, Session } from "@espalier/model";
import { fromAutomaton, type Marker, type Monitor, sequence, until } from "@espalier/monitor";
import type { Vocabulary } from "@espalier/vocabulary";
import { isObject } from "./options.js";

/** Free text before what is asked for. */
export interface ThinkFirst {
  /**
   * What ends the thinking: `</think>`, say. A string counts as text, and as the control token of that name where the vocabulary has one;
   * `{ control: "</think>" }` only as the latter. It is no part of what was thought.
   */
  readonly end: Marker | readonly Marker[];
  /** The most tokens of thinking, its end included; 1024 by default. */
  readonly maxTokens?: number;
}

/** Everything up to a marker. */
function waitingFor(end: Marker | readonly Marker[], vocabulary: Vocabulary): Monitor<number> {
  const [first, ...others] = markersOf(end, vocabulary) as readonly [Marker, ...Marker[]];
  return until(first, ...others);
}

/** A piece of what is being thought. */
export interface Thinking {
  readonly kind: "thinking";
  readonly text: string;
}

/** What was thought, and where to go on. */
export interface Thought {
  readonly text: string;
  /** The tokens that the session has not been given yet: what to go on from. */
  readonly unappended: Generation["unappended"];
}

const BLANKS_BETWEEN = 4;
const DEFAULT_TOKENS = 1024;

/** @throws ArgumentError for what names no end. */
export function checkThinkFirst(where: string, think: unknown): asserts think is string | ThinkFirst {
  const end = isObject(think) ? think.end : think;
  if (markersOf(end).length > 0) return;
  throw new ArgumentError(
    "wrong-type",
    "thinkFirst",
    `${where}: thinkFirst must be what ends the thinking, such as "</think>" or { end: "</think>", maxTokens: 500 }, not ${named(think)}.`,
  );
}

/**
 * Markers as people give them, one or a list; strings count as control tokens, too, where there is such a one. (Where there is none, a
 * monitor that waits for it would only make the vocabulary look as if it could not spell what is needed.) Empty when it is no marker.
 */
export function markersOf(marker: unknown, vocabulary?: Vocabulary): readonly Marker[] {
  const list = Array.isArray(marker) && typeof marker[0] !== "number" ? marker : [marker];
  return list.flatMap((each): readonly Marker[] => {
    if (each === "") return [];
    if (typeof each === "string")
      return (vocabulary?.controlIds(each).length ?? 0) > 0 ? [each, { control: each }] : [each];
    if (isObject(each) && (typeof each.control === "string" || (each as { length?: number }).length! > 0))
      return [each as Marker];
    return [];
  });
}

/** Lets the model write until a marker: yields the text as it becomes certain, without the marker, and returns all of it. */
export async function* think(
  end: Marker | readonly Marker[],
  options: Omit<GenerateOptions<number>, "monitor" | "masker"> & { readonly session: Session },
): AsyncGenerator<Thinking, Thought, undefined> {
  const texts = markersOf(end)
    .filter((marker) => typeof marker === "string")
    .sort((a, b) => b.length - a.length);
  // What may belong to a marker is held back.
  const held = texts[0]?.length ?? 0;
  const before = options.session.length;
  let text = "";
  let given = 0;
  let result: Generation | undefined;
  for await (const event of generate({ ...options, monitor: waitingFor(end, options.model.vocabulary) })) {
    if (event.kind === "finish") result = event.result;
    if (event.kind === "rewind") continue;
    text += event.text;
    const uncut = text.length - held;
    // Never half a surrogate pair.
    const certain = /[\ud800-\udbff]/.test(text[uncut - 1] ?? "") ? uncut - 1 : uncut;
    if (event.kind === "finish" || certain <= given) continue;
    yield { kind: "thinking", text: text.slice(given, certain) };
    given = certain;
  }
  const marker = texts.find((each) => text.endsWith(each)) ?? "";
  const thought = text.slice(0, text.length - marker.length);
  if (thought.length > given) yield { kind: "thinking", text: thought.slice(given) };
  const { unappended } = result!;
  // Where the model was never asked, the prompt waits too.
  if (options.session.length > before) return { text: thought, unappended };
  const { prompt, model } = options;
  const ids = typeof prompt === "string" ? model.encode(prompt, "prompt") : prompt;
  return { text: thought, unappended: [...ids, ...unappended] };
}

/**
 * How many tokens may be spent on thinking, so that there is room for `monitor` afterwards.
 *
 * @throws BudgetError when there is none for `monitor` itself, whatever is thought.
 */
export function tokensToThink(
  { model, maxTokens = DEFAULT_TOKENS, ifShort, session }: TokensAround,
  promptTokens: number,
  thinking: ThinkFirst,
  monitor: Monitor<number>,
): number {
  const most = thinking.maxTokens ?? DEFAULT_TOKENS;
  const { contextLength = Number.POSITIVE_INFINITY } = model;
  const room = contextLength - (session?.length ?? 0) - promptTokens;
  const masker = maskerFor(model.vocabulary, monitor);
  const needed = masker.tokenCost(monitor.start);
  const available = Math.min(maxTokens, room);
  if (needed === Number.POSITIVE_INFINITY || (needed > available && ifShort !== "go-on"))
    throw new BudgetError(needed, available, { limitedBy: room < maxTokens ? "context" : "maxTokens" });
  const waiting = waitingFor(thinking.end, model.vocabulary);
  const both = needed + maskerFor(model.vocabulary, waiting).tokenCost(waiting.start);
  if (both > room && ifShort !== "go-on") throw new BudgetError(both, room, { limitedBy: "context" });
  // In a context that does not hold both, neither has more than half unless the other leaves it.
  return Math.max(0, Math.min(most, room - Math.min(maxTokens, Math.max(needed, Math.ceil(room / 2)))));
}

interface TokensAround {
  readonly model: Model;
  readonly maxTokens?: number | undefined;
  readonly ifShort?: "refuse" | "go-on" | undefined;
  readonly session?: Session | undefined;
}

/** Up to four blanks, then `language`, which begins with none: what follows a marker. */
export function afterBlanks(language: Monitor<number>): Monitor<number> {
  return sequence(blanks(), language);
}

/** Up to four of space, tab, line feed and carriage return. */
export function blanks(): Monitor<number> {
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => ([0x20, 0x09, 0x0a, 0x0d].includes(byte) ? 1 : 0));
  const states = Array.from({ length: BLANKS_BETWEEN + 1 }, (_, state) => state);
  const next = states.flatMap((state) => [-1, state < BLANKS_BETWEEN ? state + 1 : -1]);
  return fromAutomaton({ start: 0, accepting: states, classOf, classCount: 2, next });
}

// Free text up to an end marker, followed by text in a language. The thinking has a token limit of its own, so that it
// cannot use up the tokens of the rest. It is a separate generation in the same session.

import { ArgumentError, named } from "@espalier/arguments";
import { BudgetError, type GenerateOptions, type Generation, generate, maskerFor } from "@espalier/decode";
import type { Model, Session } from "@espalier/model";
import { fromAutomaton, type Marker, type Monitor, sequence, until } from "@espalier/monitor";
import type { Vocabulary } from "@espalier/vocabulary";
import { isObject } from "./options.js";

/** Free text before the actual output. */
export interface ThinkFirst {
  /**
   * The end of the thinking, for example `</think>`. A string matches text, and also the control token of that name if
   * the vocabulary has one; `{ control: "</think>" }` matches only the control token. The marker is not part of the
   * thinking.
   */
  readonly end: Marker | readonly Marker[];
  /** The most tokens of thinking, including the end; 1024 by default. */
  readonly maxTokens?: number;
}

/** Returns a monitor of everything up to a marker. */
function waitingFor(end: Marker | readonly Marker[], vocabulary: Vocabulary): Monitor<number> {
  const [first, ...others] = markersOf(end, vocabulary) as readonly [Marker, ...Marker[]];
  return until(first, ...others);
}

/** A piece of the thinking text. */
export interface Thinking {
  readonly kind: "thinking";
  readonly text: string;
}

/** The thinking text, and where to continue. */
export interface Thought {
  readonly text: string;
  /** The tokens that the session has not received yet: the start of the next generation. */
  readonly unappended: Generation["unappended"];
}

const BLANKS_BETWEEN = 4;
/** `maxTokens` of the thinking: the tokens that it may use. */
const DEFAULT_TOKENS = 1024;

/** @throws ArgumentError if `think` names no end. */
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
 * Returns the markers that `marker` (one or a list) stands for. A string also stands for the control token of that name
 * if the vocabulary has one. (If the vocabulary lacked that token, a monitor that waits for it would seem impossible to
 * satisfy.) Returns an empty list if `marker` is not a marker.
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

/**
 * Lets the model write until a marker. Yields the text, without the marker, as soon as it is certain; returns all of
 * it.
 */
export async function* think(
  end: Marker | readonly Marker[],
  options: Omit<GenerateOptions<number>, "monitor" | "masker"> & { readonly session: Session },
): AsyncGenerator<Thinking, Thought, undefined> {
  const texts = markersOf(end)
    .filter((marker) => typeof marker === "string")
    .sort((a, b) => b.length - a.length);
  // Holds back text that may belong to a marker.
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
    // Never ends in the middle of a surrogate pair.
    const certain = /[\ud800-\udbff]/.test(text[uncut - 1] ?? "") ? uncut - 1 : uncut;
    if (event.kind === "finish" || certain <= given) continue;
    yield { kind: "thinking", text: text.slice(given, certain) };
    given = certain;
  }
  const marker = texts.find((each) => text.endsWith(each)) ?? "";
  const thought = text.slice(0, text.length - marker.length);
  if (thought.length > given) yield { kind: "thinking", text: thought.slice(given) };
  const { unappended } = result!;
  // If the model has not been called yet, the prompt is still to be appended as well.
  if (options.session.length > before) return { text: thought, unappended };
  const { prompt, model } = options;
  const ids = typeof prompt === "string" ? model.encode(prompt, "prompt") : prompt;
  return { text: thought, unappended: [...ids, ...unappended] };
}

/**
 * Returns how many tokens thinking may use so that `monitor` still has room.
 *
 * @throws BudgetError if there is no room for `monitor` even without thinking.
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
  // If the context cannot hold both, neither gets more than half, unless the other uses less.
  return Math.max(0, Math.min(most, room - Math.min(maxTokens, Math.max(needed, Math.ceil(room / 2)))));
}

interface TokensAround {
  readonly model: Model;
  readonly maxTokens?: number | undefined;
  readonly ifShort?: "refuse" | "go-on" | undefined;
  readonly session?: Session | undefined;
}

/**
 * Returns the monitor of up to four blanks followed by `language`, which must not begin with a blank: what follows a
 * marker.
 */
export function afterBlanks(language: Monitor<number>): Monitor<number> {
  return sequence(blanks(), language);
}

/** Matches up to four characters of space, tab, line feed and carriage return. */
export function blanks(): Monitor<number> {
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => ([0x20, 0x09, 0x0a, 0x0d].includes(byte) ? 1 : 0));
  const states = Array.from({ length: BLANKS_BETWEEN + 1 }, (_, state) => state);
  const next = states.flatMap((state) => [-1, state < BLANKS_BETWEEN ? state + 1 : -1]);
  return fromAutomaton({ start: 0, accepting: states, classOf, classCount: 2, next });
}

// Kinds of options objects that recognise option names from other libraries and give hints for them.

import { type Kind, options } from "@espalier/arguments";

/** Option names of other libraries that differ from ours in more than spelling. */
const MEANT: Readonly<Record<string, string>> = {
  grammar: "language",
  monitor: "language",
  masker: "language",
  constraint: "language",
  lark: "language",
  gbnf: "language",
  regex: "language",
  input: "prompt",
  text: "prompt",
  maxnewtokens: "maxTokens",
  maxoutputtokens: "maxTokens",
  maxcompletiontokens: "maxTokens",
  tokenlimit: "maxTokens",
  maxlength: "maxBytes",
  n: "count",
  stopstrings: "stop",
  stopsequences: "stop",
  abortsignal: "signal",
  temp: "temperature",
  threshold: "minP",
};

/**
 * An options object with the members `kinds`. `inside` maps names that belong inside a nested option to the name of
 * that option.
 */
export function optionsOf(kinds: Readonly<Record<string, Kind>>, inside: Readonly<Record<string, string>> = {}): Kind {
  const meant = Object.entries(MEANT).filter(([, name]) => Object.hasOwn(kinds, name));
  const within = Object.entries(inside).map(([name, outer]) => [name.toLowerCase(), `${outer}: { ${name} }`]);
  return options(kinds, Object.fromEntries([...meant, ...within]));
}

/** Returns the kinds of the named options. */
export function picked<Kinds, Name extends keyof Kinds>(kinds: Kinds, ...names: readonly Name[]): Pick<Kinds, Name> {
  return Object.fromEntries(names.map((name) => [name, kinds[name]])) as Pick<Kinds, Name>;
}

/** Returns the kinds of all options except the named ones. */
export function omitted<Kinds, Name extends keyof Kinds>(kinds: Kinds, ...names: readonly Name[]): Omit<Kinds, Name> {
  const rest: Partial<Kinds> = { ...kinds };
  for (const name of names) delete rest[name];
  return rest as Omit<Kinds, Name>;
}

/** Sampling settings, which other libraries have as options of a generation. */
export const IN_SAMPLING: Readonly<Record<string, string>> = Object.fromEntries(
  ["temperature", "topK", "topP", "minP", "repetitionPenalty"].map((name) => [name, "sampling"]),
);

/** Returns whether `value` is an object or array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

// Options under the names that people know from elsewhere: kinds of options objects with hints for them.

import { type Kind, options } from "@espalier/arguments";

/** What people write for names that differ by more than their spelling. */
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

/** An options object with the members `kinds`. `inside` are names that belong into an option of that name. */
export function optionsOf(kinds: Readonly<Record<string, Kind>>, inside: Readonly<Record<string, string>> = {}): Kind {
  const meant = Object.entries(MEANT).filter(([, name]) => Object.hasOwn(kinds, name));
  const within = Object.entries(inside).map(([name, outer]) => [name.toLowerCase(), `${outer}: { ${name} }`]);
  return options(kinds, Object.fromEntries([...meant, ...within]));
}

/** The kinds of some options. */
export function picked<Kinds, Name extends keyof Kinds>(kinds: Kinds, ...names: readonly Name[]): Pick<Kinds, Name> {
  return Object.fromEntries(names.map((name) => [name, kinds[name]])) as Pick<Kinds, Name>;
}

/** The kinds of all options but some. */
export function omitted<Kinds, Name extends keyof Kinds>(kinds: Kinds, ...names: readonly Name[]): Omit<Kinds, Name> {
  const rest: Partial<Kinds> = { ...kinds };
  for (const name of names) delete rest[name];
  return rest as Omit<Kinds, Name>;
}

/** Settings of sampling, which people know as options of a generation. */
export const IN_SAMPLING: Readonly<Record<string, string>> = Object.fromEntries(
  ["temperature", "topK", "topP", "minP", "repetitionPenalty"].map((name) => [name, "sampling"]),
);

/** Whether `value` has members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

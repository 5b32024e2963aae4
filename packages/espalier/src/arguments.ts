// What the functions of the front door are given, looked at before anything is done with it: plain JavaScript has no types, and an
// option that is misspelt must not mean "no constraint".

/** A function was called with something that it does not take. */
export class ArgumentError extends TypeError {
  override readonly name = "ArgumentError";
  readonly code: "unknown-option" | "wrong-type" | "missing";
  /** The parameter or option it is about. */
  readonly argument: string;

  constructor(code: ArgumentError["code"], argument: string, message: string) {
    super(message);
    this.code = code;
    this.argument = argument;
  }
}

/** The names of an options type, each to be listed. */
export type NamesOf<Options> = Readonly<Record<keyof Options, true>>;

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

/**
 * @throws ArgumentError for options that are no object, and for the first name that is not among `names`. `inside` are names that
 * belong into an option of that name.
 */
export function checkOptions(
  where: string,
  options: unknown,
  names: Readonly<Record<string, true>>,
  inside: Readonly<Record<string, string>> = {},
): void {
  if (!isObject(options) || Array.isArray(options))
    throw new ArgumentError("wrong-type", "options", `${where} takes its options as an object, not ${named(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    const outer = inside[name];
    const meant = outer === undefined ? nearest(name, Object.keys(names)) : `${outer}: { ${name} }`;
    const hint = meant === undefined ? ` It takes ${Object.keys(names).join(", ")}.` : ` Did you mean `;
    throw new ArgumentError(
      "unknown-option",
      name,
      `${where} has no option \`${name}\`.${meant === undefined ? hint : `${hint}\`${meant}\`?`}`,
    );
  }
}

/** @throws ArgumentError for what is no language. `argument` is its name. */
export function checkLanguage(where: string, language: unknown, argument = "language"): void {
  if (isLanguage(language)) return;
  const hint =
    language === undefined
      ? "Make one with lark(text), gbnf(text) or regex(pattern)."
      : typeof language === "string"
        ? "Make one of it with lark(text), gbnf(text) or regex(pattern)."
        : language instanceof RegExp
          ? "Make one of it with regex(pattern)."
          : "Languages come from lark, gbnf, regex and what combines them.";
  throw new ArgumentError(
    language === undefined ? "missing" : "wrong-type",
    argument,
    `${where}: ${argument} must be a language, not ${named(language)}. ${hint}`,
  );
}

/** @throws ArgumentError unless there is a language and a text, in this order. */
export function checkLanguageAndText(where: string, language: unknown, text: unknown): void {
  if (isLanguage(text) && !isLanguage(language))
    throw new ArgumentError(
      "wrong-type",
      "language",
      `${where} takes the language first, then the text: swap the two.`,
    );
  checkLanguage(where, language);
  if (typeof text === "string" || text instanceof Uint8Array || Array.isArray(text)) return;
  throw new ArgumentError(
    text === undefined ? "missing" : "wrong-type",
    "text",
    `${where}: text must be a string or a Uint8Array, not ${named(text)}.`,
  );
}

/** @throws ArgumentError unless `text` is a string. */
export function checkGrammarText(where: string, text: unknown): void {
  if (typeof text === "string") return;
  const hint = text instanceof RegExp ? " A pattern is for regex(pattern)." : "";
  throw new ArgumentError(
    text === undefined ? "missing" : "wrong-type",
    "text",
    `${where} takes the text of a grammar, not ${named(text)}.${hint}`,
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** A value in a few words. */
export function named(value: unknown): string {
  if (typeof value === "string")
    return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)}`;
  if (typeof value === "function") return "a function";
  if (value instanceof RegExp) return `the regular expression ${value}`;
  if (value instanceof Promise) return "a promise";
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object of another kind" : String(value);
}

function isLanguage(value: unknown): boolean {
  return isObject(value) && "start" in value && typeof value.step === "function" && typeof value.accepts === "function";
}

function nearest(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");
  const meant = MEANT[plain(name)];
  if (meant !== undefined && names.includes(meant)) return meant;
  const [best] = names
    .map((known) => ({ known, distance: distance(plain(name), plain(known)) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= 2 && best.distance < name.length - 1 ? best.known : undefined;
}

/** How many letters must be put in, left out or replaced (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

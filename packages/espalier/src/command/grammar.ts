// Creates the language of a command from its options.

import { parseRegex, type RegexMonitor } from "@espalier/automata";
import type { SchemaInput, SchemaIssue } from "@espalier/json-schema";
import { grammar, readGbnf, readLark, token } from "@espalier/notation";
import { createLanguage, type Language, type SyntaxSource } from "@espalier/syntax";
import { jsonSchema } from "@espalier/values";
import { regex } from "../languages.js";
import { nestedSchemas } from "../nested-schema.js";
import { about, Failure, usage } from "./failure.js";
import type { GrammarOptions } from "./grammar-options.js";
import { readJson, readText } from "./input.js";
import { colorsFor, type Surroundings, write } from "./surroundings.js";

/** A language, with notices about it. */
export interface NamedLanguage {
  readonly language: Language | RegexMonitor;
  /** What a schema requires that the language does not enforce. */
  readonly notices: readonly SchemaIssue[];
}

/** Returns the language; `undefined` if no grammar was named. */
export async function languageOf(options: GrammarOptions): Promise<NamedLanguage | undefined> {
  const path = options.lark ?? options.gbnf;
  if (options.schema !== undefined) return schemaOf(options.schema, options);
  if (options.regex !== undefined) {
    checkOptions(options);
    return { language: guarded("--regex", () => regex(options.regex!)), notices: [] };
  }
  const source = await sourceOf(options);
  if (source === undefined) return undefined;
  return { language: guarded(path ?? "", () => createLanguage(source)), notices: [] };
}

/**
 * Returns the language that the options describe; an error if they describe none. Prints notices to standard error, so
 * that the user learns what is not enforced.
 */
export async function requiredLanguage(
  options: GrammarOptions,
  surroundings: Surroundings,
): Promise<Language | RegexMonitor> {
  const named = await languageOf(options);
  if (named === undefined) throw noGrammar();
  await writeNotices(named.notices, surroundings);
  return named.language;
}

/** Prints a line for each notice. */
export async function writeNotices(notices: readonly SchemaIssue[], { stderr }: Surroundings): Promise<void> {
  const colors = colorsFor(stderr);
  for (const { pointer, message } of notices) await write(stderr, `${colors.dim(`note: ${pointer}: ${message}`)}\n`);
}

async function schemaOf(file: string, options: GrammarOptions): Promise<NamedLanguage> {
  checkOptions(options);
  const schema = await readJson(file);
  const { closed, whitespace } = options;
  const language = guarded(file, () =>
    jsonSchema(schema as SchemaInput, {
      ...(closed === true ? { objects: "closed" } : {}),
      ...(whitespace === undefined ? {} : { whitespace: { kind: whitespace } }),
    }),
  );
  return { language, notices: language.notices };
}

/**
 * Returns the grammar as data. A regular expression becomes a grammar of one terminal, which is written with a lexer
 * only if the target notation requires one.
 */
export async function sourceOf(
  options: GrammarOptions,
  munch: SyntaxSource["munch"] = "none",
): Promise<SyntaxSource | undefined> {
  checkOptions(options);
  if (options.schema !== undefined) throw usage("a schema cannot be written in another notation");
  const { start } = options;
  const named = start === undefined ? {} : { start };
  if (options.lark !== undefined) {
    const text = await readText(options.lark);
    const lark = { ...named, extensions: nestedSchemas() };
    return guarded(options.lark, () => readLark(text, lark), looksLikeGbnf(text) ? "GBNF: use --gbnf" : undefined);
  }
  if (options.gbnf !== undefined) {
    const text = await readText(options.gbnf);
    return guarded(options.gbnf, () => readGbnf(text, named), looksLikeLark(text) ? "Lark: use --lark" : undefined);
  }
  if (options.regex === undefined) return undefined;
  const pattern = guarded("--regex", () => parseRegex(options.regex!));
  return grammar({ start: () => token("TEXT", pattern) }, { munch });
}

export function noGrammar(): Error {
  return usage("name a grammar: --lark FILE, --gbnf FILE, --regex PATTERN or --schema FILE");
}

function checkOptions({ lark, gbnf, regex, schema, start, closed, whitespace }: GrammarOptions): void {
  if ([lark, gbnf, regex, schema].filter((option) => option !== undefined).length > 1)
    throw usage("name one grammar: --lark, --gbnf, --regex and --schema exclude each other");
  if (schema !== undefined && start !== undefined) throw usage("--start is for grammars; a schema has no rules");
  if (schema === undefined && (closed !== undefined || whitespace !== undefined))
    throw usage("--closed and --whitespace are for --schema");
  if (regex !== undefined && start !== undefined)
    throw usage("--start is for grammars; a regular expression has no rules");
}

function looksLikeGbnf(text: string): boolean {
  return /^[ \t]*[\w-]+[ \t]*::=/m.test(text);
}

function looksLikeLark(text: string): boolean {
  return !looksLikeGbnf(text) && /^[ \t]*([?!]?[A-Za-z_]\w*[ \t]*:|%\w)/m.test(text);
}

/** Runs `work`. Prefixes an error with its subject, and appends what the text looks like instead. */
function guarded<Result>(subject: string, work: () => Result, looksLike?: string): Result {
  try {
    return work();
  } catch (error) {
    const { exit, code, message, details } = about(subject, error);
    throw new Failure(
      exit,
      code,
      `${message}${looksLike === undefined ? "" : `\nthis looks like ${looksLike}`}`,
      details,
    );
  }
}

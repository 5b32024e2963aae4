// The language that a command is about, from its options.

import { parseRegex, type RegexMonitor } from "@espalier/automata";
import { grammar, readGbnf, readLark, token } from "@espalier/notation";
import { createLanguage, type Language, type SyntaxSource } from "@espalier/syntax";
import { type Command, Option } from "commander";
import { regex } from "../languages.js";
import { about, Failure, usage } from "./failure.js";
import { readText } from "./input.js";

export interface GrammarOptions {
  readonly lark?: string;
  readonly gbnf?: string;
  readonly regex?: string;
  readonly start?: string;
}

/** Adds the options that name a grammar. */
export function withGrammar(command: Command): Command {
  return command
    .addOption(new Option("--lark <file>", "a grammar in Lark (dialect of llguidance); its start rule is `start`"))
    .addOption(new Option("--gbnf <file>", "a grammar in GBNF (llama.cpp); its start rule is `root`"))
    .addOption(new Option("--regex <pattern>", "a regular expression (ECMA-262) that the whole text must match"))
    .addOption(new Option("--start <rule>", "the start rule, if it has another name"));
}

/** The language; `undefined` when no grammar was named. */
export async function languageOf(options: GrammarOptions): Promise<Language | RegexMonitor | undefined> {
  const path = options.lark ?? options.gbnf;
  if (options.regex !== undefined) {
    checkOptions(options);
    return guarded("--regex", () => regex(options.regex!));
  }
  const source = await sourceOf(options);
  return source === undefined ? undefined : guarded(path ?? "", () => createLanguage(source));
}

/** The language, which must be named. */
export async function requiredLanguage(options: GrammarOptions): Promise<Language | RegexMonitor> {
  const language = await languageOf(options);
  if (language === undefined) throw noGrammar();
  return language;
}

/** The grammar as data. A pattern becomes a grammar of one terminal, which has lexemes only where the notation asked for them. */
export async function sourceOf(
  options: GrammarOptions,
  munch: SyntaxSource["munch"] = "none",
): Promise<SyntaxSource | undefined> {
  checkOptions(options);
  const { start } = options;
  const named = start === undefined ? {} : { start };
  if (options.lark !== undefined) {
    const text = await readText(options.lark);
    return guarded(options.lark, () => readLark(text, named), looksLikeGbnf(text) ? "GBNF: use --gbnf" : undefined);
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
  return usage("name a grammar: --lark FILE, --gbnf FILE or --regex PATTERN");
}

function checkOptions({ lark, gbnf, regex, start }: GrammarOptions): void {
  if ([lark, gbnf, regex].filter((option) => option !== undefined).length > 1)
    throw usage("name one grammar: --lark, --gbnf and --regex exclude each other");
  if (regex !== undefined && start !== undefined)
    throw usage("--start is for grammars; a regular expression has no rules");
}

function looksLikeGbnf(text: string): boolean {
  return /^[ \t]*[\w-]+[ \t]*::=/m.test(text);
}

function looksLikeLark(text: string): boolean {
  return !looksLikeGbnf(text) && /^[ \t]*([?!]?[A-Za-z_]\w*[ \t]*:|%\w)/m.test(text);
}

/** Runs `work`; what it throws says what it is about first, and last what the text looks like instead. */
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

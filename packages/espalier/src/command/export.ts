// `espalier export`: writes a grammar in another notation, or the grammar of what may stand between two texts.

import { createLexedLanguage, type LexedLanguage, lexedSource, quotientSource } from "@espalier/gaps";
import { writeGbnf, writeLark } from "@espalier/notation";
import type { SyntaxSource } from "@espalier/syntax";
import { about, EXIT, type Exit, Failure, usage } from "./failure.js";
import { languageNamed, textOf } from "./gap.js";
import { noGrammar, sourceOf } from "./grammar.js";
import type { GrammarOptions } from "./grammar-options.js";
import { type Surroundings, write, writeJson } from "./surroundings.js";

export interface ExportOptions extends GrammarOptions {
  readonly to: "lark" | "gbnf";
  readonly dropMunch?: boolean;
  /** Files with the text before and after the texts of the exported grammar. */
  readonly left?: string;
  readonly right?: string;
  readonly language?: string;
  readonly json?: boolean;
}

const LEXEMES =
  "The grammar takes the longest match for each lexeme, which GBNF cannot express. --drop-munch drops this and writes a larger language.";

export async function runExport(options: ExportOptions, { stdout }: Surroundings): Promise<Exit> {
  const source = await exportedSource(options);
  if (source === undefined) throw noGrammar();
  if (options.to === "gbnf" && source.munch === "maximal" && options.dropMunch !== true)
    throw new Failure(EXIT.usage, "inexpressible", LEXEMES);
  let grammar: string;
  try {
    grammar = options.to === "lark" ? writeLark(source) : writeGbnf(source, { munch: "drop" });
  } catch (error) {
    throw about(`cannot be written as ${options.to}`, error);
  }
  if (options.json === true) await writeJson(stdout, { notation: options.to, grammar });
  else await write(stdout, grammar);
  return EXIT.yes;
}

async function exportedSource(options: ExportOptions): Promise<SyntaxSource | undefined> {
  const { left, right, language, to, dropMunch } = options;
  const munch = to === "lark" ? "maximal" : "none";
  if (left === undefined && right === undefined) {
    if (language !== undefined) throw usage("--language is for --left and --right");
    return sourceOf(options, munch);
  }
  if (dropMunch === true)
    throw usage("--drop-munch does not apply to --left and --right: the grammar already contains what the lexer does");
  const [prefix, suffix] = [await textOf(left), await textOf(right)];
  const whole = await lexedOf(options);
  return quotientSource(whole, { prefix, suffix, munch });
}

/** Returns the language of the gap, with a committing lexer. */
async function lexedOf(options: ExportOptions): Promise<LexedLanguage> {
  const source = await sourceOf(options, "maximal");
  if (options.language !== undefined) {
    if (source !== undefined) throw usage("--language and a grammar exclude each other");
    return languageNamed(options.language);
  }
  if (source === undefined) throw noGrammar();
  return createLexedLanguage(lexedSource(source));
}

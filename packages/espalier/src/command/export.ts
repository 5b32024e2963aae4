// `espalier export`: a grammar in another notation.

import { writeGbnf, writeLark } from "@espalier/notation";
import { about, EXIT, type Exit, Failure } from "./failure.js";
import { type GrammarOptions, noGrammar, sourceOf } from "./grammar.js";
import { type Surroundings, write, writeJson } from "./surroundings.js";

export interface ExportOptions extends GrammarOptions {
  readonly to: "lark" | "gbnf";
  readonly dropMunch?: boolean;
  readonly json?: boolean;
}

const LEXEMES =
  "The grammar's lexemes are as long as possible, and GBNF cannot say so. --drop-munch writes the larger language without that.";

export async function runExport(options: ExportOptions, { stdout }: Surroundings): Promise<Exit> {
  const source = await sourceOf(options, options.to === "lark" ? "maximal" : "none");
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

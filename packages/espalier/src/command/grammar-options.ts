// Command line options that name a grammar.

import type { Whitespace } from "@espalier/json-schema";
import { type Command, Option } from "commander";

export interface GrammarOptions {
  readonly lark?: string;
  readonly gbnf?: string;
  readonly regex?: string;
  readonly schema?: string;
  readonly start?: string;
  readonly closed?: boolean;
  readonly whitespace?: Whitespace["kind"];
}

/** Adds the options that name a grammar. */
export function withGrammar(command: Command): Command {
  return command
    .addOption(new Option("--lark <file>", "a grammar in Lark (dialect of llguidance); its start rule is `start`"))
    .addOption(new Option("--gbnf <file>", "a grammar in GBNF (llama.cpp); its start rule is `root`"))
    .addOption(new Option("--regex <pattern>", "a regular expression (ECMA-262) that the whole text must match"))
    .addOption(new Option("--schema <file>", "a JSON Schema: the JSON texts of its values"))
    .addOption(new Option("--start <rule>", "the start rule, if it has another name"))
    .addOption(
      new Option("--closed", "with --schema: no properties but those that objects declare, where they do not say"),
    )
    .addOption(
      new Option("--whitespace <kind>", "with --schema: where JSON allows it (default: flexible)").choices([
        "compact",
        "pretty",
        "flexible",
      ]),
    );
}

// Command line options that name a language and the text around a gap.

import type { StraddlePolicy } from "@espalier/gaps";
import { type Command, Option } from "commander";

/** Options that name a language and the text around a gap. */
export interface GapOptions {
  readonly language?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly policy?: StraddlePolicy;
}

export const LANGUAGE_HELP = "python, or python@VERSION from 3.9 on: what `ast.parse` of that CPython accepts";

/** Adds the options for the text around a gap. */
export function withGap(command: Command, policy: StraddlePolicy): Command {
  return command
    .option("--prefix <file>", "this file holds the text before the gap")
    .option("--suffix <file>", "this file holds the text after the gap")
    .addOption(
      new Option(
        "--policy <name>",
        `what of the suffix a lexeme of the text may take: all, noSwallow (no string or comment), or boundaryOnly (nothing); ${policy} without`,
      ).choices(["all", "noSwallow", "boundaryOnly"]),
    );
}

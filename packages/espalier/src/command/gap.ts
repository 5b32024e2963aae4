// The gap that a command is about: a named language, and the text before and after a place.

import { PYTHON_VERSIONS, python } from "@espalier/python";
import type { LexedLanguage, StraddlePolicy } from "@espalier/syntax";
import { type Command, Option } from "commander";
import { type Failure, usage } from "./failure.js";
import { readText } from "./input.js";

/** Options that name a language and what surrounds a text. */
export interface GapOptions {
  readonly language?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly policy?: StraddlePolicy;
}

export const LANGUAGE_HELP = "python, or python@VERSION from 3.9 on: what `ast.parse` of that CPython accepts";

/** Adds the options of what surrounds a text. */
export function withGap(command: Command, policy: StraddlePolicy): Command {
  return command
    .option("--prefix <file>", "what stands before the text is in this file")
    .option("--suffix <file>", "what stands after the text is in this file")
    .addOption(
      new Option(
        "--policy <name>",
        `what of the suffix a lexeme of the text may take: all, noSwallow (no string or comment), or boundaryOnly (nothing); ${policy} without`,
      ).choices(["all", "noSwallow", "boundaryOnly"]),
    );
}

const made = new Map<string, LexedLanguage>();

/** The language of a name. @throws Failure when there is none of it. */
export function languageNamed(name: string): LexedLanguage {
  const known = made.get(name);
  if (known !== undefined) return known;
  const [family, asked, ...more] = name.toLowerCase().split("@");
  const version = PYTHON_VERSIONS.find((one) => one === asked);
  if (family !== "python" || more.length > 0 || (asked !== undefined && version === undefined)) throw unknown(name);
  const language = python(version === undefined ? {} : { version });
  made.set(name, language);
  return language;
}

function unknown(name: string): Failure {
  return usage(`there is no language ${name}; there are python and python@${PYTHON_VERSIONS.join(", python@")}`);
}

/** The text of a file; none without a file. */
export async function textOf(file: string | undefined): Promise<string> {
  return file === undefined ? "" : readText(file);
}

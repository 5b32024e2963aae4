// Finds the language of a gap by name, and reads the text around it.

import type { LexedLanguage } from "@espalier/gaps";
import { PYTHON_VERSIONS, python } from "@espalier/python";
import { type Failure, usage } from "./failure.js";
import { readText } from "./input.js";

const made = new Map<string, LexedLanguage>();

/** Returns the language of a name. @throws Failure if the name is unknown. */
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
  return usage(`there is no language ${name}; choose python or python@${PYTHON_VERSIONS.join(", python@")}`);
}

/** Returns the text of a file; empty without a file. */
export async function textOf(file: string | undefined): Promise<string> {
  return file === undefined ? "" : readText(file);
}

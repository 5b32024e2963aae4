// The names that `\N{…}` knows.

import { parseRegex, type Regex } from "@espalier/automata";
import type { PythonVersion } from "../grammar/version.js";

const plausible: Regex = parseRegex("[A-Za-z0-9][A-Za-z0-9 ()-]*");

/** The name of a character, as `\N{…}` looks it up. */
export function characterName(_version: PythonVersion): Regex {
  return plausible;
}

// All hostile inputs of the attack. Each is read, or refused with a typed error, within the limits of its process.

import { HOSTILE_GRAMMARS } from "./hostile/grammars.js";
import { HOSTILE_PROGRAMS } from "./hostile/programs.js";
import { HOSTILE_REGEXES } from "./hostile/regexes.js";
import { HOSTILE_SCHEMAS } from "./hostile/schemas.js";
import { HOSTILE_TEXTS } from "./hostile/texts.js";
import { HOSTILE_VOCABULARIES } from "./hostile/vocabularies.js";
import type { HostileInput } from "./hostile-input.js";

export const HOSTILE_INPUTS: readonly HostileInput[] = [
  ...HOSTILE_REGEXES,
  ...HOSTILE_SCHEMAS,
  ...HOSTILE_TEXTS,
  ...HOSTILE_GRAMMARS,
  ...HOSTILE_PROGRAMS,
  ...HOSTILE_VOCABULARIES,
];

// All parts of the attack.
import type { Part } from "./part.js";
import { costs } from "./parts/costs.js";
import { decoding } from "./parts/decoding.js";
import { grammars } from "./parts/grammars.js";
import { hostile } from "./parts/hostile.js";
import { misuse } from "./parts/misuse.js";
import { numbers } from "./parts/numbers.js";
import { regexes } from "./parts/regexes.js";
import { schemas } from "./parts/schemas.js";

export const PARTS: readonly Part[] = [schemas, numbers, regexes, grammars, decoding, hostile, costs, misuse];

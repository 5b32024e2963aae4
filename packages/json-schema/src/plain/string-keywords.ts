// The modules of plain schemas for `pattern` and `format`.

import { readFormat, readPattern, unknownFormat } from "../nodes/string-keywords.js";
import type { StringModule } from "./modules.js";

/** Adds `pattern` to plain schemas (`plainSchemaSource`), for 6 kB (gzip). Look-aheads are refused. */
export const patternKeyword: StringModule = { strings: readPattern };

/** Adds `format` to plain schemas (`plainSchemaSource`), for 8 kB (gzip), or 3 beside {@link patternKeyword}. */
export const formatKeyword: StringModule = { strings: readFormat, unknown: unknownFormat };

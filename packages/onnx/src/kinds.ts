// The kinds of arguments that adapters check.

import { having, integer, type Kind, oneOf } from "@espalier/arguments";
import { DTYPE_SUFFIX } from "./configuration.js";

/** The name of a number format. */
export const dtypeKind: Kind = oneOf(...Object.keys(DTYPE_SUFFIX));

/** More threads than any machine has cores. */
const MOST_THREADS = 1_024;

/** The number of threads of a runtime. */
export const threadsKind: Kind = integer({ min: 1, max: MOST_THREADS });

/** A `URL`, or an object like one. */
export const urlKind: Kind = having("a URL", { href: "string", protocol: "string" });

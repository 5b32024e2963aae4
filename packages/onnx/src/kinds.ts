// The kinds of arguments that adapters check.

import { having, type Kind, oneOf } from "@espalier/arguments";
import { DTYPE_SUFFIX } from "./configuration.js";

/** The name of a number format. */
export const dtypeKind: Kind = oneOf(...Object.keys(DTYPE_SUFFIX));

/** A `URL`, or an object like one. */
export const urlKind: Kind = having("a URL", { href: "string", protocol: "string" });

// What adapters take, as kinds of arguments.

import { having, type Kind, oneOf } from "@espalier/arguments";
import { DTYPE_SUFFIX } from "./configuration.js";

/** A number format, by its name. */
export const dtypeKind: Kind = oneOf(...Object.keys(DTYPE_SUFFIX));

/** A URL of the platform, or an object like one. */
export const urlKind: Kind = having("a URL", { href: "string", protocol: "string" });

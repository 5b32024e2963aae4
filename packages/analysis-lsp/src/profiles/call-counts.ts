// How many arguments the signatures take that servers show, by language.

import type { ArgumentCount } from "@espalier/analysis";
import type { ShownSignature } from "../profile.js";

const exactly = (count: number): ArgumentCount => ({ least: count, most: count });

/** Rust has neither overloads nor default values. For a tuple, the server shows a signature without a name. */
export function rustCounts({ label, parameters }: ShownSignature): readonly ArgumentCount[] | undefined {
  return label.startsWith("(") ? undefined : [exactly(parameters.length)];
}

/** Go. A call that returns several values may give all arguments. */
export function goCounts({ parameters }: ShownSignature): readonly ArgumentCount[] {
  const isVariadic = parameters.at(-1)?.includes("...") === true;
  const least = isVariadic ? parameters.length - 1 : parameters.length;
  const own = { least, most: isVariadic ? Number.POSITIVE_INFINITY : least };
  return least < 2 ? [own] : [own, exactly(1)];
}

/** Python. A parameter has a default value if its text contains `=`. `/` and `*` separate parameters. */
export function pythonCounts({ parameters }: ShownSignature): readonly ArgumentCount[] {
  const own = parameters.filter((each) => each !== "/" && each !== "*");
  const named = own.filter((each) => !each.startsWith("*") && each !== "...");
  const least = named.filter((each) => !each.includes("=")).length;
  return [{ least, most: named.length === own.length ? named.length : Number.POSITIVE_INFINITY }];
}

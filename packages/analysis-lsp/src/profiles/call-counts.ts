// How many arguments the signatures take that servers show, by language.

import type { ArgumentCount, ProgramPlace } from "@espalier/analysis";
import type { ShownCall, ShownSignature } from "../profile.js";

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

/** Java. */
export function javaCounts({ parameters }: ShownSignature): readonly ArgumentCount[] {
  const isVariadic = parameters.at(-1)?.includes("...") === true;
  return [isVariadic ? { least: parameters.length - 1, most: Number.POSITIVE_INFINITY } : exactly(parameters.length)];
}

/** C++. A parameter has a default value if its text contains `=`. `...` is a pack, or a variable number of arguments. */
export function cppCounts({ parameters }: ShownSignature): readonly ArgumentCount[] {
  const single = parameters.filter((each) => !each.includes("..."));
  const least = single.filter((each) => !each.includes("=")).length;
  return [{ least, most: single.length === parameters.length ? single.length : Number.POSITIVE_INFINITY }];
}

/**
 * Why a call in C or C++ may call a function that the server does not show; `undefined` if that is impossible. In C++,
 * the server shows neither functions that are found by the types of the arguments, nor the initialisation of a
 * structure without a constructor. In C, a function without parameters may take any arguments.
 */
export function cppCallDoubt({ path }: ProgramPlace, { callee, signatures }: ShownCall): string | undefined {
  if (/\.[ch]$/i.test(path)) return "a function of C may take more arguments than its declaration says";
  if (signatures.some(({ label }) => !label.includes("->")))
    return "a structure can be initialised without a constructor";
  const isQualified = /(?:\.|->|::)\s*\w*$/.test(callee) || callee === "";
  const isNamed = signatures.some(({ label }) => /^\w/.test(label) && label.startsWith(/\w*$/.exec(callee)![0]));
  return isNamed && !isQualified ? "the types of the arguments may find other functions" : undefined;
}

/** Python. A parameter has a default value if its text contains `=`. `/` and `*` separate parameters. */
export function pythonCounts({ parameters }: ShownSignature): readonly ArgumentCount[] {
  const own = parameters.filter((each) => each !== "/" && each !== "*");
  const named = own.filter((each) => !each.startsWith("*") && each !== "...");
  const least = named.filter((each) => !each.includes("=")).length;
  return [{ least, most: named.length === own.length ? named.length : Number.POSITIVE_INFINITY }];
}

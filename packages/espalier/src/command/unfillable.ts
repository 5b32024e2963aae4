// Why nothing fits a gap, as a person at a file wants it told: places are those of the file that has the gap, or, where prefix and suffix are files
// of their own, of the one that they are in.

import { FillError } from "@espalier/gaps";
import { placeOf } from "../place.js";
import { placeText } from "./excerpt.js";
import { EXIT, Failure } from "./failure.js";

/** What stands around a gap; `path` where both are halves of one file. */
export interface Sides {
  readonly prefix: string;
  readonly suffix: string;
  readonly path?: string | undefined;
}

/** The error of a gap with its place, in bytes and as line and column, of the file that `of` names; any other error as it is. */
export function unfillable(error: unknown, { prefix, suffix, path }: Sides): unknown {
  if (!(error instanceof FillError)) return error;
  const { code, expected, message, suffixFails } = error;
  const before = code === "unconnected" && path === undefined ? new TextEncoder().encode(prefix).length : 0;
  const offset = error.offset - before;
  const bytes = new TextEncoder().encode(
    before > 0 || (path === undefined && code !== "prefix") ? suffix : prefix + suffix,
  );
  const place = placeOf(bytes, offset);
  const of = path ?? (code === "prefix" ? "the prefix" : "the suffix");
  const details = { of, offset, ...place, expected, ...(suffixFails && { fault: { offset, ...place } }) };
  if (code === "prefix") return new Failure(EXIT.usage, code, message, details);
  const said = suffixFails
    ? `Nothing connects the prefix to the suffix: what begins at ${placeText(place)} of ${of} cannot be read, whatever stands before it.`
    : `No middle was found that connects the prefix to the suffix, which could be read up to ${placeText(place)} of ${of}. Look for what the suffix closes, continues or dedents to that the prefix does not have.`;
  return new Failure(EXIT.usage, code, said, details);
}

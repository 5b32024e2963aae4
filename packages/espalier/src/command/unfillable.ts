// Explains why nothing fits a gap. Positions refer to the file with the gap or, if prefix and suffix are separate
// files, to the one that contains them.

import { FillError } from "@espalier/gaps";
import { placeOf } from "../place.js";
import { placeText } from "./excerpt.js";
import { EXIT, Failure } from "./failure.js";

/** The text around a gap; `path` if both sides are halves of one file. */
export interface Sides {
  readonly prefix: string;
  readonly suffix: string;
  readonly path?: string | undefined;
}

/**
 * Returns the error of a gap with its position, in bytes and as line and column, in the file that `of` names; returns
 * any other error unchanged.
 */
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
    ? `Nothing connects the prefix to the suffix: the text from ${placeText(place)} of ${of} on cannot be read, whatever precedes it.`
    : `No middle was found that connects the prefix to the suffix, which could be read up to ${placeText(place)} of ${of}. Look for what the suffix closes, continues or dedents to that the prefix does not have.`;
  return new Failure(EXIT.usage, code, said, details);
}

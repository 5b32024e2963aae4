// The regions of a file that could not be read, and their placeholders.

import { having, listOf, signature, text } from "@espalier/arguments";
import { bytesOf, type Text, textKind } from "@espalier/monitor";
import type { TextLines } from "../lexing/text-lines.js";
import { joined } from "../source/joined.js";
import type { OpaqueKind } from "./placeholders.js";
import type { Repair } from "./repair-task.js";

/** A region of a file that a gap leaves out. Lines and columns count from 1; columns count characters. */
export interface OpaqueRegion {
  /** Bytes [from, to) of the file, which is the prefix and the suffix without a middle. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  /** The line in which the region ends. */
  readonly lastLine: number;
  /** What the region is taken for. */
  readonly kind: OpaqueKind;
  /** The text that replaces it when the file is read; empty for a byte order mark. */
  readonly placeholder: string;
  /**
   * Why the region is left out. `unreadable`: its content cannot be read. `unfinished`: its content can be read, but nothing after it can follow, for example
   * because a bracket is not closed or a header has no body.
   */
  readonly reason: "unreadable" | "unfinished";
  /** Where reading failed, as a byte offset in the file, and the line. */
  readonly fails: { readonly offset: number; readonly line: number };
}

/** The repairs of one side of a gap as regions of the file. @param before the bytes of the file before that side. */
export function opaqueRegions(file: TextLines, before: number, repairs: readonly Repair[]): readonly OpaqueRegion[] {
  return repairs.map(({ from, to, kind, text, fails }) => {
    const [line, column] = file.place(before + from);
    const [lastLine] = file.place(before + to);
    const offset = before + fails;
    return {
      from: before + from,
      to: before + to,
      line,
      column,
      lastLine,
      kind,
      placeholder: text,
      reason: fails < to ? "unreadable" : "unfinished",
      fails: { offset, line: file.place(offset)[0] },
    };
  });
}

/** A part of a text, and its replacement. */
interface Replaced {
  readonly from: number;
  readonly to: number;
  readonly placeholder: string;
}

const checkWithPlaceholders = signature("withPlaceholders", {
  file: textKind,
  opaque: listOf(having("a region { from, to, placeholder }", { from: "number", to: "number", placeholder: text })),
});

/**
 * Returns the file with each region of `opaque` replaced by its placeholder.
 *
 * @example
 * new TextDecoder().decode(withPlaceholders("def f(:\n  return 1\n", [{ from: 0, to: 7, placeholder: "if 1:" }])); // => "if 1:\n  return 1\n"
 */
export function withPlaceholders(file: Text, opaque: readonly Replaced[]): Uint8Array {
  checkWithPlaceholders(file, opaque);
  const bytes = bytesOf(file);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { from, to, placeholder } of opaque) {
    pieces.push(bytes.subarray(at, from), bytesOf(placeholder));
    at = to;
  }
  return joined(...pieces, bytes.subarray(at));
}

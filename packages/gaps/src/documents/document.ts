// A text under edit, with the language's analysis of it. The parser's state before each line is kept. After an edit,
// lines are read again until a line leads to the same state as before; everything after that line is then known
// already. What is known about a tail of the text (the part from some byte to the end) is stored by the length of the
// tail, so it survives every edit before the tail. (To stop at an equal state: after Wagner and Graham, "Efficient and
// Flexible Incremental Parsing", 1998.)

import { signature } from "@espalier/arguments";
import { bytesOf, type Text, textKind } from "@espalier/monitor";
import { adviceFor, fillFrom, type Gap, type GapOptions } from "../gap/gap.js";
import { tolerantGap } from "../gap/tolerant-gap.js";
import { lexedLanguageKind } from "../kinds.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import { createTextBuffer } from "../lexing/text-buffer.js";
import { createTextLines } from "../lexing/text-lines.js";
import { createFileRepairs } from "../repairs/file-repairs.js";
import type { FillError } from "../source/fill-error.js";
import { createGapSuffix, type GapSuffix } from "../suffix/gap-suffix.js";
import { createTailMemos } from "../suffix/tail-memo.js";
import { createLinePlaces } from "./document-lines.js";

/** A change of a text: `insert` replaces the bytes in [from, to). */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: Text;
}

/** A gap between the first `from` bytes and the bytes from `to` on (`from` by default). */
export interface GapRequest extends GapOptions {
  readonly from: number;
  readonly to?: number;
}

/** A text under edit. All offsets are in bytes of UTF-8. */
export interface Document {
  /** The text. Valid until the next edit: copy it to keep it. Do not modify it. */
  readonly text: Uint8Array;
  /** @throws RangeError unless 0 ≤ from ≤ to ≤ the length of the text. */
  edit(edit: Edit): void;
  /**
   * The gap that `fillMiddle` creates between the text before `from` and the text after `to`. Later edits do not change it.
   *
   * @throws FillError as `fillMiddle` does.
   * @throws RangeError for offsets outside of the text.
   */
  gap(request: GapRequest): Gap;
  /** Where the text stops being a prefix of a text of the language, and what could have followed; `undefined` if it belongs to the language. */
  problem(): FillError | undefined;
  /** The number of lines read since the document was created, including partial lines. It measures the cost of edits and requests. */
  readonly linesRead: number;
  /** Bytes held by this document alone. Excludes what the language keeps for all documents. */
  bytes(): number;
}

/**
 * The accessors of a document. They belong to a class, because minor collections of V8 do not free what an accessor of
 * an object literal refers to: the text, and all that is known of it.
 */
class DocumentProperties implements Pick<Document, "text" | "linesRead"> {
  readonly #text: () => Uint8Array;
  readonly #linesRead: () => number;

  constructor(text: () => Uint8Array, linesRead: () => number) {
    this.#text = text;
    this.#linesRead = linesRead;
  }

  get text(): Uint8Array {
    return this.#text();
  }

  get linesRead(): number {
    return this.#linesRead();
  }
}

/** The number of suffixes whose labels are kept. */
const MOST_SUFFIXES = 16;

const checkCreateDocument = signature("createDocument", { language: lexedLanguageKind, text: textKind });

/**
 * Creates a document with a text, which does not have to belong to the language.
 *
 * @example
 * import { parseRegex } from "@espalier/automata";
 * import { star, terminal } from "@espalier/grammar";
 * import { createLexedLanguage } from "@espalier/gaps";
 *
 * const words = createLexedLanguage({
 *   grammar: { start: "text", rules: [{ name: "text", body: star(terminal("word")) }] },
 *   kinds: [{ name: "word", regex: parseRegex("[a-z]+;[\\n]"), modes: ["text"], terminals: ["word"] }],
 *   modes: [{ name: "text" }],
 * });
 * const document = createDocument(words, "one;\ntwo;\n");
 * document.problem(); // => undefined
 * document.edit({ from: 8, to: 9, insert: "" });
 * document.problem()?.line; // => 2
 */
export function createDocument(language: LexedLanguage, text: Text): Document {
  checkCreateDocument(language, text);
  const buffer = createTextBuffer(bytesOf(text));
  let present = language.present();
  const textLines = createTextLines(buffer.text());
  let lines = createLinePlaces(present, textLines);
  let tails = createTailMemos();
  let repairs = createFileRepairs(present, textLines);
  let linesReadBefore = 0;
  /** By length, in order of last use. */
  const suffixes = new Map<number, GapSuffix>();

  function check(from: number, to: number): void {
    const { length } = buffer.text();
    const fits = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= length;
    if (!fits)
      throw new RangeError(
        `from and to must be offsets with 0 ≤ from ≤ to ≤ ${length}, the length of the text in bytes, not ${from} and ${to}.`,
      );
  }

  function suffixFrom(at: number): GapSuffix {
    const length = buffer.text().length - at;
    const suffix = suffixes.get(length) ?? createGapSuffix(present, buffer.tail(length), tails);
    suffixes.delete(length);
    suffixes.set(length, suffix);
    if (suffixes.size > MOST_SUFFIXES) suffixes.delete(suffixes.keys().next().value!);
    return suffix;
  }

  /** Moves to the language's current generation, and drops everything that was computed in the previous one. */
  function renew(): void {
    if (language.present() === present) return;
    present = language.present();
    linesReadBefore += lines.read();
    lines = createLinePlaces(present, textLines);
    tails = createTailMemos();
    repairs = createFileRepairs(present, textLines);
    suffixes.clear();
  }

  const properties = new DocumentProperties(buffer.text, () => linesReadBefore + lines.read());
  return Object.assign(properties, {
    edit({ from, to, insert }: Edit): void {
      check(from, to);
      const inserted = bytesOf(insert);
      const kept = buffer.text().length - to;
      buffer.edit(from, to, inserted);
      const change = textLines.edit(buffer.text(), from, to, inserted.length);
      lines.edit(change);
      repairs.edit(change);
      repairs.mended.edit(from, to, inserted.length);
      tails.edit(kept, to - from, inserted.length);
      for (const length of [...suffixes.keys()]) if (length > kept) suffixes.delete(length);
    },
    gap(request: GapRequest): Gap {
      const { from, to = from } = request;
      check(from, to);
      renew();
      const bytes = buffer.text();
      const place = lines.at(from);
      const suffix = suffixFrom(to);
      if (request.errors === "tolerate") {
        const gap = tolerantGap(
          present,
          { file: textLines, to, prefix: bytes.subarray(0, from), place, suffix, repairs },
          request,
        );
        if (gap !== undefined) return gap;
      }
      const advice = adviceFor(present, request);
      if (place === undefined) throw lines.failure(from, advice);
      return fillFrom(present, place, suffix, request, {
        unread: () => lines.failure(from, advice),
        file: () => ({ bytes, from: to, tails, advice }),
      });
    },
    problem(): FillError | undefined {
      renew();
      const place = lines.at(buffer.text().length);
      const state = place && present.machine.adopt(place.local, place.set, place.frames);
      return state !== undefined && present.accepts(state) ? undefined : lines.failure(buffer.text().length);
    },
    bytes(): number {
      return buffer.bytes() + lines.bytes() + tails.bytes() + repairs.bytes();
    },
  });
}

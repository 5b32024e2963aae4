// Proposals: values that describe what to show for a hole. Most combine a source and a content:
// `source("sibling").content("method names")`.

import { oneOf, signature } from "@espalier/arguments";
import { type ContentName, type Item, itemsOf, joinerOf, postLines, showsNames } from "./contents.js";
import { type FileFacts, factsWithin } from "./facts.js";
import { itemsOfFile } from "./file-items.js";
import { baseName } from "./file-name.js";
import { pieceKind } from "./kinds.js";
import type { IndexedFile } from "./repository-index.js";
import type { Site } from "./site.js";
import { filesOf, type SourceName } from "./sources.js";

/** Which end of a text remains when it is cut. */
export type Keep = "head" | "tail";

/** What a proposal takes from one file. */
export interface Piece {
  readonly path: string;
  /** The heading in the published format: the file's first class in brackets, or nothing. */
  readonly heading: string;
  readonly items: readonly Item[];
  readonly joiner: string;
  /** Whether the items are names. A name that is shown anywhere is not shown again. */
  readonly names: boolean;
  /** Why this file was chosen, for people. */
  readonly reason: string;
  /**
   * The indexed file that contains the items. If two files have the same text, equal spans of them are shown once. If
   * absent, the path identifies the text.
   */
  readonly file?: IndexedFile;
}

/** A rule that says what to show for a hole. */
export interface Proposal {
  /** For example `Sib.MN`; unique among the proposals of one request. */
  readonly id: string;
  /** The number in table 7 of Shrivastava et al. 2023, if it is one of those. */
  readonly number: number | undefined;
  /** Which end of its text remains. */
  readonly keep: Keep;
  /** The fraction of the budget reserved for it when it is shown alone. */
  readonly share: number;
  /** The separator between its text and the file's own, in the published format. */
  readonly separator: string;
  /**
   * Returns the pieces of text that the proposal shows, best file first; none if it does not apply. A caller may stop
   * iterating early to save work. The result depends only on the site, and never contains text from the hole's
   * position.
   */
  pieces(site: Site): Iterable<Piece>;
}

/** The proposal to show nothing. It is ranked like the others; candidates ranked below it are not shown. */
export const NOTHING: Proposal = {
  id: "default",
  number: 62,
  keep: "head",
  share: 0,
  separator: "",
  pieces: () => [],
};

/** Abbreviations, as in the published tables. */
const SOURCE_IDS: Readonly<Record<SourceName, string>> = {
  current: "Cur",
  parent: "Par",
  import: "Imp",
  sibling: "Sib",
  similar: "Sim",
  child: "Chi",
  "import of sibling": "ISib",
  "import of similar": "ISim",
  "import of parent": "IPar",
  "import of child": "IChi",
  counterpart: "Test",
  relevant: "BM25",
  recent: "Edit",
};

const CONTENT_IDS: Readonly<Record<ContentName, string>> = {
  "method bodies": "MNB",
  "method names": "MN",
  identifiers: "I",
  "type identifiers": "TI",
  "string literals": "SL",
  "field declarations": "FD",
  "post lines": "PL",
  text: "T",
};

/** The contents in the order of the published numbers: for the current file, and for the others source by source. */
export const CURRENT_ORDER: readonly Exclude<ContentName, "post lines">[] = [
  "method names",
  "identifiers",
  "type identifiers",
  "string literals",
  "field declarations",
];
export const OTHER_ORDER: readonly Exclude<ContentName, "post lines">[] = ["method bodies", ...CURRENT_ORDER];
export const SOURCE_ORDER: readonly SourceName[] = [
  "parent",
  "import",
  "sibling",
  "similar",
  "child",
  "import of sibling",
  "import of similar",
  "import of parent",
  "import of child",
];
const FIRST_OTHER = 8;

/** A source without a content. */
export interface ProposalSource {
  /**
   * Returns the proposal that shows this content of the source's files.
   *
   * @throws {ArgumentError} if there is no such content.
   * @throws {RangeError} for post lines of a file other than the current one.
   */
  content(name: ContentName): Proposal;
}

const checkSource = signature("source", { name: oneOf(...Object.keys(SOURCE_IDS)) });
const checkContent = signature("content", { name: oneOf(...Object.keys(CONTENT_IDS)) });

/**
 * Returns a source of files, for example the files in the same folder (`sibling`); its method `content` makes
 * proposals.
 *
 * @example
 * const { id, number } = source("sibling").content("method names");
 * [id, number]; // => ["Sib.MN", 21]
 */
export function source(name: SourceName): ProposalSource {
  checkSource(name);
  return {
    content: (content) => {
      checkContent(content);
      if (content === "post lines" && name !== "current")
        throw new RangeError(
          'content: only the source "current" has lines after the hole; choose another content for this source.',
        );
      const id = `${SOURCE_IDS[name]}.${CONTENT_IDS[content]}`;
      if (content === "post lines") return postLinesProposal(id, 0.5, undefined);
      return {
        id,
        number: numberOf(name, content),
        keep: name === "parent" || name === "current" ? "tail" : "head",
        share: 0.5,
        separator: "\n",
        pieces: (site) => (name === "current" ? currentPieces(content, site) : otherPieces(name, content, site)),
      };
    },
  };
}

/** Returns the proposal for the lines after the hole with a fraction of the budget. */
export function postLinesProposal(id: string, share: number, number: number | undefined): Proposal {
  return {
    id,
    number,
    keep: "head",
    share,
    separator: " ",
    pieces: (site) => {
      const items = postLines(site.text, site.hole.prefix.length);
      return items.length === 0 ? [] : [pieceOf("post lines", site.hole.path, "", items, "the lines after the hole")];
    },
  };
}

function numberOf(name: SourceName, content: ContentName): number | undefined {
  const order: readonly ContentName[] = name === "current" ? CURRENT_ORDER : OTHER_ORDER;
  const at = order.indexOf(content);
  if (at < 0) return undefined;
  if (name === "current") return at;
  const from = SOURCE_ORDER.indexOf(name);
  return from < 0 ? undefined : FIRST_OTHER + OTHER_ORDER.length * from + at;
}

/** Returns items after the hole, because those before it are in the prefix; if there are none, those before it. */
function currentPieces(content: Exclude<ContentName, "post lines">, site: Site): readonly Piece[] {
  const { hole, facts, text, semantics } = site;
  const offset = hole.prefix.length;
  const after = itemsOf(content, text, factsWithin(facts, offset, text.length), semantics);
  const items = after.length > 0 ? after : itemsOf(content, text, factsWithin(facts, 0, offset), semantics);
  const shown = items.filter(({ from, to }) => to <= offset || from >= offset);
  if (shown.length === 0) return [];
  return [pieceOf(content, hole.path, headingOf(hole.path, facts), shown, "the file with the hole")];
}

function* otherPieces(
  name: Exclude<SourceName, "current">,
  content: Exclude<ContentName, "post lines">,
  site: Site,
): Iterable<Piece> {
  let rank = 0;
  for (const file of filesOf(name, site)) {
    rank++;
    const items = itemsOfFile(content, file, site.semantics);
    if (items.length === 0) continue;
    const reason = `${name} file ${rank}, ${content}`;
    const piece = pieceOf(content, file.path, headingOf(file.path, file.facts), items, reason);
    yield { ...piece, file };
  }
}

function pieceOf(content: ContentName, path: string, heading: string, items: readonly Item[], reason: string): Piece {
  return { path, heading, items, joiner: joinerOf(content), names: showsNames(content), reason };
}

/** Returns the class of a file: its first, or the name of the file if it declares none. */
export function headingOf(path: string, { classes }: FileFacts): string {
  return `[${classes[0]?.name ?? baseName(path).replace(/\.[^.]*$/, "")}]`;
}

const checkPublishedText = signature("publishedText", { piece: pieceKind });

/** Returns a piece as in the published prompts: the heading, then the items, each under its own label. */
export function publishedText(piece: Piece): string {
  checkPublishedText(piece);
  const { heading, items, joiner } = piece;
  const body = items.map(({ text, label }) => (label === undefined ? text : `[${label}]\n${text}`)).join(joiner);
  return heading === "" ? body : `${heading}\n${body}`;
}

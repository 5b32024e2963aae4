// Decides whether a server knows all members of a receiver, by hovering over an invented name. A server answers a hover without checking the rest of the file,
// so hovers are many times faster than diagnostics. Their wording differs between servers and versions. It is learned from the running server and checked
// against the server's diagnostics.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { askList, type ListedNames, namesOf } from "./completions.js";
import type { Connection } from "./connection.js";
import { messagesAbout } from "./invented-name.js";
import { positionOf } from "./positions.js";
import type { HoverProof, ServerProfile } from "./profile.js";

/** The hover texts of a server for receivers whose members it knows completely, and for others. */
export interface LearnedHovers {
  /** The hover over an invented member of a known receiver. */
  readonly whole: string;
  /** The hovers over an invented member of receivers that may have any member. */
  readonly partial: ReadonlySet<string>;
  /** The hover over the name in the tail, in reachable code. */
  readonly reached: string;
  /** The lists that the server returns for receivers about which it knows nothing specific. */
  readonly lists: ReadonlySet<string>;
}

/** A text with an invented name at `cursor`, followed by the tail of the proof. */
export interface HoverDocument {
  readonly uri: string;
  readonly text: string;
  readonly cursor: number;
  readonly invented: string;
}

/** The server's answers about a document. */
export interface HoverAnswers {
  readonly hover: string;
  readonly reached: string;
  /** The names listed after the invented name; `undefined` if the list cannot be read. */
  readonly beyond: ListedNames | undefined;
}

/** Asks a server about a document that is open at it. @throws RequestError if an answer fails or arrives too late. */
export async function askHovers(
  on: Connection,
  { uri, text, cursor, invented }: HoverDocument,
  { reached, beyond }: HoverProof,
  milliseconds: number,
): Promise<HoverAnswers> {
  const end = cursor + invented.length;
  const after = { uri, text, cursor: end + beyond, encoding: on.encoding };
  const hover = (offset: number) => {
    const position = positionOf(text, offset, on.encoding);
    return on.request("textDocument/hover", { textDocument: { uri }, position }, milliseconds);
  };
  const [overInvented, overReached, listedBeyond] = await Promise.all([
    hover(cursor),
    hover(end + reached),
    askList(on, after, milliseconds),
  ]);
  return {
    hover: hoverText(overInvented).replaceAll(invented, "·"),
    reached: hoverText(overReached),
    beyond: namesOf(listedBeyond, after),
  };
}

/** The hover over the last character before the operator; `""` if there is none. @throws RequestError if it fails or arrives too late. */
export async function hoverOverReceiver(
  on: Connection,
  { uri, text, cursor }: HoverDocument,
  milliseconds: number,
): Promise<string> {
  const operand = text.slice(0, cursor).trimEnd().slice(0, -1).trimEnd().length - 1;
  if (operand < 0) return "";
  const position = positionOf(text, operand, on.encoding);
  return hoverText(await on.request("textDocument/hover", { textDocument: { uri }, position }, milliseconds));
}

/** The text of a hover; `""` if there is none. */
export function hoverText(result: unknown): string {
  return markedText((Object(result) as { readonly contents?: unknown }).contents);
}

/** The text of a hover's contents, from any form that the protocol allows. */
function markedText(contents: unknown): string {
  if (typeof contents === "string") return contents;
  if (Array.isArray(contents)) return contents.map(markedText).join("\n");
  const { value } = Object(contents) as { readonly value?: unknown };
  return typeof value === "string" ? value : "";
}

/** `known`: the server knows all members. `partial`: it says that there may be more. `unclear`: neither. */
export type HoverVerdict = "known" | "partial" | "unclear";

export function verdictOf(
  { hover, reached, beyond }: HoverAnswers,
  names: readonly string[],
  learned: LearnedHovers,
  { everywhere }: Pick<HoverProof, "everywhere">,
): HoverVerdict {
  if (learned.partial.has(hover)) return "partial";
  // The result of an unknown member is unknown. A receiver with the same list is no better known.
  if (beyond !== undefined && beyond.names.length > 0 && listKey(beyond.names) === listKey(names)) return "partial";
  // The same list can be that of a receiver which the server knows, such as the class of a type variable.
  if (learned.lists.has(listKey(names))) return hover === learned.whole ? "unclear" : "partial";
  if (everywhere !== undefined && !names.includes(everywhere)) return "unclear";
  const isKnown = hover === learned.whole && reached === learned.reached && beyond?.names.length === 0;
  return isKnown ? "known" : "unclear";
}

const listKey = (names: readonly string[]): string => names.join(" ");

const INVENTED = "inventedName0x";

/**
 * Learns the server's wording from the samples of its profile, using the profile's probe file, which must be open. Returns `undefined` if the server's hovers
 * do not agree with its diagnostics.
 */
export async function learnHovers(
  on: Connection,
  { probe, exhaustive }: ServerProfile,
  root: string,
  milliseconds: number,
): Promise<LearnedHovers | undefined> {
  if (probe === undefined || exhaustive.by !== "diagnostics" || exhaustive.hovering === undefined) return undefined;
  for (const method of ["textDocument/diagnostic", "textDocument/hover"])
    if (!on.abilities.can(method)) return undefined;
  const { hovering } = exhaustive;
  const uri = pathToFileURL(path.join(root, probe.file)).href;
  let version = 1;

  const sampled = async (before: string) => {
    const text = `${before}${INVENTED}${hovering.tail}\n`;
    on.notify("textDocument/didChange", { textDocument: { uri, version: ++version }, contentChanges: [{ text }] });
    const document = { uri, text, cursor: before.length, encoding: on.encoding, invented: INVENTED };
    const [listed, answers] = await Promise.all([
      askList(on, document, milliseconds).then((list) => namesOf(list, document)),
      askHovers(on, document, hovering, milliseconds),
    ]);
    const reported = await on.request("textDocument/diagnostic", { textDocument: { uri } }, milliseconds);
    const isReported = messagesAbout(INVENTED, reported, document, exhaustive) !== undefined;
    return { ...answers, names: listed?.names ?? [], isReported };
  };

  const whole = await sampled(probe.text);
  const partial = new Set<string>();
  for (const text of hovering.partial) {
    const said = await sampled(text);
    if (said.isReported) return undefined;
    partial.add(said.hover);
  }
  const unreached = await sampled(hovering.unreached);
  const lists = new Set<string>();
  for (const text of hovering.lists) lists.add(listKey((await sampled(text)).names));
  const isTelling =
    whole.isReported &&
    whole.hover.includes("·") &&
    whole.beyond?.names.length === 0 &&
    !partial.has(whole.hover) &&
    whole.reached !== "" &&
    whole.reached !== unreached.reached;
  return isTelling ? { whole: whole.hover, partial, reached: whole.reached, lists } : undefined;
}

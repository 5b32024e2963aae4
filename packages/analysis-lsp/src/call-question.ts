// One question about a call: how many arguments it takes. The server's signatures give the counts. For most servers, hovers or diagnostics must confirm the
// counts: the server must refuse a call with one invented argument too many, and one with one argument too few. For some servers, the profile says that the
// signatures suffice.

import type { ArgumentCount } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type { Diagnostic, Range, SignatureHelp, SignatureInformation } from "vscode-languageserver-protocol";
import { wellFormed } from "./documents.js";
import { hoverText } from "./hovering.js";
import { offsetsIn, positionOf } from "./positions.js";
import type { CallCounts, ResultHovers, ShownSignature } from "./profile.js";
import type { ServerQuestion } from "./server-question.js";

/** An answer to a question about a call. */
export type Counts = Answer<readonly ArgumentCount[]>;

/** Calls with more arguments are not counted. */
const MOST_ARGUMENTS = 64;

/**
 * The bounds that earlier questions have confirmed. The key consists of the file, the name of the called function, and the labels of its signatures; with
 * hovers, also of what the server shows of the result.
 */
export type CallMemory = Map<string, Confirmed>;

interface Confirmed {
  readonly least: boolean;
  readonly most: boolean;
}

/** The most characters of a callee's name that are compared. */
const MOST_CALLEE = 256;
/** The most signatures that are remembered. */
const MOST_REMEMBERED = 4096;

const unknown = (reason: string): Counts => ({ kind: "unknown", reason });

/** @throws RequestError if the server does not answer in time. */
export async function askCounts(question: ServerQuestion, calls: CallCounts, memory: CallMemory): Promise<Counts> {
  const { on, at, uri, left, alive } = question;
  const { text } = shown(question, []);
  const place = { textDocument: { uri }, position: positionOf(text, at.before.length, on.encoding) };
  const result = await on.request("textDocument/signatureHelp", place, left());
  alive();
  const signatures = signaturesOf(result);
  if (signatures === undefined) return unknown("the server shows no signature");
  const counts = signatures.map((each) => calls.of(each));
  if (!counts.every((each) => Array.isArray(each)))
    return unknown("a signature does not tell how many arguments it takes");
  const known = counts.flatMap((each) => each ?? []);
  // Functions with one signature can differ in what it does not show, so the same callee of the same file is meant.
  const callee = /[^\s()[\]{},;=]*\s*\($/u.exec(at.before.slice(-MOST_CALLEE))?.[0] ?? "(";
  const doubt = calls.doubt?.(at, { callee: callee.slice(0, -1).trimEnd(), signatures });
  if (doubt !== undefined) return { kind: "open", reason: doubt };
  if (calls.confirmedBy === undefined) return { kind: "closed", value: known };
  const key = [uri, callee, ...signatures.map((each) => each.label)].join("\n");
  const confirmed = await confirm(question, calls, { key, counts: known }, memory);
  if (typeof confirmed === "string") return unknown(confirmed);
  if (!confirmed.least && !confirmed.most)
    return { kind: "open", reason: "the server finds nothing wrong with another number of arguments" };
  return {
    kind: "closed",
    value: known.map(({ least, most }) => ({
      least: confirmed.least ? least : 0,
      most: confirmed.most ? most : Number.POSITIVE_INFINITY,
    })),
  };
}

/** Which bounds the server confirms: it refuses one argument more than the most, and one less than the least. A text says why that stays unknown. */
async function confirm(
  question: ServerQuestion,
  { confirmedBy, hovering, longest = Number.POSITIVE_INFINITY }: CallCounts,
  { key, counts }: { readonly key: string; readonly counts: readonly ArgumentCount[] },
  memory: CallMemory,
): Promise<Confirmed | string> {
  const least = Math.min(...counts.map((each) => each.least));
  const most = Math.max(...counts.map((each) => each.most));
  const remembered = async (by: string, isRefused: (count: number) => Promise<boolean>): Promise<Confirmed> => {
    const before = memory.get(by);
    if (before !== undefined) return before;
    const found = {
      most: most < MOST_ARGUMENTS && (await isRefused(most + 1)),
      least: least > 0 && least <= MOST_ARGUMENTS && (await isRefused(least - 1)),
    };
    if (memory.size >= MOST_REMEMBERED) memory.clear();
    // Where code is unreachable or a comment turns diagnostics off, nothing is refused; elsewhere the same signatures may be confirmed.
    if (found.least || found.most) memory.set(by, found);
    return found;
  };
  const result = hovering && least <= MOST_ARGUMENTS ? await resultOf(question, hovering, least) : undefined;
  if (result !== undefined) {
    const byHovers = await remembered(`${key}\n${result.known}`, result.isLost);
    if (byHovers.least || byHovers.most) return byHovers;
  }
  const { before, after } = question.at;
  if (before.length + after.length > longest)
    return `diagnostics of a file of over ${longest} characters take too long`;
  return remembered(key, (count) => isError(question, confirmedBy!, count));
}

/** What a server knows of a call's result. */
interface KnownResult {
  /** The hover over a member of the result. */
  readonly known: string;
  /** Whether the server, with `count` arguments, knows as little about the result as about a name that nothing declares. */
  isLost(count: number): Promise<boolean>;
}

/** `undefined` if the server does not know the result of a call with `right` arguments, or knows only a part of it. */
async function resultOf(
  question: ServerQuestion,
  { tail, at: offset, unknown }: ResultHovers,
  right: number,
): Promise<KnownResult | undefined> {
  const { at, invented } = question;
  const hover = (count: number): Promise<string> => {
    const { text, end } = shown(question, Array<string>(count).fill(invented), tail);
    return hoverAt(question, text, end + offset);
  };
  const known = await hover(right);
  if (known === "" || unknown.test(known)) return undefined;
  return {
    known,
    async isLost(count) {
      const { text } = shown(question, [`${invented}${tail}`]);
      const lost = await hoverAt(question, text, at.before.length + invented.length + offset);
      return unknown.test(lost) && (await hover(count)) === lost;
    },
  };
}

async function hoverAt({ on, uri, left, alive }: ServerQuestion, text: string, offset: number): Promise<string> {
  const place = { textDocument: { uri }, position: positionOf(text, offset, on.encoding) };
  const hover = hoverText(await on.request("textDocument/hover", place, left()));
  alive();
  return hover;
}

/** The signatures in an answer, with the text of each parameter; `undefined` if there are none, or one is malformed. */
function signaturesOf(result: unknown): readonly ShownSignature[] | undefined {
  const { signatures } = Object(result) as Partial<SignatureHelp>;
  if (!Array.isArray(signatures) || signatures.length === 0) return undefined;
  const shown = (signatures as readonly unknown[]).map(signatureOf);
  const found = shown.filter((each) => each !== undefined);
  return found.length === shown.length ? found : undefined;
}

function signatureOf(value: unknown): ShownSignature | undefined {
  const { label, parameters } = Object(value) as Partial<SignatureInformation>;
  if (typeof label !== "string" || !Array.isArray(parameters ?? [])) return undefined;
  const texts = (parameters ?? []).map((parameter) => {
    const { label: part } = Object(parameter) as { readonly label?: unknown };
    return Array.isArray(part) ? partOf(label, part) : part;
  });
  return texts.every((each) => typeof each === "string") ? { label, parameters: texts } : undefined;
}

/** A part of a label; `undefined` if the label has no such part. */
function partOf(label: string, [from, to]: readonly unknown[]): string | undefined {
  const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
  return isPlace(from) && isPlace(to) && from <= to ? label.slice(from, to) : undefined;
}

/** Whether the server reports a wrong number of arguments if the call has `count` of them. The arguments are names that nothing declares. */
async function isError(question: ServerQuestion, codes: readonly (string | number)[], count: number): Promise<boolean> {
  const { on, at, uri, left, alive } = question;
  const { text, end } = shown(question, Array<string>(count).fill(question.invented));
  const result = await on.request("textDocument/diagnostic", { textDocument: { uri } }, left());
  alive();
  const { items } = Object(result) as { readonly items?: unknown };
  if (!Array.isArray(items)) return false;
  const offsetOf = offsetsIn(text, on.encoding);
  return (items as readonly unknown[]).some((item) => {
    const { range, code } = Object(item) as Partial<Diagnostic>;
    if (code === undefined || !codes.includes(code)) return false;
    const { start, end: last } = Object(range) as Partial<Range>;
    const [from, to] = [offsetOf(start), offsetOf(last)];
    if (from === undefined || to === undefined) return false;
    // Errors of a call around this one end later, and errors of a call before it end earlier.
    return to === end || (from >= at.before.length - 1 && to <= end);
  });
}

/** Sends the file with arguments, a closing parenthesis and what follows the call. Returns its text, and where the call ends in it. */
function shown(
  { profile, at, show }: ServerQuestion,
  given: readonly string[],
  tail = "",
): { readonly text: string; readonly end: number } {
  const call = `${at.before}${given.join(", ")})`;
  const before = `${call}${tail}`;
  const text = wellFormed(`${before}${profile.closing?.({ ...at, before }) ?? ""}${at.after}`);
  show(text);
  return { text, end: call.length };
}

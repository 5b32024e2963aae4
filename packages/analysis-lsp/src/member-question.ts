// One question about members: which names a server lists at a place, and whether the list is complete.

import { setTimeout } from "node:timers/promises";
import type { DeclarableMembers, Declaring } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { awaitedReport } from "./awaited-report.js";
import { type AskedDocument, askList, documentedIn, type ListedNames, namesOf } from "./completions.js";
import { wellFormed } from "./documents.js";
import { askHovers, hoverOverReceiver, type LearnedHovers, verdictOf } from "./hovering.js";
import { messagesAbout } from "./invented-name.js";
import { positionOf } from "./positions.js";
import type { Evidence, Exhaustive } from "./profile.js";
import type { PublishedReport } from "./published.js";
import type { ServerQuestion } from "./server-question.js";

/** An answer to a question about members. */
export type Names = Answer<readonly string[] | DeclarableMembers>;

/** A question about members. */
export interface MemberQuestion extends ServerQuestion {
  /** What was learned about the server's hovers. */
  readonly learned: LearnedHovers | undefined;
  /** The files in which diagnostics have confirmed the hovers, by URI, with their settings at that time. The question adds to it. */
  readonly trusted: Map<string, string>;
}

/** How often an empty list is asked for again if diagnostics know the receiver's type. */
const MOST_AGAIN = 20;
/** Milliseconds before each such request. */
const PAUSE = 25;

/** Elsewhere, as in `(a + b).`, the hover over the last character is about a part of the receiver. */
const AFTER_NAME = /\p{ID_Continue}[\s\\]*\.\s*$/u;

const NOT_REPORTED = "the server finds nothing wrong with a name that is invented";
const NO_COMPLETIONS = "the server's answer is not a completion list of the protocol";

/** @throws RequestError if the server does not answer in time. */
export async function askMembers(question: MemberQuestion): Promise<Names> {
  const answer = await askHere(question);
  if (answer.kind !== "open") return answer;
  const wider = question.profile.wider?.(question.at);
  if (wider === undefined) return answer;
  const there = await askHere({ ...question, at: wider });
  if (there.kind !== "closed") return answer;
  const names = [answer.value ?? [], there.value].flatMap((value) => ("names" in value ? value.names : value));
  return { kind: "closed", value: [...new Set(names)].sort() };
}

async function askHere(question: MemberQuestion): Promise<Names> {
  return (await byHovers(question)) ?? (await byDiagnostics(question));
}

/** The answer according to hovers, or `undefined` if they are not conclusive. */
async function byHovers(question: MemberQuestion): Promise<Names | undefined> {
  const { on, profile, at, uri, invented, learned, trusted } = question;
  const { exhaustive } = profile;
  if (exhaustive.by !== "diagnostics" || exhaustive.hovering === undefined || learned === undefined) return undefined;
  const { hovering } = exhaustive;
  if (hovering.unless?.(at) === true) return undefined;
  const document = { ...shown(question, hovering.tail), uri, invented };
  const overReceiver = (): Promise<string> => hoverOverReceiver(on, document, question.left());
  const listing = askList(on, document, question.left());
  const telling = Promise.all([
    askHovers(on, document, hovering, question.left()),
    hovering.receiver?.(at) === false ? "" : overReceiver(),
  ]);
  // If the list alone decides, nothing waits for these answers.
  telling.catch(() => {});
  const list = await listing;
  question.alive();
  const listed = await listedIn(question, document, list);
  if (!("names" in listed)) return listed;
  const [said, receiver] = await telling;
  const verdict = verdictOf(said, listed.names, learned, hovering);
  if (verdict === "unclear") return undefined;
  if (verdict === "partial") return openWith(listed, NOT_REPORTED);
  if (hovering.partlyKnown?.test(receiver) === true) return undefined;
  let evidence: Evidence = { names: listed.names, messages: undefined, receiver };
  if (typeof profile.doubt?.(at, evidence) === "string") {
    // The hover over the receiver names its type, as diagnostics do. If the doubt remains, they cannot remove it.
    const [line] = (receiver || (await overReceiver())).split("\n", 1);
    evidence = { ...evidence, messages: [line!] };
    const doubt = profile.doubt(at, evidence);
    if (typeof doubt === "string") return openWith(listed, doubt);
    if (!AFTER_NAME.test(at.before) || hovering.namesType?.test(line!) !== true) return undefined;
  }
  // A project or a file can turn off diagnostics. Hovers alone are not sufficient evidence there.
  const settings = hovering.settingsOf?.(at) ?? "";
  if (trusted.get(uri) !== settings) {
    const reporting = hovering.reporting?.(at);
    const confirming = reporting === undefined ? document : shown({ ...question, at: reporting }, "");
    if ((await reportedIn(question, confirming, exhaustive)) === undefined) return openWith(listed, NOT_REPORTED);
    trusted.set(uri, settings);
  }
  return judged(question, listed, evidence);
}

/** The answer according to the list and, if the profile requires them, diagnostics. Diagnostics check the whole file. */
async function byDiagnostics(question: MemberQuestion): Promise<Names> {
  const { on, profile, uri } = question;
  const { exhaustive } = profile;
  const document = shown(question, "");
  // A server that pushes diagnostics has read the text when it does so. Before that, some servers list nothing.
  const isPublished = exhaustive.by === "diagnostics" && exhaustive.published === true;
  const published = isPublished ? await awaitedReport(question, document) : undefined;
  if (isPublished && published === undefined) throw new Error("the server published no diagnostics in time");
  const listing = (): Promise<unknown> => askList(on, { ...document, uri }, question.left());
  let result = await listing();
  question.alive();
  // While clangd reads changed includes again, its lists are of the older ones, and its diagnostics already of the new ones.
  const isKnown =
    exhaustive.by === "diagnostics" &&
    published !== undefined &&
    (await reportedIn(question, document, exhaustive, published)) !== undefined;
  for (let again = 0; isKnown && again < MOST_AGAIN && isEmpty(result, document); again++) {
    await setTimeout(Math.min(PAUSE, question.left()));
    result = await listing();
    question.alive();
  }
  const listed = await listedIn(question, document, result);
  if (!("names" in listed)) return listed;
  const { names } = listed;
  if (exhaustive.by !== "diagnostics") return judged(question, listed, { names, messages: [], receiver: "" });
  const messages = await reportedIn(question, document, exhaustive, published);
  return messages === undefined
    ? openWith(listed, NOT_REPORTED)
    : judged(question, listed, { names, messages, receiver: "" });
}

/** Whether the server lists nothing. */
function isEmpty(result: unknown, document: ShownDocument): boolean {
  return namesOf(result, document)?.names.length === 0;
}

/** Sends the file with the invented name, followed by `tail`. */
function shown({ on, profile, at, invented, show }: MemberQuestion, tail: string): ShownDocument {
  const text = `${at.before}${invented}${tail}${profile.closing?.(at) ?? ""}${at.after}`;
  const document = { text: wellFormed(text), cursor: at.before.length, encoding: on.encoding };
  return { ...document, version: show(document.text) };
}

interface ShownDocument extends AskedDocument {
  readonly version: number;
}

/** The messages about the invented name, from pushed or requested diagnostics. */
async function reportedIn(
  { on, uri, invented, left }: MemberQuestion,
  document: AskedDocument,
  exhaustive: Extract<Exhaustive, { by: "diagnostics" }>,
  published?: PublishedReport,
): Promise<readonly string[] | undefined> {
  const result = published ?? (await on.request("textDocument/diagnostic", { textDocument: { uri } }, left()));
  return messagesAbout(invented, result, document, exhaustive);
}

/** The names of a list, or a final answer if the list itself shows that it is incomplete. */
async function listedIn(
  { on, profile, left }: MemberQuestion,
  document: AskedDocument,
  result: unknown,
): Promise<ListedNames | Names> {
  const { exhaustive, incomplete = "truncated", dynamicNames = [], dynamicUnless } = profile;
  const listed = namesOf(result, document);
  if (listed === undefined) return unknown(NO_COMPLETIONS);
  const { names, isIncomplete, malformed } = listed;
  if (malformed > 0) return unknown(`${malformed} of the server's completions could not be read`);
  if (names.length === 0) return unknown("the server lists no members: the receiver's type may be unknown");
  if (isIncomplete && incomplete === "truncated")
    return openWith(listed, "the server reports that its list is incomplete");
  if (exhaustive.by === "nothing") return openWith(listed, exhaustive.reason);
  const dynamic = dynamicNames.find((name) => names.includes(name));
  if (dynamic !== undefined) return openWith(listed, `the receiver has ${dynamic}`);
  if (dynamicUnless !== undefined && names.includes(dynamicUnless.name)) {
    const documented = await documentedIn(on, result, dynamicUnless.name, left());
    if (!documented.includes(dynamicUnless.documented))
      return openWith(listed, `the receiver has its own ${dynamicUnless.name}`);
  }
  return listed;
}

async function judged(question: MemberQuestion, listed: ListedNames, evidence: Evidence): Promise<Names> {
  const { profile, at, show, on, uri, left } = question;
  const doubt = profile.doubt?.(at, evidence);
  if (typeof doubt === "string") return openWith(listed, doubt);
  if (doubt !== undefined && !isDeclaring(doubt))
    throw new TypeError("profile.doubt must return a text, what declares { by, never }, or undefined");
  let { names } = listed;
  if (profile.dependsOnName?.(at) === true) {
    const closing = profile.closing?.(at) ?? "";
    // A name that follows on the same line would be read as the member's.
    const end = closing === "" && /^[ \t\f]*[\p{ID_Continue}\\]/u.test(at.after) ? ";" : closing;
    const text = wellFormed(`${at.before}${end}${at.after}`);
    show(text);
    const document = { text, cursor: at.before.length, encoding: on.encoding };
    const completion = { textDocument: { uri }, position: positionOf(text, at.before.length, on.encoding) };
    const nameless = namesOf(await on.request("textDocument/completion", completion, left()), document)?.names ?? [];
    if (nameless.length === 0) return openWith(listed, "the server lists other members without a name");
    names = nameless;
  }
  names = [...names, ...(profile.everywhere ?? []).filter((name) => !names.includes(name))];
  return { kind: "closed", value: doubt === undefined ? names : { names, declaring: doubt } };
}

/** Whether a function of a profile returned what it should. */
function isDeclaring(value: unknown): value is Declaring {
  const { by, never } = Object(value) as Partial<Record<keyof Declaring, unknown>>;
  return Array.isArray(by) && Array.isArray(never);
}

const unknown = (reason: string): Names => ({ kind: "unknown", reason });
const openWith = ({ names }: ListedNames, reason: string): Names => ({ kind: "open", value: names, reason });

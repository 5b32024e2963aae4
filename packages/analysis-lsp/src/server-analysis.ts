// An analysis by a language server: one document is open at a time, one question is asked at a time, and what the server cannot tell is `unknown`.

import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Analysis, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { type ListedNames, namesOf } from "./completions.js";
import type { Connection } from "./connection.js";
import { changeOf, type OpenDocument } from "./documents.js";
import { messagesAbout } from "./invented-name.js";
import { positionOf, splitsPair } from "./positions.js";
import type { ServerProfile } from "./profile.js";
import { type ProjectFiles, watchFiles } from "./project-files.js";
import type { Supervisor } from "./supervisor.js";

type Names = Answer<readonly string[]>;
const unknown = (reason: string): Names => ({ kind: "unknown", reason });

/** What an analysis by a server needs. */
export interface ServerAnalysisOptions {
  readonly profile: ServerProfile;
  readonly root: string;
  readonly supervisor: Supervisor;
  /** Milliseconds for an answer; time in which earlier questions are answered counts. */
  readonly deadline: number;
  /** Milliseconds between looks at the project's files. */
  readonly watching: number;
}

/** An {@link Analysis} that ends. */
export interface ServerAnalysis extends Analysis {
  close(): void;
}

/** Half of a surrogate pair, which no encoding of text has. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** A server that leaves so many questions in a row unanswered is started again: while it sends nothing at all, and while it does. */
const MOST_SILENT = 3;
const MOST_UNANSWERED = 10;

export function serverAnalysis({
  profile,
  root,
  supervisor,
  deadline,
  watching,
}: ServerAnalysisOptions): ServerAnalysis {
  const files: ProjectFiles = watchFiles(root, Object.keys(profile.languages), watching, (changes) =>
    supervisor.connection()?.notify("workspace/didChangeWatchedFiles", { changes }),
  );
  let queue: Promise<unknown> = Promise.resolve();
  let asked = 0;
  let unanswered = { questions: 0, received: 0 };
  /** How many answers were lost for reasons that may pass. */
  let lost = 0;
  let open: { readonly on: Connection; readonly uri: string; readonly document: OpenDocument } | undefined;

  /** Gives the server a text of a file, which is open then; another file is closed before. */
  function show(on: Connection, uri: string, languageId: string, text: string): void {
    const before = open?.on === on ? open : undefined;
    if (before !== undefined && before.uri !== uri)
      on.notify("textDocument/didClose", { textDocument: { uri: before.uri } });
    if (before === undefined || before.uri !== uri) {
      on.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
      open = { on, uri, document: { version: 1, text } };
      return;
    }
    if (before.document.text === text) return;
    const version = before.document.version + 1;
    const change = changeOf(before.document.text, text, on.abilities.changes(), on.encoding);
    on.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] });
    open = { on, uri, document: { version, text } };
  }

  async function ask(at: ProgramPlace, until: number): Promise<Names> {
    const on = supervisor.connection();
    if (on === undefined) return unknown(whyNot(supervisor));
    const milliseconds = Math.ceil(until - performance.now());
    if (milliseconds <= 0) return unknown(`earlier questions took ${deadline} ms`);
    const languageId = profile.languages[path.extname(at.path).toLowerCase()];
    if (languageId === undefined) return unknown(`${profile.name} is not asked about ${path.extname(at.path)} files`);
    if (!on.abilities.can("textDocument/completion")) return unknown("the server has no completions");
    const { exhaustive } = profile;
    if (exhaustive.by === "diagnostics" && !on.abilities.can("textDocument/diagnostic"))
      return unknown("the server reports no diagnostics on request, so its lists are not known to be whole");

    const uri = pathToFileURL(path.resolve(root, at.path)).href;
    const textDocument = { uri };
    // The name differs from question to question, so an answer about an earlier text is told.
    const invented = `inventedName${++asked}x`;
    const text = `${at.before}${invented}${profile.closing?.(at) ?? ""}${at.after}`.replace(LONE_SURROGATE, "\ufffd");
    const cursor = at.before.length;
    show(on, uri, languageId, text);
    const position = positionOf(text, cursor, on.encoding);
    const left = (): number => Math.max(1, Math.ceil(until - performance.now()));
    try {
      const completion = { textDocument, position, context: { triggerKind: 1 } };
      const listed = await on.request("textDocument/completion", completion, left());
      unanswered = { questions: 0, received: on.received() };
      supervisor.answered();
      const document = { text, cursor, encoding: on.encoding };
      const names = namesOf(listed, document);
      if (names === undefined) return unknown("the server's completions are none of the protocol");
      const weak = weakness(profile, names);
      if (weak !== undefined) return weak;
      if (exhaustive.by !== "diagnostics") return { kind: "closed", value: names.names };
      // Diagnostics read the whole file, so they are asked for where all else is well.
      const reported = await on.request("textDocument/diagnostic", { textDocument }, left());
      const messages = messagesAbout(invented, reported, document, exhaustive.codes);
      if (messages === undefined) return openWith(names, "the server finds nothing wrong with a name that is invented");
      const doubt = profile.doubt?.(at, messages);
      return doubt === undefined ? { kind: "closed", value: names.names } : openWith(names, doubt);
    } catch (error) {
      lost++;
      const isSilent = unanswered.received === on.received();
      unanswered = { questions: unanswered.questions + 1, received: on.received() };
      if (supervisor.connection() === on && unanswered.questions >= (isSilent ? MOST_SILENT : MOST_UNANSWERED)) {
        unanswered = { questions: 0, received: 0 };
        void supervisor.restart("the server no longer answers");
      }
      return unknown(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    epoch() {
      files.look();
      return `${supervisor.generation()} ${files.changes()} ${lost}`;
    },
    members(at) {
      if (splitsPair(at.before + at.after, at.before.length)) return unknown("the place is inside of a character");
      if (supervisor.connection() === undefined) return unknown(whyNot(supervisor));
      const until = performance.now() + deadline;
      const answer = queue.then(() => ask(at, until));
      queue = answer.catch(() => {});
      return answer;
    },
    close: () => files.close(),
  };
}

function whyNot(supervisor: Supervisor): string {
  const { state, failures } = supervisor.status();
  const last = failures.at(-1);
  return `the server is not ready: ${state}${last === undefined ? "" : ` (${last})`}`;
}

const openWith = ({ names }: ListedNames, reason: string): Names => ({ kind: "open", value: names, reason });

/** Why a list by itself shows that it is not whole; `undefined` where it does not. */
function weakness(
  { exhaustive, incomplete = "truncated", dynamicNames = [] }: ServerProfile,
  listed: ListedNames,
): Names | undefined {
  const { names, isIncomplete, malformed } = listed;
  if (malformed > 0) return unknown(`${malformed} of the server's completions could not be read`);
  if (names.length === 0) return unknown("the server lists no members: the receiver's type may be unknown");
  if (isIncomplete && incomplete === "truncated")
    return openWith(listed, "the server says that its list is not complete");
  if (exhaustive.by === "nothing") return openWith(listed, exhaustive.reason);
  const dynamic = dynamicNames.find((name) => names.includes(name));
  return dynamic === undefined ? undefined : openWith(listed, `the receiver has ${dynamic}`);
}

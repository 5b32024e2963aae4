// An analysis that asks a language server. One document is open and one question is active at a time; if the server cannot answer a question, the answer is `unknown`.

import path from "node:path";
import { setImmediate as nextTask } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Analysis, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { askCounts, type CallMemory } from "./call-question.js";
import { askCases } from "./case-question.js";
import type { Connection } from "./connection.js";
import { changeOf, languageOf, type OpenDocument } from "./documents.js";
import { askMembers } from "./member-question.js";
import { splitsPair } from "./positions.js";
import type { ServerProfile } from "./profile.js";
import { type ProjectFiles, watchFiles } from "./project-files.js";
import type { ServerQuestion } from "./server-question.js";
import type { Supervisor } from "./supervisor.js";

const unknown = (reason: string): Answer<never> => ({ kind: "unknown", reason });

const COMPLETION = "textDocument/completion";
const DIAGNOSTIC = "textDocument/diagnostic";
const SIGNATURES = "textDocument/signatureHelp";
type Method = typeof COMPLETION | typeof DIAGNOSTIC | typeof SIGNATURES;

const UNSUPPORTED: Readonly<Record<Method, string>> = {
  [COMPLETION]: "the server does not support completions",
  [DIAGNOSTIC]:
    "the server reports no diagnostics on request, so its lists may be incomplete (if it registers textDocument/diagnostic later, its profile needs that readiness)",
  [SIGNATURES]: "the server does not show signatures",
};

/** What an analysis with a server needs. */
export interface ServerAnalysisOptions {
  readonly profile: ServerProfile;
  readonly root: string;
  readonly supervisor: Supervisor;
  /** Milliseconds for an answer, including the time that earlier questions take. */
  readonly deadline: number;
}

/** An {@link Analysis} that can be disposed of. */
export interface ServerAnalysis extends Analysis {
  /** Resolves when changes of the project's files are seen. */
  watching(): Promise<void>;
  close(): void;
}

/** How many consecutive questions a completely silent server may leave unanswered before it is restarted. */
const MOST_SILENT = 3;
/** How many consecutive questions a server that sends other messages may leave unanswered before it is restarted. */
const MOST_UNANSWERED = 10;
/** Milliseconds for which a server must have answered nothing before it is restarted: a deadline may be shorter than an answer takes. */
const MOST_WAITED = 2_000;

export function serverAnalysis({ profile, root, supervisor, deadline }: ServerAnalysisOptions): ServerAnalysis {
  let queue: Promise<unknown> = Promise.resolve();
  const files: ProjectFiles = watchFiles(root, Object.keys(profile.languages), (changes) =>
    supervisor.connection()?.notify("workspace/didChangeWatchedFiles", { changes }),
  );
  let asked = 0;
  let unanswered = { questions: 0, received: 0, late: 0, since: performance.now() };
  /** The number of answers that were lost for temporary reasons. */
  let lost = 0;
  /** For each server, the files whose diagnostics agreed with its hovers, with their settings at that time. */
  const trustedBy = new WeakMap<Connection, Map<string, string>>();
  const memory: CallMemory = new Map();
  let remembered = 0;
  let open: { readonly on: Connection; readonly uri: string; readonly document: OpenDocument } | undefined;

  /** What is known of calls. A change on disk can change what a server refuses where it shows the same signatures. */
  function callMemory(): CallMemory {
    const changes = files.changes();
    if (changes !== remembered) memory.clear();
    remembered = changes;
    return memory;
  }

  /** Sends the server a text of a file, opens the file if necessary, and closes another file that is open. */
  function show(on: Connection, uri: string, languageId: string, text: string): number {
    const before = open?.on === on ? open : undefined;
    if (before !== undefined && before.uri !== uri)
      on.notify("textDocument/didClose", { textDocument: { uri: before.uri } });
    if (before === undefined || before.uri !== uri) {
      on.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
      open = { on, uri, document: { version: 1, text } };
      return 1;
    }
    if (before.document.text === text) return before.document.version;
    const version = before.document.version + 1;
    const change = changeOf(before.document.text, text, on.abilities.changes(), on.encoding);
    on.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] });
    open = { on, uri, document: { version, text } };
    return version;
  }

  /** Asks the server, if it supports `methods`. */
  async function ask<Value>(
    at: ProgramPlace,
    until: number,
    methods: readonly Method[],
    request: (question: ServerQuestion) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    const on = supervisor.connection();
    if (on === undefined) return unknown(whyNot(supervisor));
    const milliseconds = Math.ceil(until - performance.now());
    if (milliseconds <= 0) return unknown(`earlier questions took ${deadline} ms`);
    const languageId = languageOf(profile.languages, at.path);
    if (languageId === undefined) return unknown(`${profile.name} does not support ${path.extname(at.path)} files`);
    const missing = methods.find((method) => !on.abilities.can(method));
    if (missing !== undefined) return unknown(UNSUPPORTED[missing]);

    const uri = pathToFileURL(path.resolve(root, at.path)).href;
    if (unanswered.questions === 0) unanswered = { ...unanswered, since: performance.now() };
    try {
      return await request({
        on,
        profile,
        at,
        uri,
        invented: `inventedName${++asked}x`,
        show: (text) => show(on, uri, languageId, text),
        left: () => Math.max(1, Math.ceil(until - performance.now())),
        alive() {
          unanswered = { questions: 0, received: on.received(), late: on.late(), since: performance.now() };
        },
      });
    } catch (error) {
      lost++;
      const [received, late] = [on.received(), on.late()];
      const isSilent = unanswered.received === received;
      // A server that answers too late is busy. After a restart, it would need even more time.
      if (late > unanswered.late) unanswered = { ...unanswered, questions: 0, since: performance.now() };
      const questions = unanswered.questions + 1;
      unanswered = { ...unanswered, questions, received, late };
      const isPatient = performance.now() - unanswered.since < MOST_WAITED;
      if (!isPatient && supervisor.connection() === on && questions >= (isSilent ? MOST_SILENT : MOST_UNANSWERED)) {
        unanswered = { ...unanswered, questions: 0 };
        void supervisor.restart("the server no longer answers");
      }
      return unknown(error instanceof Error ? error.message : String(error));
    }
  }

  /** Queues a question. The time in the queue is part of its deadline. */
  function queued<Value>(
    at: ProgramPlace,
    methods: readonly Method[],
    request: (question: ServerQuestion) => Promise<Answer<Value>>,
  ): Answer<Value> | Promise<Answer<Value>> {
    if (splitsPair(at.before + at.after, at.before.length)) return unknown("the place is inside of a character");
    if (supervisor.connection() === undefined) return unknown(whyNot(supervisor));
    const until = performance.now() + deadline;
    // The request goes out after the current task, in which the caller may start its model.
    const answer = queue.then(() => nextTask()).then(() => ask(at, until, methods, request));
    queue = answer.catch(() => {});
    return answer;
  }

  const { exhaustive, calls, cases } = profile;
  const needsDiagnostics = exhaustive.by === "diagnostics" && exhaustive.published !== true;
  return {
    epoch: () => `${supervisor.generation()} ${files.changes()} ${lost}`,
    members(at) {
      const doubt = profile.textDoubt?.(at);
      if (doubt !== undefined) return { kind: "open", reason: doubt };
      return queued(at, needsDiagnostics ? [COMPLETION, DIAGNOSTIC] : [COMPLETION], (question) => {
        const trusted = trustedBy.get(question.on) ?? new Map();
        trustedBy.set(question.on, trusted);
        return askMembers({ ...question, learned: supervisor.hovers(), trusted });
      });
    },
    ...(calls === undefined
      ? {}
      : {
          signatures: (at: ProgramPlace) =>
            queued(at, calls.confirmedBy === undefined ? [SIGNATURES] : [SIGNATURES, DIAGNOSTIC], (question) =>
              askCounts(question, calls, callMemory()),
            ),
        }),
    ...(cases === undefined
      ? {}
      : { casesLeft: (at: ProgramPlace) => queued(at, [COMPLETION], (question) => askCases(question, cases)) }),
    watching: () => files.ready,
    close: () => files.close(),
  };
}

function whyNot(supervisor: Supervisor): string {
  const { state, failures } = supervisor.status();
  const last = failures.at(-1);
  return `the server is not ready: ${state}${last === undefined ? "" : ` (${last})`}`;
}

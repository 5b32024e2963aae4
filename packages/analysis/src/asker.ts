// Asks an analysis. Caches answers by the place, which includes the text of the document, and the *epoch* (a value that changes when the project
// changes), enforces a deadline, and keeps a record.

import { type Answer, isAnswer } from "@espalier/monitor";
import type { Analysis, Answering, DeclarableMembers, ProgramPlace, QuestionKind } from "./analysis.js";

/** A question that was asked. */
export interface AskedQuestion {
  readonly question: QuestionKind;
  /** How many UTF-16 units of the file precede the position. */
  readonly offset: number;
  readonly answer: Answer<unknown>["kind"];
  /** Why the answer does not constrain anything; absent if it does. */
  readonly reason?: string;
  /** How many names, signatures or types of objects a closed answer contains. */
  readonly names?: number;
  /** Whether the answer came from the cache. */
  readonly remembered: boolean;
  /** Milliseconds until the answer came. */
  readonly milliseconds: number;
}

/** The values of closed answers. */
export type Listed = readonly unknown[] | DeclarableMembers;

/** Options of an asker. */
export interface AskerOptions {
  /**
   * Milliseconds after which a missing answer counts as `unknown`; 2,000 by default. A synchronous analysis is never
   * interrupted.
   */
  readonly deadline?: number;
  /** The current time in milliseconds; `performance.now` by default. */
  readonly clock?: () => number;
}

/** Asks one analysis. */
export interface Asker {
  /** Asks a question, and adds it to `record` when it has been answered. */
  ask(question: QuestionKind, at: ProgramPlace, record: AskedQuestion[]): Promise<Answer<Listed>>;
}

/** Milliseconds after which a missing answer of an analysis counts as `unknown`. */
const DEFAULT_DEADLINE = 2_000;
/** The longest time that a timer can wait, in milliseconds; a longer one would end after one. */
const LONGEST_WAIT = 2 ** 31 - 1;
/** Maximum number of cached answers. */
const MOST_ANSWERS = 512;
/** Maximum total length of the documents of cached answers, in characters. */
const MOST_CHARACTERS = 16_000_000;
/** How many characters before the position are part of a cached answer's key. */
const IN_KEY = 64;

/** A cached answer, and the document that it is about. */
interface Known {
  readonly before: string;
  readonly after: string;
  readonly answer: Answering<Listed>;
}

function lengthOf({ before, after }: Known): number {
  return before.length + after.length;
}

export function createAsker(analysis: Analysis, options: AskerOptions = {}): Asker {
  const { deadline = DEFAULT_DEADLINE, clock = defaultClock() } = options;
  const known = new Map<string, Known>();
  let characters = 0;

  function forget(key: string): void {
    const entry = known.get(key);
    if (entry === undefined) return;
    known.delete(key);
    characters -= lengthOf(entry);
  }

  function remember(key: string, entry: Known): void {
    forget(key);
    known.set(key, entry);
    characters += lengthOf(entry);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_ANSWERS && characters <= MOST_CHARACTERS) break;
      forget(oldest);
    }
  }

  function answerTo(
    question: QuestionKind,
    at: ProgramPlace,
  ): { readonly answer: Answering<Listed>; readonly remembered: boolean } {
    const { path, before, after, writtenFrom = before.length, hole = 0 } = at;
    // A key with the whole text would be a copy of it. Texts that share a key replace each other.
    const end = before.slice(-IN_KEY);
    const numbers = [writtenFrom, hole, before.length, after.length].join();
    const key = `${question}\0${analysis.epoch()}\0${path}\0${numbers}\0${end}`;
    const entry = known.get(key);
    if (entry !== undefined && entry.before === before && entry.after === after)
      return { answer: entry.answer, remembered: true };
    const answer = analysis[question]?.(at) ?? { kind: "unknown", reason: `the analysis does not answer ${question}` };
    remember(key, { before, after, answer });
    return { answer, remembered: false };
  }

  return {
    async ask(question, at, record) {
      const from = clock();
      let answer: Answer<Listed>;
      let remembered = false;
      try {
        const found = answerTo(question, at);
        remembered = found.remembered;
        answer = isAnswer(found.answer) ? found.answer : await withinDeadline(found.answer, deadline);
      } catch (error) {
        answer = {
          kind: "unknown",
          reason: `the analysis failed: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
      const reason = answer.kind === "closed" ? undefined : (answer.reason ?? "more may follow");
      record.push({
        question,
        offset: at.before.length,
        answer: answer.kind,
        ...(reason === undefined ? {} : { reason }),
        ...(answer.kind === "closed"
          ? { names: ("names" in answer.value ? answer.value.names : answer.value).length }
          : {}),
        remembered,
        milliseconds: clock() - from,
      });
      return answer;
    },
  };
}

/** The timer and clock of the host. Every JavaScript host has a timer. */
interface Host {
  readonly setTimeout: (work: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly performance?: { now(): number };
}

function defaultClock(): () => number {
  const { performance } = globalThis as unknown as Host;
  return performance === undefined ? () => Date.now() : () => performance.now();
}

async function withinDeadline<Value>(coming: PromiseLike<Answer<Value>>, deadline: number): Promise<Answer<Value>> {
  const { setTimeout, clearTimeout } = globalThis as unknown as Host;
  let timer: unknown;
  const late = new Promise<Answer<Value>>((resolve) => {
    timer = setTimeout(
      () => resolve({ kind: "unknown", reason: `no answer within ${deadline} ms` }),
      Math.min(deadline, LONGEST_WAIT),
    );
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

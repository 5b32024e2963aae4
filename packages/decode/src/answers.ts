// Answers the questions of a monitor while the model runs. Each question is asked once in a generation, even if text is
// taken back and written again. Two questions are the same if their keys are equal and, for questions that concern a
// place in the text, the text before the place is equal too.

import type { AbortSignalLike } from "@espalier/model";
import {
  type Answer,
  checkedQuestions,
  isAnswer,
  type Monitor,
  MonitorError,
  type Question,
  questionId,
} from "@espalier/monitor";

/** The most questions that may be answered at one place of a text. */
const MOST_QUESTIONS = 1024;

/** The place in a text where a question arose. */
export interface QuestionPlace {
  /** How many bytes of text precede it; negative if it arose before the generated text. */
  readonly offset: number;
  /** The text before the place. */
  readonly before: Uint8Array;
}

/** Answers questions. `place` is absent for questions without a place. */
export type Answering = (question: Question, place: QuestionPlace | undefined) => unknown;

/** A question of the text whose answer constrains nothing, and why. */
export interface Abstention {
  readonly question: string;
  /** How many bytes of text precede its place; `undefined` for a question without a place. */
  readonly offset: number | undefined;
  readonly kind: "open" | "unknown" | "proven-empty";
  readonly reason: string;
}

/** The answers of one generation. */
export interface Answers<State> {
  /** Returns the open questions of `state`. */
  asked(state: State): readonly Question[];
  /** Returns whether `state` has open questions. */
  isOpen(state: State): boolean;
  /** Returns whether all answers for `state`, the state after `text`, have already arrived. */
  isReady(state: State, text: Text): boolean;
  /**
   * Returns the state after every question has been answered, including further questions that arise from answers;
   * `undefined` if an answer allows nothing to follow.
   *
   * @throws the error of the function that answers; or the signal's reason, if the signal aborts before the answers
   * arrive.
   * @throws MonitorError if the monitor keeps asking forever, or violates the contract of questions in some other way.
   */
  settle(state: State, text: Text): Promise<State | undefined>;
  /** Returns the questions of `text` whose answers constrain nothing, in the order of their places. */
  abstentions(text: Uint8Array): readonly Abstention[];
}

/** Returns a text; called only when it is needed. */
export type Text = () => Uint8Array;

/** A requested answer. */
interface Known {
  readonly coming: Promise<unknown>;
  readonly place: QuestionPlace | undefined;
  isHere: boolean;
}

const UNANSWERED: Answer<never> = { kind: "unknown", reason: "nobody answers: pass `answer`" };

/** If nothing answers, questions with a place are `unknown`, and others stay open: they constrain nothing. */
export function createAnswers<State>(
  monitor: Monitor<State>,
  answer: Answering | undefined,
  signal: AbortSignalLike | undefined,
): Answers<State> {
  if (monitor.asks === undefined || monitor.supply === undefined)
    return {
      asked: () => [],
      isOpen: () => false,
      isReady: () => true,
      settle: async (state) => state,
      abstentions: () => [],
    };
  const { asks, supply } = checkedQuestions(monitor);
  const known = new Map<string, Known>();
  const abstained: (Abstention & { readonly before: Uint8Array })[] = [];
  const openIn = (state: State): readonly Question[] =>
    answer === undefined ? asks!(state).filter(({ ago }) => ago !== undefined) : asks!(state);

  const idOf = (question: Question, text: Text): { readonly id: string; readonly place: QuestionPlace | undefined } => {
    if (question.ago === undefined) return { id: question.key, place: undefined };
    const whole = text();
    const offset = whole.length - question.ago;
    const before = whole.slice(0, Math.max(0, offset));
    return { id: `${question.key}\0${offset}\0${latin(before)}`, place: { offset, before } };
  };
  const ask = (question: Question, text: Text): Known => {
    const { id, place } = idOf(question, text);
    let its = known.get(id);
    if (its === undefined) {
      const coming = answer === undefined ? UNANSWERED : answer(question, place);
      const made: Known = { coming: Promise.resolve(coming), place, isHere: false };
      made.coming.then(
        () => (made.isHere = true),
        () => undefined,
      );
      known.set(id, (its = made));
    }
    return its;
  };
  const note = ({ key }: Question, place: QuestionPlace | undefined, given: unknown): void => {
    if (!isAnswer(given) || given.kind === "closed") return;
    const before = place?.before ?? new Uint8Array(0);
    const isNoted = abstained.some(
      (each) => each.question === key && each.offset === place?.offset && latin(each.before) === latin(before),
    );
    if (isNoted) return;
    const reason = given.reason ?? "the answer is open";
    abstained.push({ question: key, offset: place?.offset, kind: given.kind, reason, before });
  };
  // A monitor may keep asking a question that has been answered; the answer then remains the same.
  let settled: State | undefined;
  return {
    asked: (state) => asks!(state),
    isOpen: (state) => state !== settled && openIn(state).length > 0,
    isReady: (state, text) => openIn(state).every((question) => known.get(idOf(question, text).id)?.isHere === true),
    async settle(state, text) {
      const given = new Set<string>();
      let at: State = state;
      for (;;) {
        const open = openIn(at).filter((question) => !given.has(questionId(question)));
        if (open.length === 0) {
          settled = at;
          return at;
        }
        if (given.size >= MOST_QUESTIONS) {
          const what = `after ${given.size} answers in one place, the monitor asks ${open[0]!.key}`;
          throw new MonitorError("asks-without-end", what);
        }
        const asked = open.map((question) => ask(question, text));
        const answers = await untilAborted(Promise.all(asked.map(({ coming }) => coming)), signal);
        for (const [index, question] of open.entries()) {
          given.add(questionId(question));
          const after = supply!(at, question, answers[index]);
          if (after === undefined) return undefined;
          note(question, asked[index]!.place, answers[index]);
          at = after;
        }
      }
    },
    abstentions: (text) =>
      abstained
        .filter(({ before }) => before.length <= text.length && before.every((byte, at) => byte === text[at]))
        .sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
        .map(({ question, offset, kind, reason }) => ({ question, offset, kind, reason })),
  };
}

/** Returns a string with one character for each byte. */
function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
/** The part of `AbortSignal` that models do not use. */
interface Listened {
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Resolves like `promise`, or rejects with the signal's reason as soon as it aborts, if the signal has events. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignalLike | undefined): Promise<Value> {
  const { addEventListener, removeEventListener } = Object(signal) as Partial<Listened>;
  if (signal === undefined || addEventListener === undefined || removeEventListener === undefined) return promise;
  let listener = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason);
  });
  addEventListener.call(signal, "abort", listener);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    removeEventListener.call(signal, "abort", listener);
  }
}

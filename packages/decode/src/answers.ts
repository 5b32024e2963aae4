// Questions of a monitor, answered while the model runs. Each is asked for once in a generation, whatever is taken back and written again:
// a question without a place by its key, one with a place by its key and the text before that place.

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

/** So many questions may be answered in one place of a text. */
const MOST_QUESTIONS = 1024;

/** Where in a text a question arose. */
export interface QuestionPlace {
  /** How many bytes of text come before it; negative where it arose before the text that is generated. */
  readonly offset: number;
  /** These bytes. */
  readonly before: Uint8Array;
}

/** Answers questions; `place` is absent for questions that belong to no place. */
export type Answering = (question: Question, place: QuestionPlace | undefined) => unknown;

/** A question of the text that constrains nothing, and why. */
export interface Abstention {
  readonly question: string;
  /** How many bytes of text come before the place where it arose; `undefined` for a question that belongs to no place. */
  readonly offset: number | undefined;
  readonly kind: "open" | "unknown" | "proven-empty";
  readonly reason: string;
}

/** The answers of one generation. */
export interface Answers<State> {
  /** What `state` asks. */
  asked(state: State): readonly Question[];
  /** Whether `state` waits for an answer. */
  isOpen(state: State): boolean;
  /** Whether all answers that `state`, which `text` leads to, waits for have come already. */
  isReady(state: State, text: Text): boolean;
  /**
   * The state once every question that it, or an answer, raised has been answered; `undefined` when by an answer nothing can follow.
   *
   * @throws what whoever answers throws; the signal's reason when it aborts before the answers come.
   * @throws MonitorError where the monitor asks without end, or its questions break another promise.
   */
  settle(state: State, text: Text): Promise<State | undefined>;
  /** The questions of `text` that constrain nothing, in the order of their places. */
  abstentions(text: Uint8Array): readonly Abstention[];
}

/** A text, when it is wanted. */
export type Text = () => Uint8Array;

/** An answer that was asked for. */
interface Known {
  readonly coming: Promise<unknown>;
  readonly place: QuestionPlace | undefined;
  isHere: boolean;
}

const UNANSWERED: Answer<never> = { kind: "unknown", reason: "nobody answers: pass `answer`" };

/** Without anybody to answer, questions of a place are `unknown`, and others stay as they are: they constrain nothing. */
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
  // A monitor may go on asking what has been answered; then that is how it is.
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

/** Bytes as a string of as many characters. */
function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
/** What an `AbortSignal` has beside the part that a model looks at. */
interface Listened {
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** `promise`, or the signal's reason as soon as it aborts, where the signal tells. */
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

// Questions: what a state has to know before it can be exact.

/**
 * A fact that a state needs from outside, such as the members of an object. Until the answer comes, the question constrains nothing; the answer can only reduce
 * what may follow.
 *
 * Without `ago`, two questions with equal keys have the same answer. With `ago`, the answer also depends on the text before the place where the question arose.
 * Two questions then have the same answer if their keys are equal and they arose at the same place of the same text.
 */
export interface Question {
  readonly key: string;
  /** The number of bytes since the question arose: 0 when the text ends at that place. */
  readonly ago?: number;
  /**
   * What happens to a token in whose middle the question arises. `"ask"`: the question is answered before the token is taken. `"split"`: no such token is
   * taken. `"defer"`, the default: the token is taken, and taken back when the answer refuses it.
   */
  readonly inside?: InsideToken;
  /** Whether the text that the answer rules is complete. The answer then refuses the text or changes nothing. */
  readonly over?: boolean;
}

/** What happens to tokens that go on past a question, see {@link Question.inside}. */
export type InsideToken = "ask" | "split" | "defer";

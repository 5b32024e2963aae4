// How a generation fails: at a place where nothing may follow, or before its first token because it could not end in time. Told
// apart by `name` and `code`; `instanceof` fails across two copies of this package.

import type { TokenId } from "@espalier/vocabulary";

/** What a generation had made when it failed. */
export interface PartialText {
  readonly text: string;
  readonly ids: readonly TokenId[];
}

/** No token can follow, and there was nothing else to try. The text is the beginning of nothing valid for this vocabulary. */
export class DeadEndError extends Error {
  override readonly name = "DeadEndError";
  readonly code = "dead-end";
  /** The text before the dead end. */
  readonly text: string;
  readonly ids: readonly TokenId[];
  /** How many bytes of text there are. */
  readonly offset: number;
  /** What the monitor expected there, in words; empty when it does not say. */
  readonly expected: readonly string[];
  /** How many times another way was tried. */
  readonly rewinds: number;

  constructor(
    details: PartialText & { readonly offset: number; readonly expected: readonly string[]; readonly rewinds: number },
  ) {
    const { text, ids, offset, expected, rewinds } = details;
    const wanted = expected.length === 0 ? "" : ` Expected: ${expected.slice(0, 8).join(", ")}.`;
    const tried = rewinds === 0 ? "" : ` ${rewinds} other ways were tried.`;
    super(`No token can follow byte ${offset}, after ${JSON.stringify(text.slice(-40))}.${wanted}${tried}`);
    this.text = text;
    this.ids = ids;
    this.offset = offset;
    this.expected = expected;
    this.rewinds = rewinds;
  }
}

/** Before the first token: a valid text is not certain to end within the tokens there may be, or there is none at all. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  /**
   * `no-budget`: the monitor knows no cost, so nothing is known of when a text ends. `no-valid-text`: no budget is known to do, since the language is
   * empty, no text of it is known (of a monitor that is not `trim`), or no tokens of the vocabulary spell one.
   */
  readonly code: "budget-too-small" | "no-budget" | "no-valid-text";
  /** How many tokens certainly suffice; Infinity when none do. */
  readonly needed: number;
  /** How many there may be. */
  readonly available: number;
  /** What sets `available`: the option, or what the model's context leaves after the prompt. */
  readonly limitedBy: "maxTokens" | "context";

  constructor(
    needed: number,
    available: number,
    details: {
      readonly limitedBy?: "maxTokens" | "context";
      readonly empty?: boolean;
      /** Whether there may be a text all the same. */
      readonly unproven?: boolean;
      readonly unknown?: boolean;
    } = {},
  ) {
    const { limitedBy = "maxTokens", empty = false, unproven = false, unknown = false } = details;
    const context = limitedBy === "context";
    super(
      unknown
        ? "The monitor knows no cost, so a text may be cut off before it is whole. A product takes a cost as an option."
        : empty
          ? unproven
            ? 'No text of the language is known, so none is certain to end in time. Go on regardless with ifShort: "go-on".'
            : "No text belongs to the language."
          : needed === Number.POSITIVE_INFINITY
            ? "No tokens of the model's vocabulary spell a valid text."
            : `${context ? `After the prompt the context leaves ${available} tokens, which` : `${available} tokens`} may be too few: the shortest known text takes up to ${needed}. ${context ? "Shorten the prompt" : "Allow as many"}, or go on regardless with ifShort: "go-on".`,
    );
    this.code = unknown ? "no-budget" : needed === Number.POSITIVE_INFINITY ? "no-valid-text" : "budget-too-small";
    this.needed = needed;
    this.available = available;
    this.limitedBy = limitedBy;
  }
}

const partials = new WeakMap<object, PartialText>();

/**
 * What had been generated when a generation failed with `error`: by an abort, by the model, or at a dead end. `undefined` for
 * any other error, and when the error is no object (an abort's reason may be anything).
 */
export function partialOf(error: unknown): PartialText | undefined {
  return typeof error === "object" && error !== null ? partials.get(error) : undefined;
}

/** Keeps what had been generated beside the error, which is left as it is. */
export function keepPartial(error: unknown, partial: PartialText): void {
  if (typeof error === "object" && error !== null) partials.set(error, partial);
}

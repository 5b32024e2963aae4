// The errors of a generation: nothing may follow at some place, or, before the first token, the text could not end in
// time. Distinguish errors by `name` and `code`; `instanceof` fails if this package is loaded twice.

import type { TokenId } from "@espalier/vocabulary";

/** What a generation had produced when it failed. */
export interface PartialText {
  readonly text: string;
  readonly ids: readonly TokenId[];
}

/**
 * No token can follow the text, and no alternative is left to try, or `maxRewinds` allows no more. If alternatives are
 * left out, no valid text begins with the text so far, for this vocabulary.
 */
export class DeadEndError extends Error {
  override readonly name = "DeadEndError";
  readonly code = "dead-end";
  /** The text before the dead end. */
  readonly text: string;
  readonly ids: readonly TokenId[];
  /** The length of the text in bytes. */
  readonly offset: number;
  /** A description of what the monitor expected; empty if unknown. */
  readonly expected: readonly string[];
  /** How often the generation went back to try an alternative. */
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

/**
 * Thrown before the first token: no valid text is certain to fit into the available tokens, or there is no valid text.
 */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  /**
   * `no-budget`: the monitor has no cost, so it is unknown when a text ends. `no-valid-text`: no budget is known to
   * suffice. There are three possible reasons: the language is empty; the monitor may have dead ends, and no text of
   * its language is known; or the tokens of the vocabulary spell no text of the language.
   */
  readonly code: "budget-too-small" | "no-budget" | "no-valid-text";
  /** How many tokens are certain to suffice; Infinity if none are. */
  readonly needed: number;
  /** How many tokens are available. */
  readonly available: number;
  /** What determines `available`: the option, or what the prompt leaves of the model's context. */
  readonly limitedBy: "maxTokens" | "context";

  constructor(
    needed: number,
    available: number,
    details: {
      readonly limitedBy?: "maxTokens" | "context";
      readonly empty?: boolean;
      /** Whether a text may exist anyway. */
      readonly unproven?: boolean;
      readonly unknown?: boolean;
      /** Whether the caller has the option `ifShort`; true by default. */
      readonly canGoOn?: boolean;
    } = {},
  ) {
    const { limitedBy = "maxTokens", empty = false, unproven = false, unknown = false, canGoOn = true } = details;
    const goOn = (text: string): string => (canGoOn ? text : "");
    const context = limitedBy === "context";
    super(
      unknown
        ? "The monitor has no cost, so a text may be cut off before it is complete. A product accepts a cost as an option."
        : empty
          ? unproven
            ? "No text of the language is known, so no text is certain to end in time." +
              goOn(' To continue anyway, pass ifShort: "go-on".')
            : "No text belongs to the language."
          : needed === Number.POSITIVE_INFINITY
            ? "No tokens of the model's vocabulary spell a valid text."
            : `${context ? `After the prompt, the context leaves ${available} tokens, which` : `${available} tokens`} may be too few: the shortest known text takes up to ${needed}. ${context ? "Shorten the prompt" : "Allow as many"}${goOn(', or pass ifShort: "go-on"')}.`,
    );
    this.code = unknown ? "no-budget" : needed === Number.POSITIVE_INFINITY ? "no-valid-text" : "budget-too-small";
    this.needed = needed;
    this.available = available;
    this.limitedBy = limitedBy;
  }
}

const partials = new WeakMap<object, PartialText>();

/**
 * Returns what had been generated when a generation failed with `error`: by an abort, by the model, or at a dead end.
 * Returns `undefined` for any other error, and if the error is not an object (the reason of an abort may be any value).
 */
export function partialOf(error: unknown): PartialText | undefined {
  return typeof error === "object" && error !== null ? partials.get(error) : undefined;
}

/** Stores what had been generated for an error, without changing the error. */
export function keepPartial(error: unknown, partial: PartialText): void {
  if (typeof error === "object" && error !== null) partials.set(error, partial);
}

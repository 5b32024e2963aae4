// The capability of a language to recognise most readings that cannot be completed without a search. A plain language has
// it only if the caller passes it, so a page loads hopeful-boundary.ts only if the page imports this.

import { createHopefulBoundaries, type HopefulBoundaries } from "./hopeful-boundary.js";
import type { Parts } from "./parts.js";

/** Bounds the length of completions from below. {@link completionBounds} does; languages only pass it on. */
export interface CompletionBounds {
  /** Returns the bounds of a grammar. @param parts the parts of the language, which only `completionBounds` reads. */
  boundaries(parts: object): object;
}

/**
 * Bounds the length of completions from below, for {@link createPlainLanguage} (2 kB, gzip). Without it, languages whose
 * terminals swallow each other have larger costs, and reach the limit `searchSteps` sooner.
 */
export const completionBounds: CompletionBounds = {
  boundaries: (parts): HopefulBoundaries => createHopefulBoundaries(parts as Parts),
};

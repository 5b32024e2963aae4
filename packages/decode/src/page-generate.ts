// Generates texts in pages: the loop (write.ts), with a masker that the caller has made, so that a page loads only this one.

import { signature } from "@espalier/arguments";
import type { Masker } from "@espalier/trie";
import type { GenerateOptions, GenerationEvent } from "./generation.js";
import { pageGenerateKind } from "./kinds.js";
import { write } from "./write.js";

/** The options of a generation in a page: those of `generate` in the package's index, but for these. */
export interface PageGenerateOptions<State = number>
  extends Omit<GenerateOptions<State>, "monitor" | "masker" | "soft"> {
  /** The masks of the text's language, of `loadMasker` (@espalier/trie/page). */
  readonly masker: Masker<State>;
}

const checkGenerate = signature("generate", { options: pageGenerateKind });

/**
 * Generates a text step by step, as `generate` of the package's index does.
 *
 * @throws the errors of that function.
 */
export function generate<State = number>(
  options: PageGenerateOptions<State>,
): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  checkGenerate(options);
  return write(options, undefined);
}

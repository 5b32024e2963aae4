// How far a lexeme that begins in the middle may extend into the suffix.

/**
 * How far a lexeme that begins in the middle may extend into the suffix.
 *
 * - `all`: without a limit, so that the middles are all those for which the text is in the language. A quote or a `#`
 * in the middle can then turn the suffix into a string or a comment, so nearly every text connects.
 * - `noSwallow`: words, numbers and operators may continue in the suffix; comments and strings that begin in the middle end there.
 * - `boundaryOnly`: the suffix begins with its own lexeme.
 *
 * A lexeme that the prefix began may always continue.
 */
export type StraddlePolicy = "all" | "noSwallow" | "boundaryOnly";

export const POLICIES: readonly StraddlePolicy[] = ["all", "noSwallow", "boundaryOnly"];

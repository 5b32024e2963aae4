// How far a lexeme that begins in the middle may reach into the suffix.

/**
 * What a lexeme that begins in the middle may take of the suffix.
 *
 * - `all`: whatever it can, so that the middles are all those for which the text is in the language. A quote or a `#` may then swallow
 *   what follows, which makes nearly every text one that can still connect.
 * - `noSwallow`: words, numbers and operators may go on in the suffix; comments and strings that begin in the middle end there.
 * - `boundaryOnly`: the suffix begins with a lexeme of its own.
 *
 * A lexeme that was begun by the prefix may always go on.
 */
export type StraddlePolicy = "all" | "noSwallow" | "boundaryOnly";

export const POLICIES: readonly StraddlePolicy[] = ["all", "noSwallow", "boundaryOnly"];

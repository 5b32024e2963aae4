// The options of a masker.
import { integer, type Kind, type KindsOf, number, oneOf, options } from "@espalier/arguments";

/**
 * How masks are computed. `auto`: from what a monitor tells of its lexer states and of its parts. `never`: by a walk over all
 * tokens.
 */
export type Factoring = "auto" | "never";

/**
 * How much a masker may cache, and which of its equivalent strategies it uses. All options give the same masks, except
 * {@link MaskerOptions.followLimit}.
 */
export interface MaskerOptions {
  /** Bytes of masks cached by state (64 MiB, shared by the maskers of a trie; if set, a separate cache). */
  readonly maskBytes?: number;
  /** Bytes cached by local state (64 MiB, shared by the maskers of a trie; if set, a separate cache). */
  readonly localBytes?: number;
  /** Bytes of transition rows (16 MiB, shared by the maskers of a trie; if set, separate rows). */
  readonly rowBytes?: number;
  /** How masks are computed ("auto"). */
  readonly factoring?: Factoring;
  /** The kernel; if set, this masker has memory of its own. By default WebAssembly if allowed. */
  readonly kernel?: "wasm" | "script";
  /**
   * How many states one search for a way to finish may visit (10,000). Each needs a walk of the trie, so a search takes
   * seconds for a large vocabulary. There is a search only if the vocabulary cannot spell every byte, or the monitor
   * has no cost.
   */
  readonly searchLimit?: number;
  /**
   * How many of the tokens that a state reads one mask within a budget may follow one by one (256). Each takes states of
   * its own: up to two milliseconds and 50 KB. To find them, the mask tries at most 16 times as many tokens. It leaves
   * out further ones, except that of the state's own completion. With Infinity, it leaves out no token.
   */
  readonly followLimit?: number;
  /**
   * How many tokens to look ahead at creation, along the beginning of the monitor's typical text if it has one (12; 0
   * for none). Those masks will probably be needed first, and a model is often still reading its prompt, so no token
   * has to wait for them.
   */
  readonly ahead?: number;
}

/** The options of a masker that only walks. */
export type PlainMaskerOptions = Omit<MaskerOptions, "localBytes" | "factoring" | "followLimit">;

const bytes = integer({ min: 0, max: Number.POSITIVE_INFINITY });
const PLAIN_OPTIONS: KindsOf<PlainMaskerOptions> = {
  maskBytes: bytes,
  rowBytes: bytes,
  kernel: oneOf("wasm", "script"),
  searchLimit: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
  ahead: number({ min: 0, max: Number.POSITIVE_INFINITY }),
};
const MASKER_OPTIONS: KindsOf<MaskerOptions> = {
  ...PLAIN_OPTIONS,
  localBytes: bytes,
  factoring: oneOf("auto", "never"),
  followLimit: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
};

/** The options of a masker. */
export const maskerOptionsKind: Kind = options(MASKER_OPTIONS);
/** The options of a masker that only walks. */
export const plainMaskerOptionsKind: Kind = options(PLAIN_OPTIONS);

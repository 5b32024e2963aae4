// What may be said of a masker when it is made.
import { integer, type Kind, type KindsOf, number, oneOf, options } from "@espalier/arguments";
import type { Factoring } from "../strategies/text-mask.js";

/** How much a masker may remember, and by which of its equivalent ways it works. Every choice gives the same masks. */
export interface MaskerOptions {
  /** Bytes of masks remembered by state (64 MiB, shared by the maskers of a trie; given here, its own). */
  readonly maskBytes?: number;
  /** Bytes of tables remembered by local state (32 MiB, shared by the maskers of a trie; given here, its own). */
  readonly localBytes?: number;
  /** Bytes of transition rows (16 MiB, shared by the maskers of a trie; given here, this masker has its own). */
  readonly rowBytes?: number;
  /** When tables by local state are used ("auto": once plain walks have cost as much as the table would). */
  readonly factoring?: Factoring;
  /** The kernel; given here, this masker has memory of its own. By default WebAssembly where allowed. */
  readonly kernel?: "wasm" | "script";
  /** How many states one search for a way to finish may see (10,000): a walk of the trie for each, so seconds for
   * a large vocabulary. Only where the vocabulary cannot spell every byte, or the monitor has no cost, is there such a search. */
  readonly searchLimit?: number;
  /**
   * How many tokens the masker looks ahead when it is made, along the beginning of the monitor's typical text if that knows one (8; 0 for none).
   * Those masks will probably be asked for first, and no token has to wait for them: a model is often still reading its prompt.
   */
  readonly ahead?: number;
}

/** The options of a masker that only walks. */
export type PlainMaskerOptions = Omit<MaskerOptions, "localBytes" | "factoring">;

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
  factoring: oneOf("auto", "always", "never"),
};

/** The options of a masker. */
export const maskerOptionsKind: Kind = options(MASKER_OPTIONS);
/** The options of a masker that only walks. */
export const plainMaskerOptionsKind: Kind = options(PLAIN_OPTIONS);

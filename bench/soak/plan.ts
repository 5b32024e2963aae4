// What a soak is to do: the options of the command, as its processes hand them on.

export interface Plan {
  readonly seed: number;
  /** When it ends: whichever comes first. */
  readonly seconds: number;
  readonly tokens: number;
  readonly generations: number;
  /** The most tokens of a text. */
  readonly length: number;
  /** Texts that are written at the same time, turn by turn. */
  readonly interleave: number;
  /** Languages that are kept; the oldest is dropped when another is made. */
  readonly live: number;
  /** Worker threads, one after another, each of which writes some texts and exits. */
  readonly workers: number;
  /** Texts of the fixed sample that is written at 10 %, 30 % and 90 %, to compare these moments. */
  readonly sample: number;
  /** The kind of all languages; absent, of every kind. */
  readonly kind?: string;
  /** The only text to write, in which language, to repeat an error. */
  readonly only?: { readonly text: number; readonly language: number };
  /** A file with the vocabulary (serialised-vocabulary.ts). */
  readonly vocabulary: string;
  /** The folder with the Python files that gaps are cut in. */
  readonly python: string;
  /** MaskBench's data, as the command names it. */
  readonly data?: string;
  /** The folder with its files. */
  readonly folder?: string;
}

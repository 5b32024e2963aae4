// What a soak measures, as its process prints it.

import type { Percentiles } from "./histogram.js";
import type { LongMask } from "./longest-masks.js";
import type { Plan } from "./plan.js";
import type { Tally } from "./texts-in-turn.js";

/** Memory of the process when so much of the run was over, in MiB. */
export interface MemoryAt {
  readonly progress: number;
  /** After a collection, with all languages and texts that were there: objects of the main thread, and what they hold outside of V8's heap. */
  readonly inUse: { readonly heap: number; readonly external: number };
  /** After another, when all texts had ended and every language was dropped. */
  readonly left: { readonly heap: number; readonly external: number };
  /** Memory after a second collection, while a fixed sample of languages is alive. The difference between two moments is memory that the run keeps. */
  readonly sample: { readonly heap: number; readonly external: number };
  /** Microseconds of the sample's masks: of the same texts in the same languages at each moment. */
  readonly sampleMasks: Percentiles;
  readonly resident: number;
  /** The most that was ever resident, worker threads included. */
  readonly peak: number;
}

export interface Outcome extends Tally {
  readonly plan: Plan;
  readonly node: string;
  readonly seconds: number;
  readonly memory: readonly MemoryAt[];
  /** Worker threads that ran and exited, and the tokens of their texts (not among `tokens`). */
  readonly workers: { readonly exited: number; readonly tokens: number };
  /** The masks of the main thread that took longest. */
  readonly longest: readonly LongMask[];
  /** Microseconds of masks in the first and the last tenth of the run. */
  readonly masks: { readonly first: Percentiles; readonly last: Percentiles };
}

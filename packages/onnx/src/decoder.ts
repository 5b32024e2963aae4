// A model file made ready to step: its layout read from the open session, and the width of its logits known.

import { readLayout } from "./layout.js";
import type { InferenceSession } from "./runtime.js";
import { localStepper, type Step, type Stepper } from "./stepper.js";

/** What the other files of the model's folder say about feeding it. */
export interface Feeding {
  /** The number of attention heads, for old exports whose caches have the shape "batch × heads". */
  readonly heads?: number;
  /** The first position: 0 for nearly every model, 1 for a few. */
  readonly firstPosition: number;
  /** Where caches stay between steps. Those in the memory of a GPU cannot be joined to batches here. */
  readonly caches: "main-memory" | "gpu";
}

/** A stepper and what its model file says of itself. */
export interface Decoder {
  readonly stepper: Stepper;
  /** Rows of logits. */
  readonly width: number;
  /** Whether a prompt may be appended in pieces without a change in its meaning. */
  readonly pieces: boolean;
  /** Whether each step computes the logits of all its tokens, so that long prompts take much memory at once. */
  readonly allLogits: boolean;
  /** Whether a step may be of several sequences. */
  readonly batches: boolean;
}

/**
 * A decoder over an open session, which it releases when this fails. A file that does not say how wide its logits are is run once, on token 0.
 *
 * @param path the path that messages name.
 * @throws {ModelError} `model-unsupported` as `readLayout` does, and what the runtime reports.
 */
export async function decoderOf(session: InferenceSession, path: string, feeding: Feeding): Promise<Decoder> {
  try {
    const layout = readLayout(session.inputMetadata, session.outputMetadata, path, feeding.heads);
    const stepper = localStepper(session, layout, feeding.firstPosition);
    let width = layout.width;
    if (width === undefined) {
      const [probe] = (await stepper.step([0], [[0]], 1)) as readonly [Step];
      stepper.drop(probe.past);
      width = probe.logits.length;
    }
    const pieces = layout.caches.length > 0 && layout.caches.every((cache) => cache.grows);
    return {
      stepper,
      width,
      pieces,
      allLogits: layout.keep === undefined,
      batches: layout.batches && feeding.caches === "main-memory",
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}

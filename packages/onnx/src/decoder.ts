// Prepares an open model file for stepping: reads its layout and finds the width of its logits.

import { readLayout } from "./layout.js";
import type { InferenceSession } from "./runtime.js";
import { localStepper, type Step, type Stepper } from "./stepper.js";

/** Information from the other files of the model's folder about feeding it. */
export interface Feeding {
  /** The number of attention heads, for old exports whose caches have the shape "batch × heads". */
  readonly heads?: number;
  /** The first position: 0 for nearly every model, 1 for a few. */
  readonly firstPosition: number;
  /** Where caches are kept between steps. Caches in GPU memory cannot be combined into batches. */
  readonly caches: "main-memory" | "gpu";
}

/** A stepper and the properties of its model file. */
export interface Decoder {
  readonly stepper: Stepper;
  /** The number of logits for each step. */
  readonly width: number;
  /** Whether a prompt may be appended in pieces without changing the result. */
  readonly pieces: boolean;
  /** Whether each step computes the logits of all its tokens, so that long prompts need much memory at once. */
  readonly allLogits: boolean;
  /** Whether a step may contain several sequences. */
  readonly batches: boolean;
}

/**
 * Creates a decoder from an open session. Releases the session on failure. If the file does not state the width of its
 * logits, runs it once on token 0.
 *
 * @param path the path in error messages.
 * @throws {ModelError} `model-unsupported` as `readLayout`; also errors from the runtime.
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

// A model file made ready to step: opened, its layout read, and the width of its logits known.

import { join } from "node:path";
import { type Layout, readLayout } from "./layout.js";
import { openFile, type SessionOptions } from "./runtime.js";
import { localStepper, type Step, type Stepper } from "./stepper.js";

/** Everything that is needed to open a model file, as data, so that it can be sent to a worker. */
export interface DecoderFile extends SessionOptions {
  readonly folder: string;
  /** Relative to the folder. */
  readonly path: string;
  readonly heads?: number;
  readonly firstPosition: number;
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
 * Opens a model file in this thread. A file that does not say how wide its logits are is run once, on token 0.
 *
 * @throws {ModelError} as `openFile` and `readLayout` do.
 */
export async function openDecoder(file: DecoderFile): Promise<Decoder> {
  const session = await openFile(join(file.folder, ...file.path.split("/")), file.path, file);
  try {
    const layout: Layout = readLayout(session.inputMetadata, session.outputMetadata, file.path, file.heads);
    const stepper = localStepper(session, layout, file.firstPosition);
    let width = layout.width;
    if (width === undefined) {
      const [probe] = (await stepper.step([0], [[0]], 1)) as readonly [Step];
      stepper.drop(probe.past);
      width = probe.logits.length;
    }
    const pieces = layout.caches.length > 0 && layout.caches.every((cache) => cache.grows);
    return { stepper, width, pieces, allLogits: layout.keep === undefined, batches: layout.batches };
  } catch (error) {
    await session.release();
    throw error;
  }
}

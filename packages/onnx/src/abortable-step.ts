// A step of a model that an abort ends at once, although nothing stops the model itself: what it computes is dropped when
// it comes.

import type { AbortSignalLike } from "@espalier/model";
import type { Step, Stepper } from "./stepper.js";

/** The part of `AbortSignal` that tells when it aborts. Other signals are only looked at between steps. */
interface AbortEvents {
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Runs one step. Rejects with the signal's reason as soon as the signal aborts, even if the step never ends. The pasts
 * of a step that ends later are dropped.
 */
export async function abortableStep(
  stepper: Stepper,
  call: Parameters<Stepper["step"]>,
  signal: AbortSignalLike | undefined,
): Promise<readonly Step[]> {
  const steps = stepper.step(...call);
  const { addEventListener, removeEventListener } = Object(signal) as Partial<AbortEvents>;
  if (signal === undefined || addEventListener === undefined || removeEventListener === undefined) return steps;
  let giveUp = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  addEventListener.call(signal, "abort", giveUp);
  try {
    return await Promise.race([steps, aborted]);
  } catch (error) {
    steps.then(
      (late) => {
        for (const { past } of late) stepper.drop(past);
      },
      () => {},
    );
    throw error;
  } finally {
    removeEventListener.call(signal, "abort", giveUp);
  }
}

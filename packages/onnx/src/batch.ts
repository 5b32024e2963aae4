// Advances several sessions at once. Sessions of equal length that get equally many ids are combined into one run of
// the model.

import type { AbortSignalLike, Addition, Logits } from "@espalier/model";
import { checkLogits, logitsOf, ModelError } from "@espalier/model";
import { abortableStep } from "./abortable-step.js";
import { memberOf } from "./session.js";
import type { Stepper } from "./stepper.js";

/**
 * Appends ids to each session. Returns the logits after the last id of each, in order. If it rejects, every session is
 * unchanged.
 *
 * @param stepper the stepper of the model.
 */
export async function appendBatch(
  stepper: Stepper,
  additions: readonly Addition[],
  signal: AbortSignalLike | undefined,
): Promise<readonly Logits[]> {
  if (new Set(additions.map(({ session }) => session)).size < additions.length)
    throw new RangeError("A session is in the batch twice.");
  if (additions.some(({ session }) => memberOf(session).stepper !== stepper))
    throw new RangeError("A session in the batch belongs to another model.");
  const points = additions.map(({ session }) => session.checkpoint());
  const logits = new Map<Addition, Logits>();
  try {
    for (const group of groupsOf(additions)) {
      if (signal?.aborted) throw signal.reason;
      const [first] = group as readonly [Addition];
      const rows =
        group.length === 1
          ? [await first.session.append(first.ids, signal)]
          : await appendTogether(stepper, group, signal);
      for (const [i, addition] of group.entries()) logits.set(addition, rows[i]!);
    }
  } catch (error) {
    additions.forEach(({ session }, i) => {
      if (memberOf(session).isOpen()) session.restore(points[i]!);
    });
    throw error;
  }
  return additions.map((addition) => logits.get(addition)!);
}

/** Groups additions that can be one run. An addition that is too long for one run is a group of its own. */
function groupsOf(additions: readonly Addition[]): readonly (readonly Addition[])[] {
  const groups = new Map<unknown, Addition[]>();
  for (const addition of additions) {
    const { session, ids } = addition;
    const key = ids.length > memberOf(session).pieceLength ? addition : `${session.length} ${ids.length}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [addition]);
    else group.push(addition);
  }
  return [...groups.values()];
}

async function appendTogether(
  stepper: Stepper,
  group: readonly Addition[],
  signal: AbortSignalLike | undefined,
): Promise<readonly Logits[]> {
  const members = group.map(({ session }) => memberOf(session));
  let begun = 0;
  try {
    for (const [i, member] of members.entries()) {
      member.begin(group[i]!.ids);
      begun++;
    }
    const pasts = members.map((member) => member.past());
    const ids = group.map((addition) => addition.ids);
    const steps = await abortableStep(stepper, [pasts, ids, 1], signal);
    try {
      if (!members.every((member) => member.isOpen()))
        throw new ModelError("disposed", "A session was disposed while it was running.");
      for (const { logits } of steps) checkLogits(logits);
    } catch (error) {
      for (const { past } of steps) stepper.drop(past);
      throw error;
    }
    members.forEach((member, i) => {
      member.move(steps[i]!.past, ids[i]!.length);
    });
    return steps.map(({ logits }) => logitsOf(logits));
  } finally {
    for (const member of members.slice(0, begun)) member.end();
  }
}

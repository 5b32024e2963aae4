// Goes back from a dead end, which any product of monitors may have, to the last place with an alternative. The token
// that led to the dead end is forbidden there, and states known to be dead are not entered again. The session goes back
// to a point (points.ts) and reads the tokens after it again.

import { utf8Decode } from "@espalier/vocabulary";
import { leaveDraft } from "./drafting.js";
import { DeadEndError } from "./errors.js";
import type { GenerationEvent } from "./generation.js";
import { idsTo } from "./moment.js";
import { emit, forbid, type Run, spelt, writeAgain } from "./run.js";
import { hasAnotherWay, NOTHING_FORBIDDEN } from "./ways.js";

/**
 * Goes back to the last place with an alternative.
 *
 * @param refused whether an answer has rejected the text, so that the current place is certainly dead.
 * @throws {DeadEndError} if there is no such place, or `maxRewinds` is reached.
 */
export async function rewind<State>(
  run: Run<State>,
  refused: "refused" | undefined = undefined,
): Promise<GenerationEvent<State>> {
  const { masker, meter, forbidden, doubtful, points, session } = run;
  if (run.here.length >= run.deepest.length) run.deepest = run.here;
  if (masker.monitor.trim === true || meter.rewinds >= run.maxRewinds || points.length === 0) throw deadEnd(run);
  meter.rewinds++;
  let to = run.here;
  // A state is certainly dead if every token was tried and led to a dead state. This is not certain if only the budget
  // excluded some of the tokens.
  let certain = refused !== undefined || !hasAnotherWay(masker, to, forbidden.get(to.length) ?? NOTHING_FORBIDDEN);
  do {
    certain &&= !doubtful.delete(to.length);
    if (certain) run.dead.add(to.state);
    if (to.before === undefined) throw deadEnd(run);
    forbidden.delete(to.length);
    const { id } = to;
    to = to.before;
    forbid(run, to.length, id);
  } while (!hasAnotherWay(masker, to, forbidden.get(to.length)!));
  if (!certain) doubtful.add(to.length);
  run.here = to;
  while (points.at(-1)!.length > to.length && points.length > 1) points.pop();
  const point = points.at(-1)!;
  await leaveDraft(run);
  await session.restore(point.checkpoint);
  const ids = idsTo(to);
  run.pending = ids.slice(point.length);
  run.logits = run.pending.length === 0 ? point.logits : undefined;
  writeAgain(run, spelt(run.model, ids));
  return emit(run, { kind: "rewind", length: to.length, text: run.output.text });
}

function deadEnd<State>({ deepest, masker, meter, model, healed }: Run<State>): DeadEndError {
  const ids = idsTo(deepest);
  const text = utf8Decode(spelt(model, ids).subarray(healed));
  const expected = masker.monitor.expected?.(deepest.state) ?? [];
  const offset = Math.max(0, deepest.byteLength);
  return new DeadEndError({ text, ids, offset, expected, rewinds: meter.rewinds });
}

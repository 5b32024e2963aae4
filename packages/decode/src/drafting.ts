// Drafts hide the time that an answer takes. While an answer is awaited, the model continues the text as if the open
// questions constrained nothing.
//
//      text     x . ┆ answer awaited ┆ u p (           rows of the model that the text needs are there already
//      draft        ┆ u p ( y        ┆ dropped: y      the session goes back to where the text left the draft
//
// A draft is never part of the text; only the model's logits after each of its tokens are kept (a row for each). When
// the answer has arrived, the loop continues from the question with the same random numbers. As long as it chooses the
// tokens of the draft, it takes their rows from there instead of running the model. So the text is the same, token for
// token, as with immediate answers, and no event is taken back because of a draft. If the answer arrives in the middle of a
// step of the model, the loop writes the tokens before that step at once, while the session finishes it.

import type { TokenId } from "@espalier/vocabulary";
import { isInside } from "./inside-token.js";
import { idsTo, type Moment } from "./moment.js";
import type { Draft } from "./points.js";
import type { Random } from "./random.js";
import { budgetAt, type Run } from "./run.js";
import { checkedArgmax, penalize } from "./sampling.js";
import { busyMs } from "./timing.js";
import { nextMoment } from "./ways.js";

/** The most tokens that a session reads ahead. A row of logits is kept for each. */
const MOST_DRAFTED = 64;

/**
 * Waits for the promise `coming` (an answer), and lets the model continue the text after `from` meanwhile. `from` is
 * the end of the text, or the point after a token that waits for the answer.
 *
 * @throws the rejection of `coming`. If the model fails during a draft, the draft just ends: if the text needs the same
 * step, it will meet the same failure.
 */
export async function whileDrafting<State, Value>(
  run: Run<State>,
  from: Moment<State>,
  coming: Promise<Value>,
): Promise<Value> {
  const { options, clock, meter } = run;
  const [since, busy] = [clock(), busyMs(meter, clock())];
  let isHere = false;
  const arrived = (): void => void (isHere = true);
  coming.then(arrived, arrived);
  // Fuel is reserved for the text.
  if (options.whileWaiting !== "wait" && options.fuel === undefined) {
    await nextTask();
    const drafting = isHere ? undefined : draft(run, from, () => isHere).catch(() => undefined);
    await Promise.race([drafting, coming.then(arrived, arrived)]);
  }
  try {
    return await coming;
  } finally {
    const now = clock();
    meter.answersMs += Math.max(0, now - since - (busyMs(meter, now) - busy));
  }
}

async function draft<State>(run: Run<State>, from: Moment<State>, isOver: () => boolean): Promise<void> {
  const { session, limit, signal } = { ...run, signal: run.options.signal };
  const random = run.random.ahead();
  let tokens = from === run.here ? run.pending : [...run.pending, from.id];
  if (run.draft === undefined) {
    const pending = run.pending.length;
    run.draft = { point: session.checkpoint(), pending, ids: [], rows: new Map(), reading: undefined };
    if (run.logits !== undefined) run.draft.rows.set(run.pending.length, run.logits);
  }
  // An earlier draft may have left the session in the middle of a step.
  await run.draft.reading;
  const most = run.draft.pending + MOST_DRAFTED;
  let here = from;
  while (!isOver() && !signal?.aborted && here.length < limit && tokens.length <= most) {
    const row = await read(run, run.draft, tokens);
    if (isOver()) return;
    const next = chosenAt(run, here, row, random);
    if (next === undefined || next.ended || isSplit(run, next)) return;
    here = next;
    tokens = [...tokens, next.id];
    await nextTask();
  }
}

/**
 * Returns the model's logits after the text. The session has then read what is pending, or a draft that begins with it.
 */
export async function readText<State>(run: Run<State>): Promise<Float32Array> {
  const { draft } = run;
  if (draft === undefined) {
    const row = await append(run, run.pending);
    run.pending = [];
    return row;
  }
  const row = await read(run, draft, run.pending);
  if (draft.reading === undefined && draft.ids.length === run.pending.length) await leaveDraft(run);
  return row;
}

/** Returns the session to the text, without what is pending. */
export async function leaveDraft<State>(run: Run<State>): Promise<void> {
  const { draft, pending, session, meter } = run;
  await draft?.reading;
  run.draft = undefined;
  if (draft === undefined) return;
  const same = sameLength(draft.ids, pending);
  if (same === draft.ids.length) {
    run.pending = pending.slice(same);
    return;
  }
  meter.droppedTokens += draft.ids.length - same;
  await session.restore(draft.point);
}

/** Returns the model's logits after `tokens`, which follow the draft's point. */
async function read<State>(run: Run<State>, draft: Draft, tokens: readonly TokenId[]): Promise<Float32Array> {
  const known = (): Float32Array | undefined =>
    sameLength(draft.ids, tokens) === tokens.length ? draft.rows.get(tokens.length) : undefined;
  if (known() === undefined) await draft.reading;
  const row = known();
  if (row !== undefined) return row;
  const reading = readOn(run, draft, tokens);
  const done = (): void => void (draft.reading = undefined);
  draft.reading = reading.then(done, done);
  return reading;
}

/** Takes the session, which is free, to `tokens`. */
async function readOn<State>(run: Run<State>, draft: Draft, tokens: readonly TokenId[]): Promise<Float32Array> {
  const { session, meter } = run;
  const same = sameLength(draft.ids, tokens);
  if (same < draft.ids.length) {
    await session.restore(draft.point);
    meter.droppedTokens += draft.ids.length - same;
    draft.ids = [];
    draft.rows.clear();
  }
  const row = await append(run, tokens.slice(draft.ids.length));
  draft.ids = tokens;
  draft.rows.set(tokens.length, row);
  return row;
}

async function append<State>(run: Run<State>, ids: readonly TokenId[]) {
  const { session, options, meter, clock } = run;
  meter.stepSince = clock();
  try {
    const row = await session.append(ids, options.signal).then((appended) => appended.read());
    meter.modelMs += clock() - meter.stepSince;
    meter.modelCalls++;
    run.greatest.set(row, checkedArgmax(row, run.masker.trie.size));
    return row;
  } finally {
    meter.stepSince = undefined;
  }
}

function sameLength(some: readonly TokenId[], others: readonly TokenId[]): number {
  let length = 0;
  while (length < some.length && length < others.length && some[length] === others[length]) length++;
  return length;
}

/**
 * Returns the logits after `moment` with the penalties for repetition and from soft monitors. Does not change `row`.
 */
export function weighed<State>(
  { options, softBias, prompt }: Run<State>,
  row: Float32Array,
  moment: Moment<State>,
): Float32Array {
  const { repetitionPenalty = 1 } = options.sampling ?? {};
  if (repetitionPenalty === 1 && softBias === undefined) return row;
  const logits = row.slice();
  if (repetitionPenalty !== 1) penalize(logits, [...prompt, ...idsTo(moment)], repetitionPenalty);
  softBias?.apply(logits, moment);
  return logits;
}

function chosenAt<State>(
  run: Run<State>,
  moment: Moment<State>,
  row: Float32Array,
  random: Random,
): Moment<State> | undefined {
  const { masker, dead } = run;
  const { sampling = {}, lean = 0 } = run.options;
  const logits = weighed(run, row, moment);
  const place = { masker, logits, greatest: run.greatest.get(logits), budget: budgetAt(run, moment), lean };
  return nextMoment(place, moment, sampling, random, dead, new Map());
}

/** Returns whether a question inside the last token of `moment` splits it, so that it is not part of the text. */
function isSplit<State>({ answers, model }: Run<State>, { state, id }: Moment<State>): boolean {
  const length = model.vocabulary.bytes(id)?.length ?? 0;
  return answers.asked(state).some((question) => question.inside === "split" && isInside(question, length));
}

/** The host's way to let other tasks run. */
interface Host {
  readonly setImmediate?: (work: () => void) => unknown;
  readonly setTimeout: (work: () => void) => unknown;
}

/** Resolves after other tasks have run, so that answers can arrive even if the model runs in this thread. */
function nextTask(): Promise<void> {
  const { setImmediate, setTimeout } = globalThis as unknown as Host;
  return new Promise((resolve) => (setImmediate ?? setTimeout)(resolve));
}

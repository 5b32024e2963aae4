// One turn of the loop (generate.ts): awaits answers, appends forced tokens, reads the model's logits, and chooses a
// token.

import type { TokenId } from "@espalier/vocabulary";
import { readText, weighed, whileDrafting } from "./drafting.js";
import { asksForAll, backTo, end, finish, stopAfterPart, think } from "./finish.js";
import { forcedTokens } from "./forced-tokens.js";
import type { GenerationEvent } from "./generation.js";
import { isInside, takeToken } from "./inside-token.js";
import { type Moment, momentAfter } from "./moment.js";
import { withPoint } from "./points.js";
import { taped } from "./rereading.js";
import { rewind } from "./rewind.js";
import { budgetAt, commit, forbid, type Run, refresh, textHere } from "./run.js";
import { canContinue } from "./unconstrained.js";
import { nextMoment } from "./ways.js";

/** Whether the text continues. */
export type Turn = "goes-on" | "ended";

type Events<State, Result> = AsyncGenerator<GenerationEvent<State>, Result, undefined>;

/** Takes one turn. */
export async function* step<State>(run: Run<State>): Events<State, Turn> {
  const { answers, masker, limit } = run;
  refresh(run);
  const waits = answers.isOpen(run.here.state);
  if (waits && isTimeToSettle(run)) {
    const settled = await whileDrafting(
      run,
      run.here,
      answers.settle(run.here.state, () => textHere(run)),
    );
    if (settled === undefined) yield await rewind(run, "refused");
    else run.here = { ...run.here, state: settled };
    return "goes-on";
  }
  if (!waits) yield* writeForced(run);
  if (run.output.stopped >= 0) {
    yield await finish(run, "stop");
    return "ended";
  }
  if (!waits && answers.isOpen(run.here.state)) return "goes-on";
  refresh(run);
  if (!waits && !canContinue(masker.monitor, run.here.state)) return yield* stopHere(run);
  if (run.here.length >= limit) {
    yield* end(run, "length");
    return "ended";
  }
  if (run.logits === undefined) {
    if ((await readLogits(run)) === "refused") {
      yield await rewind(run, "refused");
      return "goes-on";
    }
    // An answer may have changed whether the text ends here, and what is forced.
    if (waits) return "goes-on";
  }
  return yield* writeChosen(run);
}

/** Handles a place where nothing follows. */
async function* stopHere<State>(run: Run<State>): Events<State, Turn> {
  // Another text may have been written since the last call of the monitor.
  refresh(run);
  if (run.masker.monitor.accepts(run.here.state)) {
    yield* end(run, "complete");
    return "ended";
  }
  yield await rewind(run);
  return "goes-on";
}

/**
 * Returns whether to await answers without running the model meanwhile. This is so if the logits are already known, if
 * the text is at its end, or if the answers have arrived.
 */
function isTimeToSettle<State>(run: Run<State>): boolean {
  const { logits, here, limit, answers } = run;
  return logits !== undefined || here.length >= limit || answers.isReady(here.state, () => textHere(run));
}

/** Writes forced text. */
async function* writeForced<State>(run: Run<State>): Events<State, void> {
  const { options, answers, forbidden, limit, masker } = run;
  const forces = options.forcing !== "off" && !asksForAll(options);
  if (!forces || run.isBefore(run.here.state) || run.here.length >= limit || forbidden.has(run.here.length)) return;
  for (const id of timedForced(run)) {
    refresh(run);
    const budget = budgetAt(run, run.here);
    const after = run.here.length < limit ? momentAfter(masker, run.here, id) : undefined;
    if (after === undefined || (budget !== undefined && !masker.finishesWithin(after.state, budget - 1))) return;
    // The model must write what a question inside the text constrains.
    if (asksInside(run, after)) return;
    run.meter.forcedTokens++;
    run.logits = undefined;
    yield commit(run, after, "forced");
    if (run.output.stopped >= 0 || answers.isOpen(after.state)) return;
  }
}

function asksInside<State>({ model, answers }: Run<State>, { state, id }: Moment<State>): boolean {
  const length = model.vocabulary.bytes(id)?.length ?? 0;
  return answers.asked(state).some((question) => isInside(question, length));
}

/** Runs the model, and settles the state's questions meanwhile. */
async function readLogits<State>(run: Run<State>): Promise<"read" | "refused"> {
  const { options, answers, masker, session } = run;
  const waits = answers.isOpen(run.here.state);
  // The model starts before the questions are asked, because asking takes time in this thread.
  const reading = readText(run);
  const settling = answers.settle(run.here.state, () => textHere(run));
  const [row] = await Promise.all([
    reading,
    waits ? undefined : settling,
    options.masks === "eager" ? run.steadily(run.here, ({ state }) => masker.mask(state)) : undefined,
  ]);
  if (masker.monitor.trim !== true && run.maxRewinds > 0 && run.draft === undefined)
    run.points = withPoint(run.points, run.here.length, session, row);
  run.logits = row;
  const state = await (waits ? whileDrafting(run, run.here, settling) : settling);
  if (state === undefined) return "refused";
  run.here = { ...run.here, state };
  return "read";
}

/** Writes a token that the model chooses. */
async function* writeChosen<State>(run: Run<State>): Events<State, Turn> {
  const { signal } = run.options;
  if (signal?.aborted) throw signal.reason;
  const thought = think(run, run.logits!);
  const after = await choose(run, weighed(run, run.logits!, run.here));
  if (signal?.aborted) throw signal.reason;
  if (after === undefined) return yield* stopHere(run);
  if (after.ended) {
    yield* end(run, "end");
    return "ended";
  }
  if (thought !== undefined) {
    run.scores[run.here.length] = thought.of(after.id);
    run.ends.length = run.here.length + 1;
  }
  run.logits = undefined;
  yield commit(run, after, "model");
  const place = stopAfterPart(run);
  if (place === undefined) return "goes-on";
  yield backTo(run, place);
  yield await finish(run, "part");
  return "ended";
}

/**
 * Returns the moment after the next token, with every question answered. Tokens that an answer rejects are forbidden.
 */
async function choose<State>(run: Run<State>, logits: Float32Array): Promise<Moment<State> | undefined> {
  const { masker, answers, options, dead, forbidden } = run;
  const { sampling = {}, lean = 0 } = options;
  for (;;) {
    const tape = taped(run.random);
    const chosen = run.steadily(run.here, (moment) => {
      tape.rewind();
      const place = { masker, logits, greatest: run.greatest.get(logits), budget: budgetAt(run, moment), lean };
      return nextMoment(place, moment, sampling, tape, dead, forbidden);
    });
    run.here = chosen.moment;
    if (chosen.result === undefined || chosen.result.ended) return chosen.result;
    const token = chosen.result;
    const taken = await takeToken(masker, answers, run.here, token, (coming) => whileDrafting(run, token, coming));
    if (taken.kind === "taken") {
      const budget = taken.moment === chosen.result ? undefined : budgetAt(run, run.here);
      if (budget === undefined || masker.finishesWithin(taken.moment.state, budget - 1)) return taken.moment;
    }
    for (const id of taken.kind === "refused" ? taken.ids : [chosen.result.id]) forbid(run, run.here.length, id);
  }
}

function timedForced<State>({ masker, here, model, prompt, meter, clock }: Run<State>): readonly TokenId[] {
  const from = clock();
  const before = meter.maskMs;
  const ids = forcedTokens(masker, here.state, model, lastTokens(prompt, here));
  meter.maskMs = before + clock() - from;
  return ids;
}

/** Returns the last two tokens, for the split of forced text. */
function lastTokens<State>(prompt: readonly TokenId[], here: Moment<State>): readonly TokenId[] {
  if (here.length === 0) return prompt.slice(-2);
  return here.length === 1 ? [...prompt.slice(-1), here.id] : [here.before!.id, here.id];
}

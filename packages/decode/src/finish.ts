// Ends a generation: at the best place if requested (best-stop.ts), and with the result.

import type { Masker } from "@espalier/trie";
import { cutAtBest, type LogProbabilities, logProbabilities } from "./best-stop.js";
import { leaveDraft, readText } from "./drafting.js";
import type { Finish, GenerateOptions, Generation, GenerationEvent } from "./generation.js";
import { idsTo, type Moment } from "./moment.js";
import { emit, type Run, refresh, shown, spelt, writeAgain } from "./run.js";
import { readMeter } from "./timing.js";

/** Ends the text, at an earlier place if needed. */
export async function* end<State>(
  run: Run<State>,
  why: Finish,
): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  const back = await cut(run, why);
  if (back !== undefined) yield back;
  yield await finish(run, why);
}

/** Ends the text here. */
export async function finish<State>(run: Run<State>, why: Finish): Promise<GenerationEvent<State>> {
  await leaveDraft(run);
  const { masker, output, meter, options } = run;
  const text = output.flush();
  const ids = idsTo(run.here);
  const bytes = output.bytes();
  refresh(run);
  const { here } = run;
  const result: Generation<State> = {
    text: output.text,
    bytes,
    ids,
    finish: why,
    accepted: why === "stop" ? acceptsCut(masker, here, bytes, run.begin) : masker.monitor.accepts(here.state),
    state: shown(run),
    ...(output.stopped >= 0 ? { stop: options.stop![output.stopped]! } : {}),
    seed: run.seed,
    promptTokens: run.prompt.length,
    unappended: ids.slice(ids.length - Math.min(ids.length, run.pending.length)),
    timings: readMeter(meter, run.clock() - run.begun, here.length),
    abstentions: run.answers.abstentions(bytes),
    ...(masker.monitor.deadEnds && { deadEnds: masker.monitor.deadEnds() }),
    ...(masker.monitor.unproven && { unproven: masker.monitor.unproven() }),
  };
  return emit(run, { kind: "finish", text, result });
}

/** Returns whether the model runs for every token, because its probability of an end is needed at each. */
export const asksForAll = <State>({ stopping = "last", stopAfter = [] }: GenerateOptions<State>): boolean =>
  stopping !== "last" || stopAfter.length > 0;

/** Returns the place where a finished part ends the text (stop-rules.ts), after a token has been committed. */
export function stopAfterPart<State>({ watches, here }: Run<State>): Moment<State> | undefined {
  const places = watches.flatMap((watch) => watch.passed(here) ?? []);
  return places.reduce<Moment<State> | undefined>(
    (first, other) => (first === undefined || other.byteLength < first.byteLength ? other : first),
    undefined,
  );
}

/** Records the model's log-probability of an end here; `undefined` if it is not needed. */
export function think<State>(run: Run<State>, row: Float32Array): LogProbabilities | undefined {
  if (!asksForAll(run.options)) return undefined;
  const thought = logProbabilities(row, run.model.vocabulary);
  run.ends[run.here.length] = thought.end;
  return thought;
}

/** Goes back to the best place to end, if requested. */
async function cut<State>(run: Run<State>, why: Finish): Promise<GenerationEvent<State> | undefined> {
  const { stopping = "last" } = run.options;
  const last = run.here;
  if (stopping === "last" || why === "stop" || (stopping === "best-when-cut" && why === "end")) return undefined;
  if (run.ends[last.length] === undefined && last.length > 0) {
    think(run, await readText(run));
  }
  const { begin, scores, ends, model, masker } = run;
  const best = cutAtBest({ monitor: masker.monitor, vocabulary: model.vocabulary, last, begin, scores, ends });
  if (best === undefined) return undefined;
  return backTo(run, best);
}

/** Goes back to a place of the text, which then ends there. */
export function backTo<State>(run: Run<State>, place: Moment<State>): GenerationEvent<State> {
  run.pending = run.pending.slice(0, Math.max(0, run.pending.length - (run.here.length - place.length)));
  run.here = place;
  writeAgain(run, spelt(run.model, idsTo(place)).subarray(0, run.healed + place.byteLength));
  return emit(run, { kind: "rewind", length: place.length, text: run.output.text });
}

/** Returns whether the monitor accepts `bytes`, the text of `last` without a stop string. */
function acceptsCut<State>(masker: Masker<State>, last: Moment<State>, bytes: Uint8Array, begin: State): boolean {
  const { monitor } = masker;
  let whole = last;
  while (whole.byteLength > bytes.length && whole.before !== undefined) whole = whole.before;
  let state: State | undefined = whole.byteLength < 0 ? begin : whole.state;
  for (let at = Math.max(0, whole.byteLength); at < bytes.length && state !== undefined; at++)
    state = monitor.step(state, bytes[at]!);
  return state !== undefined && monitor.accepts(state);
}

// The loop: what is forced, then the model, then a token that may follow; until the text ends.
//
//        ┌────────────────────────────────────────────────────────────────────────────┐
//        ▼                                                                            │
//   forced tokens ─▶ finished? ─▶ append what is pending, read logits ─▶ choose ─▶ commit
//                                            ▲                             │ none
//                                            └───── rewind, forbid ◀───────┘
//
// Committed tokens wait in `pending` until logits are needed, so forced tokens ride along with the next one and cost no call of
// their own. A dead end (only where the monitor is not trim) goes back to the last place with another way, as for any
// product of monitors: the token that led to it is forbidden there, and states known to be dead are not entered again.

import { ArgumentError, checkArgument, integer, listOf, signature } from "@espalier/arguments";
import { checkLogits, type Model, ModelError, type Session } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type TokenId, utf8Decode, utf8Encode } from "@espalier/vocabulary";
import { createAnswers } from "./answers.js";
import { cutAtBest, type LogProbabilities, logProbabilities } from "./best-stop.js";
import { BudgetError, DeadEndError, keepPartial } from "./errors.js";
import { forcedTokens } from "./forced-tokens.js";
import type { Finish, GenerateOptions, Generation, GenerationEvent } from "./generation.js";
import { type HealingMasker, healingMasker } from "./healing.js";
import { isInside, takeToken } from "./inside-token.js";
import { generateKind } from "./kinds.js";
import { maskerFor } from "./masker-for.js";
import { idsTo, type Moment, momentAfter, textTo } from "./moment.js";
import { createOutput } from "./output.js";
import { type Point, withPoint } from "./points.js";
import { createRandom } from "./random.js";
import { steadily, taped } from "./rereading.js";
import { checkSampling, penalize } from "./sampling.js";
import { createSoftBias } from "./soft.js";
import { createStops } from "./stops.js";
import { type Clock, createMeter, defaultClock, metered, readMeter } from "./timing.js";
import { canContinue, everything } from "./unconstrained.js";
import { hasAnotherWay, NOTHING_FORBIDDEN, nextMoment } from "./ways.js";

const checkGenerate = signature("generate", { options: generateKind });
const checkComplete = signature("complete", { options: generateKind });

/**
 * Generates a text step by step.
 *
 * With a trim monitor that has a `cost`, the text is valid when the generation ends, whatever the model: within `maxTokens`, if
 * they suffice at the start. A stop string cuts it off wherever it comes; `accepted` says whether what is left is valid. Leaving
 * the iteration early frees the session.
 *
 * @throws {BudgetError} before the first token, when `maxTokens` or the context may not be enough, or no text is valid.
 * @throws {FuelError} when the masks need more than `fuel`; the monitor and the model stay usable.
 * @throws {DeadEndError} when no token can follow and no other way was found.
 * @throws {ModelError} what the model throws; `context-exceeded` when the prompt is too long, `logits-invalid` on NaN.
 * @throws {ArgumentError} when an option is unknown or wrong, the prompt is empty or has a token that is none of the model's, or the session is in use.
 * @throws {RangeError} when a number is outside its bounds.
 */
export function generate<State = number>(
  options: GenerateOptions<State>,
): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  checkGenerate(options);
  return run(options);
}

/** Sessions that a generation is using. */
const busy = new WeakSet<Session>();

async function* run<State>(options: GenerateOptions<State>): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  const { model, sampling = {}, signal, maxRewinds = 64, clock = defaultClock, stopping = "last", lean = 0 } = options;
  checkSampling(sampling);
  if (!(lean >= 0 && lean < Number.POSITIVE_INFINITY))
    throw new RangeError(`lean is ${lean}; it must be a finite number of at least 0.`);
  const maxTokens = count("maxTokens", options.maxTokens ?? 1024);
  count("maxRewinds", maxRewinds);
  const seed = options.seed ?? Math.floor(Math.random() * 0x100000000);
  const random = createRandom(seed);
  const stopBytes = (options.stop ?? []).map((stop) => (typeof stop === "string" ? utf8Encode(stop) : stop));
  const stops = createStops(stopBytes);
  const prompt = typeof options.prompt === "string" ? model.encode(options.prompt, "prompt") : options.prompt;
  const ids = Math.max(model.vocabulary.size, model.logitsSize);
  checkArgument("generate", "prompt", prompt, listOf(integer({ min: 0, max: ids - 1 })));
  if (prompt.length === 0)
    throw new ArgumentError(
      "out-of-range",
      "prompt",
      "generate: prompt comes to no token; a model needs at least one. Begin with a line break, or with the model's token for the start of a text.",
    );

  const meter = createMeter();
  const plain =
    options.masker ?? maskerFor(model.vocabulary, options.monitor ?? (everything as unknown as Monitor<State>));
  const begin = options.from ?? plain.monitor.start;
  const heal = options.heal ?? new Uint8Array(0);
  // Places before the text are states to the loop, and to nobody else.
  const healing =
    heal.length === 0 ? undefined : (healingMasker(plain, begin, heal) as unknown as HealingMasker<State>);
  const shown = (state: State): State => (healing?.isBefore(state) ? begin : state);
  const masker: Masker<State> = metered<State>(
    (healing as Masker<State> | undefined) ?? plain,
    meter,
    clock,
    options.fuel,
  );
  const { monitor } = masker;
  const softBias = options.soft === undefined ? undefined : createSoftBias<State>(model.vocabulary, options.soft);
  const answers = createAnswers(monitor, options.answer, signal);
  const room = roomFor(model, options.session?.length ?? 0, prompt.length);
  if (options.session !== undefined && busy.has(options.session))
    throw new ArgumentError(
      "wrong-type",
      "session",
      "generate: session must be free, not one that another generation is using. Await that one, or leave `session` out.",
    );
  const session = options.session ?? model.session();
  const limit = Math.min(maxTokens, room);

  let here: Moment<State> = {
    before: undefined,
    id: -1,
    state: (healing?.start ?? begin) as State,
    length: 0,
    byteLength: -heal.length,
    ended: false,
  };
  let output = createOutput(stops, heal.length);
  let pending: readonly TokenId[] = prompt;
  let logits: Float32Array | undefined;
  let points: Point[] = [];
  const forbidden = new Map<number, Set<TokenId>>();
  const dead = new Set<State>();
  const doubtful = new Set<number>();
  let deepest = here;
  // By number of tokens before: what the model thought of the next token, and of an end. Kept where the best stop is wanted.
  const scores: number[] = [];
  const ends: number[] = [];
  const begun = clock();

  const emit = (event: GenerationEvent<State>): GenerationEvent<State> => {
    options.onStep?.(event);
    return event;
  };
  const commit = (after: Moment<State>, origin: "model" | "forced"): GenerationEvent<State> => {
    here = after;
    pending = [...pending, after.id];
    const bytes = model.vocabulary.bytes(after.id) ?? new Uint8Array(0);
    const text = output.push(bytes);
    return emit({
      kind: "token",
      id: after.id,
      bytes,
      text,
      origin,
      state: shown(after.state),
      index: after.length - 1,
    });
  };
  const finish = (why: Finish): GenerationEvent<State> => {
    const text = output.flush();
    const ids = idsTo(here);
    const bytes = output.bytes();
    refresh();
    const result: Generation<State> = {
      text: output.text,
      bytes,
      ids,
      finish: why,
      accepted: why === "stop" ? acceptsCut(masker, here, bytes, begin) : monitor.accepts(here.state),
      state: shown(here.state),
      ...(output.stopped >= 0 ? { stop: options.stop![output.stopped]! } : {}),
      seed,
      promptTokens: prompt.length,
      unappended: ids.slice(ids.length - Math.min(ids.length, pending.length)),
      timings: readMeter(meter, clock() - begun, here.length),
      abstentions: answers.abstentions(bytes),
    };
    return emit({ kind: "finish", text, result });
  };
  const textHere = (): Uint8Array => textTo(masker, here);
  /** Reads the text again if the monitor has dropped its state: other texts may have been written since the last step. */
  const refresh = (): void => {
    here = steadily(masker, here, ({ state }) => monitor.accepts(state)).moment;
  };
  /** The tokens left, if the text is certain to end within them and must. */
  const budgetAt = (moment: Moment<State>): number | undefined => {
    if (monitor.cost === undefined) return undefined;
    const left = limit - moment.length;
    return masker.finishesWithin(moment.state, left) ? left : undefined;
  };
  const forbid = (length: number, id: TokenId): void => {
    const ids = forbidden.get(length) ?? new Set<TokenId>();
    forbidden.set(length, ids.add(id));
  };
  const deadEnd = (): DeadEndError => {
    const ids = idsTo(deepest);
    const text = utf8Decode(spelt(model, ids).subarray(heal.length));
    const expected = monitor.expected?.(deepest.state) ?? [];
    const offset = Math.max(0, deepest.byteLength);
    return new DeadEndError({ text, ids, offset, expected, rewinds: meter.rewinds });
  };
  const think = (row: Float32Array): LogProbabilities | undefined => {
    if (stopping === "last") return undefined;
    const thought = logProbabilities(row, model.vocabulary);
    ends[here.length] = thought.end;
    return thought;
  };
  /** Goes back to the best place to end, where that is wanted. */
  const cut = async (why: Finish): Promise<GenerationEvent<State> | undefined> => {
    if (stopping === "last" || why === "stop" || (stopping === "best-when-cut" && why === "end")) return undefined;
    if (ends[here.length] === undefined && here.length > 0) {
      const row = await (await session.append(pending, signal)).read();
      pending = [];
      meter.modelCalls++;
      checkLogits(row);
      think(row);
    }
    const best = cutAtBest({ monitor, vocabulary: model.vocabulary, last: here, begin, scores, ends });
    if (best === undefined) return undefined;
    pending = pending.slice(0, Math.max(0, pending.length - (here.length - best.length)));
    here = best;
    output = createOutput(stops, heal.length);
    output.push(spelt(model, idsTo(here)).subarray(0, heal.length + here.byteLength));
    return emit({ kind: "rewind", length: here.length, text: output.text });
  };
  /** Goes back to the last place with another way. `here` is certainly dead where an answer has refused it. */
  const rewind = async (refused: "refused" | undefined = undefined): Promise<GenerationEvent<State>> => {
    if (here.length >= deepest.length) deepest = here;
    if (monitor.trim === true || meter.rewinds >= maxRewinds || points.length === 0) throw deadEnd();
    meter.rewinds++;
    let to = here;
    // A state is dead when every token was tried and led to dead states, not when the budget alone ruled tokens out.
    let certain = refused !== undefined || !hasAnotherWay(masker, to, forbidden.get(to.length) ?? NOTHING_FORBIDDEN);
    do {
      certain &&= !doubtful.delete(to.length);
      if (certain) dead.add(to.state);
      if (to.before === undefined) throw deadEnd();
      forbidden.delete(to.length);
      const { id } = to;
      to = to.before;
      forbid(to.length, id);
    } while (!hasAnotherWay(masker, to, forbidden.get(to.length)!));
    if (!certain) doubtful.add(to.length);
    here = to;
    while (points.at(-1)!.length > to.length && points.length > 1) points.pop();
    const point = points.at(-1)!;
    await session.restore(point.checkpoint);
    const ids = idsTo(here);
    pending = ids.slice(point.length);
    logits = pending.length === 0 ? point.logits.slice() : undefined;
    output = createOutput(stops, heal.length);
    for (const id of ids) output.push(model.vocabulary.bytes(id) ?? new Uint8Array(0));
    return emit({ kind: "rewind", length: here.length, text: output.text });
  };

  /** The moment after the next token, in which every question has been answered; tokens that an answer refuses are forbidden. */
  const choose = async (row: Float32Array): Promise<Moment<State> | undefined> => {
    for (;;) {
      const tape = taped(random);
      const chosen = steadily(masker, here, (moment) => {
        tape.rewind();
        const place = { masker, logits: row, budget: budgetAt(moment), lean };
        return nextMoment(place, moment, sampling, tape, dead, forbidden);
      });
      here = chosen.moment;
      if (chosen.result === undefined || chosen.result.ended) return chosen.result;
      const taken = await takeToken(masker, answers, here, chosen.result);
      if (taken.kind === "taken") {
        const budget = taken.moment === chosen.result ? undefined : budgetAt(here);
        if (budget === undefined || masker.finishesWithin(taken.moment.state, budget - 1)) return taken.moment;
      }
      for (const id of taken.kind === "refused" ? taken.ids : [chosen.result.id]) forbid(here.length, id);
    }
  };
  const asksInside = ({ state, id }: Moment<State>): boolean => {
    const length = model.vocabulary.bytes(id)?.length ?? 0;
    return answers.asked(state).some((question) => isInside(question, length));
  };

  async function* end(why: Finish): AsyncGenerator<GenerationEvent<State>, void, undefined> {
    const back = await cut(why);
    if (back !== undefined) yield back;
    yield finish(why);
  }

  busy.add(session);
  try {
    if (monitor.cost === undefined) {
      if (options.ifShort === "refuse") throw new BudgetError(Number.POSITIVE_INFINITY, limit, { unknown: true });
    } else {
      const needed = masker.tokenCost(here.state);
      const empty = monitor.cost(here.state) === Number.POSITIVE_INFINITY;
      // A cost that is not that of every live state may be out of reach where there is a text.
      const unproven = empty && monitor.trim !== true;
      const hopeless = needed === Number.POSITIVE_INFINITY && !unproven;
      if (hopeless || (needed > limit && options.ifShort !== "go-on")) {
        throw new BudgetError(needed, limit, {
          limitedBy: room < maxTokens ? "context" : "maxTokens",
          empty,
          unproven,
        });
      }
    }
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      refresh();
      const waits = answers.isOpen(here.state);
      if (waits && (logits !== undefined || here.length >= limit || answers.isReady(here.state, textHere))) {
        const settled = await answers.settle(here.state, textHere);
        if (settled === undefined) yield await rewind("refused");
        else here = { ...here, state: settled };
        continue;
      }
      const forces = options.forcing !== "off" && stopping === "last" && !waits && !healing?.isBefore(here.state);
      if (forces && here.length < limit && !forbidden.has(here.length)) {
        const tail = lastTokens(prompt, here);
        for (const id of timedForced(masker, here.state, model, tail, meter, clock)) {
          refresh();
          const budget = budgetAt(here);
          const after = here.length < limit ? momentAfter(masker, here, id) : undefined;
          if (after === undefined || (budget !== undefined && !masker.finishesWithin(after.state, budget - 1))) break;
          // What a question inside it rules is for the model to write.
          if (asksInside(after)) break;
          meter.forcedTokens++;
          logits = undefined;
          yield commit(after, "forced");
          if (output.stopped >= 0 || answers.isOpen(after.state)) break;
        }
      }
      if (output.stopped >= 0) {
        yield finish("stop");
        return;
      }
      if (!waits && answers.isOpen(here.state)) continue;
      refresh();
      const accepted = monitor.accepts(here.state);
      if (!waits && !canContinue(monitor, here.state)) {
        if (!accepted) {
          yield await rewind();
          continue;
        }
        yield* end("complete");
        return;
      }
      if (here.length >= limit) {
        yield* end("length");
        return;
      }

      if (logits === undefined) {
        const from = clock();
        const [row, state] = await Promise.all([
          session.append(pending, signal).then((appended) => appended.read()),
          answers.settle(here.state, textHere),
          options.masks === "eager" ? steadily(masker, here, ({ state }) => masker.mask(state)) : undefined,
        ]);
        meter.modelMs += clock() - from;
        meter.modelCalls++;
        pending = [];
        checkLogits(row);
        if (state === undefined) {
          yield await rewind("refused");
          continue;
        }
        logits = row;
        here = { ...here, state };
        if (monitor.trim !== true && maxRewinds > 0) points = withPoint(points, here.length, session, row);
        // An answer may have decided where the text ends, and what is forced.
        if (waits) continue;
      }
      if (signal?.aborted) throw signal.reason;
      const changes = sampling.repetitionPenalty !== undefined || softBias !== undefined;
      const thought = think(changes ? logits.slice() : logits);
      if ((sampling.repetitionPenalty ?? 1) !== 1) {
        penalize(logits, [...prompt, ...idsTo(here)], sampling.repetitionPenalty!);
      }
      softBias?.apply(logits, here);

      const after = await choose(logits);
      if (signal?.aborted) throw signal.reason;
      if (after === undefined) {
        if (accepted) {
          yield* end("complete");
          return;
        }
        yield await rewind();
        continue;
      }
      if (after.ended) {
        yield* end("end");
        return;
      }
      if (thought !== undefined) {
        scores[here.length] = thought.of(after.id);
        ends.length = here.length + 1;
      }
      logits = undefined;
      yield commit(after, "model");
    }
  } catch (error) {
    keepPartial(error, { text: utf8Decode(output.bytes()), ids: idsTo(here) });
    throw error;
  } finally {
    busy.delete(session);
    if (options.session === undefined) session.dispose();
  }
}

/**
 * Generates a text and returns it whole.
 *
 * @throws as {@link generate} does; {@link partialOf} has what was generated until then.
 */
export async function complete<State = number>(options: GenerateOptions<State>): Promise<Generation<State>> {
  checkComplete(options);
  for await (const event of generate(options)) if (event.kind === "finish") return event.result;
  throw new RangeError("A generation ended without a result.");
}

/** Whether the monitor accepts `bytes`, which are what a stop string left of the text of `last`. */
function acceptsCut<State>(masker: Masker<State>, last: Moment<State>, bytes: Uint8Array, begin: State): boolean {
  const { monitor } = masker;
  let whole = last;
  while (whole.byteLength > bytes.length && whole.before !== undefined) whole = whole.before;
  let state: State | undefined = whole.byteLength < 0 ? begin : whole.state;
  for (let at = Math.max(0, whole.byteLength); at < bytes.length && state !== undefined; at++)
    state = monitor.step(state, bytes[at]!);
  return state !== undefined && monitor.accepts(state);
}

/** The two tokens before, for where forced text begins. */
function lastTokens<State>(prompt: readonly TokenId[], here: Moment<State>): readonly TokenId[] {
  if (here.length === 0) return prompt.slice(-2);
  return here.length === 1 ? [...prompt.slice(-1), here.id] : [here.before!.id, here.id];
}

function timedForced<State>(
  masker: Masker<State>,
  state: State,
  model: Model,
  tail: readonly TokenId[],
  meter: { maskMs: number },
  clock: Clock,
): readonly TokenId[] {
  const from = clock();
  const before = meter.maskMs;
  const ids = forcedTokens(masker, state, (text, how) => model.encode(text, how), tail);
  meter.maskMs = before + clock() - from;
  return ids;
}

function roomFor(model: Model, used: number, prompt: number): number {
  const { contextLength } = model;
  if (contextLength === undefined) return Number.POSITIVE_INFINITY;
  if (used + prompt <= contextLength) return contextLength - used - prompt;
  const held = used === 0 ? "" : ` after the ${used} that the session holds`;
  throw new ModelError(
    "context-exceeded",
    `The prompt of ${prompt} tokens does not fit into the model's context of ${contextLength}${held}.`,
    { hint: "Shorten the prompt." },
  );
}

function spelt(model: Model, ids: readonly TokenId[]): Uint8Array {
  return Uint8Array.from(ids.flatMap((id) => [...(model.vocabulary.bytes(id) ?? [])]));
}

function count(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} is ${value}; it must be a whole number of at least 0.`);
}

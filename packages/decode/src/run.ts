// The state of a running generation: its options and its progress. The stages of the loop (generate.ts) share it.

import { ArgumentError, checkArgument, integer, listOf } from "@espalier/arguments";
import { type Model, ModelError, type Session } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import { type TokenId, utf8Encode } from "@espalier/vocabulary";
import { type Answers, createAnswers } from "./answers.js";
import type { GenerateOptions, GenerationEvent } from "./generation.js";
import { type HealingMasker, healingMasker } from "./healing.js";
import type { maskerFor } from "./masker-for.js";
import { type Moment, textTo } from "./moment.js";
import { createOutput, type Output } from "./output.js";
import type { Draft, Point } from "./points.js";
import { createRandom, type Foreseen, foreseen } from "./random.js";
import { createSteadily, type Steadily } from "./rereading.js";
import { checkSampling } from "./sampling.js";
import { createSoftBias, type SoftBias } from "./soft.js";
import { createStopWatch, type StopWatch } from "./stop-rules.js";
import { createStops, type Stops } from "./stops.js";
import { type Clock, createMeter, defaultClock, type Meter, metered } from "./timing.js";
import { everything } from "./unconstrained.js";

/** Tokens of a text, if `maxTokens` does not say otherwise. */
const DEFAULT_TOKENS = 1024;
/** Dead ends from which a generation goes back, if `maxRewinds` does not say otherwise. */
const DEFAULT_REWINDS = 64;

/** The sessions of running generations. */
const busy = new WeakSet<Session>();

export interface Run<State> {
  readonly options: GenerateOptions<State>;
  readonly model: Model;
  readonly session: Session;
  readonly prompt: readonly TokenId[];
  readonly masker: Masker<State>;
  readonly steadily: Steadily<State>;
  readonly answers: Answers<State>;
  readonly softBias: SoftBias<State> | undefined;
  readonly seed: number;
  readonly random: Foreseen;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly begun: number;
  /** The most tokens of the text, limited by the option and the room in the context. */
  readonly limit: number;
  readonly limitedBy: "context" | "maxTokens";
  readonly maxRewinds: number;
  readonly stops: Stops;
  /** The state where the text begins. */
  readonly begin: State;
  /** How many bytes at the end of the prompt are generated again. */
  readonly healed: number;
  /** Returns whether a state is before the text, among the bytes that are generated again. */
  isBefore(state: State): boolean;

  /** The last committed token, and the state after it. */
  here: Moment<State>;
  output: Output;
  /** Tokens that the session has not read yet; if there is a draft, those since its point. */
  pending: readonly TokenId[];
  /** What the session has read beyond the text. */
  draft: Draft | undefined;
  /** The model's logits for the next token; `undefined` if they have not been read. */
  logits: Float32Array | undefined;
  /** The likeliest token of each row from the model. Rows are never changed. */
  readonly greatest: WeakMap<Float32Array, TokenId>;
  /** The points to which the generation can go back. */
  points: Point[];
  /** The longest text that met a dead end. */
  deepest: Moment<State>;
  /** By number of tokens before it: the tokens that must not be tried again. */
  readonly forbidden: Map<number, Set<TokenId>>;
  /** States from which no text ends. */
  readonly dead: Set<State>;
  /** By number of tokens before it: places where the budget alone excluded some alternatives. */
  readonly doubtful: Set<number>;
  /**
   * After n tokens of the text: the log-probability of the next token (`scores[n]`) and of an end (`ends[n]`). Filled
   * only if `stopping` asks for the best place to end.
   */
  readonly scores: number[];
  readonly ends: number[];
  /** The rules that decide where the text ends. */
  readonly watches: readonly StopWatch<State>[];
}

/**
 * Starts a run (one generation): checks the options and creates what its steps share. The session is in use until
 * {@link endRun}.
 *
 * @param makeMasker makes the maskers that the options lack; `undefined` if they lack none.
 * @throws the errors of `generate` before the first token, except BudgetError.
 */
export function startRun<State>(options: GenerateOptions<State>, makeMasker: typeof maskerFor | undefined): Run<State> {
  const { model, clock = defaultClock, lean = 0 } = options;
  checkSampling(options.sampling ?? {});
  if (!(lean >= 0 && lean < Number.POSITIVE_INFINITY))
    throw new RangeError(`lean is ${lean}; it must be a finite number of at least 0.`);
  const maxTokens = count("maxTokens", options.maxTokens ?? DEFAULT_TOKENS);
  const maxRewinds = count("maxRewinds", options.maxRewinds ?? DEFAULT_REWINDS);
  const seed = options.seed ?? Math.floor(Math.random() * 0x100000000);
  const prompt = promptOf(options);
  const meter = createMeter();
  const { masker, begin, start, isBefore, healed } = placesOf(options, makeMasker, (plain) =>
    metered<State>(plain, meter, clock, options.fuel),
  );
  const room = roomFor(model, options.session?.length ?? 0, prompt.length);
  if (options.session !== undefined && busy.has(options.session))
    throw new ArgumentError(
      "wrong-type",
      "session",
      "generate: session must be free, not one that another generation is using. Await that one, or leave `session` out.",
    );
  const softBias =
    options.soft === undefined ? undefined : createSoftBias<State>(model.vocabulary, options.soft, makeMasker!);
  const { answer } = options;
  // The answers of an analysis in this thread take their time here; those of others return a promise at once.
  const timed: typeof answer = (question, place) => {
    const from = clock();
    try {
      return answer!(question, place);
    } finally {
      const milliseconds = clock() - from;
      meter.answersMs += milliseconds;
      // A step of the model that ends meanwhile cannot be read before.
      if (meter.stepSince !== undefined) meter.stepSince += milliseconds;
    }
  };
  const answers = createAnswers(masker.monitor, answer && timed, options.signal);
  const stops = createStops((options.stop ?? []).map((stop) => (typeof stop === "string" ? utf8Encode(stop) : stop)));
  const ends: number[] = [];
  const { monitor } = masker;
  const watched = { vocabulary: model.vocabulary, step: monitor.step, accepts: monitor.accepts, begin, ends };
  const watches = (options.stopAfter ?? []).map((rule) => createStopWatch(rule, watched));
  // Last, so that no error leaves the session in use.
  const session = options.session ?? model.session();
  busy.add(session);
  const here = { before: undefined, id: -1, state: start, length: 0, byteLength: -healed, ended: false };
  return {
    ...{
      options,
      model,
      session,
      prompt,
      masker,
      steadily: createSteadily(masker),
      answers,
      softBias,
      seed,
      random: foreseen(createRandom(seed)),
    },
    ...{ meter, clock, begun: clock(), maxRewinds, stops, begin, healed, isBefore },
    ...{ limit: Math.min(maxTokens, room), limitedBy: room < maxTokens ? "context" : "maxTokens" },
    ...{
      here,
      pending: prompt,
      draft: undefined,
      logits: undefined,
      greatest: new WeakMap(),
      points: [],
      deepest: here,
    },
    output: createOutput(stops, healed),
    ...{ forbidden: new Map(), dead: new Set<State>(), doubtful: new Set<number>(), scores: [], ends, watches },
  };
}

/** Releases the session. */
export function endRun<State>({ options, session }: Run<State>): void {
  busy.delete(session);
  if (options.session === undefined) session.dispose();
}

export function emit<State>({ options }: Run<State>, event: GenerationEvent<State>): GenerationEvent<State> {
  options.onStep?.(event);
  return event;
}

/** Appends a token to the text. */
export function commit<State>(
  run: Run<State>,
  after: Moment<State>,
  origin: "model" | "forced",
): GenerationEvent<State> {
  run.here = after;
  run.pending = [...run.pending, after.id];
  const { id } = after;
  const bytes = run.model.vocabulary.bytes(id) ?? new Uint8Array(0);
  const text = run.output.push(bytes);
  return emit(run, { kind: "token", id, bytes, text, origin, state: shown(run), index: after.length - 1 });
}

/** Restarts the output with these bytes, because the text after them is taken back. */
export function writeAgain<State>(run: Run<State>, bytes: Uint8Array): void {
  run.output = createOutput(run.stops, run.healed);
  run.output.push(bytes);
}

/** Returns the state to report: places before the text are internal to the loop. */
export function shown<State>({ here, isBefore, begin }: Run<State>): State {
  return isBefore(here.state) ? begin : here.state;
}

export function textHere<State>({ masker, here }: Run<State>): Uint8Array {
  return textTo(masker, here);
}

/**
 * Reads the text again if the monitor has dropped its state, because other texts may have been generated since the last
 * step. Does nothing for a monitor that asks questions, because its text cannot be read again.
 */
export function refresh<State>(run: Run<State>): void {
  if (run.masker.monitor.asks !== undefined) return;
  run.here = run.steadily(run.here, ({ state }) => run.masker.monitor.accepts(state)).moment;
}

/** Returns the number of tokens left, if the text must end within them and can. */
export function budgetAt<State>({ masker, limit }: Run<State>, moment: Moment<State>): number | undefined {
  if (masker.monitor.cost === undefined) return undefined;
  const left = limit - moment.length;
  return masker.finishesWithin(moment.state, left) ? left : undefined;
}

export function forbid<State>({ forbidden }: Run<State>, length: number, id: TokenId): void {
  const ids = forbidden.get(length) ?? new Set<TokenId>();
  forbidden.set(length, ids.add(id));
}

/** Returns the bytes of tokens. */
export function spelt({ vocabulary }: Model, ids: readonly TokenId[]): Uint8Array {
  return Uint8Array.from(ids.flatMap((id) => [...(vocabulary.bytes(id) ?? [])]));
}

function promptOf<State>({ model, prompt: given }: GenerateOptions<State>): readonly TokenId[] {
  const prompt = typeof given === "string" ? model.encode(given, "prompt") : given;
  const ids = Math.max(model.vocabulary.size, model.logitsSize);
  checkArgument("generate", "prompt", prompt, listOf(integer({ min: 0, max: ids - 1 })));
  if (prompt.length > 0) return prompt;
  throw new ArgumentError(
    "out-of-range",
    "prompt",
    "generate: the prompt has no tokens; a model needs at least one. Begin with a line break, or with the model's token for the start of a text.",
  );
}

/** Returns the masker, and the state where the text begins. */
function placesOf<State>(
  options: GenerateOptions<State>,
  makeMasker: typeof maskerFor | undefined,
  timed: (masker: Masker<State>) => Masker<State>,
): Pick<Run<State>, "masker" | "begin" | "isBefore" | "healed"> & { readonly start: State } {
  const { model, heal = new Uint8Array(0) } = options;
  const monitor = options.monitor ?? (everything as unknown as Monitor<State>);
  const plain = options.masker ?? makeMasker!(model.vocabulary, monitor);
  const begin = options.from ?? plain.monitor.start;
  if (heal.length === 0) return { masker: timed(plain), begin, start: begin, isBefore: () => false, healed: 0 };
  const healing = healingMasker(plain, begin, heal) as unknown as HealingMasker<State>;
  return {
    masker: timed(healing as Masker<State>),
    begin,
    start: healing.start as State, // places before the text are states only inside the loop
    isBefore: (state) => healing.isBefore(state),
    healed: heal.length,
  };
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

function count(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} is ${value}; it must be a whole number of at least 0.`);
}

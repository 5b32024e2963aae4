// One schema through one JavaScript engine: compiled, then every instance token by token, mask and commit timed apart from the
// checks. The mask must allow a token exactly when the commit takes it, and every mode must say the same of an instance.

import type { Compiled, Engine, Walk } from "./engine.js";
import {
  type Answer,
  type Fate,
  type Job,
  type JobInstance,
  type Mode,
  type Pass,
  type Place,
  Refused,
} from "./protocol.js";
import type { Stopwatch } from "./stopwatch.js";

/** An answer but for what the process knows of itself. */
export type Judged = Omit<Answer, "peakBytes" | "grownBytes" | "cpuShare">;

class OutOfTime extends Error {}

/** Microseconds of CPU that this process has used. */
function processCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

interface Setting {
  readonly engine: Engine;
  readonly job: Job;
  readonly watch: Stopwatch;
  /** In microseconds of this process's CPU time. */
  readonly deadline: number;
  readonly contradictions: string[];
}

/** A pass under way: what is known of it counts even if it is cut off. */
interface Open {
  readonly mode: Mode;
  ttfm: number | undefined;
  readonly times: number[];
  readonly fates: Fate[];
  longest: readonly Place[];
}

/** How many of a pass's longest tokens are told. */
const LONGEST = 10;
/** More tokens than a text has: a budget that rules nothing out. */
const AMPLE = 1_000_000;

export async function runJob(engine: Engine, job: Job, watch: Stopwatch): Promise<Judged> {
  const contradictions: string[] = [];
  const setting = { engine, job, watch, contradictions, deadline: processCpu() + 1e6 * job.seconds };
  const opened: Open[] = [];
  let reason: Pick<Judged, "refusal" | "failure"> = {};
  let warm: Compiled | undefined;
  try {
    for (const mode of modesOf(engine, job)) {
      const pass: Open = { mode, ttfm: undefined, times: [], fates: [], longest: [] };
      opened.push(pass);
      const compiled = await runPass(setting, pass, mode === "second" ? warm : undefined);
      if (mode === "warm") warm = compiled;
      else if (mode !== "second") compiled.dispose?.();
    }
  } catch (error) {
    reason = error instanceof Refused ? { refusal: error.refusal } : { failure: failureOf(error) };
  } finally {
    warm?.dispose?.();
  }
  const passes = opened.flatMap(({ mode, ttfm, times, fates, longest }): Pass[] =>
    ttfm === undefined ? [] : [{ mode, ttfm, times: Float32Array.from(times), fates, longest }],
  );
  return { ...reason, passes, contradictions: [...contradictions, ...disagreements(passes)] };
}

/** The modes wanted that the engine has; its first when it has none of them. */
function modesOf({ modes }: Engine, job: Job): readonly Mode[] {
  const wanted = modes.filter((mode) => job.modes.includes(mode));
  return wanted.length === 0 ? modes.slice(0, 1) : wanted;
}

function failureOf(error: unknown): NonNullable<Judged["failure"]> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: error instanceof OutOfTime ? "timeout" : "crash", message };
}

/** Instances of which two passes say different things. */
function disagreements([first, ...others]: readonly Pass[]): readonly string[] {
  return others.flatMap(({ mode, fates }) =>
    fates.flatMap((fate, i) => {
      const [before, now] = [inWords(first!.fates[i]!), inWords(fate)];
      return before === now ? [] : [`instance ${i} is ${before} (${first!.mode}), ${now} (${mode})`];
    }),
  );
}

const inWords = (fate: Fate): string => (typeof fate === "string" ? fate : `refused at token ${fate.refusedAt}`);

/** All instances in one mode; what comes of it goes into `pass`. `known` is the schema as an earlier pass compiled it. */
async function runPass(setting: Setting, pass: Open, known: Compiled | undefined): Promise<Compiled> {
  const { engine, job, watch } = setting;
  const anew = (pass.mode === "cold" || pass.mode === "budget") && engine.modes.length > 1;
  const repeat = anew ? job.repeat : 1;
  let compiled = known;

  /** A text from the start, its first mask made; microseconds of that and of compiling, where it was needed. */
  async function begin(budget: number): Promise<{ readonly walk: Walk; readonly mask: number; readonly all: number }> {
    let all = 0;
    if (compiled === undefined) {
      // A schema of its own: an engine that remembers by identity is to find nothing.
      const schema: unknown = JSON.parse(job.schema);
      engine.prepare?.(pass.mode);
      watch.start();
      compiled = await engine.compile(schema, pass.mode);
      all += watch.stop();
    }
    watch.start();
    const walk = await compiled.start();
    all += watch.stop();
    const mask = await maskTime(walk, watch, budget);
    return { walk, mask, all: all + mask };
  }

  /** One reading of an instance: what became of it, and what its first mask and its tokens took. */
  async function read(instance: JobInstance): Promise<{ fate: Fate; first: number; readonly times: number[] }> {
    const { valid, tokens, reordered } = instance;
    if (anew) {
      compiled?.dispose?.();
      compiled = undefined;
    }
    // What is invalid may have no way to end in time, and must be refused for its own sake.
    const spare = valid && pass.mode === "budget" ? 0 : AMPLE;
    const { walk, mask, all } = await begin(tokens.length + spare);
    const times: number[] = [];
    let fate = await follow(setting, walk, mask, { tokens, spare }, times);
    walk.dispose?.();
    for (const order of valid && fate !== "accepted" ? reordered : []) {
      const again = await begin(order.length + spare);
      if ((await follow(setting, again.walk, 0, { tokens: order, spare }, [])) === "accepted")
        fate = "accepted reordered";
      again.walk.dispose?.();
      if (fate === "accepted reordered") break;
    }
    return { fate, first: all, times };
  }

  for (const [instance, each] of job.instances.entries()) {
    const { fate, first, times } = await read(each);
    pass.ttfm ??= first;
    for (let n = 1; n < repeat; n++) {
      const again = await read(each);
      if (instance === 0) pass.ttfm = Math.min(pass.ttfm, again.first);
      again.times.forEach((us, token) => {
        if (us < times[token]!) times[token] = us;
      });
    }
    for (const us of times) pass.times.push(us);
    pass.fates.push(fate);
    pass.longest = [...pass.longest, ...times.map((us, token): Place => ({ instance, token, us }))]
      .sort((a, b) => b.us - a.us)
      .slice(0, LONGEST);
  }
  if (job.instances.length === 0) {
    const { walk, all } = await begin(AMPLE);
    pass.ttfm = all;
    walk.dispose?.();
  }
  return compiled!;
}

async function maskTime(walk: Walk, watch: Stopwatch, budget: number): Promise<number> {
  watch.start();
  const pending = walk.mask(budget);
  if (pending !== undefined) await pending;
  return watch.stop();
}

/** The tokens of a text, and how many more than these its budget has. */
interface Text {
  readonly tokens: readonly number[];
  readonly spare: number;
}

/** A budget that is too narrow becomes wider by so many tokens. */
const WIDER = 8;

/**
 * Goes along a text; the first mask is made already, and took `mask` microseconds. Adds a time for each token to `times`. An engine
 * bounds the tokens that finish from above, so it may refuse a token of a text that would end in time: the budget then becomes wider.
 */
async function follow(
  { watch, deadline, contradictions }: Setting,
  walk: Walk,
  mask: number,
  text: Text,
  times: number[],
): Promise<Fate> {
  const { tokens } = text;
  let { spare } = text;
  let us = mask;
  for (const [i, token] of tokens.entries()) {
    while (!walk.allows(token) && spare < AMPLE) {
      spare = 2 * spare + WIDER;
      us = Math.max(us, await maskTime(walk, watch, tokens.length - i + spare));
    }
    if (!walk.allows(token)) {
      times.push(us);
      return { refusedAt: i };
    }
    watch.start();
    const taken = walk.commit(token);
    times.push(us + watch.stop());
    if (!taken) {
      contradictions.push(`token ${i} (${token}) is allowed by the mask and refused by the commit`);
      return { refusedAt: i };
    }
    if (processCpu() > deadline) throw new OutOfTime(`out of time at token ${i} of ${tokens.length}`);
    us = await maskTime(walk, watch, tokens.length - i - 1 + spare);
  }
  return walk.ends() ? "accepted" : "end refused";
}

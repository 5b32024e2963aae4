// One schema through one JavaScript engine: compiled, then every instance token by token, mask and commit timed apart from the
// checks. The mask must allow a token exactly when the commit takes it, and every mode must say the same of an instance.

import type { Compiled, Engine, Walk } from "./engine.js";
import { type Answer, type Fate, type Job, type Mode, type Pass, Refused } from "./protocol.js";
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
}

export async function runJob(engine: Engine, job: Job, watch: Stopwatch): Promise<Judged> {
  const contradictions: string[] = [];
  const setting = { engine, job, watch, contradictions, deadline: processCpu() + 1e6 * job.seconds };
  const opened: Open[] = [];
  let reason: Pick<Judged, "refusal" | "failure"> = {};
  let warm: Compiled | undefined;
  try {
    for (const mode of modesOf(engine, job)) {
      const pass: Open = { mode, ttfm: undefined, times: [], fates: [] };
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
  const passes = opened.flatMap(({ mode, ttfm, times, fates }): Pass[] =>
    ttfm === undefined ? [] : [{ mode, ttfm, times: Float32Array.from(times), fates }],
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
  const anew = pass.mode === "cold" && engine.modes.length > 1;
  let compiled = known;

  /** A text from the start, its first mask made; microseconds of that and of compiling, where it was needed. */
  async function begin(): Promise<{ readonly walk: Walk; readonly mask: number; readonly all: number }> {
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
    const mask = await maskTime(walk, watch);
    return { walk, mask, all: all + mask };
  }

  for (const { valid, tokens, reordered } of job.instances) {
    if (anew) {
      compiled?.dispose?.();
      compiled = undefined;
    }
    const { walk, mask, all } = await begin();
    pass.ttfm ??= all;
    let fate = await follow(setting, walk, mask, tokens, pass.times);
    walk.dispose?.();
    for (const order of valid && fate !== "accepted" ? reordered : []) {
      const again = await begin();
      if ((await follow(setting, again.walk, 0, order, [])) === "accepted") fate = "accepted reordered";
      again.walk.dispose?.();
      if (fate === "accepted reordered") break;
    }
    pass.fates.push(fate);
  }
  if (job.instances.length === 0) {
    const { walk, all } = await begin();
    pass.ttfm = all;
    walk.dispose?.();
  }
  return compiled!;
}

async function maskTime(walk: Walk, watch: Stopwatch): Promise<number> {
  watch.start();
  const pending = walk.mask();
  if (pending !== undefined) await pending;
  return watch.stop();
}

/** Goes along `tokens`; the first mask is made already, and took `mask` microseconds. Adds a time for each token to `times`. */
async function follow(
  { watch, deadline, contradictions }: Setting,
  walk: Walk,
  mask: number,
  tokens: readonly number[],
  times: number[],
): Promise<Fate> {
  let us = mask;
  for (const [i, token] of tokens.entries()) {
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
    us = await maskTime(walk, watch);
  }
  return walk.ends() ? "accepted" : "end refused";
}

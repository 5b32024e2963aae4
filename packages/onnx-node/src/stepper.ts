// One step of a decoder: a past and some token ids in, logits and a new past out. Pasts are values: each step makes new
// tensors and leaves the old ones alone, so keeping a number is a checkpoint and using an old one is a rollback.
//
// The same stepper runs in the caller's thread or in a worker (see `worker.ts`); only numbers and logits leave it.

import { float16ToFloat32, ModelError } from "@espalier/model";
import { asInput, type Layout, wholes, zeros } from "./layout.js";
import { firstLine, type InferenceSession, type Tensor } from "./runtime.js";

/** A past held by a stepper; 0 is the empty one, which is always there. */
export type PastId = number;

/** What one step made. The array belongs to the receiver. */
export interface Step {
  readonly past: PastId;
  readonly logits: Float32Array;
}

export interface Stepper {
  /**
   * The logits after the last `rows` of `ids`, appended to `past`, end to end, and the past that then is. `past` stays as it was.
   *
   * @throws {ModelError} `model-unsupported` when the model gives fewer rows.
   */
  step(past: PastId, ids: readonly number[], rows: number): Promise<Step>;
  /** Forgets a past. */
  drop(past: PastId): void;
  close(): Promise<void>;
}

interface Past {
  readonly length: number;
  readonly caches: readonly Tensor[];
  /** All ids so far, for a model without caches, which is run from the beginning each time. */
  readonly ids: readonly number[];
}

/** A stepper over an open session. `firstPosition` is 0 for nearly every model, 1 for a few. */
export function localStepper(session: InferenceSession, layout: Layout, firstPosition: number): Stepper {
  const pasts = new Map<PastId, Past>();
  let next: PastId = 1;
  pasts.set(0, { length: 0, caches: layout.caches.map((cache) => zeros(cache.type, cache.empty)), ids: [] });
  const outputs = [layout.logits.name, ...layout.caches.map((cache) => cache.output)];

  const step = async (from: PastId, more: readonly number[], rows: number): Promise<Step> => {
    const past = pasts.get(from);
    if (past === undefined) throw new ModelError("disposed", `The past ${from} was dropped.`);
    const cached = layout.caches.length > 0;
    const ids = cached ? more : [...past.ids, ...more];
    const before = cached ? past.length : 0;
    const result = await run(session, feeds(layout, past, { before, ids, rows, firstPosition }), outputs);
    const logits = lastRows(result[layout.logits.name]!, rows);
    const id = next++;
    pasts.set(id, {
      length: past.length + more.length,
      caches: layout.caches.map((cache) => asInput(result[cache.output]!)),
      ids: cached ? [] : ids,
    });
    return { past: id, logits };
  };

  return {
    step,
    drop: (past) => {
      if (past !== 0) pasts.delete(past);
    },
    close: async () => {
      pasts.clear();
      await session.release();
    },
  };
}

async function run(
  session: InferenceSession,
  inputs: Record<string, Tensor>,
  outputs: readonly string[],
): Promise<Record<string, Tensor>> {
  try {
    return await session.run(inputs, outputs);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError("run-failed", `The runtime failed to run the model: ${firstLine(message)}`, { cause });
  }
}

interface Fed {
  readonly before: number;
  readonly ids: readonly number[];
  readonly rows: number;
  readonly firstPosition: number;
}

function feeds(layout: Layout, past: Past, { before, ids, rows, firstPosition }: Fed): Record<string, Tensor> {
  const count = ids.length;
  const inputs: Record<string, Tensor> = { [layout.ids.name]: wholes(layout.ids.type, [1, count], (i) => ids[i]!) };
  const { mask, positions, keep, branch, segments } = layout;
  if (mask) inputs[mask.name] = wholes(mask.type, [1, before + count], () => 1);
  if (positions) inputs[positions.name] = wholes(positions.type, [1, count], (i) => firstPosition + before + i);
  if (keep) inputs[keep.name] = wholes(keep.type, new Array<number>(keep.rank).fill(1), () => rows);
  if (branch)
    inputs[branch.name] = wholes(branch.type, new Array<number>(branch.rank).fill(1), () => (before > 0 ? 1 : 0));
  if (segments) inputs[segments.name] = wholes(segments.type, [1, count], () => 0);
  layout.caches.forEach((cache, i) => {
    inputs[cache.input] = past.caches[i]!;
  });
  return inputs;
}

/** The last rows of logits, end to end, in memory of their own. */
function lastRows(tensor: Tensor, count: number): Float32Array {
  const { data, dims, type } = asInput(tensor);
  const length = dims.at(-1)! * count;
  if (data.length < length)
    throw new ModelError("model-unsupported", "The model gives logits of the last token only.", {
      hint: "Append the tokens one by one.",
    });
  const rows = data.slice(data.length - length);
  if (rows instanceof Float32Array) return rows;
  if (type === "float16") return float16ToFloat32(rows as Uint16Array);
  if (rows instanceof Float64Array) return Float32Array.from(rows);
  throw new ModelError("model-unsupported", `The model's logits are ${type}, not floating point.`);
}

// One step of a decoder: takes a past (the content of its caches) and some token ids, returns logits and a new past.
// Pasts are values: each step creates new tensors and leaves the old ones unchanged. So keeping the id of a past is a
// checkpoint, and using an old one is a rollback.
//
// The same stepper runs in the caller's thread or in a worker (see `worker.ts`). Only numbers and logits leave it.

import { float16ToFloat32, ModelError } from "@espalier/model";
import { asInput, type Layout, wholes, zeros } from "./layout.js";
import { firstLine, type InferenceSession, messageOf, type RunOptions, type Tensor } from "./runtime.js";

/** The id of a past in a stepper. 0 is the empty past, which always exists. */
export type PastId = number;

/** The result of one step. The array belongs to the receiver. */
export interface Step {
  readonly past: PastId;
  readonly logits: Float32Array;
}

export interface Stepper {
  /**
   * Appends `ids[i]` to `pasts[i]` for all sequences in one run. Returns, for each sequence, the logits after its last
   * `rows` ids, end to end, and the new past. The old pasts stay valid. Several sequences require a layout with
   * batches, pasts of equal length, and equally many ids.
   *
   * @throws {ModelError} `model-unsupported` if the model returns fewer rows.
   */
  step(pasts: readonly PastId[], ids: readonly (readonly number[])[], rows: number): Promise<readonly Step[]>;
  /** Drops a past. */
  drop(past: PastId): void;
  close(): Promise<void>;
}

interface Past {
  readonly length: number;
  readonly caches: readonly Tensor[];
  /** All ids so far, for a model without caches, which runs from the beginning each time. */
  readonly ids: readonly number[];
}

/** Creates a stepper for an open session. `firstPosition` is 0 for nearly every model, 1 for a few. */
export function localStepper(session: InferenceSession, layout: Layout, firstPosition: number): Stepper {
  const pasts = new Map<PastId, Past>();
  let next: PastId = 1;
  pasts.set(0, { length: 0, caches: layout.caches.map((cache) => zeros(cache.type, cache.empty)), ids: [] });
  const outputs = [layout.logits.name, ...layout.caches.map((cache) => cache.output)];
  // Pasts that were dropped during a step, which may still be reading them.
  const dropped: Past[] = [];
  let running = 0;

  const begin = (): void => {
    running++;
  };
  const end = (): void => {
    running--;
    if (running === 0) for (const past of dropped.splice(0)) free(past.caches);
  };

  const step = async (
    from: readonly PastId[],
    more: readonly (readonly number[])[],
    rows: number,
  ): Promise<readonly Step[]> => {
    const batch = from.map((id) => {
      const past = pasts.get(id);
      if (past === undefined) throw new ModelError("disposed", `The past ${id} was dropped.`);
      return past;
    });
    const cached = layout.caches.length > 0;
    const ids = cached ? more : batch.map((past, i) => [...past.ids, ...more[i]!]);
    const before = cached ? batch[0]!.length : 0;
    const caches = layout.caches.map((_, i) => joined(batch.map((past) => past.caches[i]!)));
    const result = await run(session, feeds(layout, caches, { before, ids, rows, firstPosition }), outputs, { rows });
    const whole = layout.caches.map((cache) => asInput(result[cache.output]!));
    const logits = freeingOnError(whole, () => lastRows(result[layout.logits.name]!, batch.length, rows));
    const grown = whole.map((cache) => parted(cache, batch.length));
    return batch.map((past, i) => {
      const id = next++;
      pasts.set(id, {
        length: past.length + more[i]!.length,
        caches: grown.map((parts) => parts[i]!),
        ids: cached ? [] : ids[i]!,
      });
      return { past: id, logits: logits[i]! };
    });
  };

  return {
    step: async (...asked) => {
      begin();
      try {
        return await step(...asked);
      } finally {
        end();
      }
    },
    drop: (id) => {
      const past = pasts.get(id);
      if (id === 0 || past === undefined) return;
      pasts.delete(id);
      if (running > 0) dropped.push(past);
      else free(past.caches);
    },
    close: async () => {
      for (const past of pasts.values()) free(past.caches);
      pasts.clear();
      await session.release();
    },
  };
}

/** Frees tensors outside main memory. The garbage collector frees the others. */
function free(tensors: readonly Tensor[]): void {
  for (const tensor of tensors) if (tensor.location !== "cpu") tensor.dispose?.();
}

/** Returns the result of `work`. Frees `tensors` if it throws. */
function freeingOnError<Result>(tensors: readonly Tensor[], work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    free(tensors);
    throw error;
  }
}

async function run(
  session: InferenceSession,
  inputs: Record<string, Tensor>,
  outputs: readonly string[],
  options: RunOptions,
): Promise<Record<string, Tensor>> {
  try {
    return await session.run(inputs, outputs, options);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError("run-failed", `The runtime failed to run the model: ${firstLine(messageOf(cause))}`, {
      cause,
    });
  }
}

interface Fed {
  readonly before: number;
  /** For each sequence, equally many ids. */
  readonly ids: readonly (readonly number[])[];
  readonly rows: number;
  readonly firstPosition: number;
}

function feeds(
  layout: Layout,
  pasts: readonly Tensor[],
  { before, ids, rows, firstPosition }: Fed,
): Record<string, Tensor> {
  const batch = ids.length;
  const count = ids[0]!.length;
  const flat = ids.flat();
  const inputs: Record<string, Tensor> = {
    [layout.ids.name]: wholes(layout.ids.type, [batch, count], (i) => flat[i]!),
  };
  const { mask, positions, keep, branch, segments } = layout;
  if (mask) inputs[mask.name] = wholes(mask.type, [batch, before + count], () => 1);
  if (positions)
    inputs[positions.name] = wholes(positions.type, [batch, count], (i) => firstPosition + before + (i % count));
  if (keep) inputs[keep.name] = wholes(keep.type, new Array<number>(keep.rank).fill(1), () => rows);
  if (branch)
    inputs[branch.name] = wholes(branch.type, new Array<number>(branch.rank).fill(1), () => (before > 0 ? 1 : 0));
  if (segments) inputs[segments.name] = wholes(segments.type, [batch, count], () => 0);
  layout.caches.forEach((cache, i) => {
    inputs[cache.input] = pasts[i]!;
  });
  return inputs;
}

/** Concatenates the caches of several sequences along the first axis, as a batch. */
function joined(parts: readonly Tensor[]): Tensor {
  const [first] = parts as readonly [Tensor, ...Tensor[]];
  if (parts.length === 1) return first;
  const dims = [parts.reduce((sum, part) => sum + part.dims[0]!, 0), ...first.dims.slice(1)];
  const whole = zeros(first.type, dims);
  const data = whole.data as Float32Array;
  let at = 0;
  for (const part of parts) {
    data.set(part.data as Float32Array, at);
    at += part.data.length;
  }
  return whole;
}

/** Splits the cache of a batch into those of its sequences. */
function parted(whole: Tensor, count: number): readonly Tensor[] {
  if (count === 1) return [whole];
  const length = whole.data.length / count;
  const dims = [whole.dims[0]! / count, ...whole.dims.slice(1)];
  return Array.from({ length: count }, (_, i) => {
    const data = (whole.data as Float32Array).slice(i * length, (i + 1) * length);
    return { ...whole, data, dims };
  });
}

/** Returns the last rows of logits of each sequence, end to end, in a new array. */
function lastRows(tensor: Tensor, batch: number, count: number): readonly Float32Array[] {
  const { data, dims, type } = asInput(tensor);
  const length = dims.at(-1)! * count;
  const each = data.length / batch;
  if (each < length)
    throw new ModelError("model-unsupported", "The model only returns logits for the last token.", {
      hint: "Append the tokens one by one.",
    });
  return Array.from({ length: batch }, (_, i) => {
    const rows = data.slice((i + 1) * each - length, (i + 1) * each);
    if (rows instanceof Float32Array) return rows;
    if (type === "float16") return float16ToFloat32(rows as Uint16Array);
    if (rows instanceof Float64Array) return Float32Array.from(rows);
    throw new ModelError("model-unsupported", `The model's logits are ${type}, not floating point.`);
  });
}

// Caches outside main memory: each is freed once, when nothing needs it any more, and never while a step may read it.

import { type Decoder, decoderOf, type InferenceSession, type Tensor } from "@espalier/onnx";
import { expect, test } from "vitest";

/** A runtime whose caches are outside main memory, and what became of them. */
function deviceSession() {
  const live = new Set<Tensor>();
  let made = 0;
  let freed = 0;
  let stop: (() => void) | undefined;
  let fault: "none" | "rows" = "none";
  const cache = (): Tensor => {
    const tensor: Tensor = {
      type: "float32",
      dims: [1, 1, made++, 2],
      location: "gpu-buffer",
      get data(): never {
        throw new Error("This tensor is not in main memory.");
      },
      dispose: () => {
        expect(live.delete(tensor)).toBe(true);
        freed++;
      },
    };
    live.add(tensor);
    return tensor;
  };
  const info = (name: string, type: string, shape: (string | number)[]) => ({ name, type, shape, isTensor: true });
  const session: InferenceSession = {
    inputMetadata: [
      info("input_ids", "int64", ["batch", "sequence"]),
      info("past_key_values.0.key", "float32", ["batch", 1, "past", 2]),
    ],
    outputMetadata: [
      info("logits", "float32", ["batch", "sequence", 4]),
      info("present.0.key", "float32", ["batch", 1, "total", 2]),
    ],
    run: async (feeds) => {
      const past = feeds["past_key_values.0.key"]!;
      if (past.location !== "cpu") expect(live.has(past)).toBe(true);
      if (stop !== undefined) await new Promise<void>((resolve) => (stop = resolve));
      // What the step reads is still there when it ends.
      if (past.location !== "cpu") expect(live.has(past)).toBe(true);
      const rows = fault === "rows" ? 0 : feeds.input_ids!.dims[1]!;
      const logits: Tensor = {
        type: "float32",
        dims: [1, rows, 4],
        data: new Float32Array(rows * 4),
        location: "cpu",
      };
      return { logits, "present.0.key": cache() };
    },
    release: async () => {},
  };
  return {
    session,
    live,
    freed: () => freed,
    pause: () => (stop = () => {}),
    go: () => {
      const resume = stop!;
      stop = undefined;
      resume();
    },
    fail: () => (fault = "rows"),
  };
}

const open = (session: InferenceSession): Promise<Decoder> =>
  decoderOf(session, "model.onnx", { firstPosition: 0, caches: "gpu" });

test("a past is freed when it is dropped, once, and closing frees the rest", async () => {
  const { session, live, freed } = deviceSession();
  const { stepper, batches } = await open(session);
  expect(batches).toBe(false);
  const [first] = await stepper.step([0], [[1]], 1);
  const [second] = await stepper.step([first!.past], [[2]], 1);
  expect([live.size, freed()]).toEqual([2, 0]);
  stepper.drop(first!.past);
  stepper.drop(first!.past);
  expect([live.size, freed()]).toEqual([1, 1]);
  await stepper.step([second!.past], [[3]], 1);
  await stepper.close();
  expect([live.size, freed()]).toEqual([0, 3]);
});

test("a past that is dropped while a step reads it is freed when the step has ended", async () => {
  const { session, live, pause, go } = deviceSession();
  const { stepper } = await open(session);
  const [first] = await stepper.step([0], [[1]], 1);
  pause();
  const running = stepper.step([first!.past], [[2]], 1);
  stepper.drop(first!.past);
  expect(live.size).toBe(1);
  await Promise.resolve();
  go();
  await running;
  expect(live.size).toBe(1);
});

test("what a step has made is freed when its logits cannot be read", async () => {
  const { session, live, fail } = deviceSession();
  const { stepper } = await open(session);
  fail();
  await expect(stepper.step([0], [[1]], 1)).rejects.toMatchObject({ code: "model-unsupported" });
  expect(live.size).toBe(0);
});

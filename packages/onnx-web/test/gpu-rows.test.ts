// The last rows of a tensor on the graphics processor, against a device that copies bytes in main memory as WebGPU's rules say: in multiples of four
// bytes. Browsers are in browser-trouble.test.ts, but software computes WebGPU without half precision.

import { expect, test } from "vitest";
import { type GraphicsDevice, lastRowsOnGpu } from "../src/gpu-rows.js";

/** A device whose buffers are array buffers. */
function deviceInMemory(): {
  readonly device: GraphicsDevice;
  readonly made: () => number;
  readonly held: () => number;
} {
  let made = 0;
  let held = 0;
  const device: GraphicsDevice = {
    lost: new Promise(() => {}),
    queue: {
      submit(commands) {
        for (const command of commands) (command as () => void)();
      },
    },
    createBuffer({ size }) {
      expect(size % 4).toBe(0);
      made += size;
      held++;
      const bytes = new ArrayBuffer(size);
      return Object.assign(
        { mapAsync: async () => {}, getMappedRange: () => bytes, destroy: () => void held-- },
        { bytes },
      );
    },
    createCommandEncoder() {
      let copy = (): void => {};
      return {
        copyBufferToBuffer(from, offset, to, toOffset, size) {
          expect([offset % 4, toOffset % 4, size % 4]).toEqual([0, 0, 0]);
          const source = new Uint8Array(from as ArrayBuffer, offset, size);
          copy = () => new Uint8Array((to as unknown as { bytes: ArrayBuffer }).bytes).set(source, toOffset);
        },
        finish: () => copy,
      };
    },
  };
  return { device, made: () => made, held: () => held };
}

const ROWS = 5;

test.each([
  ["float32", Float32Array, 7],
  ["float16", Uint16Array, 7],
  ["float16", Uint16Array, 8],
  ["float16", Uint16Array, 1],
] as const)("of %s: each number of rows (%o, %i wide)", async (type, Values, width) => {
  const length = ROWS * width;
  const values = new Values(length);
  for (let i = 0; i < length; i++) values[i] = i + 1;
  // Buffers of WebGPU are whole multiples of four bytes.
  const gpuBuffer = new ArrayBuffer(Math.ceil(values.byteLength / 4) * 4);
  new Values(gpuBuffer).set(values);
  for (let count = 1; count <= ROWS + 1; count++) {
    const { device, made, held } = deviceInMemory();
    const rows = await lastRowsOnGpu({ type, dims: [1, ROWS, width], gpuBuffer }, count, device);
    expect([...rows]).toEqual([...values.slice(Math.max(0, length - count * width))]);
    expect(made()).toBeLessThan(rows.byteLength + 8);
    expect(held()).toBe(0);
  }
});

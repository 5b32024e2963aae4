// Reads the last rows of a tensor from the memory of the graphics processor. A model may compute the logits of all
// tokens of a prompt, hundreds of megabytes, of which only the last row is needed.

/** The part of a GPUDevice that is used here. */
export interface GraphicsDevice {
  readonly lost: Promise<{ readonly message: string }>;
  readonly queue: { submit(commands: readonly unknown[]): void };
  createBuffer(descriptor: { readonly size: number; readonly usage: number }): GraphicsBuffer;
  createCommandEncoder(): {
    copyBufferToBuffer(from: unknown, offset: number, to: GraphicsBuffer, toOffset: number, size: number): void;
    finish(): unknown;
  };
}

interface GraphicsBuffer {
  mapAsync(mode: number): Promise<void>;
  getMappedRange(): ArrayBuffer;
  destroy(): void;
}

/** A tensor in the memory of the graphics processor, row by row in one buffer. */
export interface GpuTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly gpuBuffer: unknown;
}

// Constants of WebGPU.
const MAP_READ = 1;
const COPY_DST = 8;
/** Offsets and sizes of copies are multiples of this many bytes. */
const ALIGNMENT = 4;

/** The types of tensors whose rows can be read. */
export type ReadableType = "float32" | "float16";

/** Returns whether {@link lastRowsOnGpu} reads tensors of a type. */
export function isReadableType(type: string): type is ReadableType {
  return type === "float32" || type === "float16";
}

/**
 * Returns the last `count` rows of a tensor, end to end, or all if it has fewer. A row is what the last dimension counts.
 * Commands that were submitted before run before. The tensor stays as it is.
 */
export async function lastRowsOnGpu(
  tensor: GpuTensor & { readonly type: ReadableType },
  count: number,
  device: GraphicsDevice,
): Promise<Float32Array | Uint16Array> {
  // Half precision as bit patterns: not all platforms have an array type for it.
  const Values = tensor.type === "float32" ? Float32Array : Uint16Array;
  const each = Values.BYTES_PER_ELEMENT;
  const length = tensor.dims.reduce((product, dim) => product * dim, 1);
  const from = Math.max(0, length - count * tensor.dims.at(-1)!);
  // A row of half precision may begin in the middle of four bytes.
  const start = from * each - ((from * each) % ALIGNMENT);
  const size = Math.ceil((length * each - start) / ALIGNMENT) * ALIGNMENT;
  const target = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  try {
    const commands = device.createCommandEncoder();
    commands.copyBufferToBuffer(tensor.gpuBuffer, start, target, 0, size);
    device.queue.submit([commands.finish()]);
    await target.mapAsync(MAP_READ);
    const skipped = from - start / each;
    return new Values(target.getMappedRange()).slice(skipped, skipped + length - from);
  } finally {
    target.destroy();
  }
}

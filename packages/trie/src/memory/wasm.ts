// The part of WebAssembly that is used here: a module in base64 with one memory. Core packages use no platform types.

/** A memory and the functions over it. */
export interface Instance<Exports> {
  readonly memory: Memory;
  readonly exports: Exports;
}

export interface Memory {
  /** Replaced when the memory grows. */
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (descriptor: { initial: number }) => Memory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** The size of a page of memory in bytes. */
export const PAGE = 65536;

const compiled = new Map<string, object>();

/**
 * Creates an instance of a module with its own memory of `pages`; `undefined` if WebAssembly is unavailable or
 * forbidden.
 */
export function instantiate<Exports>(base64: string, pages: number): Instance<Exports> | undefined {
  const wasm = (globalThis as { readonly WebAssembly?: Wasm }).WebAssembly;
  if (wasm === undefined) return undefined;
  try {
    const module = compiled.get(base64) ?? new wasm.Module(decodeBase64(base64));
    compiled.set(base64, module);
    const memory = new wasm.Memory({ initial: pages });
    return { memory, exports: new wasm.Instance(module, { e: { m: memory } }).exports as Exports };
  } catch {
    return undefined; // code generation is forbidden, the instructions are not supported, or memory is exhausted
  }
}

function decodeBase64(text: string): Uint8Array {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const bytes = new Uint8Array((text.replace(/=/g, "").length * 3) >> 2);
  let held = 0;
  let have = 0;
  let at = 0;
  for (const digit of text) {
    if (digit === "=") break;
    held = (held << 6) | digits.indexOf(digit);
    have += 6;
    if (have >= 8) bytes[at++] = (held >> (have -= 8)) & 255;
  }
  return bytes;
}

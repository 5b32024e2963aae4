// Reads logits: converts IEEE 754 binary16 to binary32, and checks that all values are valid.

import { signature, typedArray } from "@espalier/arguments";
import { ModelError } from "./error.js";
import { rowKind } from "./kinds.js";
import type { Logits } from "./model.js";

let singles: Float32Array | undefined;

/** Returns the values of all 65,536 half-precision bit patterns; 256 KiB, created on first use. */
function halfTable(): Float32Array {
  const table = new Float32Array(0x10000);
  for (let bits = 0; bits < 0x10000; bits++) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    if (exponent === 31) table[bits] = fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    else if (exponent === 0) table[bits] = sign * fraction * 2 ** -24;
    else table[bits] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return table;
}

const checkFloat16ToFloat32 = signature("float16ToFloat32", { halves: typedArray("Uint16Array") });

/**
 * Converts half-precision bit patterns to new 32-bit floats. The conversion is exact.
 *
 * @example
 * Array.from(float16ToFloat32(Uint16Array.of(0x3c00, 0xc000, 0x7c00))); // => [1, -2, Infinity]
 */
export function float16ToFloat32(halves: Uint16Array): Float32Array {
  checkFloat16ToFloat32(halves);
  singles ??= halfTable();
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = singles[halves[i]!]!;
  return values;
}

const checkCheckLogits = signature("checkLogits", { values: rowKind });

/**
 * Checks that every value is finite or −∞ (a token that the model itself excludes).
 *
 * @throws {ModelError} `logits-invalid`, naming the first token with NaN or +∞. Overflow in half precision causes both.
 */
export function checkLogits(values: Float32Array): void {
  checkCheckLogits(values);
  for (let id = 0; id < values.length; id++) {
    const value = values[id]!;
    if (value < Number.POSITIVE_INFINITY) continue;
    throw new ModelError("logits-invalid", `The model's logit of token ${id} is ${value}.`, {
      hint: "Half-precision models overflow on some devices; try a 32-bit or quantised file.",
    });
  }
}

const checkLogitsOf = signature("logitsOf", { values: rowKind });

/** Wraps an array as logits. The array is handed over: do not write to it afterwards. */
export function logitsOf(values: Float32Array): Logits {
  checkLogitsOf(values);
  return { size: values.length, read: async () => values };
}

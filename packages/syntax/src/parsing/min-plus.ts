// Square matrices over (min, +): entry (a, b) is the least cost from a to b; Infinity if there is no way.

/** Returns the (min, +) product of two square matrices. */
export function multiply(a: Float64Array, b: Float64Array, count: number): Float64Array {
  const out = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) {
      const left = a[i * count + k]!;
      if (left === Number.POSITIVE_INFINITY) continue;
      for (let j = 0; j < count; j++) {
        const sum = left + b[k * count + j]!;
        if (sum < out[i * count + j]!) out[i * count + j] = sum;
      }
    }
  }
  return out;
}

/** Returns the closure: any number of steps of `a`, including none (Floyd and Warshall). */
export function closure(a: Float64Array, count: number): Float64Array {
  const out = a.slice();
  for (let i = 0; i < count; i++) out[i * count + i] = 0;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        const sum = out[i * count + k]! + out[k * count + j]!;
        if (sum < out[i * count + j]!) out[i * count + j] = sum;
      }
    }
  }
  return out;
}

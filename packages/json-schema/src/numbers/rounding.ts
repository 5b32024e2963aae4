// Which decimals a reader rounds to a given double. `JSON.parse` reads a number text as the nearest double; of two
// equally near doubles it takes the double with the even significand (IEEE 754, roundTiesToEven). The texts that are
// read as b therefore have the values of one interval:
//
//   b − half the distance to the double below   …   b + half the distance to the double above
//
// The ends are included if the significand of b is even. Both ends are finite decimals.
import { type Decimal, decimalOf } from "./decimal.js";

/** One end of an interval of decimals. */
export interface DecimalEnd {
  readonly decimal: Decimal;
  readonly inclusive: boolean;
}

/**
 * Returns the interval of the decimals that are read as a double. For 0, both ends are 0: the caller handles numbers
 * that underflow.
 *
 * @throws RangeError if `value` is not finite.
 */
export function readAs(value: number): { readonly low: DecimalEnd; readonly high: DecimalEnd } {
  if (value === 0 || !Number.isFinite(value)) {
    const end = { decimal: decimalOf(value), inclusive: true };
    return { low: end, high: end };
  }
  const { significand, power } = binary(Math.abs(value));
  const inclusive = significand % 2n === 0n;
  // The double below a power of two is half as far away as the one above, unless it is subnormal.
  const isClose = significand === LEAST_NORMAL && power > LEAST_POWER;
  const near = isClose ? dyadic(4n * significand - 1n, power - 2) : dyadic(2n * significand - 1n, power - 1);
  const far = dyadic(2n * significand + 1n, power - 1);
  if (value > 0) return { low: { decimal: near, inclusive }, high: { decimal: far, inclusive } };
  return { low: { decimal: opposite(far), inclusive }, high: { decimal: opposite(near), inclusive } };
}

/** Returns the negated decimal. */
export function opposite(decimal: Decimal): Decimal {
  return { ...decimal, sign: -decimal.sign as Decimal["sign"] };
}

const LEAST_NORMAL = 2n ** 52n;
const LEAST_POWER = -1074;

/** Returns significand and power with significand · 2^power = value; `value` is above 0. */
function binary(value: number): { readonly significand: bigint; readonly power: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & (LEAST_NORMAL - 1n);
  return exponent === 0
    ? { significand: fraction, power: LEAST_POWER }
    : { significand: fraction + LEAST_NORMAL, power: exponent - 1075 };
}

/** Returns the decimal of factor · 2^power, which is above 0. */
function dyadic(factor: bigint, power: number): Decimal {
  // 2^−n = 5^n / 10^n
  const digits = String(power >= 0 ? factor << BigInt(power) : factor * 5n ** BigInt(-power));
  return { sign: 1, digits: digits.replace(/0+$/u, ""), point: digits.length + Math.min(power, 0) };
}

// Exact decimals: the number that the shortest text of a double spells, as digits and a power of ten.

/** digits · 10^exponent. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The decimal that `String(value)` spells. `value` is finite. */
export function decimalOf(value: number): Decimal {
  const [mantissa, power = "0"] = String(value).split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** Whether `value` is a multiple of `divisor`, exactly, as their texts spell them. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  const shared = Math.min(a.exponent, b.exponent);
  const scaled = (d: Decimal): bigint => d.digits * 10n ** BigInt(d.exponent - shared);
  return scaled(a) % scaled(b) === 0n;
}

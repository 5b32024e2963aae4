// The exact decimals of a schema's numbers: each number stands for the shortest decimal that is read as the same
// double, as `String` writes it.

/** sign · 0.digits · 10^point. `digits` neither begins nor ends with 0. Zero has sign 0 and no digits. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly point: number;
}

/** Returns the decimal of a number. @throws RangeError if it is not finite. */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a finite number`);
  const [mantissa, power = "0"] = String(Math.abs(value)).split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  const all = whole + fraction;
  const digits = all.replace(/^0+|0+$/gu, "");
  if (digits === "") return { sign: 0, digits: "", point: 0 };
  const zeros = all.length - all.replace(/^0+/u, "").length;
  return { sign: value < 0 ? -1 : 1, digits, point: whole.length - zeros + Number(power) };
}

/** Returns the decimal of an integer. */
export function decimalOfInteger(value: bigint): Decimal {
  const all = String(value < 0n ? -value : value);
  const digits = all.replace(/0+$/u, "");
  return digits === "" ? { sign: 0, digits, point: 0 } : { sign: value < 0n ? -1 : 1, digits, point: all.length };
}

/**
 * Returns the digits before and after the decimal point: "0" before the point for numbers below 1, and no trailing
 * zeros after it.
 */
export function plainDigits({ digits, point }: Decimal): { readonly whole: string; readonly fraction: string } {
  if (point <= 0) return { whole: "0", fraction: digits === "" ? "" : "0".repeat(-point) + digits };
  return { whole: digits.slice(0, point).padEnd(point, "0"), fraction: digits.slice(point) };
}

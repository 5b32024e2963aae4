// Number texts as exact fractions of big integers: the judge of number languages.

/** numerator / 10^places. */
export interface Exact {
  readonly numerator: bigint;
  readonly places: number;
}

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u;

/** The value of a number text; `undefined` when it is not one. */
export function exactOf(text: string): Exact | undefined {
  const found = NUMBER.exec(text);
  if (found === null) return undefined;
  const [, sign, whole, fraction = "", power = "0"] = found;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const places = fraction.length - Number(power);
  return places >= 0 ? { numerator: digits, places } : { numerator: digits * 10n ** BigInt(-places), places: 0 };
}

/** The decimal that a number's shortest text spells. */
export function exactNumber(value: number): Exact {
  return exactOf(String(value))!;
}

/** Negative, zero or positive, as left is less than, equal to or more than right. */
export function compareExact(left: Exact, right: Exact): number {
  const places = Math.max(left.places, right.places);
  const scaled = ({ numerator, places: own }: Exact): bigint => numerator * 10n ** BigInt(places - own);
  const difference = scaled(left) - scaled(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Is `value` a multiple of `divisor`? */
export function dividesExact(value: Exact, divisor: Exact): boolean {
  const places = Math.max(value.places, divisor.places);
  const scaled = ({ numerator, places: own }: Exact): bigint => numerator * 10n ** BigInt(places - own);
  return scaled(value) % scaled(divisor) === 0n;
}

/** Is the text a number without an exponent? */
export function isPlain(text: string): boolean {
  const [, , whole, , power] = NUMBER.exec(text) ?? [];
  return whole !== undefined && power === undefined;
}

/** Is the text an exponent form of one digit from 1 to 9 before the point and at most 14 after it, with a power of at most three digits? */
export function isExponentForm(text: string): boolean {
  return /^-?[1-9](\.\d{1,14})?[eE][+-]?\d{1,3}$/u.test(text);
}

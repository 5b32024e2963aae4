// Random schemas of numbers, and number texts next to the points where the verdict changes. The judge is a direct reading of the
// specification on the value of JSON.parse(text), whose decimal is the shortest that is read as the same double; ajv is asked, too, where
// its arithmetic is exact: it divides doubles, so that it is not asked about `multipleOf`.

import { compileSchema, SchemaError } from "@espalier/json-schema";
import type { Language } from "@espalier/syntax";
import { Ajv2020 } from "ajv/dist/2020.js";
import { accepts, randomText } from "./languages.js";
import { dividesExact, exactNumber, exactOf } from "./numbers/exact.js";

interface NumberSchema {
  readonly type?: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly const?: number;
  readonly enum?: readonly number[];
  readonly not?: NumberSchema;
  readonly allOf?: readonly NumberSchema[];
  readonly anyOf?: readonly NumberSchema[];
  readonly oneOf?: readonly NumberSchema[];
}

/** What one round has found, and how many texts it asked about. */
export interface NumberRound {
  readonly asked: number;
  readonly accepted: number;
  /** A wrong verdict; `undefined` when there is none. */
  readonly fault: string | undefined;
}

const POOL: readonly number[] = [
  0,
  1,
  -1,
  2,
  5,
  10,
  100,
  0.1,
  0.5,
  0.25,
  -0.3,
  1e-7,
  1e5,
  1e15,
  1e16,
  1e21,
  1e22,
  1e23,
  -1e21,
  2 ** 53,
  2 ** 53 - 1,
  2 ** 53 + 2,
  2 ** 52 + 1,
  5e-324,
  2.2250738585072014e-308,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  1 / 3,
  0.1 + 0.2,
  1e50,
  9.5,
  999999,
  1e300,
];
const DIVISORS: readonly number[] = [1, 2, 3, 5, 7, 10, 0.1, 0.01, 0.5, 0.25, 2e-8, 1e-7, 60, 100, 1e21, 97];

/** One random schema, compiled, and its texts judged. `random` gives numbers from 0 to 1. */
export function attackNumbers(random: () => number, texts: number): NumberRound {
  const schema: NumberSchema = { type: "number", ...randomSchema(random, 2) };
  let language: Language;
  try {
    ({ language } = compileSchema(schema));
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { asked: 0, accepted: 0, fault: faultOfRefusal(schema, error, random) };
  }
  const validate = hasDivisors(schema)
    ? undefined
    : new Ajv2020({ strict: false, strictNumbers: true }).compile(schema);
  let asked = 0;
  let accepted = 0;
  const judge = (text: string): string | undefined => {
    const value = JSON.parse(text) as number;
    const valid = isValid(schema, value);
    asked++;
    if (validate !== undefined && validate(value) !== valid) return `the judges differ about ${text}`;
    if (accepts(language, text)) {
      accepted++;
      return valid ? undefined : `${text} is accepted, and read as ${value}`;
    }
    return valid && mustBeDecided(schema, text) ? `${text} is refused` : undefined;
  };
  for (const text of [...nearTexts(schema, random, texts)]) {
    const fault = judge(text);
    if (fault !== undefined) return { asked, accepted, fault: `${JSON.stringify(schema)}: ${fault}` };
  }
  for (let i = 0; i < 5; i++) {
    const fault = judge(randomText(language, random, 1 + Math.floor(random() * 30)).trim());
    if (fault !== undefined) return { asked, accepted, fault: `${JSON.stringify(schema)}: ${fault}` };
  }
  return { asked, accepted, fault: undefined };
}

/** Texts of at most 15 significant digits are decided where no exponent stands, and ranges for one digit before the point. */
function mustBeDecided(schema: NumberSchema, text: string): boolean {
  const digits = text
    .replace(/[eE].*$/u, "")
    .replace(/[-.]/gu, "")
    .replace(/^0+|0+$/gu, "");
  if (digits.length > 15) return false;
  const value = Math.abs(JSON.parse(text) as number);
  if ((value !== 0 && value < 1e-290) || value > 9e307) return false;
  // What vanishes when it is read does not say zero.
  if (value === 0 && digits !== "") return false;
  if (!/[eE]/u.test(text)) return true;
  return !hasDivisors(schema) && /^-?[1-9](?:\.\d+)?[eE][+-]?\d{1,3}$/u.test(text);
}

function isValid(schema: NumberSchema, value: number): boolean {
  const { not, allOf, anyOf, oneOf } = schema;
  if (!Number.isFinite(value)) return false;
  return (
    (schema.type !== "integer" || Number.isInteger(value)) &&
    (schema.minimum === undefined || value >= schema.minimum) &&
    (schema.maximum === undefined || value <= schema.maximum) &&
    (schema.exclusiveMinimum === undefined || value > schema.exclusiveMinimum) &&
    (schema.exclusiveMaximum === undefined || value < schema.exclusiveMaximum) &&
    (schema.multipleOf === undefined || dividesExact(exactNumber(value), exactNumber(schema.multipleOf))) &&
    (schema.const === undefined || value === schema.const) &&
    (schema.enum === undefined || schema.enum.includes(value)) &&
    (not === undefined || !isValid(not, value)) &&
    (allOf === undefined || allOf.every((part) => isValid(part, value))) &&
    (anyOf === undefined || anyOf.some((part) => isValid(part, value))) &&
    (oneOf === undefined || oneOf.filter((part) => isValid(part, value)).length === 1)
  );
}

function hasDivisors(schema: NumberSchema): boolean {
  return schema.multipleOf !== undefined || partsOf(schema).some(hasDivisors);
}

function partsOf({ not, allOf = [], anyOf = [], oneOf = [] }: NumberSchema): readonly NumberSchema[] {
  return [...(not === undefined ? [] : [not]), ...allOf, ...anyOf, ...oneOf];
}

/** A refusal is a fault where a short text of the schema is known. */
function faultOfRefusal(schema: NumberSchema, error: SchemaError, random: () => number): string | undefined {
  if (error.code !== "unsatisfiable-schema") return undefined;
  const known = [...nearTexts(schema, random, 40)].find((text) => isValid(schema, JSON.parse(text) as number));
  return known === undefined ? undefined : `${JSON.stringify(schema)}: refused as unsatisfiable, but ${known} is valid`;
}

function randomSchema(random: () => number, depth: number): NumberSchema {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const value = (): number => (random() < 0.8 ? pick(POOL) : neighbour(pick(POOL), random() < 0.5 ? 1 : -1));
  const parts = (): readonly NumberSchema[] => [randomSchema(random, depth - 1), randomSchema(random, depth - 1)];
  const kinds: readonly (() => NumberSchema)[] = [
    () => ({ minimum: value() }),
    () => ({ maximum: value() }),
    () => ({ exclusiveMinimum: value() }),
    () => ({ exclusiveMaximum: value() }),
    () => {
      const [low, high] = [value(), value()].sort((a, b) => a - b) as [number, number];
      return random() < 0.5 ? { minimum: low, maximum: high } : { exclusiveMinimum: low, exclusiveMaximum: high };
    },
    () => ({ type: "integer" }),
    () => ({ type: "integer", minimum: value() }),
    () => ({ multipleOf: pick(DIVISORS) }),
    () => ({ const: value() }),
    () => ({ enum: [value(), value(), value()] }),
  ];
  const nested: readonly (() => NumberSchema)[] = [
    () => ({ not: randomSchema(random, depth - 1) }),
    () => ({ allOf: parts() }),
    () => ({ anyOf: parts() }),
    () => ({ oneOf: parts() }),
  ];
  return pick(depth > 0 && random() < 0.6 ? nested : kinds)();
}

/** The double next to a number. */
function neighbour(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * 5e-324;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? direction : -direction));
  const next = view.getFloat64(0);
  return Number.isFinite(next) ? next : value;
}

/** Texts around the numbers of a schema. */
function* nearTexts(schema: NumberSchema, random: () => number, count: number): Generator<string> {
  const numbers = [...numbersIn(schema), 0, 1];
  for (let i = 0; i < count; i++) {
    let value = numbers[Math.floor(random() * numbers.length)]!;
    const scale = random();
    if (scale < 0.15) value *= Math.floor(random() * 20) - 10;
    else if (scale < 0.2) value += Math.floor(random() * 5) - 2;
    if (!Number.isFinite(value)) continue;
    if (random() < 0.4) value = neighbour(value, random() < 0.5 ? 1 : -1);
    yield spelt(value, random);
  }
}

function* numbersIn(schema: NumberSchema): Generator<number> {
  for (const value of Object.values(schema)) {
    if (typeof value === "number") yield value;
    if (Array.isArray(value)) for (const each of value) if (typeof each === "number") yield each;
  }
  for (const part of partsOf(schema)) yield* numbersIn(part);
}

/** A number in one of its spellings, or a decimal just beside it. */
function spelt(value: number, random: () => number): string {
  const choice = Math.floor(random() * 8);
  if (choice === 0) return JSON.stringify(value);
  if (choice === 1) return value.toExponential();
  if (choice === 2) return plainly(value);
  if (choice === 3)
    return `${plainly(value)}${plainly(value).includes(".") ? "" : "."}${"0".repeat(1 + Math.floor(random() * 20))}`;
  if (choice === 4) return halfway(value, random() < 0.5 ? 1 : -1, random);
  if (choice === 5) return value.toPrecision(1 + Math.floor(random() * 17)).replace(/^(-?\d+)\.e/u, "$1e");
  const digits = plainly(value);
  const tail = `${(random() < 0.5 ? "0" : "9").repeat(Math.floor(random() * 25))}${Math.floor(random() * 10)}`;
  return `${digits}${digits.includes(".") ? "" : "."}${tail}`;
}

/** The shortest decimal of a number without an exponent. */
function plainly(value: number): string {
  const { numerator, places } = exactOf(String(value)) as { numerator: bigint; places: number };
  return decimalText(numerator, places);
}

function decimalText(numerator: bigint, places: number): string {
  const sign = numerator < 0n ? "-" : "";
  const digits = String(numerator < 0n ? -numerator : numerator).padStart(places + 1, "0");
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The decimal halfway between a number and its neighbour, or a little beside it. */
function halfway(value: number, direction: 1 | -1, random: () => number): string {
  const exact = (double: number): bigint => scaledBy2(double);
  const middle = (exact(value) + exact(neighbour(value, direction))) / 2n;
  // middle / 2^1075 = middle · 5^1075 / 10^1075
  const places = 1075;
  const beside = random() < 0.5 ? 0n : random() < 0.5 ? 1n : -1n;
  return decimalText(middle * 5n ** BigInt(places) + beside, places)
    .replace(/(\.\d*?)0+$/u, "$1")
    .replace(/\.$/u, "");
}

/** A double times 2^1075, exactly. */
function scaledBy2(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & (2n ** 52n - 1n);
  const size = exponent === 0 ? fraction * 2n : (fraction + 2n ** 52n) << BigInt(exponent);
  return value < 0 ? -size : size;
}

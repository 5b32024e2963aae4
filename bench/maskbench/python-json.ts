// A JSON value as Python's `json.dumps(json.loads(text), ensure_ascii=False)` writes it, which is what MaskBench feeds to
// every engine: ", " and ": " between the parts, only what must be is escaped, whole numbers digit by digit, and numbers with
// a point or an exponent as Python's shortest `repr` of a double.

import type { JsonText } from "./json-text.js";

export function pythonJson(json: JsonText): string {
  switch (json.kind) {
    case "object": {
      const entries = [...json.entries].map(([key, value]) => `${pythonString(key)}: ${pythonJson(value)}`);
      return `{${entries.join(", ")}}`;
    }
    case "array":
      return `[${json.items.map(pythonJson).join(", ")}]`;
    case "string":
      return pythonString(json.value);
    case "number":
      return pythonNumber(json.text);
    default:
      return json.text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\f": "\\f",
  "\b": "\\b",
};

function pythonString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (letter) => {
    return ESCAPES[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

/** An integer when it has neither point nor exponent (`-0` is 0 then), else a double. */
export function pythonNumber(text: string): string {
  if (/[.eE]/.test(text)) return pythonFloat(Number(text));
  return text === "-0" ? "0" : text;
}

/** The shortest digits that give the double again: with an exponent below 10⁻⁴ and from 10¹⁶ on. */
function pythonFloat(number: number): string {
  if (!Number.isFinite(number)) return number > 0 ? "Infinity" : "-Infinity";
  const sign = number < 0 || Object.is(number, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(number).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const point = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${sign}${point}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

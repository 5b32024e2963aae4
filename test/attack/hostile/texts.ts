// Texts that are long, deep or no UTF-8, read by languages that are plain.
import { createPartialJson } from "@espalier/json-schema";
import { type HostileInput, input, ofSchema } from "../hostile-input.js";

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : [...part])));

const any = (): object => ({});

export const HOSTILE_TEXTS: readonly HostileInput[] = [
  ofSchema("a hundred thousand arrays, open", any, "[".repeat(100_000), "incomplete refused"),
  ofSchema("ten thousand arrays, closed", any, "[".repeat(10_000) + "]".repeat(10_000), "accepted refused"),
  ofSchema("ten thousand objects, closed", any, `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "accepted refused"),
  ofSchema("one bracket too many", any, `${"[".repeat(1_000)}${"]".repeat(1_001)}`, "dead"),
  ofSchema("a string of a million characters", any, `"${"é".repeat(500_000)}"`, "accepted"),
  ofSchema("a string of a hundred thousand escapes", any, `"${"\\u00e9".repeat(100_000)}"`, "accepted"),
  ofSchema("a number of a hundred thousand digits", any, "1".repeat(100_000), "accepted dead refused"),
  ofSchema("an exponent of a thousand digits", any, `1e${"9".repeat(1_000)}`, "accepted dead refused"),
  ofSchema("a million blanks", any, `${" ".repeat(1_000_000)}1`, "accepted dead"),
  ofSchema("a byte that is no UTF-8 in a string", any, bytes('"', [0xff], '"'), "dead"),
  ofSchema("an overlong quote", any, bytes('"', [0xc0, 0xa2], '"'), "dead"),
  ofSchema("a surrogate in UTF-8", any, bytes('"', [0xed, 0xa0, 0x80], '"'), "dead"),
  ofSchema("beyond the last character", any, bytes('"', [0xf4, 0x90, 0x80, 0x80], '"'), "dead"),
  ofSchema("half a character before a quote", any, bytes('"', [0xf0, 0x9f], '"'), "dead"),
  ofSchema("a lone surrogate, escaped", any, '"\\ud800"', "dead"),
  ofSchema("surrogates in the wrong order", any, '"\\udc00\\ud800"', "dead"),
  ofSchema("a pair of surrogates, escaped", any, '"\\ud83d\\ude00"', "accepted"),
  ofSchema("a control character in a string", any, '"\u0001"', "dead"),
  ofSchema("a byte order mark", any, "\ufeff1", "dead"),
  ofSchema("a NUL", any, "\u0000", "dead"),
  ofSchema("nothing", any, "", "incomplete"),
  input("partial: a hundred thousand arrays", "accepted refused", () => {
    const json = createPartialJson();
    for (let i = 0; i < 100_000; i++) json.push("[");
    return json.value === undefined ? "dead" : "accepted";
  }),
  input("partial: names of prototypes", "accepted", () => {
    const json = createPartialJson();
    json.push('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    return ({} as { polluted?: unknown }).polluted === undefined && Object.keys(json.value as object).length === 2
      ? "accepted"
      : "dead";
  }),
  input("partial: halves of surrogates", "accepted", () => {
    const json = createPartialJson();
    for (const part of ['"a\\ud8', "3d", "\\ude", '00"']) json.push(part);
    return json.value === "a😀" ? "accepted" : "dead";
  }),
  input("partial: no JSON", "refused", () => {
    createPartialJson().push(`{"a" ${"b".repeat(100_000)}`);
    return "dead";
  }),
];

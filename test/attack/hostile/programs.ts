// Python that is deep, long or odd, read as a whole and around a gap.
import { check, fillMiddle, python } from "espalier";
import { type HostileInput, input, nested, upTo } from "../hostile-input.js";

const whole = (name: string, text: () => string, expected: string): HostileInput =>
  input(`python: ${name}`, expected, () => check(python(), text()).verdict);

const gap = (
  name: string,
  prefix: () => string,
  middle: string,
  suffix: () => string,
  expected: string,
): HostileInput =>
  input(
    `gap: ${name}`,
    expected,
    () => check(fillMiddle(python(), { prefix: prefix(), suffix: suffix() }), middle).verdict,
  );

export const HOSTILE_PROGRAMS: readonly HostileInput[] = [
  whole(
    "a hundred blocks, one in the other",
    () => nested(99, "pass\n", (inner, i) => `if a:\n${" ".repeat(99 - i)}${inner}`),
    "accepted refused incomplete dead",
  ),
  whole("brackets, two thousand deep", () => `${"(".repeat(2_000)}a${")".repeat(2_000)}\n`, "accepted refused dead"),
  whole("a line of a million characters", () => `x = ${"a + ".repeat(250_000)}a\n`, "accepted refused"),
  whole("twenty thousand lines", () => "x = f(a, b)\n".repeat(20_000), "accepted refused"),
  whole("a formatted string in a formatted string", () => `f"{f'{f"{a}"}'}"\n`, "accepted dead"),
  whole(
    "formatted strings, ten deep",
    () => `${nested(10, "a", (inner) => `f'{${inner}}'`)}\n`,
    "accepted refused dead",
  ),
  whole("a string that never ends", () => `"""${"a".repeat(100_000)}`, "incomplete"),
  whole("tabs and blanks mixed", () => "if a:\n\tb\n        c\n", "dead"),
  whole("a NUL", () => "a = '\u0000'\n", "dead"),
  whole("a name of a hundred thousand letters", () => `${"a".repeat(100_000)} = 1\n`, "accepted"),
  whole("a hundred thousand comments", () => "#\n".repeat(100_000), "accepted refused"),
  whole("five thousand `elif`", () => `if a:\n b\n${"elif a:\n b\n".repeat(5_000)}`, "accepted refused"),
  gap(
    "a file of ten thousand lines on both sides",
    () => "x = 1\n".repeat(10_000),
    "y = 2\n",
    () => "z = 3\n".repeat(10_000),
    "accepted refused",
  ),
  gap(
    "two thousand open brackets to close",
    () => "(".repeat(2_000),
    "a",
    () => `${")".repeat(2_000)}\n`,
    "accepted refused",
  ),
  gap(
    "a suffix that closes what nobody opened",
    () => "a = (",
    "1",
    () => ")))\n",
    "refused dead incomplete",
  ),
  gap(
    "a suffix within a string",
    () => 'a = "',
    "b",
    () => '"\n',
    "accepted",
  ),
  gap(
    "a prefix that is no Python",
    () => "if if if\n",
    "a",
    () => "\n",
    "refused",
  ),
  gap(
    "a suffix that is no Python",
    () => "a\n",
    "b",
    () => "\n) (\n",
    "refused dead incomplete",
  ),
  gap(
    "an open string on both sides",
    () => `'''${"a\n".repeat(5_000)}`,
    "x",
    () => `${"b\n".repeat(5_000)}'''\n`,
    "accepted refused",
  ),
  gap(
    "a hundred columns to go back from",
    () =>
      upTo(60)
        .map((i) => `${" ".repeat(i)}if a:\n`)
        .join(""),
    `${" ".repeat(60)}b\n`,
    () => "c\n",
    "accepted refused",
  ),
  gap(
    "carriage returns",
    () => "if a:\r\n",
    "  b\r\n",
    () => "c\r\n",
    "accepted",
  ),
  gap(
    "half a character before the gap",
    () => "a = '\ud83d",
    "",
    () => "\ude00'\n",
    "accepted refused dead incomplete",
  ),
];

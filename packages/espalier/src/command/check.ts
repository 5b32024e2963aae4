// `espalier check`: tests whether a text belongs to a language, and if not, where it fails.

import { FillError, fillMiddle } from "@espalier/gaps";
import { bytesOf, type Monitor, verdict } from "@espalier/monitor";
import { type Check, check } from "../check.js";
import { excerpt, placeText } from "./excerpt.js";
import { EXIT, type Exit, Failure, failureOf, usage } from "./failure.js";
import { languageNamed, textOf } from "./gap.js";
import type { GapOptions } from "./gap-options.js";
import { requiredLanguage } from "./grammar.js";
import type { GrammarOptions } from "./grammar-options.js";
import { decoded, inputOf, linesOf, type TextOptions, textBytes } from "./input.js";
import { type Colors, colorsFor, type Surroundings, write, writeJson } from "./surroundings.js";
import { unfillable } from "./unfillable.js";

export interface CheckOptions extends GrammarOptions, GapOptions, TextOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export async function runCheck(
  argument: string | undefined,
  options: CheckOptions,
  surroundings: Surroundings,
): Promise<Exit> {
  const gaps = await gapsOf(options);
  if (options.jsonl === true) {
    const within = gaps ?? (await onlyWhole(options, surroundings));
    return checkLines(within, argument, options, surroundings);
  }
  const language = (await gapOf(gaps, options)) ?? ((await requiredLanguage(options, surroundings)) as Monitor<number>);
  const bytes = await textBytes(argument, options, surroundings);
  const result = check(language, bytes);
  const { stdout } = surroundings;
  if (options.json === true) await writeJson(stdout, result);
  else await write(stdout, `${report(result, bytes, colorsFor(stdout)).join("\n")}\n`);
  return result.verdict === "accepted" ? EXIT.yes : EXIT.no;
}

/** Returns the language of texts between the sides given in a line, or else those given in the options. */
type Within = (sides: { readonly prefix?: string; readonly suffix?: string }) => Monitor<number>;

/** Returns the language of gaps in a named language; `undefined` if no language was named. */
async function gapsOf(options: CheckOptions): Promise<Within | undefined> {
  const { language: name, prefix, suffix, policy = "all" } = options;
  if (name === undefined) {
    if (prefix !== undefined || suffix !== undefined || options.policy !== undefined)
      throw usage("--prefix, --suffix and --policy are for --language");
    return undefined;
  }
  for (const grammar of ["lark", "gbnf", "regex", "schema"] as const)
    if (options[grammar] !== undefined) throw usage(`--language and --${grammar} exclude each other`);
  const language = languageNamed(name);
  const [before, after] = [await textOf(prefix), await textOf(suffix)];
  return (sides) => {
    const [left, right] = [sides.prefix ?? before, sides.suffix ?? after];
    return left === "" && right === "" ? language : fillMiddle(language, { prefix: left, suffix: right, policy });
  };
}

/** Returns the gap that the options describe. */
async function gapOf(gaps: Within | undefined, options: CheckOptions): Promise<Monitor<number> | undefined> {
  if (gaps === undefined || options.language === undefined) return undefined;
  try {
    return gaps({});
  } catch (error) {
    const [prefix, suffix] = [await textOf(options.prefix), await textOf(options.suffix)];
    throw unfillable(error, { prefix, suffix });
  }
}

/** Returns the language of complete texts of a grammar. */
async function onlyWhole(options: CheckOptions, surroundings: Surroundings): Promise<Within> {
  const language = (await requiredLanguage(options, surroundings)) as Monitor<number>;
  return ({ prefix = "", suffix = "" }) => {
    if (prefix === "" && suffix === "") return language;
    throw malformed('"prefix" and "suffix" are for --language');
  };
}

/** Formats the verdict. If the text is not accepted, adds the position and what was expected there. */
export function report(result: Check, bytes: Uint8Array, colors: Colors): string[] {
  const { verdict, offset, expected } = result;
  if (verdict === "accepted") return [`${colors.green("accepted")} (${offset} ${offset === 1 ? "byte" : "bytes"})`];
  const word = verdict === "dead" ? colors.red("dead") : colors.yellow("incomplete");
  const [line, caret] = excerpt(bytes, offset);
  const lines = [`${word} at byte ${offset} (${placeText(result)})`, `  ${line}`, `  ${colors.bold(caret)}`];
  if (expected.length > 0) lines.push(`  expected: ${expected.join(", ")}`);
  if (verdict === "dead" && offset === bytes.length - 1 && bytes[offset] === 0x0a)
    lines.push("  the text ends with a line feed; --chomp leaves it out");
  return lines;
}

/**
 * Writes a verdict for each line. A line that is not `{"text": …}`, or a text that exceeds a limit of the language,
 * yields an error and does not stop the others.
 */
async function checkLines(
  within: Within,
  argument: string | undefined,
  options: CheckOptions,
  { stdin, stdout }: Surroundings,
): Promise<Exit> {
  if (argument !== undefined) throw usage("--jsonl reads lines from --file or standard input, not from an argument");
  const input = inputOf(options.file, stdin);
  let line = 0;
  let exit: Exit = EXIT.yes;
  for await (const bytes of linesOf(input)) {
    line++;
    try {
      const given = textOfLine(bytes);
      if (given === undefined) continue;
      await writeJson(stdout, verdictOf(given, within));
    } catch (error) {
      const failure = failureOf(error);
      exit = failure.exit > exit ? failure.exit : exit;
      await writeJson(stdout, { line, error: { code: failure.code, message: failure.message } });
    }
  }
  return exit;
}

/** Returns the verdict for a line. If prefix and suffix exclude every text, the error says so. */
function verdictOf(line: Line, within: Within): object {
  let language: Monitor<number>;
  try {
    language = within(line);
  } catch (error) {
    if (!(error instanceof FillError)) throw error;
    const { code, offset, line: row, column, message } = error;
    return { verdict: "dead", offset: 0, unfillable: { code, offset, line: row, column, message } };
  }
  const symbols = bytesOf(line.text);
  const { kind, ...dead } = verdict(language, symbols);
  return { verdict: kind, offset: symbols.length, ...dead };
}

/** A line of `--jsonl`. */
interface Line {
  readonly text: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** Parses a line; `undefined` if it is blank. */
function textOfLine(bytes: Uint8Array): Line | undefined {
  const line = decoded(bytes, "the line");
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw malformed((error as Error).message);
  }
  const { text, prefix, suffix } = typeof value === "object" && value !== null ? (value as Partial<Line>) : {};
  if (typeof text !== "string") throw malformed('the line is not an object with a string "text"');
  for (const [name, side] of Object.entries({ prefix, suffix }))
    if (side !== undefined && typeof side !== "string") throw malformed(`"${name}" is not a string`);
  return { text, ...(prefix === undefined ? {} : { prefix }), ...(suffix === undefined ? {} : { suffix }) };
}

function malformed(message: string): Failure {
  return new Failure(EXIT.usage, "malformed-line", message);
}

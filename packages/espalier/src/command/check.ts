// `espalier check`: does a text belong to a language, and if not, where does it fail?

import { bytesOf, type Monitor, verdict } from "@espalier/monitor";
import { type Check, check } from "../check.js";
import { excerpt, placeText } from "./excerpt.js";
import { EXIT, type Exit, Failure, failureOf, usage } from "./failure.js";
import { type GrammarOptions, requiredLanguage } from "./grammar.js";
import { decoded, inputOf, linesOf, type TextOptions, textBytes } from "./input.js";
import { type Colors, colorsFor, type Surroundings, write, writeJson } from "./surroundings.js";

export interface CheckOptions extends GrammarOptions, TextOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export async function runCheck(
  argument: string | undefined,
  options: CheckOptions,
  surroundings: Surroundings,
): Promise<Exit> {
  const language = (await requiredLanguage(options, surroundings)) as Monitor<number>;
  if (options.jsonl === true) return checkLines(language, argument, options, surroundings);
  const bytes = await textBytes(argument, options, surroundings);
  const result = check(language, bytes);
  const { stdout } = surroundings;
  if (options.json === true) await writeJson(stdout, result);
  else await write(stdout, `${report(result, bytes, colorsFor(stdout)).join("\n")}\n`);
  return result.verdict === "accepted" ? EXIT.yes : EXIT.no;
}

/** The verdict in words; where the text is not accepted, with the place and what was expected there. */
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
 * A verdict for each line. Lines that are no `{"text": …}`, and texts that outgrow a limit of the language, give an error of their
 * own and do not stop the others.
 */
async function checkLines(
  language: Monitor<number>,
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
      const text = textOfLine(bytes);
      if (text === undefined) continue;
      const symbols = bytesOf(text);
      const { kind, ...dead } = verdict(language, symbols);
      await writeJson(stdout, { verdict: kind, offset: symbols.length, ...dead });
    } catch (error) {
      const failure = failureOf(error);
      exit = failure.exit > exit ? failure.exit : exit;
      await writeJson(stdout, { line, error: { code: failure.code, message: failure.message } });
    }
  }
  return exit;
}

/** The text of a line; `undefined` when the line is blank. */
function textOfLine(bytes: Uint8Array): string | undefined {
  const line = decoded(bytes, "the line");
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw malformed((error as Error).message);
  }
  const text = typeof value === "object" && value !== null ? (value as { readonly text?: unknown }).text : undefined;
  if (typeof text !== "string") throw malformed('the line is no object with a string "text"');
  return text;
}

function malformed(message: string): Failure {
  return new Failure(EXIT.usage, "malformed-line", message);
}

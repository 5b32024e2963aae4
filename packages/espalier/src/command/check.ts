// `espalier check`: does a text belong to a language, and if not, where does it fail?

import type { Monitor } from "@espalier/monitor";
import { bytesOf } from "@espalier/monitor";
import { type Check, check } from "../check.js";
import { excerpt, placeText } from "./excerpt.js";
import { EXIT, type Exit, usage } from "./failure.js";
import { type GrammarOptions, requiredLanguage } from "./grammar.js";
import { decoded, inputOf, linesOf, readBytes, type TextOptions, textBytes } from "./input.js";
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
  const language = (await requiredLanguage(options)) as Monitor<number>;
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

/** A verdict for each line; lines that are no `{"text": …}` give an error of their own and do not stop the others. */
async function checkLines(
  language: Monitor<number>,
  argument: string | undefined,
  options: CheckOptions,
  { stdin, stdout }: Surroundings,
): Promise<Exit> {
  if (argument !== undefined) throw usage("--jsonl reads lines from --file or standard input, not from an argument");
  const input = options.file === undefined ? inputOf(stdin) : oneChunk(await readBytes(options.file));
  let line = 0;
  let malformed = 0;
  for await (const bytes of linesOf(input)) {
    line++;
    const text = textOfLine(bytes);
    if (text.kind === "blank") continue;
    if (text.kind === "malformed") {
      malformed++;
      await writeJson(stdout, { line, error: { code: "malformed-line", message: text.why } });
      continue;
    }
    const { verdict, offset } = check(language, bytesOf(text.text));
    await writeJson(stdout, { verdict, offset });
  }
  return malformed === 0 ? EXIT.yes : EXIT.usage;
}

type Line =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "blank" }
  | { readonly kind: "malformed"; readonly why: string };

function textOfLine(bytes: Uint8Array): Line {
  let value: unknown;
  try {
    const line = decoded(bytes, "the line");
    if (line.trim() === "") return { kind: "blank" };
    value = JSON.parse(line);
  } catch (error) {
    return { kind: "malformed", why: (error as Error).message };
  }
  const text = typeof value === "object" && value !== null ? (value as { readonly text?: unknown }).text : undefined;
  if (typeof text === "string") return { kind: "text", text };
  return { kind: "malformed", why: 'the line is no object with a string "text"' };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

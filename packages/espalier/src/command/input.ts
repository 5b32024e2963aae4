// Reads the input of a command: files, argument text, and lines as they arrive. Bytes are not changed; nothing is
// trimmed unless requested.

import { readFile } from "node:fs/promises";
import { EXIT, Failure, usage } from "./failure.js";
import type { Surroundings } from "./surroundings.js";

/** The source of a text: an argument, `--file` (`-` is standard input), or else standard input. */
export interface TextOptions {
  readonly file?: string;
  readonly chomp?: boolean;
}

const NEWLINE = 0x0a;

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "ENOENT" ? "the file does not exist" : code === "EISDIR" ? "it is a folder" : (error as Error).message;
    throw new Failure(EXIT.usage, "cannot-read", `cannot read ${path}: ${why}`, { path });
  }
}

/** Returns the text of a file. @throws Failure if it is not UTF-8. */
export async function readText(path: string): Promise<string> {
  return decoded(await readBytes(path), path);
}

/** Returns the value of a JSON file. @throws Failure if it is not valid JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(EXIT.usage, "bad-json", `${path} is not JSON: ${(error as Error).message}`, { path });
  }
}

/** Returns the bytes of the text for a command. */
export async function textBytes(
  argument: string | undefined,
  options: TextOptions,
  { stdin }: Surroundings,
): Promise<Uint8Array> {
  if (argument !== undefined) {
    if (options.file !== undefined) throw usage("the text is given twice, as an argument and with --file");
    return Buffer.from(argument, "utf8");
  }
  const bytes = await allOf(inputOf(options.file, stdin));
  return options.chomp === true && bytes.at(-1) === NEWLINE ? bytes.subarray(0, -1) : bytes;
}

/**
 * Returns the bytes of `file`, or of standard input for `-` or without a file. Without a file, standard input must not
 * be a terminal: a user would not know that the command waits for a text.
 */
export function inputOf(file: string | undefined, stdin: Surroundings["stdin"]): AsyncIterable<Uint8Array> {
  if (file !== undefined && file !== "-") return contents(file);
  if (file === undefined && stdin.isTTY === true)
    throw usage("there is no text: pass it as an argument, with --file, or on standard input");
  return stdin;
}

async function* contents(file: string): AsyncGenerator<Uint8Array> {
  yield await readBytes(file);
}

/** Yields whole lines as they arrive, without their line feeds; the last may lack one. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...held, chunk.subarray(from, at)]);
      held = [];
      from = at + 1;
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
  }
  if (held.length > 0) yield Buffer.concat(held);
}

/** Decodes bytes as text. @throws Failure if they are not UTF-8. */
export function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(EXIT.usage, "not-utf8", `${name} is not UTF-8`);
  }
}

async function allOf(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks);
}

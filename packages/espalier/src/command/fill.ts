// `espalier fill`: what may stand at a place of a file, by a model or, without one, the shortest text known to connect both sides.

import { realpath, stat } from "node:fs/promises";
import type { Retrieved, ScanOptions, ScanReport } from "@espalier/context";
import type { Generation } from "@espalier/decode";
import type { Model } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import {
  fillMiddle,
  type LexedLanguage,
  type OpaqueRegion,
  type PolicyFallback,
  type StraddlePolicy,
} from "@espalier/syntax";
import { fill } from "../fill.js";
import { type Repository, repository } from "../repository.js";
import type { StopAfter } from "../stop-rules.js";
import { contextNote } from "./context-note.js";
import { EXIT, type Exit, Failure, usage } from "./failure.js";
import { type GapOptions, languageNamed, textOf } from "./gap.js";
import { decoded, textBytes } from "./input.js";
import { type Colors, colorsFor, type Output, type Surroundings, write, writeJson } from "./surroundings.js";
import { type Sides, unfillable } from "./unfillable.js";

export interface FillCommandOptions extends GapOptions {
  readonly file?: string;
  readonly at?: string;
  readonly scope?: "any" | "inner";
  readonly stopAfter?: StopAfter;
  readonly errors: "refuse" | "tolerate";
  readonly model?: string;
  readonly family?: string;
  readonly context?: string;
  readonly contextTokens?: number;
  readonly explainContext?: boolean;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly lean?: number;
  readonly seed?: number;
  readonly whole?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

const MARK = "\ufeff";

/** What stands around the gap, and the file that tells the language. */
interface Around extends Sides {
  readonly named: string | undefined;
  /** The byte order mark of the file, which is no part of its text. */
  readonly mark: string;
}

export async function runFill(options: FillCommandOptions, surroundings: Surroundings): Promise<Exit> {
  const { stdout, stderr } = surroundings;
  for (const name of ["family", "context", "temperature", "lean", "seed", "stopAfter"] as const)
    if (options.model === undefined && options[name] !== undefined)
      throw usage(`--${name === "stopAfter" ? "stop-after" : name} is for --model`);
  if (options.context === undefined && (options.explainContext === true || options.contextTokens !== undefined))
    throw usage("--explain-context and --context-tokens are for --context");
  if (options.context !== undefined && (options.file === undefined || options.file === "-"))
    throw usage("--context needs --file: a file of the repository");
  const sides = await sidesOf(options, surroundings);
  const language = languageNamed(options.language ?? languageOfPath(sides.named));
  const quiet = options.quiet === true || options.json === true;
  const colors = colorsFor(stderr);
  let filled: Result;
  try {
    filled =
      options.model === undefined
        ? shortest(language, sides, options)
        : await byModel(options.model, language, sides, options, surroundings);
  } catch (error) {
    throw unfillable(error, sides);
  }
  const { text } = filled;
  if (options.explainContext === true && options.json !== true && filled.context !== undefined)
    await write(stderr, contextNote(filled.context, filled.scan!));
  if (options.json === true) {
    const { scan: _, ...told } = filled;
    await writeJson(stdout, told);
  } else {
    const { prefix, suffix } = options.whole === true ? sides : { prefix: "", suffix: "" };
    await write(stdout, (options.whole === true ? sides.mark : "") + prefix + text + suffix);
    if (stdout.isTTY === true && !(prefix + text + suffix).endsWith("\n")) await write(stdout, "\n");
    if (!quiet) await write(stderr, `${colors.dim(noteOf(filled))}\n`);
    if (!quiet && filled.fallback !== undefined)
      await write(stderr, fallbackNote(colors, filled.policy, filled.fallback));
    if (!quiet) for (const region of filled.opaque) await write(stderr, opaqueNote(colors, region));
  }
  if (!filled.accepted && options.json !== true) await write(stderr, notWhole(colors));
  return filled.accepted ? EXIT.yes : EXIT.no;
}

/** What came out, as `--json` shows it. */
interface Result {
  readonly text: string;
  readonly accepted: boolean;
  readonly finish: Generation["finish"] | "shortest";
  readonly tokens: number | null;
  readonly policy: StraddlePolicy;
  readonly fallback?: PolicyFallback;
  readonly opaque: readonly OpaqueRegion[];
  readonly seed?: number;
  readonly promptTokens?: number;
  readonly family?: string;
  readonly timings?: Generation["timings"];
  readonly context?: Retrieved;
  readonly scan?: ScanReport;
}

function shortest(language: LexedLanguage, { prefix, suffix }: Sides, options: FillCommandOptions): Result {
  const gap = fillMiddle(language, { prefix, suffix, ...limitsOf(options) });
  const bytes = gap.witness(gap.start);
  if (bytes === undefined) throw new Failure(EXIT.no, "nothing-known", "no text is known that connects both sides");
  const { policy, fallback, opaque } = gap;
  const text = new TextDecoder().decode(bytes);
  return { text, accepted: true, finish: "shortest", tokens: null, policy, ...(fallback && { fallback }), opaque };
}

async function byModel(
  folder: string,
  language: LexedLanguage,
  { prefix, suffix, named }: Around,
  options: FillCommandOptions,
  surroundings: Surroundings,
): Promise<Result> {
  const { maxTokens, temperature, lean, seed, family, context, contextTokens, stopAfter } = options;
  const repo = context === undefined ? undefined : repository(await folderAt(context));
  const shownPath = repo === undefined ? named : await pathIn(repo, named!);
  const model: Model = await loadModel(folder);
  const signal = surroundings.interrupted();
  try {
    const scan = await repo?.refresh({ signal, ...progressOn(surroundings.stderr, options) });
    const result = await fill({
      model,
      language,
      prefix,
      suffix,
      ...limitsOf(options),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      signal,
      sampling: temperature === undefined ? {} : { temperature },
      ...(lean === undefined ? {} : { lean }),
      ...(stopAfter === undefined ? {} : { stopAfter }),
      ...(seed === undefined ? {} : { seed }),
      prompting: {
        ...(family === undefined ? {} : { family }),
        ...(shownPath === undefined ? {} : { path: shownPath }),
      },
      ...(repo === undefined ? {} : { context: repo }),
      ...(contextTokens === undefined ? {} : { contextOptions: { tokens: contextTokens } }),
    });
    const { text, accepted, finish, ids, policy, fallback, seed: used, promptTokens, timings, family: of } = result;
    const kept = { policy, ...(fallback && { fallback }), opaque: result.opaque };
    const shown = result.context === undefined ? {} : { context: result.context, scan: scan! };
    return {
      text,
      accepted,
      finish,
      tokens: ids.length,
      ...kept,
      seed: used,
      promptTokens,
      family: of,
      timings,
      ...shown,
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure(EXIT.interrupted, "interrupted", "interrupted", {});
  } finally {
    await model.dispose();
  }
}

/** The folder itself, where its name is a link; the file's is looked up likewise, so that both are seen from one place. */
async function folderAt(named: string): Promise<string> {
  const found = await stat(named).catch(() => undefined);
  if (found?.isDirectory() !== true) throw usage(`--context ${named} is no folder`);
  return realpath(named);
}

/** Tells a person at a terminal how far the reading of a large repository is. */
function progressOn(stderr: Output, { quiet, json }: FillCommandOptions): Pick<ScanOptions, "onProgress"> {
  if (stderr.isTTY !== true || quiet === true || json === true) return {};
  return {
    onProgress: ({ done, total }) =>
      void stderr.write(done < total ? `\rreading ${done} of ${total} files` : "\r\x1b[K"),
  };
}

/** The path of the file in the repository, by which the index knows it. */
async function pathIn({ pathOf, folder }: Repository, file: string): Promise<string> {
  const found = pathOf(await realpath(file));
  if (found === undefined) throw usage(`--file ${file} is not in the folder of --context, ${folder}`);
  return found;
}

function limitsOf({ policy, scope, errors }: FillCommandOptions): {
  readonly policy?: StraddlePolicy;
  readonly scope?: "any" | "inner";
  readonly errors: "refuse" | "tolerate";
} {
  return { ...(policy === undefined ? {} : { policy }), ...(scope === undefined ? {} : { scope }), errors };
}

async function sidesOf(options: FillCommandOptions, surroundings: Surroundings): Promise<Around> {
  const { file, at, prefix, suffix } = options;
  if (file === undefined) {
    if (at !== undefined) throw usage("--at is a place of a file: name it with --file");
    if (prefix === undefined && suffix === undefined)
      throw usage("name a place: --file FILE --at LINE:COLUMN, or --prefix FILE and --suffix FILE");
    return { prefix: await textOf(prefix), suffix: await textOf(suffix), named: prefix ?? suffix, mark: "" };
  }
  if (prefix !== undefined || suffix !== undefined)
    throw usage("--file and --at exclude --prefix and --suffix: a file has both sides");
  if (at === undefined) throw usage("name a place of the file: --at LINE:COLUMN, both from 1");
  const piped = file === "-";
  const bytes = await textBytes(undefined, { file }, surroundings);
  const text = decoded(bytes, piped ? "standard input" : file);
  const offset = offsetOf(text, at);
  return {
    prefix: text.slice(0, offset),
    suffix: text.slice(offset),
    path: piped ? "the file" : file,
    named: piped ? undefined : file,
    mark: hasMark(bytes) ? MARK : "",
  };
}

/** Decoding leaves it out. */
function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The offset of LINE:COLUMN in UTF-16 units. Both count from 1, columns in characters; one past a line's last is its end, before CR LF too. */
export function offsetOf(text: string, place: string): number {
  const [, line = "", column = ""] = /^([1-9]\d*):([1-9]\d*)$/.exec(place) ?? [];
  if (line === "") throw usage(`--at takes LINE:COLUMN, both from 1, not ${JSON.stringify(place)}`);
  let start = 0;
  for (let at = 1; at < Number(line); at++) {
    const end = text.indexOf("\n", start);
    if (end < 0) throw usage(`--at ${place}: the file has ${count(at, "line")}`);
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const characters = [...text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "")];
  if (Number(column) > characters.length + 1)
    throw usage(`--at ${place}: line ${line} has ${count(characters.length, "character")}`);
  return start + characters.slice(0, Number(column) - 1).join("").length;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function languageOfPath(path: string | undefined): string {
  if (path !== undefined && /\.pyi?$/.test(path)) return "python";
  throw usage("name the language: --language python, or python@VERSION");
}

function noteOf({ text, finish, tokens, timings, seed }: Result): string {
  if (finish === "shortest" && text === "") return "nothing has to stand there; --model FOLDER asks a model";
  if (finish === "shortest") return "the shortest text known; --model FOLDER asks a model";
  const masks = timings === undefined ? "" : `, ${(100 * timings.maskShare).toFixed(1)} % of it masks`;
  return `${finish}: ${tokens} tokens, ${timings?.tokensPerSecond.toFixed(0)} tokens/s${masks}, seed ${seed}`;
}

function fallbackNote(colors: Colors, policy: StraddlePolicy, { asked, reason }: PolicyFallback): string {
  return `${colors.yellow("espalier:")} the policy in force is ${policy}, not ${asked}: ${reason}\n`;
}

/** Which lines are left out. */
function opaqueNote(colors: Colors, { line, lastLine, placeholder, reason }: OpaqueRegion): string {
  const where = line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
  const why = reason === "unfinished" ? "cannot be followed by what stands after it" : "cannot be read";
  return `${colors.yellow("espalier:")} ${where} of the file ${why}; it is taken for \`${placeholder.trim()}\`\n`;
}

function notWhole(colors: Colors): string {
  return `${colors.red("espalier:")} with this text the file is no text of the language\n`;
}

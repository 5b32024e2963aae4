// `espalier fill`: fills a place in a file, with a model or, without one, with the shortest text known to connect both
// sides.

import {
  fillMiddle,
  type LexedLanguage,
  type OpaqueRegion,
  type PolicyFallback,
  type StraddlePolicy,
} from "@espalier/gaps";
import { contextNote } from "./context-note.js";
import { EXIT, type Exit, Failure, usage } from "./failure.js";
import { type Around, type FillCommandOptions, limitsOf, type Result } from "./fill-request.js";
import { languageNamed, textOf } from "./gap.js";
import { decoded, textBytes } from "./input.js";
import { monitorNote } from "./monitor-note.js";
import { type Colors, colorsFor, type Surroundings, write, writeJson } from "./surroundings.js";
import { type Sides, unfillable } from "./unfillable.js";

const MARK = "\ufeff";

export async function runFill(options: FillCommandOptions, surroundings: Surroundings): Promise<Exit> {
  const { stdout, stderr } = surroundings;
  for (const name of ["family", "context", "temperature", "lean", "seed", "stopAfter"] as const)
    if (options.model === undefined && options[name] !== undefined)
      throw usage(`--${name === "stopAfter" ? "stop-after" : name} is for --model`);
  if (options.context === undefined && (options.explainContext === true || options.contextTokens !== undefined))
    throw usage("--explain-context and --context-tokens are for --context");
  if (options.context !== undefined && (options.file === undefined || options.file === "-"))
    throw usage("--context needs --file: a file of the repository");
  checkMonitor(options);
  if (options.model === undefined) surroundings.hurry?.();
  const sides = await sidesOf(options, surroundings);
  const isFree = options.monitor !== undefined && options.language === undefined;
  const language = isFree ? undefined : languageNamed(options.language ?? languageOfPath(sides.named));
  const quiet = options.quiet === true || options.json === true;
  const colors = colorsFor(stderr);
  let filled: Result;
  try {
    filled =
      options.model === undefined
        ? shortest(language!, sides, options)
        : await (await import("./fill-by-model.js")).byModel(options.model, language, sides, options, surroundings);
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
    if (!quiet)
      for (const error of filled.configurationErrors ?? [])
        await write(stderr, `${colors.yellow("espalier:")} the configuration of the project: ${error}\n`);
    if (!quiet && filled.monitors !== undefined)
      await write(stderr, colors.dim(monitorNote(filled.monitors, filled.timings)));
    if (!quiet) for (const region of filled.opaque) await write(stderr, opaqueNote(colors, region));
  }
  if (!filled.accepted && options.json !== true) await write(stderr, notWhole(colors));
  return filled.accepted ? EXIT.yes : EXIT.no;
}

/** Monitors require a model to constrain and a file to ask about. */
function checkMonitor({ monitor, project, model, file, context }: FillCommandOptions): void {
  if (monitor === undefined && project !== undefined) throw usage("--project is for --monitor");
  if (monitor === undefined) return;
  if (model === undefined) throw usage("--monitor needs --model: a folder with a model that writes the text");
  if (file === undefined || file === "-") throw usage("--monitor needs --file: a file of the project");
  if (context !== undefined) throw usage("--monitor and --context know the file by different paths: use one of them");
}

function shortest(language: LexedLanguage, { prefix, suffix }: Sides, options: FillCommandOptions): Result {
  const gap = fillMiddle(language, { prefix, suffix, ...limitsOf(options) });
  const bytes = gap.witness(gap.start);
  if (bytes === undefined) throw new Failure(EXIT.no, "nothing-known", "no text is known that connects both sides");
  const { policy, fallback, opaque } = gap;
  const text = new TextDecoder().decode(bytes);
  return { text, accepted: true, finish: "shortest", tokens: null, policy, ...(fallback && { fallback }), opaque };
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

/** Decoding removes the byte order mark. */
function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/**
 * Returns the offset of LINE:COLUMN in UTF-16 units. Both count from 1, columns in characters. The column after the
 * last character of a line is its end, also before CR LF.
 */
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
  throw usage(
    "name the language: --language python, or python@VERSION; for TypeScript, --monitor typescript and --model",
  );
}

function noteOf({ text, finish, tokens, timings, seed }: Result): string {
  if (finish === "shortest" && text === "") return "the text may be empty; --model FOLDER asks a model";
  if (finish === "shortest") return "the shortest text known; --model FOLDER asks a model";
  const masks = timings === undefined ? "" : `, ${(100 * timings.maskShare).toFixed(1)} % of it masks`;
  return `${finish}: ${tokens} tokens, ${timings?.tokensPerSecond.toFixed(0)} tokens/s${masks}, seed ${seed}`;
}

function fallbackNote(colors: Colors, policy: StraddlePolicy, { asked, reason }: PolicyFallback): string {
  return `${colors.yellow("espalier:")} the policy in force is ${policy}, not ${asked}: ${reason}\n`;
}

/** Describes which lines are omitted. */
function opaqueNote(colors: Colors, { line, lastLine, placeholder, reason }: OpaqueRegion): string {
  const where = line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
  const why = reason === "unfinished" ? "cannot be followed by what stands after it" : "cannot be read";
  const they = line === lastLine ? "it is" : "they are";
  return `${colors.yellow("espalier:")} ${where} of the file ${why}; ${they} taken for \`${placeholder.trim()}\`\n`;
}

function notWhole(colors: Colors): string {
  return `${colors.red("espalier:")} with this text, the file does not belong to the language\n`;
}

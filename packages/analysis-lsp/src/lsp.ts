// The monitor that keeps generated code consistent with a project, by means of a language server.

import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { type Analysis, type ProgramMonitor, programMonitor } from "@espalier/analysis";
import {
  called,
  checkArgument,
  excerpt,
  integer,
  type Kind,
  listOf,
  oneOf,
  options,
  required,
  signature,
  text,
} from "@espalier/arguments";
import type { Connection } from "./connection.js";
import { folderPath, lexerKind, profileKind } from "./kinds.js";
import type { ServerProfile } from "./profile.js";
import { PROFILES } from "./profiles/profiles.js";
import { ENVIRONMENTS, findProgram, pathOf } from "./program.js";
import { type ServerAnalysis, serverAnalysis } from "./server-analysis.js";
import { ServerError } from "./server-error.js";
import { type ServerStatus, type Supervisor, supervise } from "./supervisor.js";

/** Options of a language server. */
export interface ServerOptions {
  /** The folder of the project. */
  readonly root: string;
  /** The program and its arguments; replaces the profile's command. */
  readonly command?: readonly string[];
  /**
   * What the monitor asks. `members`, the default: which members a receiver has. `signatures`: how many arguments a call takes; for profiles with `calls`.
   * `casesLeft`: which constants a `switch` has not named yet; for profiles with `cases`. The server answers one question at a time, and some servers need long
   * for signatures.
   */
  readonly questions?: readonly ("members" | "signatures" | "casesLeft")[];
  /** Milliseconds after which a missing answer becomes `unknown`; 2,000 by default. */
  readonly deadline?: number;
  /** Milliseconds that the server may take to read the project; 120,000 by default. Decoding does not wait for it; see {@link LanguageServer.ready}. */
  readonly loading?: number;
  /** The delays in milliseconds before each restart of a server that has ended. After the last one, the supervisor gives up. The default is 0.5 to 8 s. */
  readonly pauses?: readonly number[];
}

/** A language server that runs for a project. */
export interface LanguageServer {
  /**
   * Resolves when the server has read the project, or when the supervisor has given up. Earlier questions return `unknown` at once, so that decoding never
   * waits for a server. Wait for this promise if the first answers matter.
   */
  ready(): Promise<void>;
  /** The server's state and version, how often it was started, and its failures. */
  status(): ServerStatus;
  /** Ends the server and every process that it has started, except for one that has made a session of its own. */
  dispose(): Promise<void>;
}

/** The answers of a language server. */
export interface LspAnalysis extends Analysis, LanguageServer {}

/** A language server for your own requests. */
export interface RunningServer extends LanguageServer {
  /** The connection, or `undefined` before the server has read the project and after it has ended. A restart creates a new one. */
  connection(): Connection | undefined;
}

/** A monitor over a project's files, by a language server. */
export interface LspMonitor extends ProgramMonitor, LanguageServer {}

const PROFILE = profileKind(Object.keys(PROFILES));
const LOCATION = { root: required(folderPath), command: listOf(text, 1) };
const SERVER = options({
  ...LOCATION,
  questions: listOf(oneOf("members", "signatures", "casesLeft"), 1),
  deadline: integer({ min: 1 }),
  loading: integer({ min: 1 }),
  pauses: listOf(integer({ min: 0 })),
});
const checkLsp = signature("lsp", { profile: PROFILE, options: SERVER });
const checkAnalysis = signature("lspAnalysis", { profile: PROFILE, options: SERVER });
const checkRun = signature("runServer", { profile: PROFILE, options: SERVER });
const checkLocate = signature("locateServer", { profile: PROFILE, options: options(LOCATION) });

/** Milliseconds for the answer of a language server, including the time that earlier questions take. */
const DEFAULT_DEADLINE = 2_000;
const LOADING = 120_000;
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Creates a monitor on top of a language server. After a member operator in code, it allows only members that the server knows, provided that the server's list
 * is known to be complete. The server starts at once. Two monitors of the same server are two processes; one monitor can serve any number of decoders.
 *
 * @param profile the name of a profile in {@link PROFILES}, or a profile of your own.
 * @throws ServerError if the profile, the program or the folder does not exist.
 */
export function lsp(profile: string | ServerProfile, options: ServerOptions): LspMonitor {
  checkLsp(profile, options);
  const { found, analysis, server } = open("lsp", profile, options);
  const deadline = (options.deadline ?? DEFAULT_DEADLINE) + MARGIN;
  const { questions = ["members"] } = options;
  const name = `lsp:${found.name}`;
  const lexer: ServerProfile["lexer"] = (file) => {
    const lexer = found.lexer(file);
    checkArgument("lsp", "profile.lexer(path)", lexer, lexerKind);
    return lexer;
  };
  const monitor = programMonitor<unknown>({ name, lexer, analysis, questions, deadline });
  return { open: (hole) => monitor.open(hole), ...server };
}

/** The analysis itself reports late answers. This margin lets it report before the monitor's own deadline. */
const MARGIN = 50;

/**
 * Runs a language server for your own requests. It starts at once and is kept running. The caller opens the documents; nothing else is sent to the server.
 * Ignores `deadline`.
 *
 * @throws ServerError if the profile, the program or the folder does not exist.
 */
export function runServer(profile: string | ServerProfile, options: ServerOptions): RunningServer {
  checkRun(profile, options);
  const { supervisor } = start("runServer", profile, options);
  return { ...keptRunning(supervisor), connection: () => supervisor.connection() };
}

/**
 * Creates an analysis, without a monitor, that answers questions by asking a language server; for monitors of your own.
 *
 * @throws ServerError if the profile, the program or the folder does not exist.
 */
export function lspAnalysis(profile: string | ServerProfile, options: ServerOptions): LspAnalysis {
  checkAnalysis(profile, options);
  const { analysis, server } = open("lspAnalysis", profile, options);
  const { close: _, watching: __, ...questions } = analysis;
  return { ...questions, ...server };
}

function open(
  where: string,
  profile: string | ServerProfile,
  options: ServerOptions,
): { readonly found: ServerProfile; readonly analysis: ServerAnalysis; readonly server: LanguageServer } {
  const { deadline = DEFAULT_DEADLINE } = options;
  const { found, folder, supervisor } = start(where, profile, options);
  const analysis = serverAnalysis({ profile: found, root: folder, supervisor, deadline });
  return { found, analysis, server: keptRunning(supervisor, analysis) };
}

function start(
  where: string,
  profile: string | ServerProfile,
  options: ServerOptions,
): { readonly found: ServerProfile; readonly folder: string; readonly supervisor: Supervisor } {
  const { loading = LOADING, pauses = PAUSES } = options;
  const { profile: found, folder, command } = located(profile, options);
  if (options.questions !== undefined) checkArgument(where, "questions", options.questions, questionsOf(found));
  const [file, ...parameters] = command;
  return { found, folder, supervisor: supervise({ ...found, parameters }, file, folder, { loading, pauses }) };
}

/** The questions that a server can be asked. */
function questionsOf({ name, calls, cases }: ServerProfile): Kind {
  const names = [
    "members",
    ...(calls === undefined ? [] : ["signatures"]),
    ...(cases === undefined ? [] : ["casesLeft"]),
  ];
  const kind = oneOf(...names);
  return listOf(called(`what the profile ${name} can answer, ${kind.what}`, kind));
}

/** A server as located on this machine. */
export interface LocatedServer {
  readonly profile: ServerProfile;
  /** The absolute path of the project's folder. */
  readonly folder: string;
  /** The path of the server's program, and its arguments. */
  readonly command: readonly [program: string, ...parameters: string[]];
}

/**
 * Locates a server's program: in `node_modules/.bin` of the project's folder or of a folder above it, then in a virtual environment there (`.venv/bin` or
 * `venv/bin`), then on the PATH. A program with a slash is a path, relative to the project's folder. Does not start the program.
 *
 * @throws ServerError if the profile, the program or the folder does not exist.
 */
export function locateServer(
  profile: string | ServerProfile,
  options: Pick<ServerOptions, "root" | "command">,
): LocatedServer {
  checkLocate(profile, options);
  return located(profile, options);
}

function located(
  profile: string | ServerProfile,
  { root, command }: Pick<ServerOptions, "root" | "command">,
): LocatedServer {
  const found = typeof profile === "string" ? profileNamed(profile) : profile;
  const folder = path.resolve(root);
  if (!isFolder(folder))
    throw new ServerError(
      "root-missing",
      `${excerpt(folder)} ${existsSync(folder) ? "is not a folder" : "does not exist"}: root must be the folder of the project.`,
    );
  const [program = found.program, ...parameters] = command ?? [found.program, ...found.parameters];
  const file = findProgram(program, folder);
  if (file === undefined)
    throw new ServerError(
      "server-missing",
      missing(program, folder, command === undefined ? "profile" : "command", found),
    );
  return { profile: found, folder, command: [file, ...parameters] };
}

function profileNamed(name: string): ServerProfile {
  const found = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(PROFILES).join(", ");
  throw new ServerError("unknown-server", `There is no profile ${excerpt(name)}; choose one of ${names}.`);
}

/** Says why a program cannot be started. `source` is where its name comes from. */
function missing(
  program: string,
  folder: string,
  source: "command" | "profile",
  { name, howToGet }: ServerProfile,
): string {
  const toGet = `To get it: ${howToGet}`;
  const file = pathOf(program, folder);
  if (file === undefined) {
    const environments = ENVIRONMENTS.join(" or ");
    return `${program} was found neither in node_modules/.bin, ${environments} of ${folder} or a folder above it, nor on the PATH. ${toGet}`;
  }
  const subject = `The program ${file} of ${source === "command" ? "command" : `the profile ${name}`}`;
  if (existsSync(file)) return `${subject} cannot be executed: it is not an executable file.`;
  return `${subject} does not exist.${source === "command" ? "" : ` ${toGet}`}`;
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/** @param analysis what watches the project's files for the server. */
function keptRunning(supervisor: Supervisor, analysis?: ServerAnalysis): LanguageServer {
  return {
    ready: async () => void (await Promise.all([supervisor.settled(), analysis?.watching()])),
    status: () => supervisor.status(),
    async dispose() {
      analysis?.close();
      await supervisor.close();
    },
  };
}

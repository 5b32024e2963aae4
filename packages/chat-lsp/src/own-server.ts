// Answers questions about holes through a second language server process, which receives the same notifications as the editor's server.

import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ProgramPlace } from "@espalier/analysis";
import { type LanguageServer, PROFILES, runServer, ServerError, type ServerProfile } from "@espalier/analysis-lsp";
import {
  callable,
  either,
  excerpt,
  having,
  integer,
  listOf,
  options,
  required,
  signature,
  text,
} from "@espalier/arguments";
import { chatMethods, type HoleServer } from "@espalier/typed-holes";
import type { ChatLspAnswers, EditorSession } from "./answers.js";
import type { HoleDialect } from "./holes/dialect.js";
import { lspHoles } from "./holes/lsp-holes.js";
import type { LspType } from "./holes/lsp-type.js";
import { pythonDialect } from "./holes/python-dialect.js";
import type { Overlay } from "./holes/shown-server.js";
import { typescriptDialect } from "./holes/typescript-dialect.js";

/** Options for questions about holes. */
export interface LspHoleOptions {
  /** The folder of the project. */
  readonly root: string;
  /** The program and its arguments; replaces the profile's command. */
  readonly command?: readonly string[];
  /** Timeout of one question to the server, in milliseconds; 10,000 by default. A hole needs several questions. */
  readonly deadline?: number;
  /** Milliseconds that the server may take to read the project; 120,000 by default. */
  readonly loading?: number;
  /** Texts of files that differ from the files on disk, by URI. */
  readonly overlay?: Overlay;
  /** The dialect of a language that this package does not know. */
  readonly dialect?: HoleDialect;
}

/** A hole server over a language server that runs only for it. */
export interface LspHoleServer extends HoleServer<LspType>, LanguageServer {}

/** Milliseconds for the answer to one question. */
const DEFAULT_DEADLINE = 10_000;
/** Milliseconds for reading the project. */
const LOADING = 120_000;
/** The largest number of questions that one hole needs. */
const MOST_QUESTIONS = 8;
const DIALECTS: Readonly<Record<string, HoleDialect>> = {
  python: pythonDialect,
  typescript: typescriptDialect,
  typescriptreact: typescriptDialect,
};

const profileKind = either(
  text,
  having("a profile { name, program, … }", { name: "string", program: "string", languages: "object" }),
);
const OPTIONS = {
  command: listOf(text, 1),
  deadline: integer({ min: 1 }),
  loading: integer({ min: 1 }),
  dialect: having("a dialect { language, head, … }", { language: "string", head: "string" }),
};
const checkHoles = signature("lspHoleServer", {
  profile: profileKind,
  options: options({ ...OPTIONS, root: required(text), overlay: callable }),
});
const checkAnswers = signature("serverAnswers", { profile: profileKind, options: options(OPTIONS) });
/** Checks the arguments of `chatLspSession`. */
export const checkSession: (profile: unknown, given: unknown) => void = signature("chatLspSession", {
  profile: profileKind,
  options: options({ ...OPTIONS, root: required(text) }),
});

/**
 * A hole server over a language server. It learns types by hovering over a generic hole, from the parameters of calls, and from the errors that a value of an
 * otherwise unused type causes. The server starts at once. Nothing else uses it, because it sees texts that no editor shows.
 *
 * @throws ServerError if the profile, the program or the folder does not exist.
 * @throws TypeError if no dialect is known for the profile's languages.
 */
export function lspHoleServer(profile: string | ServerProfile, given: LspHoleOptions): LspHoleServer {
  checkHoles(profile, given);
  const { root, command, deadline = DEFAULT_DEADLINE, loading, overlay = () => undefined } = given;
  const found = profileOf(profile);
  const dialect = given.dialect ?? dialectOf(found);
  const server = runServer(found, { root, ...(command && { command }), ...(loading !== undefined && { loading }) });
  const folder = path.resolve(root);
  const closing = (at: ProgramPlace): string => found.closing?.(at) ?? "";
  const holes = lspHoles({ server, dialect, root: folder, languages: found.languages, overlay, closing, deadline });
  return { ...holes, ready: () => server.ready(), status: () => server.status(), dispose: () => server.dispose() };
}

/** How the second server runs. */
export type ServerAnswersOptions = Omit<LspHoleOptions, "root" | "overlay">;

/** Milliseconds after which an answer of {@link serverAnswers} has arrived or failed. */
export const patienceOf = ({ deadline = DEFAULT_DEADLINE, loading = LOADING }: ServerAnswersOptions): number =>
  loading + MOST_QUESTIONS * deadline;

/**
 * Answers for a proxy, from a second process of the editor's server. The process starts with the first question. It receives the editor's settings and open
 * documents; only this process sees texts with probes.
 */
export function serverAnswers(
  profile: string | ServerProfile,
  given: ServerAnswersOptions = {},
): (session: EditorSession) => ChatLspAnswers {
  checkAnswers(profile, given);
  const found = profileOf(profile);
  return (session) => {
    const { initializationOptions } = session.initialize;
    const settings = { ...found.settings, ...session.settings() };
    const told = { ...found, settings, ...(initializationOptions != null && { initializationOptions }) };
    const overlay: Overlay = (uri) => session.documents().find((document) => document.uri === uri)?.text;
    const holes = lspHoleServer(told as ServerProfile, { ...given, root: rootOf(session), overlay });
    const methods = chatMethods(holes);
    const placeIn = (uri: string, text: string, from: number, to: number): ProgramPlace => ({
      path: pathOf(uri),
      before: text.slice(0, from),
      after: text.slice(to),
    });
    return {
      aiTutorial: () => methods.aiTutorial(),
      expectedType: async ({ uri, text, offset }) =>
        (await methods.expectedType(placeIn(uri, text, offset, offset))) ?? null,
      relevantTypes: ({ uri, text, offset }) => methods.relevantTypes(placeIn(uri, text, offset, offset)),
      relevantHeaders: ({ uri, text, offset }) => methods.relevantHeaders(placeIn(uri, text, offset, offset)),
      errorReport({ uri, text, filling = { from: 0, to: text.length } }) {
        const { from, to } = filling;
        return methods.errorReport(placeIn(uri, text, from, to), text.slice(from, to));
      },
      dispose: () => holes.dispose(),
    };
  };
}

/** The path of a document. A document without a file, such as `untitled:`, has no place in the project. */
function pathOf(uri: string): string {
  if (uri.startsWith("file:")) return fileURLToPath(uri);
  throw new Error(`${excerpt(uri)} is not a file. Only documents of files have answers: save it first.`);
}

/** The names of the profiles for whose languages holes are supported. */
export const ANSWERED_PROFILES: readonly string[] = Object.keys(PROFILES).filter(
  (name) => languageIn(PROFILES[name]!) !== undefined,
);

function profileOf(profile: string | ServerProfile): ServerProfile {
  const found = typeof profile === "string" ? PROFILES[profile] : profile;
  if (found !== undefined) return found;
  throw new ServerError(
    "unknown-server",
    `There is no profile ${excerpt(String(profile))}; choose one of ${Object.keys(PROFILES).join(", ")}.`,
  );
}

function dialectOf({ name, languages }: ServerProfile): HoleDialect {
  const known = languageIn({ languages });
  if (known === undefined) throw new TypeError(`Holes are not supported in the languages of ${name}: pass a dialect.`);
  return DIALECTS[known]!;
}

/** A language of a profile for which there is a dialect. */
function languageIn({ languages }: Pick<ServerProfile, "languages">): string | undefined {
  return Object.values(languages).find((language) => Object.hasOwn(DIALECTS, language));
}

/** The folder of the editor's project, or this process's own folder if the editor has none. */
function rootOf({ initialize }: EditorSession): string {
  const { workspaceFolders, rootUri, rootPath } = initialize;
  const first: unknown = Array.isArray(workspaceFolders)
    ? (Object(workspaceFolders[0]) as { readonly uri?: unknown }).uri
    : undefined;
  const uri = first ?? rootUri;
  if (typeof uri === "string" && uri.startsWith("file:")) return fileURLToPath(uri);
  return typeof rootPath === "string" ? rootPath : process.cwd();
}

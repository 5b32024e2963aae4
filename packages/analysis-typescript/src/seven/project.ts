// A project in TypeScript 7's process, with the text that is being written in place of one file.

import type ts from "typescript";
import type * as ast from "typescript-7/unstable/ast";
import type * as sync from "typescript-7/unstable/sync";
import { reasonOfOverflow } from "../overflow.js";
import type { Project, ProjectOptions } from "../project.js";
import { disposed, unread } from "../project-error.js";
import { checkerOf } from "./checker.js";
import { configurationAt, withFiles } from "./configuration.js";
import { filesOf, placed } from "./files.js";
import { modulesOf, type SynchronousCompiler } from "./modules.js";
import { namespaceOf } from "./namespace.js";
import { type Running, run } from "./running.js";
import { told, Untold } from "./untold.js";
import { Views } from "./views.js";

/** Questions that need what the API does not list. */
const UNANSWERED: Project["unanswered"] = {
  constructibles: "TypeScript 7's API does not list the names in scope",
  inScope: "TypeScript 7's API does not list the names in scope",
  modulesFrom: "TypeScript 7's API resolves no module names",
  objectKeys: "TypeScript 7's API does not pass on the syntax errors of a file with its tree",
};

/** The program of a text. */
interface Version {
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
  readonly checker: ts.TypeChecker;
  readonly options: ts.CompilerOptions;
}

/**
 * Opens a project in a new process. It ends with `dispose`, or with the process that opened it.
 *
 * @throws ProjectError with the code `unloaded` if the process cannot be started.
 * @throws RangeError if there is no file system.
 */
export function openSynchronousProject(options: ProjectOptions & { readonly ts: SynchronousCompiler }): Project {
  const modules = modulesOf(options.ts);
  const { system, watching = 1_000 } = options;
  const configuration = configurationAt(filesOf(system), options.project);
  /** The files that exist for the process alone, or with another text than on disk. */
  const shown = new Map<string, string>();
  const declared = new Set<string>();
  let isDisposed = false;
  let running: Running | undefined;
  let snapshot: sync.Snapshot | undefined;
  let version: Version | undefined;
  let overlay: string | undefined;
  /** The files of the program. */
  let listed: ReadonlySet<string> = new Set();
  let looked = Date.now();
  let generation = 0;
  let changes = noChanges();

  const started = (): Running => {
    if (isDisposed) throw disposed();
    if (running === undefined) {
      running = run(modules, system, configuration, shown);
      listed = running.roots;
      looked = Date.now();
    }
    return running;
  };
  started();

  /** Shows a file with a text, or again as it is on disk. */
  const show = (path: string, text: string | undefined): void => {
    const before = shown.get(path);
    if (before === text) return;
    if (text === undefined) shown.delete(path);
    else shown.set(path, text);
    const exists = started().fileExists(path);
    const kind = before !== undefined || exists ? (text === undefined && !exists ? "deleted" : "changed") : "created";
    changes[kind].add(path);
  };
  /** Ends the process. The next one reads everything again. */
  const end = (): void => {
    version = snapshot = undefined;
    changes = noChanges();
    generation++;
    running?.end();
    running = undefined;
  };
  /** Notes what has changed on disk. */
  const look = (): void => {
    if (running === undefined || Math.abs(Date.now() - looked) < watching) return;
    looked = Date.now();
    const changed = running.changedModules();
    if (changed.length > 0) generation++;
    for (const path of changed) if (!shown.has(path)) changes.changed.add(path);
    if (running.isStale()) end();
  };
  /** The project with all changes so far. */
  const latest = (): sync.Project => {
    const isSame = Object.values(changes).every(({ size }) => size === 0);
    if (snapshot === undefined || !isSame) {
      const older = snapshot;
      version = undefined;
      snapshot = started().api.updateSnapshot(
        older === undefined ? { openProjects: [configuration.path] } : { fileChanges: listsOf(changes) },
      );
      changes = noChanges();
      older?.dispose();
    }
    return projectIn(snapshot);
  };
  const projectIn = (its: sync.Snapshot): sync.Project =>
    told(its.getProject(configuration.path), "what the project is");
  /** The program in which the file at `path` has this text. */
  const versionOf = (path: string, text: string): Version => {
    look();
    const place = placed(path, configuration.folder);
    if (overlay !== undefined && overlay !== place) show(overlay, undefined);
    overlay = place;
    show(place, text);
    const its = new Set([...started().roots, ...declared, place]);
    if (!listed.has(place) || listed.size !== its.size) {
      listed = its;
      show(configuration.path, withFiles(configuration, listed));
    }
    const project = latest();
    const file = project?.program.getSourceFile(place);
    if (file === undefined) throw unread(path);
    if (version !== undefined) return version;
    const checker = checkerOf(new Views(modules, project.checker));
    version = {
      file: file as unknown as ts.SourceFile,
      checker,
      program: programOf(project, checker),
      options: project.compilerOptions as unknown as ts.CompilerOptions,
    };
    return version;
  };

  return {
    ts: namespaceOf(modules),
    unanswered: UNANSWERED,
    get system(): ts.System {
      throw new Untold("TypeScript 7's API resolves no module names");
    },
    get configurationErrors() {
      if (started().isMissing) return [`no tsconfig.json or jsconfig.json in ${configuration.folder}, nor above`];
      return latest()
        .program.getConfigFileParsingDiagnostics()
        .map((each) => messageOf(each, 0));
    },
    epoch() {
      look();
      return String(generation);
    },
    withText: versionOf,
    typed: versionOf,
    modules() {
      throw new Untold("TypeScript 7's API resolves no module names");
    },
    reads: () => false,
    declare(name, text) {
      const path = placed(name, configuration.folder);
      declared.add(path);
      show(path, text);
    },
    reasonOf(error) {
      if (error instanceof Untold) return error.message;
      const overflow = reasonOfOverflow(error);
      // What the API throws is an `Error` and no error of a class of its own.
      return overflow ?? (isPlain(error) ? `TypeScript 7's process failed: ${firstLine(error.message)}` : undefined);
    },
    recover: (error) => {
      if (!(error instanceof Untold)) end();
    },
    dispose() {
      isDisposed = true;
      end();
    },
  };
}

/** The files whose content is another than in the last snapshot. */
interface Changes {
  readonly changed: Set<string>;
  readonly created: Set<string>;
  readonly deleted: Set<string>;
}

const noChanges = (): Changes => ({ changed: new Set(), created: new Set(), deleted: new Set() });
const listsOf = ({ changed, created, deleted }: Changes): { [Kind in keyof Changes]: string[] } => ({
  changed: [...changed],
  created: [...created],
  deleted: [...deleted],
});

const isPlain = (error: unknown): error is Error => error instanceof Error && error.constructor === Error;
const firstLine = (text: string): string => text.split("\n", 1)[0]!;

/** What the questions use of a program. */
function programOf({ program }: sync.Project, checker: ts.TypeChecker): ts.Program {
  const named = (file: ts.SourceFile): string => (file as unknown as ast.SourceFile).fileName;
  const its = {
    getTypeChecker: () => checker,
    getSyntacticDiagnostics: (file: ts.SourceFile) => program.getSyntacticDiagnostics(named(file)).map(diagnosticOf),
    getSemanticDiagnostics: (file: ts.SourceFile) => program.getSemanticDiagnostics(named(file)).map(diagnosticOf),
  };
  return its as unknown as ts.Program;
}

function diagnosticOf({ pos, end, code, category, ...its }: sync.Diagnostic): object {
  return {
    start: pos,
    length: end - pos,
    code,
    category,
    messageText: messageOf({ ...its, pos, end, code, category }, 0),
  };
}

/** The message with the further ones that explain it, each on a line of its own, as TypeScript writes them. */
function messageOf({ text, messageChain = [] }: sync.Diagnostic, depth: number): string {
  const more = messageChain.map((each) => `\n${"  ".repeat(depth + 1)}${messageOf(each, depth + 1)}`);
  return text + more.join("");
}

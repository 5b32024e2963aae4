// A hole server over any language server. It learns types by hovering over a generic hole, from the active parameter of a call, and from errors about a value
// of an otherwise unused type. Types are texts.

import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramPlace } from "@espalier/analysis";
import type { RunningServer } from "@espalier/analysis-lsp";
import type { DefinedType, Header, HoleServer, StaticError, TypeAlias } from "@espalier/typed-holes";
import type { HoleDialect } from "./dialect.js";
import { expectedAt, filled } from "./expected.js";
import { fittingEntries } from "./fitting.js";
import { type AskedServer, headed, type LspType, type ShownHole } from "./lsp-type.js";
import { type Declared, declaredAs, definitionText, type ProjectModule, projectModules } from "./project-symbols.js";
import { type FileSymbol, type Overlay, shownServer } from "./shown-server.js";
import { namesIn } from "./type-text.js";
import { typingContext } from "./typing-context.js";

/** The parts of such a hole server. */
export interface LspHolesOptions {
  readonly server: RunningServer;
  readonly dialect: HoleDialect;
  readonly root: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly overlay: Overlay;
  /** The text that closes the brackets that are open at a place and that nothing after the place closes. */
  readonly closing: (at: ProgramPlace) => string;
  /** Timeout of one question to the server, in milliseconds. */
  readonly deadline: number;
}

export function lspHoles({
  server: running,
  dialect,
  root,
  languages,
  overlay,
  closing,
  deadline,
}: LspHolesOptions): HoleServer<LspType> {
  const server = shownServer({ server: running, languageOf: (uri) => languages[path.extname(uri)], overlay, deadline });
  const asked: AskedServer = { server, dialect, closing };
  /** The last hole that was asked about. */
  let hole: ShownHole | undefined;
  let read: Promise<readonly ProjectModule[]> | undefined;
  const uriOf = (file: string): string => pathToFileURL(path.resolve(root, file)).href;

  /** The modules of the hole. They are read when a question first needs them. */
  async function modulesOfHole(): Promise<readonly ProjectModule[]> {
    if (hole === undefined) return [];
    read ??= projectModules(server, dialect, root, { ...hole, headed: headed(dialect) });
    return read;
  }

  /** The components of a type and its return type. A named type is resolved to its definition first. */
  async function partsOf(type: LspType): Promise<readonly LspType[]> {
    const modules = await modulesOfHole();
    let meant = type;
    // Stops at a name that repeats: such a chain of aliases is cyclic, and the type has no parts.
    for (const met = new Set<string>(); !met.has(meant.text); ) {
      const parts = dialect.parts(meant.text);
      if (parts.length > 0) return parts.map((text) => ({ ...meant, text }));
      met.add(meant.text);
      const found = declaredAs(meant.text, modules, meant.near);
      const text = found && dialect.meant(definitionText(found, dialect));
      if (text !== undefined) meant = { text, near: found!.module.uri };
    }
    return [];
  }

  return {
    language: dialect.language,
    degraded: "types are texts from a language server, without rules for operators",
    async getExpectedType(place) {
      const at = withoutMark(place);
      const none = dialect.none.find(({ before }) => before.test(at.before));
      if (none !== undefined) return { kind: "unknown", reason: none.reason };
      const uri = uriOf(at.path);
      const value = await expectedAt(asked, at, uri);
      hole = { uri, ...filled(asked, at, dialect.generic.text) };
      read = undefined;
      return value === undefined
        ? { kind: "unknown", reason: "the server tells no type here" }
        : { kind: "closed", value };
    },
    async getTypingContext() {
      return hole === undefined ? [] : typingContext(asked, hole, await modulesOfHole());
    },
    async extractAliases({ text, near, declared }) {
      if (hole === undefined) return [];
      const modules = await modulesOfHole();
      return namesIn(dialect.mentions?.(text) ?? text).flatMap((name): TypeAlias[] => {
        const found = declaredAs(name, modules, near);
        if (found === undefined || found.symbol.kind === 12 || found.symbol === declared?.symbol) return [];
        return [{ id: idOf(found), name }];
      });
    },
    async getTypeDefinition(alias): Promise<DefinedType<LspType> | undefined> {
      if (hole === undefined) return undefined;
      const modules = await modulesOfHole();
      const declared = modules
        .flatMap((module) => module.symbols.map((symbol) => ({ module, symbol })))
        .find((each) => idOf(each) === alias.id);
      if (declared === undefined) return undefined;
      const text = definitionText(declared, dialect);
      const { module, symbol } = declared;
      const type = { text, near: module.uri, declared };
      return { name: alias.name, text, type, ...(module.uri !== hole.uri && { declared: placeOf(module, symbol) }) };
    },
    async getTargetTypes(type) {
      const targets: LspType[] = [];
      let level: readonly LspType[] = [type];
      for (let depth = 0; depth <= 2; depth++) {
        targets.push(...level.filter(({ text }) => !isBase(text)));
        level = (await Promise.all(level.map(partsOf))).flat();
      }
      return targets;
    },
    async filterContext(context, target) {
      if (hole === undefined || context.length === 0) return [];
      return fittingEntries(asked, hole, await modulesOfHole(), context, target);
    },
    scoreEntry({ type }) {
      const names = type.text.match(/[\p{ID_Start}_][\p{ID_Continue}]*/gu) ?? [];
      const unknown = names.filter((name) => dialect.unknown.has(name)).length;
      return names.length === 0 ? 1 : 1 - unknown / names.length;
    },
    printHeader({ name, locality, type }): Header {
      const { declared, header = name } = type;
      return {
        name,
        text: header,
        locality,
        ...(locality === "importable" && declared?.module.from !== undefined && { importFrom: declared.module.from }),
        ...(declared !== undefined &&
          declared.module.uri !== hole?.uri && { declared: placeOf(declared.module, declared.symbol) }),
      };
    },
    async getStaticErrors(file, text): Promise<readonly StaticError[]> {
      const uri = uriOf(file);
      await server.show(uri, text);
      const found = await server.diagnostics(uri);
      return found
        .filter(({ severity }) => severity <= 2)
        .map(({ message, code, severity, from, to }) => ({
          message,
          ...((typeof code === "string" || typeof code === "number") && { code }),
          kind: severity === 1 ? (dialect.isSyntax(code) ? "syntax" : "type") : "other",
          severity: severity === 1 ? "error" : "warning",
          from,
          to,
        }));
    },
  };

  function isBase(text: string): boolean {
    return (
      dialect.base.has(text) ||
      /^Literal\[|^["'\d-]/.test(text) ||
      text.split(/\s*\|\s*/).every((part) => dialect.base.has(part))
    );
  }
}

/** The place without the byte order mark of its file. The probes stand before the text, and a mark inside a text is an error. */
function withoutMark(at: ProgramPlace): ProgramPlace {
  if (at.before.startsWith("\uFEFF")) return { ...at, before: at.before.slice(1) };
  return at.before === "" && at.after.startsWith("\uFEFF") ? { ...at, after: at.after.slice(1) } : at;
}

const idOf = ({ module, symbol }: Declared): string => `${module.uri}#${symbol.from}`;
const placeOf = ({ uri }: ProjectModule, { from, to }: FileSymbol) => ({ path: new URL(uri).pathname, from, to });

// The declarations of the project modules that a file imports, directly or transitively. They resolve the names in types and supply typing-context entries.

import { fileURLToPath } from "node:url";
import type { HoleDialect } from "./dialect.js";
import type { FileSymbol, ShownServer } from "./shown-server.js";

/** A file with its text and its top-level symbols. */
export interface ProjectModule {
  readonly uri: string;
  readonly text: string;
  readonly symbols: readonly FileSymbol[];
  /** The module's name in the imports of the file with the hole; `undefined` for that file itself and for modules that it does not import. */
  readonly from: string | undefined;
}

/** The largest number of modules that are read for one hole, including the file itself. */
const MOST_MODULES = 30;

/**
 * The file and the modules that it imports, directly or through other modules, breadth first in the order of the imports. Excludes installed packages and
 * modules outside of `root`. `text` is what the server was shown; its first `headed` UTF-16 units may be lines that are not in the file.
 */
export async function projectModules(
  server: ShownServer,
  dialect: HoleDialect,
  root: string,
  file: { readonly uri: string; readonly text: string; readonly headed: number },
): Promise<readonly ProjectModule[]> {
  const modules: ProjectModule[] = [];
  const seen = new Set([file.uri]);
  let waiting: readonly { readonly uri: string; readonly text: string; readonly from: string | undefined }[] = [
    { ...file, from: undefined },
  ];
  while (waiting.length > 0) {
    const next: { uri: string; text: string; from: string | undefined }[] = [];
    for (const { uri, text, from } of waiting) {
      if (modules.length >= MOST_MODULES) return modules;
      await server.show(uri, text);
      modules.push({ uri, text, symbols: await server.symbols(uri, text), from });
      for (const found of text.matchAll(dialect.imports)) {
        const target = await server.definition(uri, text, found.index + found[0].length - 1);
        if (target === undefined || seen.has(target.uri) || !isOfProject(target.uri, root)) continue;
        seen.add(target.uri);
        const whole = await server.textOf(target.uri);
        // How an imported module names its own imports has no meaning in the file itself.
        if (whole !== undefined)
          next.push({ uri: target.uri, text: whole, from: uri === file.uri ? found[0] : undefined });
      }
    }
    waiting = next;
  }
  return modules;
}

function isOfProject(uri: string, root: string): boolean {
  if (!uri.startsWith("file:")) return false;
  const file = fileURLToPath(uri);
  return file.startsWith(root) && !/[\\/](node_modules|site-packages|dist-packages)[\\/]/.test(file);
}

/** A symbol and the module that declares it. */
export interface Declared {
  readonly module: ProjectModule;
  readonly symbol: FileSymbol;
}

/** The declaration of a name in a module: the module's own, or else the nearest one. */
export function declaredAs(name: string, modules: readonly ProjectModule[], near?: string): Declared | undefined {
  const own = modules.filter(({ uri }) => uri === near);
  for (const module of [...own, ...modules]) {
    const symbol = module.symbols.find((each) => each.name === name);
    if (symbol !== undefined) return { module, symbol };
  }
  return undefined;
}

const CLASS = 5;
const BODIED: ReadonlySet<number> = new Set([6, 9, 12]);

/** The source of a declaration, without the bodies of its methods. */
export function definitionText({ module: { text }, symbol }: Declared, { body }: HoleDialect): string {
  const from = text.lastIndexOf("\n", symbol.from - 1) + 1;
  if (symbol.kind !== CLASS) return statementAt(text, from, symbol.to);
  let shown = "";
  let at = decoratorsBefore(text, from);
  for (const child of symbol.children.filter(({ kind }) => BODIED.has(kind))) {
    const end = child.from + body(text.slice(child.from, child.to));
    shown += text.slice(at, end).trimEnd().replace(/:$/, "");
    at = child.to;
  }
  return shown + text.slice(at, symbol.to);
}

/** The offset of the first decorator line of a declaration. */
function decoratorsBefore(text: string, from: number): number {
  let start = from;
  for (;;) {
    const before = text.lastIndexOf("\n", start - 2) + 1;
    if (start === 0 || !text.startsWith("@", before)) return start;
    start = before;
  }
}

/** A statement, up to the end of the line on which its last bracket closes. */
function statementAt(text: string, from: number, least: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at]!;
    if ("([{".includes(letter)) depth++;
    if (")]}".includes(letter)) depth--;
    if (letter === "\n" && depth <= 0 && at >= least) return text.slice(from, at);
  }
  return text.slice(from);
}

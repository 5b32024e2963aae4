// Loads grammars and creates an extractor from them. Grammars are WebAssembly files from ordinary npm packages. Node
// finds them by itself; in a browser, the page passes their locations.

import { callable, type KindsOf, listOf, oneOf, optionally, options, signature } from "@espalier/arguments";
import type { FactExtractor, FileFacts } from "@espalier/context";
import { Language, Parser } from "web-tree-sitter";
import { collect, type Kinds, type KindTable, kindTable } from "./collector.js";
import { JAVA } from "./java.js";
import { PYTHON } from "./python.js";
import { resolveJava } from "./resolve-java.js";
import { resolvePython } from "./resolve-python.js";
import { configuresTypeScript, resolveTypeScript } from "./resolve-typescript.js";
import { TYPESCRIPT } from "./typescript.js";

/** A grammar. `tsx` also reads JavaScript, with and without JSX. */
export type GrammarName = "python" | "typescript" | "tsx" | "java";

/** The location of a WebAssembly file (a path in Node, a URL in a browser), or its bytes. */
export type WasmSource = string | Uint8Array;

/** What to load, and from where. */
export interface SyntaxOptions {
  /** All grammars by default. */
  readonly grammars?: readonly GrammarName[];
  /**
   * Returns the location of a file in an npm package, such as `tree-sitter-python/tree-sitter-python.wasm` or
   * `web-tree-sitter/web-tree-sitter.wasm`. Not needed in Node.
   */
  readonly locate?: (file: string) => WasmSource | Promise<WasmSource>;
}

/** An extractor of facts. Call `dispose` when it is no longer needed, because its parsers use WebAssembly memory. */
export interface Syntax extends FactExtractor {
  /** Returns the grammar for a file, by its extension. */
  grammarOf(path: string): GrammarName | undefined;
  dispose(): void;
}

const GRAMMARS: Readonly<Record<GrammarName, { readonly file: string; readonly kinds: Kinds }>> = {
  python: { file: "tree-sitter-python/tree-sitter-python.wasm", kinds: PYTHON },
  typescript: { file: "tree-sitter-typescript/tree-sitter-typescript.wasm", kinds: TYPESCRIPT },
  tsx: { file: "tree-sitter-typescript/tree-sitter-tsx.wasm", kinds: TYPESCRIPT },
  java: { file: "tree-sitter-java/tree-sitter-java.wasm", kinds: JAVA },
};

const BY_EXTENSION: Readonly<Record<string, GrammarName>> = {
  py: "python",
  pyi: "python",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  js: "tsx",
  jsx: "tsx",
  mjs: "tsx",
  cjs: "tsx",
  java: "java",
};

let started: Promise<void> | undefined;

const OPTIONS: KindsOf<SyntaxOptions> = { grammars: listOf(oneOf(...Object.keys(GRAMMARS))), locate: callable };
const checkLoadSyntax = signature("loadSyntax", { options: optionally(options(OPTIONS)) });

/**
 * Loads grammars and creates an extractor of facts. The first call starts tree-sitter; later calls use the same
 * tree-sitter file.
 *
 * @throws the error from loading, if a file does not exist or is not a grammar.
 */
export async function loadSyntax(options: SyntaxOptions = {}): Promise<Syntax> {
  checkLoadSyntax(options);
  const { grammars = Object.keys(GRAMMARS) as GrammarName[], locate } = options;
  started ??= start(locate).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  await started;
  const loaded = new Map<GrammarName, { parser: Parser; table: KindTable }>();
  for (const name of grammars) {
    const { file, kinds } = GRAMMARS[name];
    const language = await Language.load(await (locate ?? locateInstalled)(file));
    loaded.set(name, { parser: new Parser().setLanguage(language), table: kindTable(language, kinds) });
  }
  const grammarOf = (path: string): GrammarName | undefined => {
    const name = BY_EXTENSION[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ""];
    return name !== undefined && loaded.has(name) ? name : undefined;
  };
  return {
    grammarOf,
    facts: (path, text) => {
      const name = grammarOf(path);
      return name === undefined ? undefined : factsOf(path, text, loaded.get(name)!);
    },
    resolve: (path, imported, files) => {
      const name = grammarOf(path);
      if (name === "python") return resolvePython(path, imported, files);
      if (name === "java") return resolveJava(path, imported, files);
      return name === undefined ? [] : resolveTypeScript(path, imported, files);
    },
    configures: configuresTypeScript,
    dispose: () => {
      for (const { parser } of loaded.values()) parser.delete();
      loaded.clear();
    },
  };
}

async function start(locate: SyntaxOptions["locate"]): Promise<void> {
  const found = await locate?.("web-tree-sitter/web-tree-sitter.wasm");
  if (found === undefined) return Parser.init();
  return Parser.init(found instanceof Uint8Array ? { wasmBinary: found } : { locateFile: () => String(found) });
}

/** The file in which tree-sitter trapped. Its memory is then corrupt, and it can start only once in a process. */
let brokenAt: string | undefined;

function factsOf(path: string, text: string, { parser, table }: { parser: Parser; table: KindTable }): FileFacts {
  if (brokenAt !== undefined) throw new Error(`The parser failed at ${brokenAt} and cannot read further files.`);
  if (nestsTooDeep(text)) throw new RangeError(`More than ${MOST_OPEN} brackets are open at once.`);
  try {
    const tree = parser.parse(text);
    if (tree === null) throw new Error("The parser returned no syntax tree.");
    try {
      return collect(tree, table);
    } finally {
      tree.delete();
    }
  } catch (error) {
    if (error instanceof Error && error.name === "RuntimeError") brokenAt = path;
    throw error;
  }
}

/**
 * On malformed files, tree-sitter recurses on its small stack: 3,000 times `{a:` overflow it. Real programs stay far
 * below this.
 */
const MOST_OPEN = 1000;

/** Whether too many brackets are open at once, including those in strings and comments. O(text). */
function nestsTooDeep(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // ( [ { and ) ] }
    if (unit === 0x28 || unit === 0x5b || unit === 0x7b) {
      if (++open > MOST_OPEN) return true;
    } else if ((unit === 0x29 || unit === 0x5d || unit === 0x7d) && open > 0) open--;
  }
  return false;
}

// Available in CommonJS and ES modules of Node respectively; three names do not justify a dependency on type packages.
declare const __filename: string | undefined;
declare const require: { resolve(file: string): string };
declare const URL: new (address: string) => { readonly href: string };
type Resolving = ImportMeta & { resolve(file: string): string };

function locateInstalled(file: string): WasmSource {
  if (typeof __filename === "string") return require.resolve(file);
  // Node reads files from URL objects, not from their text.
  return new URL((import.meta as Resolving).resolve(file)) as unknown as string;
}

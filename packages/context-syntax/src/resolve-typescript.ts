// Resolves imports of TypeScript and JavaScript to files: relative paths, `paths` and `baseUrl` of the nearest
// tsconfig.json, and packages of the same repository by name. For a name that a file re-exports from another, that
// other file comes first.

import type { ImportFact, RepositoryFiles } from "@espalier/context";
import { escaped } from "./escaped.js";
import { folderOf, foldersAbove, inside, joinPath } from "./paths.js";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"] as const;
/** The TypeScript sources that an import of a JavaScript file may refer to. */
const AS_WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};
/** How many re-exports of a name are followed. */
const MOST_STEPS = 8;

export function resolveTypeScript(
  path: string,
  { specifier, members }: ImportFact,
  files: RepositoryFiles,
): readonly string[] {
  const file = moduleFile(path, specifier, files);
  if (file === undefined) return [];
  const found = new Set(members.flatMap((member) => definedIn(file, member, files)));
  found.add(file);
  found.delete(path);
  return [...found];
}

/** Returns whether a file affects how imports resolve. */
export function configuresTypeScript(path: string): boolean {
  return /(^|\/)([tj]sconfig[^/]*\.json|package\.json)$/.test(path);
}

function moduleFile(path: string, specifier: string, files: RepositoryFiles): string | undefined {
  if (/^\.{1,2}(\/|$)/.test(specifier)) return fileAt(joinPath(folderOf(path), specifier), files);
  for (const folder of foldersAbove(path)) {
    for (const name of ["tsconfig.json", "jsconfig.json"]) {
      const config = inside(folder, name);
      if (files.has(config)) return byConfig(config, specifier, files) ?? byPackage(path, specifier, files);
    }
  }
  return byPackage(path, specifier, files);
}

function fileAt(base: string | undefined, files: RepositoryFiles): string | undefined {
  if (base === undefined) return undefined;
  const extension = /\.[cm]?jsx?$/.exec(base)?.[0];
  const bare = extension === undefined ? base : base.slice(0, -extension.length);
  const candidates = [
    ...(extension === undefined ? [] : AS_WRITTEN[extension]!.map((other) => bare + other)),
    base,
    ...EXTENSIONS.map((other) => base + other),
    ...EXTENSIONS.map((other) => inside(base, `index${other}`)),
  ];
  return candidates.find((candidate) => /\.[cm]?[jt]sx?$/.test(candidate) && files.has(candidate));
}

interface Config {
  readonly extends?: unknown;
  readonly compilerOptions?: { readonly baseUrl?: unknown; readonly paths?: Readonly<Record<string, unknown>> | null };
}

/**
 * Resolves with `paths`, longest pattern first, and with `baseUrl`. A configuration inherits both from the one that it
 * extends.
 */
function byConfig(config: string, specifier: string, files: RepositoryFiles): string | undefined {
  const visited = new Set<string>();
  for (let at: string | undefined = config; at !== undefined && !visited.has(at); ) {
    visited.add(at);
    const read: Config | undefined = jsonOf(files.text(at));
    const folder = folderOf(at);
    const { baseUrl, paths } = read?.compilerOptions ?? {};
    const base = typeof baseUrl === "string" ? joinPath(folder, baseUrl) : folder;
    for (const [pattern, targets] of Object.entries(paths ?? {}).sort(([a], [b]) => b.length - a.length)) {
      const rest = matched(pattern, specifier);
      if (rest === undefined || base === undefined || !Array.isArray(targets)) continue;
      for (const target of targets) {
        const found = fileAt(
          joinPath(
            base,
            String(target).replace("*", () => rest),
          ),
          files,
        );
        if (found !== undefined) return found;
      }
    }
    const found =
      typeof baseUrl === "string" && base !== undefined ? fileAt(inside(base, specifier), files) : undefined;
    if (found !== undefined) return found;
    const parent: unknown = read?.extends;
    if (typeof parent !== "string" || !parent.startsWith(".")) return undefined;
    const joined = joinPath(folder, parent);
    at = joined === undefined || files.has(joined) ? joined : `${joined}.json`;
  }
  return undefined;
}

/** Returns the text that `*` matches if the specifier matches the pattern. */
function matched(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === specifier ? "" : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits =
    specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after);
  return fits ? specifier.slice(before.length, specifier.length - after.length) : undefined;
}

/**
 * Returns the folder of a package of the same repository: one above the importing file, or one in `packages` with a
 * matching folder name.
 */
function byPackage(path: string, specifier: string, files: RepositoryFiles): string | undefined {
  const [, name = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  const above = foldersAbove(path);
  const bare = name.slice(name.indexOf("/") + 1);
  for (const folder of [...above, ...above.map((one) => inside(one, `packages/${bare}`))]) {
    const manifest = jsonOf<{ name?: unknown; main?: unknown }>(files.text(inside(folder, "package.json")));
    if (manifest?.name !== name) continue;
    const entries =
      rest === ""
        ? ["src/index", "index", ...(typeof manifest.main === "string" ? [manifest.main] : [])]
        : [rest, `src/${rest}`];
    for (const entry of entries) {
      const found = fileAt(joinPath(folder, entry), files);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Parses JSON with comments and trailing commas, as in project files; `undefined` for anything else. */
function jsonOf<Value>(text: string | undefined): Value | undefined {
  if (text === undefined) return undefined;
  const plain = text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g,
    (_, string?: string) => string ?? "",
  );
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === "object" && value !== null ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}

const EXPORT_FROM = /export\s+(?:type\s+)?(\*|\{[^{}]*\})(?:\s+as\s+[\w$]+)?\s+from\s+["']([^"']+)["']/g;

/** Returns the files from which `file` re-exports a name, farthest first. Each file is visited once, so cycles end. */
function definedIn(file: string, name: string, files: RepositoryFiles): readonly string[] {
  const found: string[] = [];
  const visited = new Set([file]);
  let frontier = [file];
  for (let step = 0; step < MOST_STEPS && frontier.length > 0; step++) {
    frontier = frontier.flatMap((one) =>
      exportedFrom(one, name, files).filter((next) => {
        if (visited.has(next)) return false;
        visited.add(next);
        return true;
      }),
    );
    found.unshift(...frontier.filter((one) => step === 0 || declares(files.text(one), name)));
  }
  return found.filter((one) => declares(files.text(one), name) || exportedFrom(one, name, files).length > 0);
}

function exportedFrom(file: string, name: string, files: RepositoryFiles): readonly string[] {
  const found: string[] = [];
  for (const [, list = "", specifier = ""] of (files.text(file) ?? "").matchAll(EXPORT_FROM)) {
    const named = list
      .replace(/[{}]/g, "")
      .split(",")
      .some((part) => part.trim().split(/\s+/).at(-1) === name);
    if (list !== "*" && !named) continue;
    const next = moduleFile(file, specifier, files);
    if (next !== undefined) found.push(next);
  }
  return found;
}

function declares(text: string | undefined, name: string): boolean {
  if (name === "default") return /\bexport\s+default\b/.test(text ?? "");
  return new RegExp(
    `\\b(?:class|function\\*?|const|let|var|interface|type|enum|namespace)\\s+${escaped(name)}(?![\\w$])`,
  ).test(text ?? "");
}

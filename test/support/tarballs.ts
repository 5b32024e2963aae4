// The packages as npm will publish them: one tarball each, with `workspace:` dependencies rewritten to versions.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { foldersIn, root } from "./code-blocks.js";

/** One published package. */
export interface Package {
  readonly name: string;
  /** Its folder, relative to the repository. */
  readonly folder: string;
  /** Names of the packages of this repository that it depends on, directly. */
  readonly siblings: readonly string[];
}

/** Every published package. */
export function packages(): Package[] {
  return foldersIn("packages").map((entry) => {
    const folder = `packages/${entry}`;
    const manifest = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as {
      name: string;
      dependencies?: Record<string, string>;
    };
    const siblings = Object.entries(manifest.dependencies ?? {}).filter(([, range]) => range.startsWith("workspace:"));
    return { name: manifest.name, folder, siblings: siblings.map(([name]) => name) };
  });
}

/** The packages whose build is missing. Their tarballs would be empty. */
export function unbuilt(): string[] {
  return packages()
    .filter(({ folder }) => !existsSync(path.join(root, folder, "dist/index.js")))
    .map(({ name }) => name);
}

/** Packs every package into a folder; returns the tarball of each name. */
export function pack(destination: string): Map<string, string> {
  const pnpm = path.join(root, "node_modules/pnpm/bin/pnpm.cjs");
  const filter = ["--recursive", "--filter", "./packages/*"];
  execFileSync(process.execPath, [pnpm, ...filter, "pack", "--pack-destination", destination], {
    cwd: root,
    stdio: "pipe",
  });
  const tarballs = readdirSync(destination);
  const entries = packages().map(({ name }) => {
    const stem = name.replace("@", "").replace("/", "-");
    const tarball = tarballs.find((file) => file.startsWith(stem) && /^-\d/.test(file.slice(stem.length)));
    if (tarball === undefined) throw new Error(`No tarball of ${name} among ${tarballs.join(", ")}`);
    return [name, path.join(destination, tarball)] as const;
  });
  return new Map(entries);
}

/** A package and all the siblings it needs, by name. */
export function closure(names: Iterable<string>): string[] {
  const all = new Map(packages().map((entry) => [entry.name, entry]));
  const needed = new Set<string>();
  const visit = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const sibling of all.get(name)?.siblings ?? []) visit(sibling);
  };
  for (const name of names) visit(name);
  return [...needed];
}

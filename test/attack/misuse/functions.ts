// The functions that the packages export.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Callable } from "./explore.js";

const packages = new URL("../../../packages/", import.meta.url);

/** The packages, by their folders. */
export const PACKAGES: readonly string[] = readdirSync(fileURLToPath(packages)).sort();

export interface Exported {
  /** `package.function`. */
  readonly name: string;
  readonly f: Callable;
}

/** The functions that a package exports; classes, which begin with a capital letter, are none. */
export async function functionsOf(name: string): Promise<readonly Exported[]> {
  const exports = (await import(new URL(`${name}/src/index.ts`, packages).href)) as Readonly<Record<string, unknown>>;
  return Object.entries(exports)
    .filter(([own, value]) => typeof value === "function" && !/^[A-Z]/u.test(own))
    .map(([own, value]) => ({ name: `${name}.${own}`, f: value as Callable }));
}

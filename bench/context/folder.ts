// The sources of a folder, by path, without hidden folders, installed packages and generated files.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Files of which `wanted` is true, sorted by path; files beyond a megabyte are left out. */
export function sourcesIn(
  root: string,
  wanted: (file: string) => boolean,
): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !/(^|\/)(\.|node_modules\/)/.test(file) && wanted(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), "utf8") }))
    .filter(({ text }) => text.length <= 1_000_000);
}

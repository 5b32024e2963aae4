// The configuration of a project, as TypeScript 7's process reads it. Only a configuration can tell this process which files a program has. So in place of the user's
// configuration it reads one that extends it and lists the files, the one that is being written among them.

import { type Files, folderOf, normalized, placed } from "./files.js";

/** The configuration of a project. */
export interface Configuration {
  /** Where the process expects it. */
  readonly path: string;
  readonly folder: string;
  /** Where the process finds the user's text while a list of files stands at `path`. */
  readonly extended: string;
}

/** The configuration at or above a path. */
export function configurationAt(files: Files, project: string): Configuration {
  const path = placed(project, normalized(files.getCurrentDirectory()));
  const found = files.fileExists(path)
    ? path
    : (nearest(files, path, "tsconfig.json") ?? nearest(files, path, "jsconfig.json"));
  const folder = found === undefined ? path : folderOf(found);
  return {
    path: found ?? `${folder}/tsconfig.json`,
    folder,
    extended: `${folder}/.espalier-extended.json`,
  };
}

/** The text that stands for a configuration that is missing. */
export const WITHOUT_CONFIGURATION = '{ "compilerOptions": { "allowJs": true, "strict": true } }';

/** The text that extends the user's configuration and lists the files. */
export function withFiles({ extended, folder }: Configuration, files: Iterable<string>): string {
  const name = `./${extended.slice(folder.length + 1)}`;
  return JSON.stringify({ extends: name, compilerOptions: { noEmit: true }, include: [], files: [...files] });
}

function nearest(files: Files, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folderOf(folder)) {
    const candidate = `${folder}/${name}`;
    if (files.fileExists(candidate)) return candidate;
    if (folder === "" || folder === folderOf(folder)) return undefined;
  }
}

// Resolved imports, and the keys that tell whether two files import the same module.

import type { ImportFact } from "./facts.js";

/** An import, and the files of the repository that it may refer to; none for a library. */
export interface ResolvedImport {
  readonly imported: ImportFact;
  readonly paths: readonly string[];
}

/**
 * Returns the keys of an import. Two imports of the same repository file, however written, or of the same library have
 * a common key.
 */
export function importKeysOf({ imported, paths }: ResolvedImport): readonly string[] {
  return paths.length > 0 ? paths : [`library ${imported.specifier}`];
}

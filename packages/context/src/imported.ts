// An import with the files that it means, and the keys by which two files share an import.

import type { ImportFact } from "./facts.js";

/** An import, and the files of the repository that it means; none for a library. */
export interface ResolvedImport {
  readonly imported: ImportFact;
  readonly paths: readonly string[];
}

/** Keys of what an import means: equal for two imports of one file of the repository, however it is written, or of one library. */
export function importKeysOf({ imported, paths }: ResolvedImport): readonly string[] {
  return paths.length > 0 ? paths : [`library ${imported.specifier}`];
}

// Makes src/grammar/rule-tables.ts of the grammar of the default version; to be run after each change of the grammar:
//
//   tsx --conditions=@espalier/source packages/python/scripts/rule-tables.ts
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writtenRules } from "@espalier/gaps";
import { pythonSource } from "../src/index.js";
import { DEFAULT_VERSION } from "../src/python.js";

const table = `// The rules of the newest grammar, compiled; those of other versions are compiled when they are used, since each table makes pages 3 kB (gzip) larger.
// Made by scripts/rule-tables.ts; do not edit.
//
// As \`writtenRules\` of @espalier/gaps writes them; a test compares them with the grammar.

import type { PythonVersion } from "./version.js";

export const RULE_TABLES: Readonly<Partial<Record<PythonVersion, string>>> = {
  "${DEFAULT_VERSION}":
    "${writtenRules(pythonSource(DEFAULT_VERSION))}",
};
`;
writeFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), "../src/grammar/rule-tables.ts"), table);

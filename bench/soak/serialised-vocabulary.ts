// The vocabulary as the process of a soak and its threads get it: a file in the format of the package. MaskBench's file is JSON, because other engines read it
// (maskbench/vocabulary-file.ts). Parsing JSON makes garbage in each thread, and the peak of the memory would show it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deserializeVocabulary, serializeVocabulary, type Vocabulary } from "@espalier/vocabulary";

/** Writes the file, which is there until this process ends. */
export function writeVocabulary(vocabulary: Vocabulary): string {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-soak-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "vocabulary");
  writeFileSync(file, serializeVocabulary(vocabulary));
  return file;
}

export function readVocabulary(file: string): Vocabulary {
  return deserializeVocabulary(readFileSync(file));
}

// The vocabulary as the engines' processes are given it, a file: the bytes of each token in hexadecimal, or the name of a control
// token. So that a process holds no tokenizer, whose tables a collector would go through between an engine's masks.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVocabulary, type TokenId, type Vocabulary } from "@espalier/vocabulary";

interface VocabularyFile {
  readonly ends: readonly TokenId[];
  readonly tokens: readonly (string | { readonly control: string })[];
}

/** Writes the file, which is there until this process ends. */
export function writeVocabulary(vocabulary: Vocabulary): string {
  const tokens = Array.from({ length: vocabulary.size }, (_, id): VocabularyFile["tokens"][number] => {
    const bytes = vocabulary.bytes(id);
    return bytes === undefined ? { control: vocabulary.control(id)! } : Buffer.from(bytes).toString("hex");
  });
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-maskbench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "vocabulary.json");
  const content: VocabularyFile = { ends: [...vocabulary.ends], tokens };
  writeFileSync(file, JSON.stringify(content));
  return file;
}

export function readVocabulary(file: string): Vocabulary {
  const { ends, tokens } = JSON.parse(readFileSync(file, "utf8")) as VocabularyFile;
  return createVocabulary({
    tokens: tokens.map((token, id) =>
      typeof token === "string" ? { id, bytes: [...Buffer.from(token, "hex")] } : { id, control: token.control },
    ),
    ends,
  });
}

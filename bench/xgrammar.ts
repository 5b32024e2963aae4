// XGrammar in WebAssembly (@mlc-ai/web-xgrammar), as far as the comparison needs it. Its package calls itself a module but
// carries a script that Node then refuses, so a copy under another name is loaded.

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Vocabulary } from "@espalier/vocabulary";
import type { GrammarCompiler, GrammarMatcher, TokenizerInfo } from "@mlc-ai/web-xgrammar";

interface Bundle {
  readonly GrammarCompiler: typeof GrammarCompiler;
  readonly GrammarMatcher: typeof GrammarMatcher;
  readonly TokenizerInfo: typeof TokenizerInfo;
}

const require = createRequire(import.meta.url);
const manifest = require.resolve("@mlc-ai/web-xgrammar/package.json");
export const xgrammarVersion: string = (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;

let loaded: Bundle | undefined;

export function loadXgrammar(): Bundle {
  if (loaded !== undefined) return loaded;
  const folder = mkdtempSync(join(tmpdir(), "espalier-bench-"));
  const copy = join(folder, "web-xgrammar.cjs");
  copyFileSync(join(manifest, "..", "lib", "index.js"), copy);
  loaded = require(copy) as Bundle;
  rmSync(folder, { recursive: true });
  return loaded;
}

/** The vocabulary as XGrammar takes it: byte-level text by id. Control tokens spell nothing, so that text cannot. */
export async function tokenizerInfo(vocabulary: Vocabulary): Promise<TokenizerInfo> {
  const letters = byteLevelLetters();
  const encoded = Array.from({ length: vocabulary.size }, (_, id) =>
    Array.from(vocabulary.bytes(id) ?? [], (byte) => letters[byte]).join(""),
  );
  return loadXgrammar().TokenizerInfo.createTokenizerInfo(encoded, "byte_level", false, encoded.length, [
    ...vocabulary.ends,
  ]);
}

/** GPT-2's letter for each byte: itself where it is printable Latin-1, the next from U+0100 on where it is not. */
function byteLevelLetters(): readonly string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCodePoint(printable ? byte : next++);
  });
}

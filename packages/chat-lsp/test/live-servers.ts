// The language servers of this machine that npm installed in the folder named by ESPALIER_LANGUAGE_SERVERS.

import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const folder = process.env.ESPALIER_LANGUAGE_SERVERS;
/** By their packages, since pyright and basedpyright link the same programs. */
const SERVERS = {
  pyright: { file: "pyright/langserver.index.js", parameters: ["--stdio"] },
  "typescript-7": { file: "typescript/bin/tsc", parameters: ["--lsp", "--stdio"] },
} as const;

export type LiveServer = keyof typeof SERVERS;

/** The command of a server; `undefined` where it is not here. */
export function commandOf(name: LiveServer): readonly string[] | undefined {
  const { file, parameters } = SERVERS[name];
  const found = folder === undefined ? undefined : join(folder, "node_modules", file);
  return found !== undefined && existsSync(found) ? [process.execPath, found, ...parameters] : undefined;
}

/** Why the tests of a server are skipped. */
export const whyNot = (name: LiveServer): string =>
  `needs ${name}: npm install pyright typescript@7 in a folder, and ESPALIER_LANGUAGE_SERVERS=FOLDER`;

/** A folder with these files, which is gone at the end of the test. */
export function projectOf(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "espalier-holes-")));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

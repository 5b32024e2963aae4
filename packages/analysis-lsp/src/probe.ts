// Asks a server about a small file until it lists members there: then it has read its project.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { namesOf } from "./completions.js";
import type { Connection } from "./connection.js";
import { positionOf } from "./positions.js";
import type { ServerProfile } from "./profile.js";

/** Milliseconds between two tries. */
const PAUSE = 200;

/** Resolves when the server lists members at the probe of its profile; at once for a profile without one. The server has `milliseconds` for each answer. */
export async function listsMembers(
  on: Connection,
  { probe, languages, exhaustive }: ServerProfile,
  root: string,
  milliseconds: number,
): Promise<void> {
  if (probe === undefined) return;
  const { file, text } = probe;
  const uri = pathToFileURL(path.join(root, file)).href;
  const languageId = languages[path.extname(file)];
  on.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  const position = positionOf(text, text.length, on.encoding);
  for (;;) {
    const result = await on.request("textDocument/completion", { textDocument: { uri }, position }, milliseconds);
    const listed = namesOf(result, { text, cursor: text.length, encoding: on.encoding });
    if (listed !== undefined && listed.names.length > 0) break;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE).unref();
    });
  }
  // The first diagnostics read more than the first completions.
  if (exhaustive.by === "diagnostics" && on.abilities.can("textDocument/diagnostic"))
    await on.request("textDocument/diagnostic", { textDocument: { uri } }, milliseconds);
  on.notify("textDocument/didClose", { textDocument: { uri } });
}

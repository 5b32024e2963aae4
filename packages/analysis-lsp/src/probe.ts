// Requests completions in a small probe file until the server lists members, which shows that it has read its project. The same file is used to learn the
// wording of the server's hover texts.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { namesOf } from "./completions.js";
import type { Connection } from "./connection.js";
import { type LearnedHovers, learnHovers } from "./hovering.js";
import { positionOf } from "./positions.js";
import type { ServerProfile } from "./profile.js";

/** Milliseconds between two attempts. */
const PAUSE = 200;

/**
 * Waits until the server lists members at the probe of its profile. Resolves with what was learned about the server's
 * hovers. Without a probe, it resolves at once. The server has `milliseconds` for each answer.
 */
export async function listsMembers(
  on: Connection,
  profile: ServerProfile,
  root: string,
  milliseconds: number,
): Promise<LearnedHovers | undefined> {
  const { probe, languages, exhaustive } = profile;
  if (probe === undefined) return undefined;
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
  // The server reads more files for the first diagnostics than for the first completions.
  if (exhaustive.by === "diagnostics" && on.abilities.can("textDocument/diagnostic"))
    await on.request("textDocument/diagnostic", { textDocument: { uri } }, milliseconds);
  const learned = await learnHovers(on, profile, root, milliseconds);
  on.notify("textDocument/didClose", { textDocument: { uri } });
  return learned;
}

// Requests completions in a small probe file until the server lists members, which shows that it has read its project. The same file is used to learn the
// wording of the server's hover texts.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { namesOf } from "./completions.js";
import type { Connection } from "./connection.js";
import { languageOf } from "./documents.js";
import { type LearnedHovers, learnHovers } from "./hovering.js";
import { positionOf } from "./positions.js";
import type { ServerProfile } from "./profile.js";

/** Milliseconds between two attempts. */
const PAUSE = 200;

/**
 * Waits until the server lists members at the probe of its profile. Resolves with what was learned about the server's
 * hovers. Without a probe, it resolves at once. The server has `milliseconds` for each answer. `told` receives what the
 * server answers instead of a list.
 *
 * @throws RequestError if the server has ended.
 */
export async function listsMembers(
  on: Connection,
  profile: ServerProfile,
  root: string,
  milliseconds: number,
  told: (answer: string) => void,
): Promise<LearnedHovers | undefined> {
  const { probe, languages, exhaustive } = profile;
  if (probe === undefined) return undefined;
  const { file, text } = probe;
  const uri = pathToFileURL(path.join(root, file)).href;
  const languageId = languageOf(languages, file);
  const attempt = refusals(on, told);
  on.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  const position = positionOf(text, text.length, on.encoding);
  for (;;) {
    const asked = { textDocument: { uri }, position };
    const answer = await attempt(() => on.request("textDocument/completion", asked, milliseconds));
    const listed = answer && namesOf(answer.result, { text, cursor: text.length, encoding: on.encoding });
    if (listed !== undefined && listed.names.length > 0) break;
    if (answer !== undefined) told(`it lists no members at the end of ${file}`);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE).unref();
    });
  }
  // The server reads more files for the first diagnostics than for the first completions.
  if (exhaustive.by === "diagnostics" && on.abilities.can("textDocument/diagnostic"))
    await attempt(() => on.request("textDocument/diagnostic", { textDocument: { uri } }, milliseconds));
  const learned = await attempt(() => learnHovers(on, profile, root, milliseconds));
  on.notify("textDocument/didClose", { textDocument: { uri } });
  return learned?.result;
}

/** Makes attempts whose result is `undefined` if the server refuses a request: some servers do so while they read the project. */
function refusals(
  on: Connection,
  told: (refusal: string) => void,
): <Result>(request: () => Promise<Result>) => Promise<{ readonly result: Result } | undefined> {
  let isOver = false;
  void on.ended.then(() => {
    isOver = true;
  });
  return async (request) => {
    try {
      return { result: await request() };
    } catch (error) {
      if (isOver) throw error;
      told(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
}

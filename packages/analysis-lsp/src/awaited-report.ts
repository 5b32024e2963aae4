// The diagnostics that a server pushes for the text of a question. A server can leave out a report: Eclipse JDT LS does so at times when requests follow each other quickly.
// The text is then sent once more.

import type { PublishedReport } from "./published.js";
import type { ServerQuestion } from "./server-question.js";

/** Milliseconds without a report after which a text is sent once more. */
const SENT_AGAIN_AFTER = 5_000;

/** A text that the server has been sent, and its version. */
export interface SentText {
  readonly text: string;
  readonly version: number;
}

/** The diagnostics of a text that has just been sent. `undefined` if none arrive in the time that the question has left. */
export async function awaitedReport(
  { on, uri, invented, show, left }: ServerQuestion,
  { text, version }: SentText,
): Promise<PublishedReport | undefined> {
  const within = (milliseconds: number) => on.published.about({ uri, version, invented }, milliseconds);
  const all = left();
  const report = await within(Math.min(all, SENT_AGAIN_AFTER));
  if (report !== undefined || all <= SENT_AGAIN_AFTER) return report;
  // A line at the end changes no place of the text, and is a change to the server.
  show(`${text}\n`);
  return within(left());
}

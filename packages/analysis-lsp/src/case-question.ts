// One question about a case of a `switch`: which constants of an enumeration are left. The package adds a `case` with
// an invented constant to the text. If the server reports an error about this constant, the value belongs to an
// enumeration, whose constants the server then lists.

import type { Answer } from "@espalier/monitor";
import type { Diagnostic, Range } from "vscode-languageserver-protocol";
import { awaitedReport } from "./awaited-report.js";
import { constantsOf } from "./completions.js";
import { wellFormed } from "./documents.js";
import { offsetsIn, positionOf } from "./positions.js";
import type { CaseLists } from "./profile.js";
import type { ServerQuestion } from "./server-question.js";

/** An answer to a question about a case. */
export type Cases = Answer<readonly string[]>;

/** @throws RequestError if the server does not answer in time. */
export async function askCases(question: ServerQuestion, cases: CaseLists): Promise<Cases> {
  const { on, profile, at, uri, invented, show, left, alive } = question;
  const doubt = profile.doubt?.(at, { names: [], messages: [], receiver: "" });
  if (typeof doubt === "string") return { kind: "open", reason: doubt };
  const refused = cases.refused(invented);
  // The case must end where nothing ends it yet, so that the server reads it as one.
  const end = /^\s*(?::(?!:)|->|,)/.test(at.after) ? "" : ":";
  const text = wellFormed(`${at.before}${refused}${end}${at.after}`);
  const report = await awaitedReport(question, { text, version: show(text) });
  if (report === undefined) throw new Error("the server published no diagnostics in time");
  const cursor = at.before.length;
  const offsetOf = offsetsIn(text, on.encoding);
  const isRefused = report.items.some((item) => {
    const { range, code } = Object(item) as Partial<Diagnostic>;
    const { start } = Object(range) as Partial<Range>;
    return code !== undefined && cases.codes.includes(code) && offsetOf(start) === cursor;
  });
  alive();
  if (!isRefused) return { kind: "open", reason: "the server does not tell that the value belongs to an enumeration" };
  const completion = { textDocument: { uri }, position: positionOf(text, cursor, on.encoding) };
  const result = await on.request("textDocument/completion", { ...completion, context: { triggerKind: 1 } }, left());
  alive();
  const constants = constantsOf(result, { text, cursor, encoding: on.encoding });
  const written = constants && cases.of(constants);
  if (written === undefined)
    return { kind: "open", reason: "the server does not list the constants of one enumeration" };
  return written.length === 0 ? { kind: "open", reason: "every case is written" } : { kind: "closed", value: written };
}

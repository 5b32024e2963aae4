// Error rounds (Blinn et al. 2024, §2.4): a model writes a filling, the language's tools report errors, and the model writes again. The result is the best
// filling, which is not always the last.

import type { ProgramPlace } from "@espalier/analysis";
import { ArgumentError, callable, integer, oneOf, options, required, signature } from "@espalier/arguments";
import { alone } from "./ask-hole.js";
import { reportOf } from "./error-report.js";
import type { HoleServer } from "./hole-server.js";
import { placeKind, serverKind } from "./kinds.js";
import { errorsBefore, errorsOfFilling, type FillingError } from "./static-errors.js";

/** What the model receives in a round. */
export interface RoundRequest {
  /** The number of the round; 0 for the first. */
  readonly round: number;
  /** The report on the last filling, in words for the model; `""` in the first round. */
  readonly report: string;
  /** The replies and reports so far, for a chat model. */
  readonly log: readonly RoundMessage[];
  /** With `by: "freeze"`, the text before the reply: the last filling up to its first error. Otherwise `""`. */
  readonly kept: string;
  /** The texts that must not follow `kept` again; each runs from there to the end of an error. Use {@link avoids} to enforce this. */
  readonly refused: readonly string[];
}

/** A message of the conversation. */
export interface RoundMessage {
  readonly role: "assistant" | "user";
  readonly content: string;
}

/** Options of error rounds. */
export interface RoundOptions {
  readonly server: HoleServer;
  /** The hole. */
  readonly at: ProgramPlace;
  /** The model's reply; with `by: "freeze"`, the continuation of `kept`. */
  readonly complete: (request: RoundRequest) => string | PromiseLike<string>;
  /** The largest number of rounds after the first; 2 by default, as in the paper. */
  readonly rounds?: number;
  /** `report` (default): the model reads the report and writes everything again. `freeze`, for completion models: the text before the first error stays. */
  readonly by?: "report" | "freeze";
  /** Extracts the code from a reply. By default, this is the content of the first fence of three backticks, or the whole reply if it has none. */
  readonly codeOf?: (reply: string) => string;
}

/** The result of one round. */
export interface Round {
  readonly reply: string;
  readonly filling: string;
  readonly errors: readonly FillingError[];
}

/** The result of all rounds. */
export interface Rounds extends Round {
  /** `clean`: a filling has no errors. `exhausted`: every filling has errors, and no rounds are left. `repeated`: the model wrote an earlier filling again. */
  readonly status: "clean" | "exhausted" | "repeated";
  /** All rounds, in order. The result is the best of them; among equals, the first. */
  readonly rounds: readonly Round[];
}

const checkErrorRounds = signature("errorRounds", {
  options: required(
    options({
      server: serverKind,
      at: placeKind,
      complete: required(callable),
      rounds: integer({ min: 0 }),
      by: oneOf("report", "freeze"),
      codeOf: callable,
    }),
  ),
});

/**
 * Lets a model fill a hole and correct its errors. A reply without code counts as a filling with errors. The report omits errors that the file has without the
 * filling. If `complete` throws, the rounds end and the caller receives that error.
 *
 * @throws ArgumentError if an option has the wrong type, or if `complete` or `codeOf` returns something other than a text.
 */
export async function errorRounds(roundOptions: RoundOptions): Promise<Rounds> {
  checkErrorRounds(roundOptions);
  const { server, at, complete, rounds: most = 2, by = "report", codeOf = fenced } = roundOptions;
  const known = await alone(server, () => errorsBefore(server, at));
  const rounds: Round[] = [];
  const written = new Set<string>();
  const log: RoundMessage[] = [];
  let next = { report: "", kept: "" };
  /** For each kept text, the wrong continuations. */
  const refused = new Map<string, string[]>();
  for (let round = 0; round <= most; round++) {
    const reply = await complete({ round, log: [...log], ...next, refused: refused.get(next.kept) ?? [] });
    const filling = next.kept + textOf("codeOf", codeOf(textOf("complete", reply)));
    const errors = await alone(server, () => errorsOfFilling(server, at, filling, known));
    rounds.push({ reply, filling, errors });
    if (errors.length === 0) return { ...rounds.at(-1)!, status: "clean", rounds };
    if (written.has(filling)) return { ...bestOf(rounds), status: "repeated", rounds };
    written.add(filling);
    const { text: report } = reportOf(at, filling, errors);
    log.push({ role: "assistant", content: reply }, { role: "user", content: report });
    next = { report, kept: "" };
    if (by === "freeze") {
      const { kept, wrong } = frozen(filling, errors);
      next = { report, kept };
      refused.set(kept, [...(refused.get(kept) ?? []), wrong]);
    }
  }
  return { ...bestOf(rounds), status: "exhausted", rounds };
}

/** What a function of the options returned. @throws ArgumentError if it is not a text. */
function textOf(option: "complete" | "codeOf", returned: unknown): string {
  if (typeof returned === "string") return returned;
  const what = returned === null ? "null" : typeof returned;
  throw new ArgumentError("wrong-type", option, `errorRounds: ${option} must return a text, not ${what}.`);
}

/** The round with the fewest errors. A filling that parses is better than one that does not. */
function bestOf(rounds: readonly Round[]): Round {
  const syntax = ({ errors }: Round): number => errors.filter(({ kind }) => kind === "syntax").length;
  return rounds.reduce((best, each) => {
    const better = syntax(each) - syntax(best) || each.errors.length - best.errors.length;
    return better < 0 ? each : best;
  });
}

/** The filling up to its first error, and the wrong text there. If the first error is elsewhere in the file, no text is kept. */
function frozen(filling: string, errors: readonly FillingError[]): { readonly kept: string; readonly wrong: string } {
  const inside = errors.find(({ from }) => from >= 0 && from < filling.length);
  if (inside === undefined) return { kept: "", wrong: filling };
  const name = /[\p{ID_Continue}$]*$/u.exec(filling.slice(0, inside.from))![0];
  const kept = filling.slice(0, inside.from - name.length);
  return { kept, wrong: filling.slice(kept.length, Math.max(inside.to, inside.from + 1)) };
}

/** The content of the first fence in a reply. */
function fenced(reply: string): string {
  return /^[ \t]*```[^\n`]*\n([\s\S]*?)^[ \t]*```/m.exec(reply)?.[1] ?? reply;
}

// Error rounds (Blinn et al. 2024, §2.4): a model writes, the language's tools say what is wrong, and the model writes again. The best filling is kept,
// which need not be the last.

import type { ProgramPlace } from "@espalier/analysis";
import { callable, integer, oneOf, options, required, signature } from "@espalier/arguments";
import { alone } from "./ask-hole.js";
import { reportOf } from "./error-report.js";
import type { HoleServer } from "./hole-server.js";
import { placeKind, serverKind } from "./kinds.js";
import { errorsBefore, errorsOfFilling, type FillingError } from "./static-errors.js";

/** What a model is asked in a round. */
export interface RoundRequest {
  /** 0 for the first. */
  readonly round: number;
  /** What is wrong with the last filling, in words for the model; `""` in the first round. */
  readonly report: string;
  /** The replies and reports so far, for a model that is chatted with. */
  readonly log: readonly RoundMessage[];
  /** The text that stands before the reply, with `by: "freeze"`: the last filling up to its first error. `""` otherwise. */
  readonly kept: string;
  /** What must not follow `kept` again, from there to the end of the error; {@link avoids} is the monitor. */
  readonly refused: readonly string[];
}

/** A message of the conversation. */
export interface RoundMessage {
  readonly role: "assistant" | "user";
  readonly content: string;
}

/** How rounds go. */
export interface RoundOptions {
  readonly server: HoleServer;
  /** The hole. */
  readonly at: ProgramPlace;
  /** The model's reply; with `by: "freeze"`, what follows `kept`. */
  readonly complete: (request: RoundRequest) => string | PromiseLike<string>;
  /** The most rounds after the first; 2 by default, as published. */
  readonly rounds?: number;
  /** `report` (default): the model writes all again, and is told what is wrong. `freeze`, for models that only complete: the text before the first error stays. */
  readonly by?: "report" | "freeze";
  /** The code of a reply; by default what stands in its first fence of three backticks, or all of it. */
  readonly codeOf?: (reply: string) => string;
}

/** What came of one round. */
export interface Round {
  readonly reply: string;
  readonly filling: string;
  readonly errors: readonly FillingError[];
}

/** What came of all rounds. */
export interface Rounds extends Round {
  /** `clean`: no errors. `exhausted`: none was without, and no rounds are left. `repeated`: the model wrote what it had written before. */
  readonly status: "clean" | "exhausted" | "repeated";
  /** All rounds, in order; the result is the best of them, of equals the first. */
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
 * Lets a model fill a hole and correct its errors. A reply that is not code counts as a filling with errors. The report leaves out the errors that the file
 * has without the filling. If `complete` throws, the rounds end and the caller gets that error.
 */
export async function errorRounds(roundOptions: RoundOptions): Promise<Rounds> {
  checkErrorRounds(roundOptions);
  const { server, at, complete, rounds: most = 2, by = "report", codeOf = fenced } = roundOptions;
  const known = await alone(server, () => errorsBefore(server, at));
  const rounds: Round[] = [];
  const written = new Set<string>();
  const log: RoundMessage[] = [];
  let next = { report: "", kept: "" };
  /** What was wrong after each text that stood. */
  const refused = new Map<string, string[]>();
  for (let round = 0; round <= most; round++) {
    const reply = await complete({ round, log: [...log], ...next, refused: refused.get(next.kept) ?? [] });
    const filling = next.kept + codeOf(reply);
    const errors = await alone(server, () => errorsOfFilling(server, at, filling, known));
    rounds.push({ reply, filling, errors });
    if (errors.length === 0) return { ...rounds.at(-1)!, status: "clean", rounds };
    if (written.has(filling)) return { ...bestOf(rounds), status: "repeated", rounds };
    written.add(filling);
    const { text: report } = reportOf(filling, errors);
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

/** The round with the fewest errors; a text that can be read comes before one that cannot. */
function bestOf(rounds: readonly Round[]): Round {
  const syntax = ({ errors }: Round): number => errors.filter(({ kind }) => kind === "syntax").length;
  return rounds.reduce((best, each) => {
    const better = syntax(each) - syntax(best) || each.errors.length - best.errors.length;
    return better < 0 ? each : best;
  });
}

/** A filling up to its first error, and what is wrong there. An error elsewhere in the file leaves nothing standing. */
function frozen(filling: string, errors: readonly FillingError[]): { readonly kept: string; readonly wrong: string } {
  const inside = errors.find(({ from }) => from >= 0 && from < filling.length);
  if (inside === undefined) return { kept: "", wrong: filling };
  const name = /[\p{ID_Continue}$]*$/u.exec(filling.slice(0, inside.from))![0];
  const kept = filling.slice(0, inside.from - name.length);
  return { kept, wrong: filling.slice(kept.length, Math.max(inside.to, inside.from + 1)) };
}

/** What stands in the first fence of a reply. */
function fenced(reply: string): string {
  return /^[ \t]*```[^\n`]*\n([\s\S]*?)^[ \t]*```/m.exec(reply)?.[1] ?? reply;
}

// Monitors over a program: a model's text is held to what an analysis of the program answers where questions arise.

import { callable, having, integer, options, required, signature, text } from "@espalier/arguments";
import { type Answer, bytesOf, isAnswer, type Monitor, type Question } from "@espalier/monitor";
import type { Analysis, ProgramPlace } from "./analysis.js";
import { type AskedQuestion, createAsker } from "./asker.js";
import type { ProgramLexer } from "./lexical.js";
import { type NamesBody, namesBodies } from "./names-body.js";
import { type SiteState, siteStates } from "./site-states.js";

/** A file with a hole, where text will be written. */
export interface ProgramHole {
  readonly path: string;
  readonly prefix: string;
  /** What stands after the hole; `""` where the file ends with it. */
  readonly suffix?: string;
}

/** Where a question arose: so many bytes of the written text come before it, fewer than none in the prefix. */
export interface QuestionPlace {
  readonly offset: number;
  readonly before: Uint8Array;
}

/** A monitor of one hole, and what answers its questions. */
export interface HoleMonitor {
  /** The name of the monitor: the keys of its questions begin with it and a blank. */
  readonly name: string;
  readonly monitor: Monitor<unknown>;
  /** For `answer` of a generation. */
  answer(question: Question, place: QuestionPlace | undefined): Promise<Answer<readonly string[]>>;
  /** The questions asked for this hole, in order. */
  asked(): readonly AskedQuestion[];
}

/** Monitors over the files of one project. */
export interface ProgramMonitor {
  open(hole: ProgramHole): HoleMonitor;
}

/** What a monitor over a program is made of. */
export interface ProgramMonitorOptions<State> {
  /** What its questions and reports call it; `program` by default. Monitors that are used together need different names. */
  readonly name?: string;
  /** The lexer for a file. */
  readonly lexer: (path: string) => ProgramLexer<State>;
  readonly analysis: Analysis;
  /** Milliseconds after which an answer that has not come is `unknown`; 2,000 by default. A synchronous analysis is never cut off. */
  readonly deadline?: number;
  /** The present time in milliseconds; `performance.now` by default. */
  readonly clock?: () => number;
}

const checkProgramMonitor = signature("programMonitor", {
  options: options({
    name: text,
    lexer: required(callable),
    analysis: required(having("an analysis { epoch, … }", { epoch: "function" })),
    deadline: integer({ min: 0 }),
    clock: callable,
  }),
});
const checkOpen = signature("open", { hole: options({ path: required(text), prefix: required(text), suffix: text }) });

/**
 * A monitor that holds what is written in a file to what an analysis answers: after a member operator in code, only a member that exists. A
 * question that is not answered `closed` constrains nothing, and {@link HoleMonitor.asked} says why. An answer that nothing can follow refuses the
 * text.
 *
 * Where questions arise is told by the lexer at each byte, inside tokens too. A prefix that ends in an unfinished name is read as well: the question
 * is about the place of its operator.
 *
 * @throws ArgumentError for an option that is unknown, missing or wrong.
 */
export function programMonitor<State>(options: ProgramMonitorOptions<State>): ProgramMonitor {
  checkProgramMonitor(options);
  const { name = "program", lexer: lexerOf, analysis, ...asking } = options;
  const key = `${name} members`;
  const asker = createAsker(analysis, asking);
  const bodyOf = namesBodies();
  return {
    open(hole) {
      checkOpen(hole);
      const { path, prefix, suffix = "" } = hole;
      const from = asker.asked().length;
      const lead = bytesOf(prefix);
      const rest = bytesOf(suffix.slice(0, MOST_SUFFIX));
      return {
        name,
        monitor: siteMonitor({ lexer: lexerOf(path), lead, rest, key, bodyOf }) as Monitor<unknown>,
        answer: (_question, place) => asker.ask("members", placeOf({ path, prefix, suffix }, lead, place!)),
        asked: () => asker.asked(from),
      };
    },
  };
}

/** The place of a question, in the file with what has been written. */
function placeOf(
  { path, prefix, suffix }: Required<ProgramHole>,
  lead: Uint8Array,
  { offset, before }: QuestionPlace,
): ProgramPlace {
  if (offset >= 0) return { path, before: prefix + utf8(before), after: suffix, writtenFrom: prefix.length };
  const cut = lead.length + offset;
  return { path, before: utf8(lead.subarray(0, cut)), after: utf8(lead.subarray(cut)) + suffix };
}

function utf8(bytes: Uint8Array): string {
  const { TextDecoder } = globalThis as unknown as { TextDecoder: new () => { decode(bytes: Uint8Array): string } };
  return new TextDecoder().decode(bytes);
}

/** So many UTF-16 units of the suffix are looked at where a name may go on in it. */
const MOST_SUFFIX = 1024;

interface SiteMonitorParts<State> {
  readonly lexer: ProgramLexer<State>;
  /** What stands before the hole, and the beginning of what stands after it. */
  readonly lead: Uint8Array;
  readonly rest: Uint8Array;
  /** The key of its questions. */
  readonly key: string;
  readonly bodyOf: (names: readonly string[]) => NamesBody;
}

/** The monitor of what is written between `lead` and `rest`. */
function siteMonitor<State>({
  lexer,
  lead,
  rest,
  key: own,
  bodyOf,
}: SiteMonitorParts<State>): Monitor<SiteState<State>> {
  const arises = (before: State, after: State): boolean => lexer.expectsMember(after) && !lexer.expectsMember(before);
  const states = siteStates(lexer, arises);
  return {
    start: states.begin(lead),
    step: (state, symbol) => (symbol < 256 ? states.step(state, symbol) : undefined),
    accepts: (state) => states.accepts(state, rest),
    key: states.key,
    asks: (state): readonly Question[] =>
      states.sites(state).map(({ ago, over }) => ({ key: own, ago, inside: "ask", over })),
    supply(state, { key, ago }, answer) {
      if (key !== own || ago === undefined || !states.sites(state).some((site) => site.ago === ago)) return state;
      if (!isAnswer(answer)) throw new RangeError("supply: answer must be an answer { kind, … } of names");
      const given = answer as Answer<readonly string[]>;
      if (given.kind === "proven-empty" || (given.kind === "closed" && given.value.length === 0)) return undefined;
      return states.decide(state, ago, given.kind === "closed" ? bodyOf(given.value) : undefined);
    },
  };
}

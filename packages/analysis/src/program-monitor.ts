// Monitors over a program: a model's text is held to what an analysis of the program answers where questions arise.

import { callable, having, integer, listOf, options, required, signature, text } from "@espalier/arguments";
import { type Answer, bytesOf, isAnswer, type Monitor, type Question } from "@espalier/monitor";
import type { Analysis, ProgramPlace, QuestionKind } from "./analysis.js";
import { countQuestion } from "./argument-counts.js";
import { type AskedQuestion, createAsker, type Listed } from "./asker.js";
import { stringQuestion } from "./expected-strings-body.js";
import type { ArgumentLexer, ImportLexer, KeywordLexer, OperandLexer, ProgramLexer } from "./lexical.js";
import { moduleQuestion } from "./modules-body.js";
import { exportQuestion, memberQuestion } from "./names-body.js";
import { scopeQuestion } from "./scope-body.js";
import type { SiteQuestion } from "./site-question.js";
import { type SiteState, siteStates } from "./site-states.js";
import { type KeywordQuestion, spellingQuestion } from "./spellings-body.js";

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
  answer(question: Question, place: QuestionPlace | undefined): Promise<Answer<Listed>>;
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
  /** The questions that are asked; all that the analysis answers by default. */
  readonly questions?: readonly QuestionKind[];
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
    questions: listOf(text),
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
  const { name = "program", lexer: lexerOf, analysis, questions: kindsAsked, ...asking } = options;
  const isAsked = (kind: QuestionKind): boolean =>
    analysis[kind] !== undefined && (kindsAsked === undefined || kindsAsked.includes(kind));
  const asker = createAsker(analysis, asking);
  return {
    open(hole) {
      checkOpen(hole);
      const { path, prefix, suffix = "" } = hole;
      const record: AskedQuestion[] = [];
      const lead = bytesOf(prefix);
      const rest = bytesOf(suffix.slice(0, MOST_SUFFIX));
      const lexer = lexerOf(path);
      const questions = questionsOf(lexer).filter(({ kind }) => isAsked(kind));
      const kinds = new Map(questions.map(({ kind }) => [`${name} ${kind}`, kind]));
      return {
        name,
        monitor: siteMonitor({ lexer, questions, lead, rest, name }) as Monitor<unknown>,
        async answer({ key }, place) {
          const kind = kinds.get(key);
          if (kind === undefined) return { kind: "unknown", reason: `no question of ${name}: ${key}` };
          return asker.ask(kind, placeOf({ path, prefix, suffix }, lead, place!), record);
        },
        asked: () => [...record],
      };
    },
  };
}

const KEYWORDS: readonly KeywordQuestion[] = [
  { kind: "constructibles", keyword: "new" },
  { kind: "casesLeft", keyword: "case", end: 0x3a },
];

/** The kinds of questions that `lexer` can place. */
function questionsOf<State>(lexer: ProgramLexer<State>): readonly SiteQuestion<State>[] {
  const countsArguments =
    lexer.opensArguments !== undefined && lexer.depth !== undefined && lexer.losesCount !== undefined;
  const readsImports = lexer.expectsImportedName !== undefined && lexer.isInModuleName !== undefined;
  const importing = lexer as ProgramLexer<State> & ImportLexer<State>;
  return [
    memberQuestion(lexer),
    stringQuestion(lexer),
    ...(lexer.expectsOperand === undefined ? [] : [scopeQuestion(lexer as ProgramLexer<State> & OperandLexer<State>)]),
    ...(readsImports ? [exportQuestion(importing), moduleQuestion(importing)] : []),
    ...(countsArguments ? [countQuestion(lexer as ProgramLexer<State> & ArgumentLexer<State>)] : []),
    ...(lexer.keywordBeforeOperand === undefined
      ? []
      : KEYWORDS.map((each) => spellingQuestion(lexer as ProgramLexer<State> & KeywordLexer<State>, each))),
  ];
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
  readonly questions: readonly SiteQuestion<State>[];
  /** What stands before the hole, and the beginning of what stands after it. */
  readonly lead: Uint8Array;
  readonly rest: Uint8Array;
  /** The keys of its questions begin with it. */
  readonly name: string;
}

/** The monitor of what is written between `lead` and `rest`. */
function siteMonitor<State>({
  lexer,
  questions,
  lead,
  rest,
  name,
}: SiteMonitorParts<State>): Monitor<SiteState<State>> {
  const states = siteStates(lexer, questions);
  const keyOf = ({ kind }: SiteQuestion<State>): string => `${name} ${kind}`;
  return {
    start: states.begin(lead),
    step: (state, symbol) => (symbol < 256 ? states.step(state, symbol) : undefined),
    accepts: (state) => states.accepts(state, rest),
    key: states.key,
    asks: (state): readonly Question[] =>
      states.sites(state).map(({ question, ago, over }) => ({ key: keyOf(question), ago, inside: "ask", over })),
    supply(state, { key, ago }, answer) {
      const site = states.sites(state).find((each) => each.ago === ago && keyOf(each.question) === key);
      if (site === undefined) return state;
      if (!isAnswer(answer)) throw new RangeError("supply: answer must be an answer { kind, … }");
      if (answer.kind === "proven-empty") return undefined;
      if (answer.kind !== "closed") return states.decide(state, site.question, site.ago, undefined);
      const body = site.question.bodyOf(answer.value);
      return body && states.decide(state, site.question, site.ago, body);
    },
  };
}

// Monitors over a program: where questions arise, the answers of an analysis constrain a model's text.

import { callable, having, integer, listOf, options, required, signature, text } from "@espalier/arguments";
import { type Answer, bytesOf, isAnswer, type Monitor, type Question } from "@espalier/monitor";
import { utf8Decode } from "@espalier/utf8";
import type { Analysis, ProgramPlace, QuestionKind } from "./analysis.js";
import { countQuestion } from "./argument-counts.js";
import { type AskedQuestion, createAsker, type Listed } from "./asker.js";
import { stringQuestion } from "./expected-strings-body.js";
import type {
  ArgumentLexer,
  ImportLexer,
  KeywordLexer,
  ObjectLexer,
  OperandLexer,
  ProgramLexer,
  SwitchLexer,
} from "./lexical.js";
import { missingCasesQuestion } from "./missing-cases.js";
import { moduleQuestion } from "./modules-body.js";
import { exportQuestion, memberQuestion } from "./names-body.js";
import { objectQuestion } from "./object-keys.js";
import { scopeQuestion } from "./scope-body.js";
import type { SiteQuestion } from "./site-question.js";
import { type SiteState, type SiteStates, siteStates } from "./site-states.js";
import { type KeywordQuestion, spellingQuestion } from "./spellings-body.js";

/** A file with a hole, where text will be written. */
export interface ProgramHole {
  readonly path: string;
  readonly prefix: string;
  /** The text after the hole; `""` if the file ends with it. */
  readonly suffix?: string;
}

/** The position where a question arose: how many bytes of the written text precede it. Negative in the prefix. */
export interface QuestionPlace {
  readonly offset: number;
  readonly before: Uint8Array;
}

/** The monitor of one hole, and the function that answers its questions. */
export interface HoleMonitor {
  /** The name of the monitor. The keys of its questions begin with it and a blank. */
  readonly name: string;
  readonly monitor: Monitor<unknown>;
  /** For the option `answer` of a generation. */
  answer(question: Question, place: QuestionPlace | undefined): Promise<Answer<Listed>>;
  /** Returns the questions asked for this hole, in order. */
  asked(): readonly AskedQuestion[];
}

/** Monitors over the files of one project. */
export interface ProgramMonitor {
  open(hole: ProgramHole): HoleMonitor;
}

/** The parts of a monitor over a program. */
export interface ProgramMonitorOptions<State> {
  /** The name in questions and reports; `program` by default. Monitors that are used together need different names. */
  readonly name?: string;
  /** Returns the lexer for a file. Holes whose files have the same lexer object share their steps and the constraints of equal answers. */
  readonly lexer: (path: string) => ProgramLexer<State>;
  readonly analysis: Analysis;
  /** The questions to ask; by default all that the analysis answers except `casesMissing`, which refuses correct programs. */
  readonly questions?: readonly QuestionKind[];
  /**
   * Milliseconds after which a missing answer counts as `unknown`; 2,000 by default. A synchronous analysis is never
   * interrupted.
   */
  readonly deadline?: number;
  /** The current time in milliseconds; `performance.now` by default. */
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
 * Creates a monitor that constrains the text in a file to what an analysis answers: for example, only an existing
 * member may follow a member operator. An answer other than `closed` constrains nothing, and {@link HoleMonitor.asked}
 * says why. If an answer allows nothing to follow, the text is rejected.
 *
 * The lexer finds where questions arise, at each byte, also inside tokens. This includes a prefix that ends with an
 * unfinished name: the question then concerns the position of its operator.
 *
 * @throws ArgumentError for an unknown, missing or invalid option.
 */
export function programMonitor<State>(options: ProgramMonitorOptions<State>): ProgramMonitor {
  checkProgramMonitor(options);
  const { name = "program", lexer: lexerOf, analysis, questions: kindsAsked, ...asking } = options;
  const isAsked = (kind: QuestionKind): boolean =>
    analysis[kind] !== undefined && (kindsAsked?.includes(kind) ?? kind !== "casesMissing");
  const asker = createAsker(analysis, asking);
  const known = new WeakMap<ProgramLexer<State>, LexerSites<State>>();
  /** All holes that a lexer reads share its questions and steps, so that the engine's compiled code outlives each hole. */
  const sitesOf = (lexer: ProgramLexer<State>): LexerSites<State> => {
    let sites = known.get(lexer);
    if (sites === undefined) {
      const questions = questionsOf(lexer).filter(({ kind }) => isAsked(kind));
      const kinds = new Map(questions.map((question) => [`${name} ${question.kind}`, question]));
      known.set(lexer, (sites = { kinds, states: siteStates(lexer, questions) }));
    }
    return sites;
  };
  return {
    open(hole) {
      checkOpen(hole);
      const { path, prefix, suffix = "" } = hole;
      const record: AskedQuestion[] = [];
      const lead = bytesOf(prefix);
      const rest = bytesOf(suffix.slice(0, MOST_SUFFIX));
      const { kinds, states } = sitesOf(lexerOf(path));
      return {
        name,
        monitor: siteMonitor({ states, lead, rest, name }) as Monitor<unknown>,
        async answer({ key }, place) {
          const question = kinds.get(key);
          if (question === undefined) return { kind: "unknown", reason: `no question of ${name}: ${key}` };
          const answer = await asker.ask(question.kind, placeOf({ path, prefix, suffix }, lead, place!), record);
          // The model may still be at work now; later the text would wait for what an answer allows to be built.
          if (answer.kind === "closed") question.bodyOf(answer.value);
          return answer;
        },
        asked: () => [...record],
      };
    },
  };
}

function keywordQuestions<State>({ caseEnds = ":" }: KeywordLexer<State>): readonly KeywordQuestion[] {
  return [
    { kind: "constructibles", keyword: "new" },
    { kind: "casesLeft", keyword: "case", ends: new Set(bytesOf(caseEnds)) },
  ];
}

/** Returns the kinds of questions that `lexer` can locate. */
function questionsOf<State>(lexer: ProgramLexer<State>): readonly SiteQuestion<State>[] {
  const countsArguments =
    lexer.opensArguments !== undefined && lexer.depth !== undefined && lexer.losesCount !== undefined;
  const readsImports = lexer.expectsImportedName !== undefined && lexer.isInModuleName !== undefined;
  const readsObjects = lexer.opensObject !== undefined && lexer.depth !== undefined && lexer.losesCount !== undefined;
  const readsSwitches = lexer.switchPart !== undefined && lexer.depth !== undefined;
  const importing = lexer as ProgramLexer<State> & ImportLexer<State>;
  const choosing = lexer as ProgramLexer<State> & KeywordLexer<State>;
  return [
    memberQuestion(lexer),
    stringQuestion(lexer),
    ...(lexer.expectsOperand === undefined ? [] : [scopeQuestion(lexer as ProgramLexer<State> & OperandLexer<State>)]),
    ...(readsImports ? [exportQuestion(importing), moduleQuestion(importing)] : []),
    ...(readsObjects ? [objectQuestion(lexer as ProgramLexer<State> & ObjectLexer<State>)] : []),
    ...(readsSwitches ? [missingCasesQuestion(lexer as ProgramLexer<State> & SwitchLexer<State>)] : []),
    ...(countsArguments ? [countQuestion(lexer as ProgramLexer<State> & ArgumentLexer<State>)] : []),
    ...(lexer.keywordBeforeOperand === undefined
      ? []
      : keywordQuestions(choosing).map((each) => spellingQuestion(choosing, each))),
  ];
}

/** Returns the position of a question in the file, including the text written so far. */
function placeOf(
  { path, prefix, suffix }: Required<ProgramHole>,
  lead: Uint8Array,
  { offset, before }: QuestionPlace,
): ProgramPlace {
  if (offset >= 0) return { path, before: prefix + utf8Decode(before), after: suffix, writtenFrom: prefix.length };
  const cut = lead.length + offset;
  const begun = utf8Decode(lead.subarray(cut));
  return { path, before: utf8Decode(lead.subarray(0, cut)), after: begun + suffix, hole: begun.length };
}

/** If a name may continue in the suffix, this many UTF-16 units of it are read. */
const MOST_SUFFIX = 1024;

/** What a lexer's texts ask. */
interface LexerSites<State> {
  /** The questions by their keys. */
  readonly kinds: ReadonlyMap<string, SiteQuestion<State>>;
  readonly states: SiteStates<State>;
}

interface SiteMonitorParts<State> {
  readonly states: SiteStates<State>;
  /** The text before the hole, and the beginning of the text after it. */
  readonly lead: Uint8Array;
  readonly rest: Uint8Array;
  /** The prefix of the keys of its questions. */
  readonly name: string;
}

/** The monitor of the text between `lead` and `rest`. */
function siteMonitor<State>({ states, lead, rest, name }: SiteMonitorParts<State>): Monitor<SiteState<State>> {
  const keyOf = ({ kind }: SiteQuestion<State>): string => `${name} ${kind}`;
  return {
    start: states.begin(lead),
    step: (state, symbol) => (symbol < 256 ? states.step(state, symbol) : undefined),
    accepts: states.acceptsBefore(rest),
    key: states.key,
    quiet: states.quiet,
    asks: (state): readonly Question[] =>
      states.sites(state).map(({ question, ago, over }) => ({ key: keyOf(question), ago, inside: "ask", over })),
    supply(state, { key, ago }, answer) {
      const site = states.sites(state).find((each) => each.ago === ago && keyOf(each.question) === key);
      if (site === undefined) return state;
      if (!isAnswer(answer))
        throw new RangeError("supply: answer must be an object with the kind closed, open, unknown or proven-empty");
      if (answer.kind === "proven-empty") return undefined;
      if (answer.kind !== "closed") return states.decide(state, site.question, site.ago, undefined);
      const body = site.question.bodyOf(answer.value);
      return body && states.decide(state, site.question, site.ago, body);
    },
  };
}

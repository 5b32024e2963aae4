// Completions of methods in real projects, with the monitor and without: after the dot of a member access, a model goes on with the function. Whether the file
// compiles, how far the text agrees with what was written, what a token costs, and what was asked.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ProgramMonitor } from "@espalier/analysis";
import { typescript } from "@espalier/analysis-typescript";
import { type Filled, fill, type loadModel } from "espalier";
import ts from "typescript";
import { createJudge, type Judge } from "./judge.js";
import { agreement, scoreAt, truncated } from "./metrics.js";

/** A function with a member access in it, in UTF-16 units. */
interface Place {
  readonly path: string;
  /** After the function's opening brace; after the dot; after the function's closing brace. */
  readonly body: number;
  readonly dot: number;
  readonly end: number;
}

/** Means over places, of each metric as score@1 and as the best of all samples. */
type Scores = Readonly<Record<string, { readonly one: number; readonly best: number }>>;

/** What happened at the places of one project. */
export interface Completions {
  readonly places: number;
  readonly samples: number;
  readonly without: Scores;
  readonly with: Scores;
  /** Milliseconds of processor time a token, after the first, and their ratio. */
  readonly costWithout: number;
  readonly costWith: number;
  readonly costRatio: number;
  /** The same of wall-clock time, which counts only on an idle machine. */
  readonly wallRatio: number;
  /** The ratio of the processor times of whole completions: with the prompt, and the question at its end. */
  readonly wholeRatio: number;
  /** With the monitor: wall-clock milliseconds a token of the model, of masks and of answers, of whole completions; and tokens of the model that the text did not use. */
  readonly parts: Readonly<Record<"model" | "modelWithout" | "masks" | "masksWithout" | "answers" | "dropped", number>>;
  /** Questions by kind that the analysis was asked, those with a remembered answer left out; member accesses that were written; questions about members for each. */
  readonly questions: Readonly<Record<string, number>>;
  readonly dereferences: number;
  readonly questionsPerDereference: number;
}

export interface CompletionOptions {
  readonly places: number;
  readonly samples: number;
  readonly tokens: number;
  /** How far a model's choices are levelled; past all logits, tokens are drawn evenly. */
  readonly temperature: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** A monitor that constrains nothing and asks nothing. */
const FREE: ProgramMonitor = {
  open: () => ({
    name: "free",
    monitor: { start: 0, step: () => 0, accepts: () => true, key: () => "0" },
    answer: async () => ({ kind: "unknown", reason: "nothing is asked" }),
    asked: () => [],
  }),
};

export async function completionsIn(
  configuration: string,
  model: Awaited<ReturnType<typeof loadModel>>,
  random: () => number,
  { places, samples, tokens, temperature }: CompletionOptions,
): Promise<Completions> {
  const judge = createJudge(configuration);
  const texts = new Map(judge.files.map(({ fileName, text }) => [fileName, text]));
  const monitor = typescript({ ts, project: configuration, watching: 3_600_000 });
  const all = placesIn(judge);
  const sides = { without: newSide(), with: newSide() };
  for (let at = 0; at < places; at++) {
    const place = all[Math.floor(random() * all.length)]!;
    const text = texts.get(place.path)!;
    const [prefix, suffix] = [text.slice(0, place.dot), text.slice(place.end)];
    const scores = { without: newScores(), with: newScores() };
    for (let sample = 0; sample < samples; sample++) {
      // Which comes first changes, so that neither is always the one that finds warm caches.
      for (const name of (at + sample) % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const)) {
        const side = sides[name];
        const asking = {
          ...{ model, prefix, suffix, prompting: { path: place.path }, sampling: { temperature } },
          ...{ seed: samples * at + sample, maxTokens: tokens, stopping: "last" as const },
        };
        // What the judge leaves is collected first, so that it does not count.
        collectGarbage();
        const from = process.cpuUsage();
        let first: { readonly cpu: NodeJS.CpuUsage; readonly at: number } | undefined;
        const onStep = (): void => void (first ??= { cpu: process.cpuUsage(), at: performance.now() });
        const filled = await fill({ ...asking, onStep, monitors: [name === "with" ? monitor : FREE] });
        // The first places pay for the project's first analysis, and warm up the compiler's code.
        if (at >= places / 4 && first !== undefined && filled.ids.length > 1) {
          side.wall += performance.now() - first.at;
          side.milliseconds += millisecondsSince(first.cpu);
          side.whole += millisecondsSince(from);
          side.tokens += filled.ids.length - 1;
          addParts(side, filled);
        }
        const output = truncated(text.slice(0, place.body), text.slice(place.body, place.dot), filled.text);
        for (const { question, remembered } of filled.monitors[0]!.asked)
          if (!remembered) side.questions[question] = (side.questions[question] ?? 0) + 1;
        side.dereferences += 1 + dereferencesIn(filled.text);
        score(scores[name], judge, { ...place, prefix, suffix, output, truth: text.slice(place.dot, place.end) });
      }
    }
    for (const name of ["with", "without"] as const) addScores(sides[name], scores[name]);
  }
  monitor.dispose();
  return summary(sides, all.length, samples);
}

function millisecondsSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

interface Side {
  /** After the first token, and of all. */
  milliseconds: number;
  whole: number;
  wall: number;
  tokens: number;
  model: number;
  masks: number;
  answers: number;
  dropped: number;
  dereferences: number;
  readonly questions: Record<string, number>;
  readonly scores: Record<string, { one: number; best: number; places: number }>;
}

const newSide = (): Side => ({
  ...{ milliseconds: 0, whole: 0, wall: 0, tokens: 0, model: 0, masks: 0, answers: 0, dropped: 0, dereferences: 0 },
  questions: {},
  scores: {},
});

function addParts(side: Side, { timings, monitors }: Filled): void {
  side.model += timings.modelMs;
  side.masks += timings.maskMs;
  side.dropped += timings.droppedTokens;
  for (const { milliseconds, remembered } of monitors[0]!.asked) if (!remembered) side.answers += milliseconds;
}

type ScoreLists = Readonly<Record<"compiles" | "nextIdentifier" | "identifiers" | "prefix", number[]>>;

const newScores = (): ScoreLists => ({ compiles: [], nextIdentifier: [], identifiers: [], prefix: [] });

function score(
  lists: ScoreLists,
  judge: Judge,
  { path, prefix, suffix, output, truth }: Place & Readonly<Record<"prefix" | "suffix" | "output" | "truth", string>>,
): void {
  const { nextIdentifier, identifiers, prefix: shared } = agreement(output, truth);
  lists.compiles.push(judge.errorsOf(path, prefix + output + suffix).length === 0 ? 1 : 0);
  lists.nextIdentifier.push(nextIdentifier);
  if (identifiers !== undefined) lists.identifiers.push(identifiers);
  lists.prefix.push(shared);
}

function addScores({ scores }: Side, lists: ScoreLists): void {
  for (const [metric, list] of Object.entries(lists)) {
    if (list.length === 0) continue;
    const sum = (scores[metric] ??= { one: 0, best: 0, places: 0 });
    sum.one += scoreAt(1, list);
    sum.best += scoreAt(list.length, list);
    sum.places++;
  }
}

function summary(sides: Readonly<Record<"with" | "without", Side>>, places: number, samples: number): Completions {
  const percent = (sum: number, of: number): number => Math.round((10_000 * sum) / of) / 100;
  const scoresOf = ({ scores }: Side): Scores =>
    Object.fromEntries(
      Object.entries(scores).map(([metric, sum]) => [
        metric,
        { one: percent(sum.one, sum.places), best: percent(sum.best, sum.places) },
      ]),
    );
  const costOf = ({ milliseconds, tokens }: Side): number => Math.round((100 * milliseconds) / tokens) / 100;
  const each = (side: Side, part: "model" | "masks" | "answers"): number =>
    Math.round((1_000 * side[part]) / side.tokens) / 1_000;
  const ratio = (one: number, other: number): number => Math.round((1_000 * one) / other) / 1_000;
  const { questions, dereferences } = sides.with;
  const { members = 0 } = questions;
  return {
    places,
    samples,
    without: scoresOf(sides.without),
    with: scoresOf(sides.with),
    costWithout: costOf(sides.without),
    costWith: costOf(sides.with),
    costRatio: ratio(costOf(sides.with), costOf(sides.without)),
    wallRatio: ratio(sides.with.wall / sides.with.tokens, sides.without.wall / sides.without.tokens),
    parts: {
      model: each(sides.with, "model"),
      modelWithout: each(sides.without, "model"),
      masks: each(sides.with, "masks"),
      masksWithout: each(sides.without, "masks"),
      answers: each(sides.with, "answers"),
      dropped: sides.with.dropped,
    },
    wholeRatio: ratio(sides.with.whole, sides.without.whole),
    questions,
    dereferences,
    questionsPerDereference: Math.round((100 * members) / dereferences) / 100,
  };
}

/** The member accesses in a text that goes on after a dot, that one left out. */
function dereferencesIn(text: string): number {
  const file = ts.createSourceFile("a.ts", `a.${text}`, ts.ScriptTarget.Latest, true);
  let count = -1;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) || ts.isQualifiedName(node)) count++;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return Math.max(0, count);
}

/** The member accesses in functions of files that compile. */
function placesIn(judge: Judge): readonly Place[] {
  const places: Place[] = [];
  for (const file of judge.files) {
    const visit = (node: ts.Node, around: ts.Block | undefined): void => {
      if (ts.isPropertyAccessExpression(node) && around !== undefined && node.questionDotToken === undefined) {
        const dot = node.name.getFullStart();
        places.push({ path: file.fileName, body: around.getStart(file) + 1, dot, end: around.end });
      }
      const body = ts.isFunctionLike(node) && "body" in node ? (node.body as ts.Node | undefined) : undefined;
      const inner = body !== undefined && ts.isBlock(body) ? body : around;
      ts.forEachChild(node, (child) => visit(child, child === body ? inner : around));
    };
    if (judge.errorsOf(file.fileName, file.text).length === 0) visit(file, undefined);
  }
  return places;
}

// `pnpm bench:waiting`: what the questions of a monitor add to the time of a generation. A model that takes some milliseconds for a step writes real code,
// token by token, three times in turn: without a monitor, with one while drafts hide its answers, and with one that is waited for. Answers come from the
// TypeScript compiler, from a language server, or from an analysis that takes a fixed time. Prints JSON; all times are of one run.
// The file is long because all its measurements share the state of that run.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Analysis, type ProgramMonitor, programMonitor } from "@espalier/analysis";
import { declaredLexer, type LspMonitor, lsp, pythonLexemes } from "@espalier/analysis-lsp";
import {
  type TypescriptInWorker,
  type TypescriptMonitor,
  typescript,
  typescriptInWorker,
} from "@espalier/analysis-typescript";
import { complete, type GenerateOptions } from "@espalier/decode";
import { logitsOf, type Model, type Session } from "@espalier/model";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, createMasker } from "@espalier/trie";
import { loadModel } from "espalier";
import llama3 from "llama3-tokenizer-js";
import ts from "typescript";
import { seeded } from "../seeded.js";
import { llama3Vocabulary } from "../vocabularies.js";
import { otherThread, virtualClock } from "./clocks.js";
import { descendants, longestWork, threadTimes, waitedFor } from "./processor-times.js";
import { rowOf, scriptModel } from "./script-model.js";

const HELP = `usage: pnpm --silent bench:waiting --project DIR [options]

  --project DIR   a folder of Python, or one with a tsconfig.json, of TypeScript: then the compiler answers
  --compiler NAME where the TypeScript compiler runs: worker, a thread of its own, or here, the thread of the generation (worker)
  --server FILE   the program of pyright's server; without it, an analysis that takes --answer milliseconds and lists the members that a file names
  --answer N      (50)
  --clock NAME    wall, or virtual: time passes only where the model or the analysis takes some, so that what the machine does beside is not measured (wall).
                  An answer of a server then takes the time for which its busiest thread was at work (Linux only)
  --step N        milliseconds that the model takes for a token, in another thread (10)
  --model tiny    the embedded model, in this thread, instead: it reads the file before the place, and what is written; its logits are not used
  --texts N       how many texts are written (20)
  --warm N        texts that are written before, by a model that takes no time: they warm up this process and the server (60)
  --tokens N      the most tokens of each, which ends where a line ends (80)
  --seed N        (7)
  --out FILE      where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    project: { type: "string" },
    compiler: { type: "string", default: "worker" },
    server: { type: "string" },
    answer: { type: "string", default: "50" },
    clock: { type: "string", default: "wall" },
    step: { type: "string", default: "10" },
    model: { type: "string" },
    texts: { type: "string", default: "20" },
    warm: { type: "string", default: "60" },
    tokens: { type: "string", default: "80" },
    seed: { type: "string", default: "7" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help || values.project === undefined) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

let others: readonly number[] = [];
/** Whether the model takes its time. */
let takesTime = true;
/** When each step of the model's last session ended. */
let stepEnds: number[] = [];
const isVirtual = values.clock === "virtual";
const { now, later, outside } = isVirtual ? virtualClock() : otherThread();
/** The time of answers passes beside the model's. */
const answering = isVirtual ? later : (milliseconds: number) => setTimeout(milliseconds);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as (options: { type: "minor" }) => void;

const root = path.resolve(values.project);
const isTypescript = existsSync(path.join(root, "tsconfig.json"));
const random = seeded(Number(values.seed));
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => (isTypescript ? /(?<!\.d)\.tsx?$/ : /\.py$/).test(name))
  .map((name) => ({ file: path.join(root, name), text: readFileSync(path.join(root, name), "utf8") }));

/** The embedded model, if it takes the time of the steps. */
const embedded = values.model === "tiny" ? await loadModel(modelFolder, { threads: 1 }) : undefined;
/** The prompt of the embedded model: as much of the file before a place as its context holds. */
function promptOf(prefix: string): readonly number[] {
  if (embedded === undefined) return [0];
  const room = embedded.contextLength! - Number(values.tokens) - 1;
  const ids = embedded.encode(prefix.slice(-8 * room), "prompt").slice(-room);
  return ids.length === 0 ? [0] : ids;
}

/** The embedded model, whose logits are replaced by those that write `script` after the first `from` tokens. */
function embeddedModel(model: NonNullable<typeof embedded>, from: number, rows: readonly Float32Array[]): Model {
  const session = (): Session => {
    const its = model.session();
    return {
      get length() {
        return its.length;
      },
      async append(ids, signal) {
        await its.append(ids, signal).then((logits) => logits.read());
        return logitsOf(rows[Math.min(its.length - from, rows.length - 1)]!);
      },
      checkpoint: () => its.checkpoint(),
      restore: (point) => its.restore(point),
      dispose: () => its.dispose(),
    };
  };
  const { vocabulary, logitsSize, contextLength, encode } = model;
  return { vocabulary, logitsSize, contextLength, encode, session, dispose: async () => {} };
}

/** A step of the model takes a fixed time, in which this thread is free. */
async function step(): Promise<void> {
  await later(takesTime ? Number(values.step) : 0);
  stepEnds.push(now());
}

/** Every member that is named in the file, after the same time. */
function slowAnalysis(): ProgramMonitor {
  const analysis: Analysis = {
    epoch: () => "",
    async members({ path: asked }) {
      await answering(Number(values.answer));
      const text = files.find(({ file }) => file === asked)?.text ?? "";
      return { kind: "closed", value: [...new Set(text.match(/(?<=\.)[\p{ID_Start}_][\p{ID_Continue}]*/gu))] };
    },
  };
  return programMonitor({ name: "slow", lexer: () => declaredLexer(pythonLexemes) as never, analysis, clock: now });
}

async function compilerMonitor(): Promise<TypescriptMonitor | TypescriptInWorker> {
  const settings = { project: root };
  return values.compiler === "here"
    ? typescript({ ts, ...settings })
    : typescriptInWorker({ ts: import.meta.resolve("typescript"), ...settings });
}

/** Where the lines begin that have a member access in code: not in a string, a comment, or the path of an import. */
function dereferencingLines(file: string, text: string): readonly number[] {
  if (!isTypescript) {
    const lines = [...text.matchAll(/^(?![ \t]*(?:import|from)\b).*$/gm)];
    const code = (line: string): string =>
      line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "''").replace(/#.*/, "");
    return lines.filter(([line]) => /[\w)\]]\.[A-Za-z_]/.test(code(line))).map(({ index }) => index);
  }
  const starts = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) starts.add(text.lastIndexOf("\n", node.name.getStart(source) - 1) + 1);
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  visit(source);
  return [...starts].sort((one, other) => one - other);
}

/** So many places are drawn to find one where a text can begin. */
const MOST_DRAWN = 100_000;

/** A file cut at the start of a line, with the lines that are to be written there. */
function hole() {
  for (let drawn = 0; drawn < MOST_DRAWN; drawn++) {
    const { file, text } = files[Math.floor(random() * files.length)]!;
    const starts = dereferencingLines(file, text);
    const at = starts[Math.floor(random() * starts.length)];
    if (at === undefined) continue;
    const script = encode(text.slice(at, at + 8 * Number(values.tokens)));
    if (script.length < Number(values.tokens)) continue;
    const most = script.slice(0, Number(values.tokens));
    const ids = most.slice(0, most.findLastIndex((id) => decode([id]).includes("\n")) + 1);
    if (ids.length < most.length / 2) continue;
    const written = decode(ids);
    if (text.startsWith(written, at))
      return { path: file, prefix: text.slice(0, at), suffix: text.slice(at + written.length), ids };
  }
  throw new Error(`${root} has no lines of code with a member access before ${values.tokens} more tokens`);
}

const vocabulary = embedded?.vocabulary ?? llama3Vocabulary();

function encode(text: string): readonly number[] {
  return embedded?.encode(text, "literal") ?? llama3.encode(text, { bos: false, eos: false });
}

function decode(ids: readonly number[]): string {
  const bytes = ids.flatMap((id) => [...(vocabulary.bytes(id) ?? [])]);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const trie = buildTrie(vocabulary);
const server: LspMonitor | undefined =
  values.server === undefined
    ? undefined
    : lsp("pyright", { root, command: [values.server, "--stdio"], ...(isVirtual && { deadline: 60_000 }) });
const monitor = server ?? (isTypescript ? await compilerMonitor() : slowAnalysis());

const rowsOf = (script: readonly number[]): readonly Float32Array[] =>
  [...script, vocabulary.ends[0]!].map((id) => rowOf(vocabulary, id));

/** A question of a text, by the steps of the model that had ended when it was asked and when it was answered. */
interface Trigger {
  readonly asked: number;
  answered: number;
  milliseconds: number;
  /** Whether the text has asked about this receiver before. */
  readonly isRepeated: boolean;
}

/** An answer; one of a server happens outside of a virtual clock. */
function served<Value>(answer: () => Promise<Value>): Promise<Value> {
  if (server === undefined || !isVirtual) return answer();
  const before = threadTimes(others);
  return outside(answer, () => longestWork(before, threadTimes(others)));
}

/** The function that answers a text's questions, and a record of them. */
function recorded(answer: NonNullable<GenerateOptions<unknown>["answer"]>) {
  const triggers: Trigger[] = [];
  const receivers = new Set<string>();
  const recording: typeof answer = async (question, place) => {
    const receiver = /[^\s,;(=]*$/.exec(new TextDecoder().decode(place?.before))![0];
    const trigger = { asked: stepEnds.length, answered: 0, milliseconds: 0, isRepeated: receivers.has(receiver) };
    receivers.add(receiver);
    triggers.push(trigger);
    const from = now();
    const given = await served(async () => answer(question, place));
    trigger.milliseconds = now() - from;
    trigger.answered = stepEnds.length;
    return given;
  };
  return { recording, triggers };
}

/** What a question added, and what the same steps of the text without a monitor took longer than usual: that the machine is uneven. */
interface Added {
  readonly added: number;
  /** `undefined` if that text had fewer steps. */
  readonly uneven: number | undefined;
  readonly isRepeated: boolean;
}

/**
 * How much longer the steps took in which each question was open, and the one after, than as many steps of a text without a monitor. Questions whose steps
 * overlap share the time.
 */
function addedBy(triggers: readonly Trigger[], usual: number, unmonitored: readonly number[]): readonly Added[] {
  const added: Added[] = [];
  for (let from = 0; from < triggers.length; ) {
    const first = triggers[from]!.asked;
    let last = triggers[from]!.answered + 1;
    let to = from + 1;
    for (; to < triggers.length && triggers[to]!.asked <= last; to++) last = Math.max(last, triggers[to]!.answered + 1);
    last = Math.min(last, stepEnds.length - 1);
    const beyond = (ends: readonly number[]): number =>
      (ends[last]! - ends[first - 1]! - (last - first + 1) * usual) / (to - from);
    if (first > 0 && last >= first)
      for (const { isRepeated } of triggers.slice(from, to))
        added.push({
          added: beyond(stepEnds),
          uneven: last < unmonitored.length ? beyond(unmonitored) : undefined,
          isRepeated,
        });
    from = to;
  }
  return added;
}

/** A mean, as the steps of a question are summed up: on a machine with other work, many medians take less time than as many steps. */
function meanStep(): number {
  return (stepEnds.at(-1)! - stepEnds[0]!) / Math.max(1, stepEnds.length - 1);
}

/**
 * Writes a text. Young objects of earlier texts are collected first, so that no time of it counts. A collection of all objects would also discard compiled code
 * that this process is going to use again.
 */
async function written(
  options: Partial<GenerateOptions<unknown>>,
  script: readonly number[],
  rows: readonly Float32Array[],
  prefix = "",
) {
  const prompt = promptOf(prefix);
  const model =
    embedded === undefined
      ? scriptModel({ vocabulary, ids: script, rowAt: (index) => rows[index]!, encode, step })
      : embeddedModel(embedded, prompt.length, rows);
  stepEnds = [];
  collectGarbage({ type: "minor" });
  const start = () => ({
    ...{ at: now(), cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() },
    ...{ own: threadTimes([process.pid]), others: threadTimes(others) },
  });
  let from = start();
  let isBegun = false;
  // The embedded model reads the prompt first, which counts nowhere.
  const onStep = (): void => {
    if (embedded !== undefined && !isBegun) from = start();
    isBegun = true;
  };
  const result = await complete({ model, prompt, maxTokens: rows.length - 1, clock: now, onStep, ...options });
  const { user, system } = process.cpuUsage(from.cpu);
  const { active } = performance.eventLoopUtilization(from.loop);
  const waited = waitedFor(from.own, threadTimes([process.pid]));
  const othersWaited = waitedFor(from.others, threadTimes(others));
  const end = now();
  const afterSteps = end - (stepEnds.at(-1) ?? end);
  return { result, milliseconds: end - from.at, cpu: (user + system) / 1000, active, waited, othersWaited, afterSteps };
}

/** A text that is written while the server starts, and how long the server takes until it answers. */
async function starting({ ready }: LspMonitor, from: number) {
  const { ids, ...place } = hole();
  const rows = rowsOf(ids);
  const opened = monitor.open(place);
  const { milliseconds } = await written({}, ids, rows);
  const cold = await written({ monitor: opened.monitor, answer: opened.answer.bind(opened) }, ids, rows);
  await ready();
  return {
    files: files.length,
    answersAfterMs: Math.round(performance.now() - from),
    withoutMs: Math.round(milliseconds),
    withMonitorMs: Math.round(cold.milliseconds),
    waitedMs: rounded(cold.result.timings.answersMs),
    answers: opened.asked().map(({ answer, reason }) => reason ?? answer),
  };
}

const ratio = (one: number, other: number): number => Math.round((1_000 * one) / other) / 1_000;
const rounded = (value: number): number => Math.round(100 * value) / 100;
const started = server === undefined ? undefined : await starting(server, performance.now());

/** The server's processes. */
others = server === undefined ? [] : descendants(process.pid);
const sums = {
  ...{ waited: 0, othersWaited: 0, afterSteps: 0 },
  ...{ tokens: 0, triggers: 0, answerMs: 0, hidden: 0, dropped: 0, forced: 0, differ: 0 },
  ...{ without: 0, drafting: 0, waiting: 0, cpu: 0, active: 0, model: 0, masks: 0 },
};
const added: number[] = [];
/** What each question added, and the time of a step without a monitor. */
const each: Added[] = [];
let usual = 0;
let unmonitored: readonly number[] = [];
for (let text = -Number(values.warm); text < Number(values.texts); text++) {
  takesTime = text >= 0;
  const { ids, ...place } = hole();
  const rows = rowsOf(ids);
  // Answers are remembered by text, so each time a comment before the hole makes it another text of the same file.
  const monitored = async (note: number, whileWaiting: "draft" | "wait") => {
    const comment = isTypescript ? `// ${note}\n` : `# ${note}\n`;
    const opened = monitor.open({ ...place, prefix: `${place.prefix}${comment}` });
    const masker = createMasker(trie, opened.monitor);
    const { recording, triggers } = recorded(opened.answer.bind(opened));
    const result = await written({ masker, answer: recording, whileWaiting }, ids, rows, place.prefix);
    if (text >= 0 && whileWaiting === "draft" && embedded === undefined)
      each.push(...addedBy(triggers, usual, unmonitored));
    return { ...result, asked: triggers };
  };
  // A server is warm that has answered about the file.
  await monitored(0, "wait");
  const without = await written({}, ids, rows, place.prefix);
  usual = meanStep();
  unmonitored = stepEnds;
  // Which comes first changes, since the later one finds warmer caches.
  const [first, second] = text % 2 === 0 ? (["draft", "wait"] as const) : (["wait", "draft"] as const);
  const [one, other] = [await monitored(1, first), await monitored(2, second)];
  const [drafting, waiting] = first === "draft" ? [one, other] : [other, one];
  if (text < 0) continue;
  const { asked } = drafting;
  sums.tokens += ids.length;
  sums.triggers += asked.length;
  sums.answerMs += asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  sums.hidden += asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0) - drafting.result.timings.answersMs;
  sums.dropped += drafting.result.timings.droppedTokens;
  sums.forced += drafting.result.timings.forcedTokens;
  if (drafting.result.text !== without.result.text) {
    sums.differ++;
    const line = place.prefix.split("\n").length;
    console.error(
      `${place.path}:${line}: with the monitor, the model cannot write this text, and writes\n${drafting.result.text}`,
    );
  }
  sums.without += without.milliseconds;
  sums.drafting += drafting.milliseconds;
  sums.waiting += waiting.milliseconds;
  sums.cpu += drafting.cpu - without.cpu;
  sums.active += drafting.active - without.active;
  sums.model += drafting.result.timings.modelMs - without.result.timings.modelMs;
  sums.waited += drafting.waited - without.waited;
  sums.othersWaited += drafting.othersWaited;
  sums.afterSteps += drafting.afterSteps - without.afterSteps;
  sums.masks += drafting.result.timings.maskMs - without.result.timings.maskMs;
  if (asked.length > 0) added.push((drafting.milliseconds - without.milliseconds) / asked.length);
}
if (monitor !== server && "dispose" in monitor) await (monitor as TypescriptInWorker).dispose();
await server?.dispose();
await embedded?.dispose();

const quantiles = (isRepeated: boolean) => {
  const some = each.filter((one) => one.isRepeated === isRepeated);
  const of = (part: "added" | "uneven") => {
    const sorted = some.flatMap((one) => one[part] ?? []).sort((one, other) => one - other);
    const at = (share: number) => rounded(sorted[Math.floor(share * sorted.length)] ?? 0);
    const mean = sorted.reduce((sum, one) => sum + one, 0) / Math.max(1, sorted.length);
    return { mean: rounded(mean), median: at(0.5), p95: at(0.95) };
  };
  return { questions: some.length, ...of("added"), withoutMonitor: of("uneven") };
};
added.sort((one, other) => one - other);
const result = {
  answers: isTypescript
    ? `TypeScript ${ts.version}, ${values.compiler === "here" ? "in the same thread" : "in a worker"}`
    : values.server === undefined
      ? `${values.answer} ms each`
      : "pyright",
  files: files.length,
  started,
  model: values.model ?? `${values.step} ms a step`,
  texts: Number(values.texts),
  tokens: sums.tokens,
  triggers: sums.triggers,
  answerMs: rounded(sums.answerMs / sums.triggers),
  /** Of the time of answers: the share in which the model was at work. */
  hiddenShare: rounded(sums.hidden / sums.answerMs),
  addedPerTriggerMs: {
    drafting: rounded((sums.drafting - sums.without) / sums.triggers),
    medianOfTexts: rounded(added[Math.floor(added.length / 2)] ?? 0),
    waiting: rounded((sums.waiting - sums.without) / sums.triggers),
    cpuOfDrafting: rounded(sums.cpu / sums.triggers),
  },
  /** What a question adds to the steps in which it is open, the first one about a receiver and later ones. */
  addedByQuestionMs: { first: quantiles(false), repeated: quantiles(true) },
  /**
   * Of what drafting adds: the time in which this thread is at work, what the model's steps took longer, masks, and what the text waited for after the model's
   * last step, in which nothing is hidden. These overlap.
   */
  ofDrafting: {
    thread: rounded(sums.active / sums.triggers),
    model: rounded(sums.model / sums.triggers),
    masks: rounded(sums.masks / sums.triggers),
    afterLastStep: rounded(sums.afterSteps / sums.triggers),
  },
  /** For how long the threads of this process waited for a processor longer than without a monitor, and for how long the server's did. */
  waitedForProcessorMs: {
    thread: rounded(sums.waited / sums.triggers),
    server: rounded(sums.othersWaited / sums.triggers),
  },
  timeRatio: { drafting: ratio(sums.drafting, sums.without), waiting: ratio(sums.waiting, sums.without) },
  droppedTokens: sums.dropped,
  forcedTokens: sums.forced,
  textsThatDiffer: sums.differ,
};
console.log(JSON.stringify(result, null, 1));
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(result, null, 1));

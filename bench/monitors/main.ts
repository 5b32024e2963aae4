// `pnpm bench:monitors`: the monitors over real projects. At random dots of the sources, a model with random logits writes a name; the
// compiler judges it. And the names that stand there are written token by token, to see whether one is masked. With `--question signatures`, the same
// of the arguments of calls (`calls.ts`) and with `--question objectKeys` of object literals (`objects.ts`); with other questions, of choices (`choices.ts`);
// with `--model`, completions of functions by a model, with the monitor and without (`completions.ts`).

import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { HoleMonitor } from "@espalier/analysis";
import { typescript } from "@espalier/analysis-typescript";
import type { Question } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, createMasker, type Trie } from "@espalier/trie";
import { loadModel } from "espalier";
import ts from "typescript";
import { seeded } from "../seeded.js";
import { cl100kVocabulary, llama3Vocabulary } from "../vocabularies.js";
import { type CallTally, tallyOfCalls } from "./calls.js";
import { type ChoiceKind, type ChoiceTally, tallyOfChoices } from "./choices.js";
import { type Completions, completionsIn } from "./completions.js";
import { draws } from "./draws.js";
import { createJudge, type MemberSite, sitesOf } from "./judge.js";
import { type MaskTally, tallyOfMasks } from "./masks.js";
import { type ObjectTally, tallyOfObjects } from "./objects.js";

const HELP = `usage: pnpm --silent bench:monitors --project DIR … [options]

  --project DIR       a folder with a tsconfig.json; may be repeated
  --question NAME     members, signatures, constructibles, casesLeft, exportsOf, modulesFrom,
                      inScope or objectKeys (members); masks: no question, but the time of masks along the sources,
                      in as many holes as --sites says, with llama3
  --sites N           places with a closed answer, of all projects together (1000)
  --model NAME        tiny or random: completions of functions after a dot, by the tiny model or drawn evenly from its tokens,
                      instead of judged sites; --sites are their places then
  --samples N         completions of each place (6)
  --tokens N          tokens of a completion (32)
  --program N         at one in N closed sites of members, the errors of the whole program are counted too; 0 for none (0)
  --suffix on|off     whether the text after the name follows the hole (on), or is yet to be written (off)
  --vocabulary NAME   llama3 or cl100k (llama3)
  --seed N            (7)
  --out FILE          where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    project: { type: "string", multiple: true, default: [] },
    question: { type: "string", default: "members" },
    sites: { type: "string", default: "1000" },
    model: { type: "string" },
    samples: { type: "string", default: "6" },
    tokens: { type: "string", default: "32" },
    program: { type: "string", default: "0" },
    suffix: { type: "string", default: "on" },
    vocabulary: { type: "string", default: "llama3" },
    seed: { type: "string", default: "7" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** What happened in one project. */
interface Tally {
  project: string;
  files: number;
  accesses: number;
  asked: number;
  closed: number;
  open: number;
  unknown: number;
  /** Names by random logits that the compiler reports at the site, of those at closed sites. */
  wrongNames: number;
  /** Closed sites at which a name that no type has was judged too, and how often the compiler reported it: the judge can tell. */
  controls: number;
  controlsReported: number;
  /** Names as written that the monitor refuses though the compiler has no error there. */
  maskedNames: number;
  /** Names as written that it refuses and the compiler reports too. */
  maskedWrongNames: number;
  /** Sites where the compiler has a definite type, and how many of them were left unconstrained; those by a string index apart. */
  definite: number;
  unconstrained: number;
  byIndex: number;
  /** Sites at which the whole program was checked with the drawn name, and the errors that the program has more than with the written one: by code and place. */
  programs: number;
  programErrors: Record<string, number>;
  questionMs: { median: number; p95: number; mean: number };
  reasons: Record<string, number>;
  examples: string[];
}

/** At one in so many sites the judge is asked about a wrong name too. */
const CONTROL_EVERY = 20;

const random = seeded(Number(values.seed));

async function tallyOf(project: string, sites: number, trie: Trie): Promise<Tally> {
  const configuration = path.resolve(project, "tsconfig.json");
  const judge = createJudge(configuration);
  const all = sitesOf(judge);
  const monitor = typescript({ ts, project: configuration, watching: 3_600_000 });
  const texts = new Map(judge.files.map((file) => [file.fileName, file.text]));
  const tally: Tally = {
    project: path.basename(project),
    files: judge.files.length,
    accesses: all.length,
    ...{
      asked: 0,
      closed: 0,
      open: 0,
      unknown: 0,
      wrongNames: 0,
      controls: 0,
      controlsReported: 0,
      maskedNames: 0,
      maskedWrongNames: 0,
    },
    ...{
      definite: 0,
      unconstrained: 0,
      byIndex: 0,
      programs: 0,
      programErrors: {},
      questionMs: { median: 0, p95: 0, mean: 0 },
      reasons: {},
      examples: [],
    },
  };
  const times: number[] = [];
  const draw = draws(all, random);
  while (tally.closed < sites && tally.asked < 3 * sites) {
    const site = draw();
    const text = texts.get(site.path)!;
    const [before, after] = [text.slice(0, site.behind), text.slice(site.behind)];
    const suffix = values.suffix === "on" ? after.replace(/^\s*[\p{ID_Continue}$#]+/u, "") : "";
    const hole = monitor.open({ path: site.path, prefix: before, suffix });
    const { state, isClosed } = await answered(hole, tally, site, times);
    if (!isClosed) continue;
    judgeWritten(hole, state, site, after, tally);
    const name = writtenBy(hole, state, trie);
    if (name === undefined) continue;
    const position = site.behind + name.length - name.trimStart().length;
    if (tally.closed % CONTROL_EVERY === 0) {
      tally.controls++;
      if (judge.errorsAt(site.path, `${before}${name}Zq${suffix}`, position).member.length > 0)
        tally.controlsReported++;
      else note(tally, `${site.path}: ${JSON.stringify(`${before.slice(-40)}${name}Zq`)} is not reported`);
    }
    if (Number(values.program) > 0 && tally.closed % Number(values.program) === 0) {
      tally.programs++;
      const errors = judge.programErrors(site.path, before + name + suffix, position);
      for (const [error, count] of Object.entries(errors))
        tally.programErrors[error] = (tally.programErrors[error] ?? 0) + count;
    }
    const { member } = judge.errorsAt(site.path, before + name + suffix, position);
    if (member.length === 0) continue;
    tally.wrongNames++;
    note(tally, `${site.path}: ${JSON.stringify(before.slice(-40) + name)} has ${member}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? 0)) / 10;
  tally.questionMs = {
    median: at(0.5),
    p95: at(0.95),
    mean: Math.round((10 * times.reduce((a, b) => a + b, 0)) / times.length) / 10,
  };
  monitor.dispose();
  return tally;
}

function note(tally: Tally, example: string): void {
  if (tally.examples.length < 20) tally.examples.push(example);
}

/** Asks what the site asks, and supplies the answer. */
async function answered(
  hole: HoleMonitor,
  tally: Tally,
  site: MemberSite,
  times: number[],
): Promise<{ readonly state: unknown; readonly isClosed: boolean }> {
  const open: readonly Question[] = hole.monitor.asks!(hole.monitor.start);
  const question = open.find(({ key }) => key.endsWith("members"));
  tally.asked++;
  if (question === undefined) {
    tally.reasons["no question"] = (tally.reasons["no question"] ?? 0) + 1;
    return { state: undefined, isClosed: false };
  }
  const answer = await hole.answer(question, { offset: -question.ago!, before: new Uint8Array(0) });
  times.push(hole.asked().at(-1)!.milliseconds);
  if (site.definite) tally.definite++;
  if (answer.kind === "closed") {
    tally.closed++;
    return {
      state: hole.monitor.supply!(hole.monitor.start, question, answer),
      isClosed: hole.asked().at(-1)!.names! > 0,
    };
  }
  tally[answer.kind === "open" ? "open" : "unknown"]++;
  const reason = `${site.definite ? "definite: " : ""}${answer.reason}`;
  tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
  if (site.definite && reason.includes("string index")) tally.byIndex++;
  else if (site.definite) tally.unconstrained++;
  return { state: undefined, isClosed: false };
}

/** Whether the name as written is read. */
function judgeWritten({ monitor }: HoleMonitor, from: unknown, site: MemberSite, after: string, tally: Tally): void {
  const written = /^\s*[\p{ID_Continue}$#]+[^\p{ID_Continue}$]?/u.exec(after)?.[0] ?? "";
  let state = from;
  for (const byte of new TextEncoder().encode(written)) if (state !== undefined) state = monitor.step(state, byte);
  if (state !== undefined) return;
  if (site.wrong) tally.maskedWrongNames++;
  else {
    tally.maskedNames++;
    note(tally, `${site.path}: ${JSON.stringify(written)} (${site.name}) is masked`);
  }
}

/** The name that tokens drawn evenly from the masks write, without what follows it; `undefined` where a comment is begun, or a number after `?`. */
function writtenBy({ monitor }: HoleMonitor, from: unknown, trie: Trie): string | undefined {
  const masker = createMasker(trie, monitor);
  const bytes: number[] = [];
  let state = from;
  for (let tokens = 0; tokens < 40; tokens++) {
    const ids = masker
      .mask(state)
      .mask.ids()
      .filter((id) => trie.vocabulary.kinds[id] === 1);
    const id = ids[Math.floor(random() * ids.length)];
    if (id === undefined) return undefined;
    const spelt = trie.vocabulary.bytes(id)!;
    bytes.push(...spelt);
    const text = new TextDecoder().decode(Uint8Array.from(bytes));
    const name = /^\s*#?[\p{ID_Continue}$]+(?=[^\p{ID_Continue}$\ufffd])/u.exec(text)?.[0];
    // `a?.5:b` is a conditional.
    if (name !== undefined) return /^\s*\d/.test(name) ? undefined : name;
    if (!/^\s*#?[\p{ID_Continue}$\ufffd]*$/u.test(text)) return undefined;
    for (const byte of spelt) state = monitor.step(state, byte)!;
  }
  return undefined;
}

type AnyTally = Tally | CallTally | ChoiceTally | ObjectTally | MaskTally;

/** The sums of the fields that are numbers. */
function sums(tallies: readonly AnyTally[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const tally of tallies)
    for (const [field, value] of Object.entries(tally))
      if (typeof value === "number") result[field] = (result[field] ?? 0) + value;
  return result;
}

async function callsIn(project: string, sites: number): Promise<CallTally & { readonly project: string }> {
  const configuration = path.resolve(project, "tsconfig.json");
  const monitor = typescript({ ts, project: configuration, watching: 3_600_000 });
  const tally = await tallyOfCalls(createJudge(configuration), monitor, sites, random);
  monitor.dispose();
  return { project: path.basename(project), ...tally };
}

async function objectsIn(project: string, sites: number): Promise<ObjectTally & { readonly project: string }> {
  const configuration = path.resolve(project, "tsconfig.json");
  const monitor = typescript({ ts, project: configuration, watching: 3_600_000, questions: ["objectKeys"] });
  const tally = await tallyOfObjects(createJudge(configuration), monitor, sites, random);
  monitor.dispose();
  return { project: path.basename(project), ...tally };
}

async function masksIn(project: string, holes: number, trie: Trie): Promise<MaskTally & { readonly project: string }> {
  const configuration = path.resolve(project, "tsconfig.json");
  const monitor = typescript({ ts, project: configuration, watching: 3_600_000 });
  const tally = await tallyOfMasks(createJudge(configuration), monitor, holes, random, trie);
  monitor.dispose();
  return { project: path.basename(project), ...tally };
}

async function choicesIn(
  kind: ChoiceKind,
  project: string,
  sites: number,
  trie: Trie,
): Promise<ChoiceTally & { readonly project: string }> {
  const configuration = path.resolve(project, "tsconfig.json");
  const monitor = typescript({ ts, project: configuration, watching: 3_600_000, questions: [kind] });
  const tally = await tallyOfChoices(kind, createJudge(configuration), monitor, sites, random, trie);
  monitor.dispose();
  return { project: path.basename(project), ...tally };
}

/** What happens in a project at the places of the question that is asked for. */
function tallyIn(project: string, sites: number, trie: Trie): Promise<AnyTally> {
  switch (values.question) {
    case "members":
      return tallyOf(project, sites, trie);
    case "signatures":
      return callsIn(project, sites);
    case "objectKeys":
      return objectsIn(project, sites);
    case "masks":
      return masksIn(project, sites, trie);
    case "constructibles":
    case "casesLeft":
    case "exportsOf":
    case "modulesFrom":
    case "inScope":
      return choicesIn(values.question, project, sites, trie);
    default:
      throw new RangeError(`--question: ${values.question}`);
  }
}

/** Completions in all projects, `each` places of each. */
async function completions(named: string, each: number): Promise<readonly Completions[]> {
  if (named !== "tiny" && named !== "random") throw new RangeError(`--model: ${named}`);
  const model = await loadModel(modelFolder, { threads: 1 });
  const results: Completions[] = [];
  for (const project of values.project) {
    const options = {
      ...{ places: each, samples: Number(values.samples), tokens: Number(values.tokens) },
      temperature: named === "tiny" ? 0.8 : 1e6,
    };
    const result = await completionsIn(path.resolve(project, "tsconfig.json"), model, random, options);
    results.push({ ...result, project: path.basename(project) } as Completions);
    console.error(JSON.stringify(results.at(-1)));
  }
  await model.dispose();
  return results;
}

if (values.help || values.project.length === 0) {
  console.log(HELP);
} else if (values.model !== undefined) {
  const each = Math.ceil(Number(values.sites) / values.project.length);
  const json = JSON.stringify({ model: values.model, projects: await completions(values.model, each) }, undefined, 1);
  if (values.out !== undefined) writeFileSync(values.out, json);
  console.log(json);
} else {
  const each = Math.ceil(Number(values.sites) / values.project.length);
  const trie = buildTrie(values.vocabulary === "cl100k" ? cl100kVocabulary() : llama3Vocabulary());
  const projects: AnyTally[] = [];
  for (const project of values.project) {
    projects.push(await tallyIn(project, each, trie));
    console.error(JSON.stringify(projects.at(-1)));
  }
  const { question, vocabulary, suffix } = values;
  const result = { question, vocabulary, suffix, compiler: ts.version, ...sums(projects), projects };
  const json = JSON.stringify(result, undefined, 1);
  if (values.out !== undefined) writeFileSync(values.out, json);
  console.log(json);
}

// `pnpm bench:monitors`: the monitors over real projects. At random dots of the sources, a model with random logits writes a name, and the compiler judges it
// (`members.ts`). With `--question signatures`, the same of the arguments of calls (`calls.ts`) and with `--question objectKeys` of object literals (`objects.ts`);
// with other questions, of choices (`choices.ts`); with `--model`, completions of functions by a model, with the monitor and without (`completions.ts`).

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import type { QuestionKind } from "@espalier/analysis";
import { type ProjectOptions, type TypescriptMonitor, typescript } from "@espalier/analysis-typescript";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, type Trie } from "@espalier/trie";
import { loadModel } from "espalier";
import ts from "typescript";
import { seeded } from "../seeded.js";
import { cl100kVocabulary, llama3Vocabulary } from "../vocabularies.js";
import { type CallTally, tallyOfCalls } from "./calls.js";
import { type ChoiceTally, tallyOfChoices } from "./choices.js";
import { type Completions, completionsIn } from "./completions.js";
import { createJudge, type Judge } from "./judge.js";
import { type MaskTally, tallyOfMasks } from "./masks.js";
import { type MemberTally, tallyOfMembers } from "./members.js";
import { type ObjectTally, tallyOfObjects } from "./objects.js";

const HELP = `usage: pnpm --silent bench:monitors --project DIR … [options]

  --project DIR       a folder with a tsconfig.json; may be repeated
  --question NAME     members, signatures, constructibles, casesLeft, exportsOf, modulesFrom,
                      inScope or objectKeys (members); masks: no question, but the time of masks along the sources,
                      in as many holes as --sites says, with llama3
  --compiler NAME     the TypeScript that answers: 5.9, or 7 by its synchronous API; 5.9 is the judge (5.9)
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
    compiler: { type: "string", default: "5.9" },
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

const random = seeded(Number(values.seed));

type AnyTally = MemberTally | CallTally | ChoiceTally | ObjectTally | MaskTally;

/** The sums of the fields that are numbers. */
function sums(tallies: readonly AnyTally[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const tally of tallies)
    for (const [field, value] of Object.entries(tally))
      if (typeof value === "number") result[field] = (result[field] ?? 0) + value;
  return result;
}

/** What `tallyOf` counts in a project, with the monitor of the compiler that answers. The judge is always TypeScript 5.9. */
async function talliedIn<Tally extends object>(
  project: string,
  asked: { readonly questions?: readonly QuestionKind[] },
  tallyOf: (judge: Judge, monitor: TypescriptMonitor) => Promise<Tally>,
): Promise<Tally & { readonly project: string }> {
  const configuration = path.resolve(project, "tsconfig.json");
  const monitor = typescript({ ts: await answering(), project: configuration, watching: 3_600_000, ...asked });
  const tally = await tallyOf(createJudge(configuration), monitor);
  monitor.dispose();
  return { project: path.basename(project), ...tally };
}

async function answering(): Promise<ProjectOptions["ts"]> {
  if (values.compiler === "5.9") return ts;
  if (values.compiler !== "7") throw new RangeError(`--compiler: ${values.compiler}`);
  // The package that is tested with it has it.
  const { resolve } = createRequire(new URL("../../packages/analysis-typescript/package.json", import.meta.url));
  const [sync, ast] = await Promise.all(
    ["sync", "ast"].map((name) => import(resolve(`typescript-7/unstable/${name}`))),
  );
  return { sync, ast };
}

/** What happens in a project at the places of the question that is asked for. */
function tallyIn(project: string, sites: number, trie: Trie): Promise<AnyTally> {
  const { question } = values;
  switch (question) {
    case "members": {
      const options = { closed: sites, programs: Number(values.program), suffix: values.suffix === "on" };
      return talliedIn(project, {}, (judge, monitor) => tallyOfMembers(judge, monitor, random, trie, options));
    }
    case "signatures":
      return talliedIn(project, {}, (judge, monitor) => tallyOfCalls(judge, monitor, sites, random));
    case "objectKeys":
      return talliedIn(project, { questions: [question] }, (judge, monitor) =>
        tallyOfObjects(judge, monitor, sites, random),
      );
    case "masks":
      return talliedIn(project, {}, (judge, monitor) => tallyOfMasks(judge, monitor, sites, random, trie));
    case "constructibles":
    case "casesLeft":
    case "exportsOf":
    case "modulesFrom":
    case "inScope":
      return talliedIn(project, { questions: [question] }, (judge, monitor) =>
        tallyOfChoices(question, judge, monitor, sites, random, trie),
      );
    default:
      throw new RangeError(`--question: ${question}`);
  }
}

/** The result as JSON, which goes into the file for it; after each project, because a run may be cut off. */
function kept(result: object): string {
  const json = JSON.stringify(result, undefined, 1);
  if (values.out !== undefined) writeFileSync(values.out, json);
  return json;
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
    kept({ model: named, projects: results });
  }
  await model.dispose();
  return results;
}

if (values.help || values.project.length === 0) {
  console.log(HELP);
} else if (values.model !== undefined) {
  const each = Math.ceil(Number(values.sites) / values.project.length);
  console.log(kept({ model: values.model, projects: await completions(values.model, each) }));
} else {
  const each = Math.ceil(Number(values.sites) / values.project.length);
  const trie = buildTrie(values.vocabulary === "cl100k" ? cl100kVocabulary() : llama3Vocabulary());
  const { question, vocabulary, suffix, compiler } = values;
  const projects: AnyTally[] = [];
  let json = "";
  for (const project of values.project) {
    projects.push(await tallyIn(project, each, trie));
    console.error(JSON.stringify(projects.at(-1)));
    json = kept({ question, vocabulary, suffix, compiler, judge: ts.version, ...sums(projects), projects });
  }
  console.log(json);
}

// `pnpm bench:monitors-table`: the table of the monitor of TypeScript from one run. For every project and question, random places of the sources are judged by the
// compiler (`members.ts`, `calls.ts`, `choices.ts`, `objects.ts`), questions are counted (`fires.ts`), and the code itself is written in holes (`holes.ts`). The results are
// written after each project and question; a run that finds its file goes on where that ends.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { QuestionKind } from "@espalier/analysis";
import { type TypescriptMonitor, typescript } from "@espalier/analysis-typescript";
import { buildTrie, type Trie } from "@espalier/trie";
import { encode } from "gpt-tokenizer/encoding/cl100k_base";
import ts from "typescript";
import { seeded } from "../seeded.js";
import { cl100kVocabulary, llama3Vocabulary } from "../vocabularies.js";
import { tallyOfCalls } from "./calls.js";
import { tallyOfChoices } from "./choices.js";
import { tallyOfFires } from "./fires.js";
import { tallyOfHoles } from "./holes.js";
import { createJudge, type Judge } from "./judge.js";
import { tallyOfMembers } from "./members.js";
import { tallyOfObjects } from "./objects.js";
import { type Entry, tableOf } from "./table-rows.js";

const HELP = `usage: pnpm --silent bench:monitors-table --project DIR … --out FILE [options]

  --project DIR    a folder with a tsconfig.json; may be repeated
  --out FILE       where the results go, after each project and question; what it contains already is not run again
  --members N      closed answers that are judged in each project and round: about members (200)
  --signatures N   about signatures (100)
  --inScope N      about names in scope (60)
  --others N       about each other question, in the first round only (10)
  --programs N     at one in N closed sites of members, the errors of the whole program are counted too; 0 for none (100)
  --generations N  texts of each project, of 80 tokens, that a decoder writes to count questions, in the first round (20)
  --holes N        holes of each project and round in which the text as it stands is written, with every answer (20)
  --rounds N       (1)
  --seed N         of the first round (7)
`;

const { values } = parseArgs({
  options: {
    project: { type: "string", multiple: true, default: [] },
    out: { type: "string" },
    members: { type: "string", default: "200" },
    signatures: { type: "string", default: "100" },
    inScope: { type: "string", default: "60" },
    others: { type: "string", default: "10" },
    programs: { type: "string", default: "100" },
    generations: { type: "string", default: "20" },
    holes: { type: "string", default: "20" },
    rounds: { type: "string", default: "1" },
    seed: { type: "string", default: "7" },
    help: { type: "boolean", default: false },
  },
});

const OTHERS = ["constructibles", "casesLeft", "exportsOf", "modulesFrom", "objectKeys"] as const;
const QUESTIONS = ["members", "signatures", "inScope", ...OTHERS, "fires", "holes"] as const;
type Subject = (typeof QUESTIONS)[number];

const VOCABULARIES = { llama3: llama3Vocabulary, cl100k: cl100kVocabulary };
type VocabularyName = keyof typeof VOCABULARIES;
const tries = new Map<VocabularyName, Trie>();

function trieOf(name: VocabularyName): Trie {
  let trie = tries.get(name);
  if (trie === undefined) tries.set(name, (trie = buildTrie(VOCABULARIES[name]())));
  return trie;
}

/** Places of a project that are judged in a round. */
function countOf(subject: Subject, round: number): number {
  if (subject === "members" || subject === "signatures" || subject === "inScope") return Number(values[subject]);
  if (subject === "holes") return Number(values.holes);
  return round > 0 ? 0 : Number(subject === "fires" ? values.generations : values.others);
}

/** The questions whose answers are judged: of holes, all that refuse no correct program. `undefined` for those that are asked by default. */
function questionsOf(subject: Subject): readonly QuestionKind[] | undefined {
  if (subject === "members" || subject === "signatures" || subject === "fires") return undefined;
  return subject === "holes" ? ["members", "signatures", "inScope", "expectedStrings", ...OTHERS] : [subject];
}

/** The monitor, which puts the time of each answer into `times`. */
function timed(monitor: TypescriptMonitor, times: number[]): TypescriptMonitor {
  return {
    ...monitor,
    open(hole) {
      const opened = monitor.open(hole);
      return {
        ...opened,
        async answer(question, place) {
          const answer = await opened.answer(question, place);
          times.push(opened.asked().at(-1)!.milliseconds);
          return answer;
        },
      };
    },
  };
}

const encoded = (text: string): readonly number[] => encode(text, { disallowedSpecial: new Set() });

/** What happens in a project at the places of a question. */
function tally(
  subject: Subject,
  judge: Judge,
  monitor: TypescriptMonitor,
  count: number,
  random: () => number,
  trie: Trie,
): Promise<object> {
  switch (subject) {
    case "members":
      return tallyOfMembers(judge, monitor, random, trie, {
        ...{ closed: count, programs: Number(values.programs), suffix: true },
      });
    case "signatures":
      return tallyOfCalls(judge, monitor, count, random);
    case "objectKeys":
      return tallyOfObjects(judge, monitor, count, random);
    case "fires":
      return tallyOfFires(judge, monitor, random, trie, encoded, count);
    case "holes":
      return tallyOfHoles(judge, monitor, count, random, trie, encoded);
    default:
      return tallyOfChoices(subject, judge, monitor, count, random, trie);
  }
}

const commit = execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();

async function run(out: string): Promise<readonly Entry[]> {
  const entries: Entry[] = existsSync(out) ? JSON.parse(readFileSync(out, "utf8")).entries : [];
  const known = new Set(entries.map((entry) => `${entry.project} ${entry.subject} ${entry.round}`));
  const started = new Date().toISOString();
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const folder of values.project) {
      const project = path.basename(folder);
      const configuration = path.resolve(folder, "tsconfig.json");
      const left = QUESTIONS.filter(
        (subject) => countOf(subject, round) > 0 && !known.has(`${project} ${subject} ${round}`),
      );
      const judge = left.length === 0 ? undefined : createJudge(configuration);
      for (const subject of left) {
        const seed =
          Number(values.seed) + 1000 * round + 10 * values.project.indexOf(folder) + QUESTIONS.indexOf(subject);
        const vocabulary =
          subject === "fires" || subject === "holes" || (round + values.project.indexOf(folder)) % 2 === 1
            ? "cl100k"
            : "llama3";
        const times: number[] = [];
        const questions = questionsOf(subject);
        const asked = questions === undefined ? {} : { questions };
        const monitor = typescript({ ts, project: configuration, watching: 3_600_000, ...asked });
        const from = process.cpuUsage();
        const its = await tally(
          subject,
          judge!,
          timed(monitor, times),
          countOf(subject, round),
          seeded(seed),
          trieOf(vocabulary),
        );
        monitor.dispose();
        const { user, system } = process.cpuUsage(from);
        times.sort((a, b) => a - b);
        const at = (share: number): number =>
          Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? 0)) / 10;
        entries.push({
          ...{ project, subject, round, seed, vocabulary, commit, cpuSeconds: Math.round((user + system) / 1e6) },
          questionMs: { count: times.length, median: at(0.5), p95: at(0.95) },
          tally: its,
        } as Entry);
        console.error(`${new Date().toISOString()} ${JSON.stringify(entries.at(-1))}`);
        // A run that is cut off leaves whole results.
        writeFileSync(
          `${out}.new`,
          JSON.stringify({ compiler: ts.version, started, options: values, entries }, undefined, 1),
        );
        renameSync(`${out}.new`, out);
      }
    }
  }
  return entries;
}

if (values.help || values.out === undefined) console.log(HELP);
else console.log(tableOf(await run(values.out)));

// `pnpm bench:servers`: the language servers of this machine over a project of as many files as asked for: how long each takes until its first answer, whether
// anything waited for that, and how long its answers take once it has read the project. Prints JSON.

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type LspAnalysis, lspAnalysis, PROFILES } from "@espalier/analysis-lsp";
import { commandOf, whyNot } from "../../test/support/language-servers.js";
import { LANGUAGES, type ProjectLanguage } from "./server-projects.js";

const HELP = `usage: ESPALIER_LANGUAGE_SERVERS=DIR pnpm --silent bench:servers [options]

DIR is a folder in which npm has installed servers; others are found on the PATH.

  --profile NAME      a profile of @espalier/analysis-lsp; may be repeated (all of them)
  --files N           files of the project (1000)
  --questions N       once the server is ready (40)
  --every N           milliseconds between questions before that (100)
  --loading N         milliseconds that the server may take to read the project (300000)
  --deadline N        milliseconds for an answer (60000)
  --out FILE          where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    profile: { type: "string", multiple: true, default: Object.keys(PROFILES) },
    files: { type: "string", default: "1000" },
    questions: { type: "string", default: "40" },
    every: { type: "string", default: "100" },
    loading: { type: "string", default: "300000" },
    deadline: { type: "string", default: "60000" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

/** Writes a project of `count` files in all. */
function writeProject(root: string, { file, text, further, compiler }: ProjectLanguage, count: number): void {
  const others = Object.entries(further(count));
  const modules = Array.from({ length: count - others.length }, (_, at) => [file(at), text(at)] as const);
  for (const [name, content] of [...others, ...modules]) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  if (compiler === undefined) return;
  // The compiler of this repository. It does not count as a file of the project.
  const installed = path.dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  mkdirSync(path.join(root, "node_modules"));
  symlinkSync(installed, path.join(root, "node_modules", "typescript"));
}

/** The answer about the members of what module `at` makes. */
async function ask(analysis: LspAnalysis, { use }: ProjectLanguage, at: number) {
  const [before, after] = use(at);
  const from = performance.now();
  const answer = await analysis.members!({ path: use.file, before, after });
  const value = answer.kind === "closed" || answer.kind === "open" ? answer.value : undefined;
  const names = value === undefined ? [] : "names" in value ? value.names : value;
  return {
    kind: answer.kind,
    isListed: names.includes(`open${at}`),
    milliseconds: performance.now() - from,
  };
}

const rounded = (value: number): number => Math.round(10 * value) / 10;

async function tallyOf(name: string) {
  const command = commandOf(name);
  if (command === undefined) return { profile: name, missing: whyNot(name) };
  const language = LANGUAGES[name]!;
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "espalier-servers-")));
  const data = mkdtempSync(path.join(tmpdir(), "espalier-data-"));
  const count = Number(values.files);
  writeProject(root, language, count);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const from = performance.now();
  const analysis = lspAnalysis(name, {
    root,
    command: [...command, ...(name === "jdtls" ? ["-data", data] : [])],
    deadline: Number(values.deadline),
    loading: Number(values.loading),
  });
  try {
    let isReady = false;
    void analysis.ready().then(() => (isReady = true));
    const early: number[] = [];
    while (!isReady) {
      early.push((await ask(analysis, language, 0)).milliseconds);
      await setTimeout(Number(values.every));
    }
    const readyMs = performance.now() - from;
    const first = await ask(analysis, language, 0);
    const firstAnswerMs = performance.now() - from;
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let question = 1; question <= Number(values.questions); question++)
      answers.push(await ask(analysis, language, (question * 7) % (count >> 1)));
    const times = answers.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
    const { server, failures } = analysis.status();
    return {
      profile: name,
      server: server?.slice(0, 60),
      files,
      readyMs: Math.round(readyMs),
      firstAnswerMs: Math.round(firstAnswerMs),
      firstAnswer: first.kind,
      /** Before the server was ready: how many questions were asked, and how long the longest took. */
      early: { questions: early.length, longestMs: rounded(Math.max(0, ...early)) },
      questions: answers.length,
      closed: answers.filter(({ kind }) => kind === "closed").length,
      withTheMember: answers.filter(({ isListed }) => isListed).length,
      answerMs: {
        median: rounded(times[times.length >> 1] ?? 0),
        p95: rounded(times[Math.floor(0.95 * times.length)] ?? 0),
      },
      failures,
    };
  } finally {
    await analysis.dispose();
    for (const folder of [root, data]) rmSync(folder, { recursive: true, force: true });
  }
}

const tallies = [];
for (const name of values.profile!) {
  tallies.push(await tallyOf(name));
  console.error(JSON.stringify(tallies.at(-1)));
}
console.log(JSON.stringify(tallies, null, 1));
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(tallies, null, 1));

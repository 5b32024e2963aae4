// `pnpm bench:python-calls`: argument counts of Python by a language server over real packages. At calls of the sources, drawn at random, whether the answer allows
// the arguments that are written there. Pyright itself judges the unchanged files: a call that it reports is counted apart. Prints JSON.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { declaredLexer, type LspMonitor, lsp, pythonLexemes } from "@espalier/analysis-lsp";
import { seeded } from "../seeded.js";
import { reportsOf } from "./python-types.js";

const HELP = `usage: pnpm --silent bench:python-calls --project DIR … [options]

  --project DIR    a folder of Python; may be repeated
  --profile NAME   a profile of @espalier/analysis-lsp (pyright)
  --server FILE    its program (pyright-langserver)
  --judge FILE     pyright's command line (pyright)
  --sites N        calls, of all projects together (500)
  --seconds N      no calls are asked about after this time (600)
  --deadline N     milliseconds for an answer (20000)
  --seed N         (7)
  --out FILE       where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    project: { type: "string", multiple: true, default: [] },
    profile: { type: "string", default: "pyright" },
    server: { type: "string", default: "pyright-langserver" },
    judge: { type: "string", default: "pyright" },
    sites: { type: "string", default: "500" },
    seconds: { type: "string", default: "600" },
    deadline: { type: "string", default: "20000" },
    seed: { type: "string", default: "7" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help || values.project.length === 0) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const random = seeded(Number(values.seed));

/** A call: the offsets after its opening and after its closing parenthesis. */
interface CallSite {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

function callsOf(file: string, text: string): readonly CallSite[] {
  const lexer = declaredLexer(pythonLexemes);
  const sites: CallSite[] = [];
  const open: { readonly from: number; readonly depth: number; readonly isCall: boolean }[] = [];
  let state = lexer.start;
  for (let at = 0; at < text.length; at++) {
    const before = state;
    for (const byte of Buffer.from(text[at]!)) state = lexer.step(state, byte);
    const [was, depth] = [lexer.depth(before), lexer.depth(state)];
    if (depth > was) open.push({ from: at + 1, depth, isCall: lexer.opensArguments(before, state) });
    while (open.length > 0 && open.at(-1)!.depth > depth) {
      const { from, isCall } = open.pop()!;
      if (isCall) sites.push({ file, from, to: at + 1 });
    }
  }
  return sites.filter(({ from }) => !/\b(?:def|class)\s+\w+\s*\($/.test(text.slice(Math.max(0, from - 200), from)));
}

/** The lines in which pyright reports a call, as `file:line`. */
function errorsIn(root: string): ReadonlySet<string> {
  return new Set(
    reportsOf(values.judge!, ["-p", root, root])
      .filter(({ rule }) => rule === "reportCallIssue")
      .flatMap(({ file, range: { start, end } }) =>
        Array.from({ length: end.line - start.line + 1 }, (_, line) => `${file}:${start.line + line}`),
      ),
  );
}

async function isAllowed(monitor: LspMonitor, { file, from, to }: CallSite, text: string) {
  const hole = monitor.open({ path: file, prefix: text.slice(0, from), suffix: text.slice(to) });
  const question = hole.monitor.asks!(hole.monitor.start).find(
    ({ key, ago }) => key.endsWith(" signatures") && ago === 0,
  );
  if (question === undefined) return { kind: "no question", isWritten: true } as const;
  const answer = await hole.answer(question, { offset: 0, before: new Uint8Array(0) });
  let state: unknown = hole.monitor.supply!(hole.monitor.start, question, answer);
  for (const byte of Buffer.from(text.slice(from, to)))
    state = state === undefined ? undefined : hole.monitor.step(state, byte);
  return { kind: answer.kind, reason: hole.asked()[0]?.reason, isWritten: state !== undefined } as const;
}

async function tallyOf(project: string, wanted: number, until: number) {
  const root = path.resolve(project);
  const texts = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, encoding: "utf8" }))
    if (entry.endsWith(".py")) texts.set(path.join(root, entry), readFileSync(path.join(root, entry), "utf8"));
  const all = [...texts].flatMap(([file, text]) => callsOf(file, text));
  const drawn = all
    .map((site) => [random(), site] as const)
    .sort(([one], [other]) => one - other)
    .slice(0, wanted)
    .map(([, site]) => site)
    .sort((one, other) => (one.file === other.file ? one.from - other.from : one.file < other.file ? -1 : 1));
  const errors = errorsIn(root);
  const options = {
    root,
    command: [values.server!, "--stdio"],
    deadline: Number(values.deadline),
    questions: ["signatures" as const],
  };
  const monitor = lsp(values.profile!, options);
  await monitor.ready();
  const counts: Record<string, number> = {};
  const masked: string[] = [];
  const maskedAndReported: string[] = [];
  let asked = 0;
  for (const site of drawn) {
    if (performance.now() > until) break;
    const text = texts.get(site.file)!;
    const { kind, reason, isWritten } = await isAllowed(monitor, site, text);
    asked++;
    const what = reason === undefined ? kind : `${kind}: ${reason}`;
    counts[what] = (counts[what] ?? 0) + 1;
    if (isWritten) continue;
    const place = `${site.file}:${text.slice(0, site.from).split("\n").length - 1}`;
    (errors.has(place) ? maskedAndReported : masked).push(place);
  }
  const { failures } = monitor.status();
  await monitor.dispose();
  return {
    project: path.basename(root),
    files: texts.size,
    calls: all.length,
    asked,
    counts,
    masked,
    maskedAndReported,
    failures,
  };
}

const projects: Awaited<ReturnType<typeof tallyOf>>[] = [];
const until = performance.now() + 1000 * Number(values.seconds);
for (const project of values.project) {
  projects.push(await tallyOf(project, Math.ceil(Number(values.sites) / values.project.length), until));
  console.error(JSON.stringify(projects.at(-1)));
}
const sum = (count: (tally: (typeof projects)[number]) => number): number =>
  projects.reduce((total, each) => total + count(each), 0);
const result = {
  asked: sum(({ asked }) => asked),
  closed: sum(({ counts }) => counts.closed ?? 0),
  masked: sum(({ masked }) => masked.length),
  maskedAndReported: sum(({ maskedAndReported }) => maskedAndReported.length),
  projects,
};
console.log(JSON.stringify(result, null, 1));
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(result, null, 1));

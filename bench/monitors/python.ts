// Members of Python by pyright over real packages: at dots of the sources, drawn at random, whether the answer allows the name that is written there, and
// how long it takes. Pyright itself judges the unchanged files: a name that it reports there is counted apart. Prints JSON.
//
//   tsx --conditions=@espalier/source bench/monitors/python.ts --project DIR … --server FILE/pyright-langserver --judge FILE/pyright [--sites 1000]

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { declaredLexer, lspAnalysis, pythonLexemes } from "@espalier/analysis-lsp";
import { seeded } from "../corpus.js";

const { values } = parseArgs({
  options: {
    project: { type: "string", multiple: true, default: [] },
    profile: { type: "string", default: "pyright" },
    server: { type: "string", default: "pyright-langserver" },
    judge: { type: "string", default: "pyright" },
    sites: { type: "string", default: "1000" },
    seconds: { type: "string", default: "600" },
    deadline: { type: "string", default: "20000" },
    seed: { type: "string", default: "7" },
    out: { type: "string" },
  },
});

/** A dot in code, and the name after it. */
interface Site {
  readonly file: string;
  /** Where the name begins, in UTF-16 units. */
  readonly at: number;
  readonly name: string;
}

const random = seeded(Number(values.seed));

/** Every dot of a file at which the lexer expects the name of a member. */
function sitesOf(file: string, text: string): readonly Site[] {
  const lexer = declaredLexer(pythonLexemes);
  const sites: Site[] = [];
  let state = lexer.start;
  for (let at = 0; at < text.length; at++) {
    const before = lexer.expectsMember(state);
    for (const byte of Buffer.from(text[at]!)) state = lexer.step(state, byte);
    if (before || !lexer.expectsMember(state)) continue;
    const [name] = /^[\p{ID_Start}_][\p{ID_Continue}]*/u.exec(text.slice(at + 1)) ?? [];
    if (name !== undefined) sites.push({ file, at: at + 1, name });
  }
  return sites;
}

interface Reported {
  readonly file: string;
  readonly rule?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** Where pyright reports a member that does not exist, as `file:line:column`. */
function errorsIn(root: string): ReadonlySet<string> {
  let said: string;
  try {
    said = execFileSync(values.judge!, ["--outputjson", "-p", root, root], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    said = (error as { readonly stdout: string }).stdout;
  }
  const { generalDiagnostics } = JSON.parse(said) as { readonly generalDiagnostics: readonly Reported[] };
  const rules = new Set([
    "reportAttributeAccessIssue",
    "reportFunctionMemberAccess",
    "reportOptionalMemberAccess",
    // A name that a library imports for itself.
    "reportPrivateImportUsage",
  ]);
  return new Set(
    generalDiagnostics
      .filter(({ rule }) => rule !== undefined && rules.has(rule))
      .map(({ file, range: { start } }) => `${file}:${start.line}:${start.character}`),
  );
}

function placeOf({ file, at }: Site, text: string): string {
  const before = text.slice(0, at);
  return `${file}:${before.split("\n").length - 1}:${at - (before.lastIndexOf("\n") + 1)}`;
}

function quantile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;
}

async function tallyOf(project: string, wanted: number, until: number) {
  const root = path.resolve(project);
  const texts = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, encoding: "utf8" }))
    if (entry.endsWith(".py")) texts.set(path.join(root, entry), readFileSync(path.join(root, entry), "utf8"));
  const all = [...texts].flatMap(([file, text]) => sitesOf(file, text));
  const drawn = all
    .map((site) => [random(), site] as const)
    .sort(([one], [other]) => one - other)
    .slice(0, wanted)
    .map(([, site]) => site)
    .sort((one, other) => (one.file === other.file ? one.at - other.at : one.file < other.file ? -1 : 1));
  const errors = errorsIn(root);
  const analysis = lspAnalysis(values.profile!, {
    root,
    command: [values.server!, "--stdio"],
    deadline: Number(values.deadline),
  });
  await analysis.ready();
  const tally = {
    project: path.basename(root),
    files: texts.size,
    dots: all.length,
    asked: 0,
    closed: 0,
    masked: 0,
    maskedAndReported: 0,
    startup: analysis.status().startup,
  };
  const reasons: Record<string, number> = {};
  const masked: string[] = [];
  const times: number[] = [];
  for (const site of drawn) {
    if (performance.now() > until) break;
    const text = texts.get(site.file)!;
    const from = performance.now();
    const answer = await analysis.members!({
      path: site.file,
      before: text.slice(0, site.at),
      after: text.slice(site.at + site.name.length),
    });
    times.push(performance.now() - from);
    tally.asked++;
    if (answer.kind !== "closed") {
      const reason = `${answer.kind}: ${answer.reason}`;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      continue;
    }
    tally.closed++;
    if (answer.value.includes(site.name)) continue;
    const place = placeOf(site, text);
    if (errors.has(place)) tally.maskedAndReported++;
    else {
      tally.masked++;
      masked.push(`${place} ${text.slice(text.lastIndexOf("\n", site.at) + 1, site.at + site.name.length).trim()}`);
    }
  }
  await analysis.dispose();
  times.sort((one, other) => one - other);
  const milliseconds = { median: quantile(times, 0.5), p95: quantile(times, 0.95), most: quantile(times, 1) };
  return { ...tally, reasons, masked, milliseconds, failures: analysis.status().failures };
}

const projects: Awaited<ReturnType<typeof tallyOf>>[] = [];
const until = performance.now() + 1000 * Number(values.seconds);
for (const project of values.project) {
  projects.push(await tallyOf(project, Math.ceil(Number(values.sites) / values.project.length), until));
  console.error(JSON.stringify(projects.at(-1)));
}
const sum = (count: (tally: (typeof projects)[number]) => number): number =>
  projects.reduce((total, each) => total + count(each), 0);
const because = (pattern: RegExp): number =>
  sum(({ reasons }) =>
    Object.entries(reasons).reduce((total, [reason, count]) => total + (pattern.test(reason) ? count : 0), 0),
  );
const result = {
  asked: sum(({ asked }) => asked),
  closed: sum(({ closed }) => closed),
  masked: sum(({ masked }) => masked.length),
  maskedAndReported: sum(({ maskedAndReported }) => maskedAndReported),
  unknownType: because(/lists no members|nothing wrong/),
  assignments: because(/assignment/),
  dynamic: because(/__getattr__/),
  projects,
};
console.log(JSON.stringify(result, null, 1));
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(result, null, 1));

// `pnpm bench:python-members`: members of Python by a language server over real packages. At dots of the sources, drawn at random, whether the answer
// allows the name that is written there, how long it takes, and how many of the receivers that pyright types are constrained. Pyright itself judges
// the unchanged files: a name that it reports there is counted apart. Prints JSON.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Declaring } from "@espalier/analysis";
import { declaredLexer, type LspAnalysis, lspAnalysis, PROFILES, pythonLexemes } from "@espalier/analysis-lsp";
import { seeded } from "../seeded.js";
import { knownOf, reportsOf, type Site, typesAt } from "./python-types.js";

const HELP = `usage: pnpm --silent bench:python-members --project DIR … [options]

  --project DIR       a folder of Python; may be repeated
  --profile NAME      a profile of @espalier/analysis-lsp (pyright)
  --server FILE       its program (pyright-langserver)
  --judge FILE        pyright's command line (pyright)
  --python FILE       for the receivers' places (python3)
  --sites N           dots, of all projects together (1000)
  --judged N          of the dots whose answer is closed, one of N is judged; of the others, all (1)
  --typed on|off      whether to judge which receivers pyright types, and which of these take any name; about a second for each (off)
  --twin N            of every N dots one is also asked about by diagnostics alone; 0 for none (0)
  --suffix on|off     whether the text after the name follows the hole (on), or is yet to be written (off)
  --seconds N         no dots are asked about after this time (600)
  --deadline N        milliseconds for an answer (20000)
  --seed N            (7)
  --out FILE          where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    project: { type: "string", multiple: true, default: [] },
    profile: { type: "string", default: "pyright" },
    server: { type: "string", default: "pyright-langserver" },
    judge: { type: "string", default: "pyright" },
    python: { type: "string", default: "python3" },
    sites: { type: "string", default: "1000" },
    typed: { type: "string", default: "off" },
    judged: { type: "string", default: "1" },
    twin: { type: "string", default: "0" },
    suffix: { type: "string", default: "on" },
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

/** Where pyright reports a member that does not exist, as `file:line:column`. */
function errorsIn(root: string): ReadonlySet<string> {
  const rules = new Set([
    "reportAttributeAccessIssue",
    "reportFunctionMemberAccess",
    "reportOptionalMemberAccess",
    // A name that a library imports for itself.
    "reportPrivateImportUsage",
  ]);
  return new Set(
    reportsOf(values.judge!, ["-p", root, root])
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

const times = (all: readonly number[]) => {
  const sorted = [...all].sort((one, other) => one - other);
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), most: quantile(sorted, 1) };
};

/** An answer of the server, and what became of the name that is written there. */
interface Asked {
  readonly site: Site;
  readonly answer: Awaited<ReturnType<NonNullable<LspAnalysis["members"]>>>["kind"];
  readonly reason?: string;
  readonly allowed: boolean;
  readonly milliseconds: number;
}

async function ask(analysis: LspAnalysis, site: Site, text: string): Promise<Asked> {
  const from = performance.now();
  const answer = await analysis.members!({
    path: site.file,
    before: text.slice(0, site.at),
    after: values.suffix === "off" ? "" : text.slice(site.at + site.name.length),
  });
  const milliseconds = performance.now() - from;
  if (answer.kind === "closed") {
    const { value } = answer;
    const isListed = ("names" in value ? value.names : value).includes(site.name);
    const allowed = isListed || ("names" in value && declares(value.declaring, text.slice(site.at + site.name.length)));
    return { site, answer: "closed", allowed, milliseconds };
  }
  const reason = "reason" in answer ? (answer.reason ?? "") : "";
  return { site, answer: answer.kind, reason, allowed: true, milliseconds };
}

/** Whether what follows a name declares it. */
function declares({ by, never }: Declaring, rest: string): boolean {
  const follower = rest.replace(/^[ \t\f]+/, "");
  return !never.some((text) => follower.startsWith(text)) && by.some((text) => follower.startsWith(text));
}

/** The same server asked by diagnostics alone. */
function slowProfile() {
  const profile = PROFILES[values.profile!]!;
  const { exhaustive } = profile;
  if (exhaustive.by !== "diagnostics") return profile;
  return { ...profile, exhaustive: { by: exhaustive.by, codes: exhaustive.codes } };
}

/**
 * How many receivers of each kind of knowledge pyright has, and how many of these are constrained. Each closed dot that is judged counts for those that are not,
 * so the counts can be fractions.
 */
function typedTally(asked: readonly Asked[], root: string) {
  const isClosed = ({ answer }: Asked): boolean => answer === "closed";
  const closed = asked.filter(isClosed);
  const judgedClosed = closed.filter((_, number) => number % Number(values.judged) === 0);
  const judged = [...judgedClosed, ...asked.filter((each) => !isClosed(each))];
  const types = typesAt(
    judged.map(({ site }) => site),
    { root, pyright: values.judge!, python: values.python! },
  );
  const weight = closed.length / judgedClosed.length;
  const tally: Record<string, { dots: number; constrained: number; because: Record<string, number> }> = {};
  for (const { site, answer, reason = "" } of judged) {
    const receiver = types.get(site);
    const known = receiver === undefined ? "untold" : knownOf(receiver);
    const each = (tally[known] ??= { dots: 0, constrained: 0, because: {} });
    each.dots += answer === "closed" ? weight : 1;
    if (answer === "closed") each.constrained += weight;
    else each.because[reason] = (each.because[reason] ?? 0) + 1;
    const place = `${site.file}:${site.at} ${site.name}`;
    if (answer !== "closed" && known === "known") console.error(`${place}: ${reason} (${receiver!.type.slice(0, 60)})`);
    if (answer === "closed" && known === "any")
      console.error(`${place}: closed, although pyright takes any name (${receiver!.type.slice(0, 60)})`);
  }
  return tally;
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
  const options = { root, command: [values.server!, "--stdio"], deadline: Number(values.deadline) };
  const analysis = lspAnalysis(values.profile!, options);
  const twin = Number(values.twin) > 0 ? lspAnalysis(slowProfile(), options) : undefined;
  await Promise.all([analysis.ready(), twin?.ready()]);
  const asked: Asked[] = [];
  const twins: Asked[] = [];
  const differences: string[] = [];
  for (const [number, site] of drawn.entries()) {
    if (performance.now() > until) break;
    const text = texts.get(site.file)!;
    const one = await ask(analysis, site, text);
    asked.push(one);
    if (twin === undefined || number % Number(values.twin) !== 0) continue;
    const other = await ask(twin, site, text);
    twins.push(other);
    if (other.answer !== one.answer)
      differences.push(`${one.answer} by hovers, ${other.answer} by diagnostics: ${placeOf(site, text)}`);
  }
  const { startup, failures } = analysis.status();
  await analysis.dispose();
  await twin?.dispose();

  const refused = asked.filter(({ allowed }) => !allowed).map(({ site }) => placeOf(site, texts.get(site.file)!));
  const reasons: Record<string, number> = {};
  for (const { answer, reason } of asked)
    if (answer !== "closed") reasons[`${answer}: ${reason}`] = (reasons[`${answer}: ${reason}`] ?? 0) + 1;
  return {
    project: path.basename(root),
    files: texts.size,
    dots: all.length,
    asked: asked.length,
    closed: asked.filter(({ answer }) => answer === "closed").length,
    masked: refused.filter((place) => !errors.has(place)),
    maskedAndReported: refused.filter((place) => errors.has(place)),
    startup,
    reasons,
    milliseconds: times(asked.map(({ milliseconds }) => milliseconds)),
    twin: { asked: twins.length, differences, milliseconds: times(twins.map(({ milliseconds }) => milliseconds)) },
    typed: values.typed === "on" ? typedTally(asked, root) : undefined,
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
  closed: sum(({ closed }) => closed),
  masked: sum(({ masked }) => masked.length),
  maskedAndReported: sum(({ maskedAndReported }) => maskedAndReported.length),
  typed: sum(({ typed }) => typed?.known?.dots ?? 0),
  typedConstrained: sum(({ typed }) => typed?.known?.constrained ?? 0),
  typedButAnyName: sum(({ typed }) => typed?.any?.dots ?? 0),
  differences: sum(({ twin }) => twin.differences.length),
  projects,
};
console.log(JSON.stringify(result, null, 1));
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(result, null, 1));

// `pnpm bench:maskbench --data DIR --out FILE`: MaskBench for us and for peers, schema by schema in turn.

import { existsSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { awake } from "./awake.js";
import { openData, readCase, sampleOf } from "./data.js";
import { checkoutHost, type Host, lineHost, nodeHost } from "./host.js";
import { openJournal } from "./journal.js";
import { type Start, startLlguidance, startXgrammar } from "./native.js";
import { DEFAULT_MODES, type Job, MODES, OURS } from "./protocol.js";
import { formatSummary, schemaReport } from "./report.js";
import { summarize } from "./summary.js";
import { verdictOf } from "./verdict.js";
import { llama3Trie, tokenize } from "./vocabulary.js";
import { writeVocabulary } from "./vocabulary-file.js";

const HELP = `usage: pnpm bench:maskbench --data PLACE --out FILE [options]

  --data PLACE     the unpacked "data" folder of MaskBench, or its tarball
  --out FILE       { summary, …, schemas: { NAME: { ENGINE: { verdict, ttfm, tbm, … } } } }
  --sample N       N schemas, drawn evenly (all)
  --seed N         of the sample (1)
  --peers A,B      of: llguidance, xgrammar, web-xgrammar, structured-output (all that can be had)
  --beside NAME=DIR
                   another checkout of this project, built, as one more peer: a paired comparison; can be repeated
  --peers-only     without ourselves
  --modes A,B      of: cold, warm, second, process (all these), budget; "process" alone is the quickest way to the verdicts
  --budget         the mode "budget" alone: masks that leave a way to end within the tokens that the instance has left
  --repeat N       each text N times where it is compiled anew (cold, budget); a token counts with the least of its times (1)
  --limit S        seconds a schema may take in an engine (60)
  --memory M       MiB a process may hold (4096)
  --seconds S      stop after so long; the same command goes on from there
  --warm-up N      schemas, drawn apart, that every engine is given first and no figure counts (1,200), for 60 s at most
  --json           the summary as JSON on standard output, instead of a table
`;

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    data: { type: "string" },
    out: { type: "string" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    peers: { type: "string" },
    beside: { type: "string", multiple: true, default: [] },
    "peers-only": { type: "boolean", default: false },
    modes: { type: "string" },
    budget: { type: "boolean", default: false },
    repeat: { type: "string", default: "1" },
    limit: { type: "string", default: "60" },
    memory: { type: "string", default: "4096" },
    seconds: { type: "string" },
    "warm-up": { type: "string", default: "1200" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function number(name: string, text: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new RangeError(`--${name} takes a number, not "${text}"`);
  return value;
}
if (options.help) {
  process.stdout.write(HELP);
  process.exit();
}
if (options.data === undefined || options.out === undefined) {
  process.stderr.write("maskbench: needs --data PLACE and --out FILE; --help lists the options\n");
  process.exit(2);
}

/** So that a slow engine does not hold up the run. */
const WARM_UP_SECONDS = 60;
/** After 10 ms of idling nothing is slower, after 100 ms a little, after a second twice: 100 ms of work make up for that, not for 10 s. */
const WAKING = { rest: 50, work: 200, now: () => performance.now() };

const limits = { memory: number("memory", options.memory) * 2 ** 20 };
const limit = number("limit", options.limit);
const repeat = Math.max(1, number("repeat", options.repeat));
const vocabulary = writeVocabulary(llama3Trie().vocabulary);
const native = (name: string, start: (vocabulary: string) => Start) => (): Host | string => {
  const started = start(vocabulary);
  return "missing" in started ? started.missing : lineHost(name, started.command, limits);
};
const PEERS: Readonly<Record<string, () => Host | string>> = {
  llguidance: native("llguidance", startLlguidance),
  xgrammar: native("xgrammar", startXgrammar),
  "web-xgrammar": () => nodeHost("web-xgrammar", vocabulary, true, limits),
  "structured-output": () => nodeHost("structured-output", vocabulary, false, limits),
};

const asked = options.peers === undefined ? Object.keys(PEERS) : options.peers.split(",").filter((name) => name !== "");
const unknown = asked.filter((name) => !(name in PEERS));
if (unknown.length > 0)
  throw new RangeError(`no such peer: ${unknown.join()}; there are ${Object.keys(PEERS).join(", ")}`);
const named = options.modes?.split(",") ?? (options.budget ? [] : DEFAULT_MODES);
const modes = MODES.filter((mode) => named.includes(mode) || (options.budget && mode === "budget"));
if (modes.length === 0) throw new RangeError(`--modes takes some of ${MODES.join(", ")}, not "${options.modes}"`);
const skipped: Record<string, string> = {};
const hosts: Host[] = options["peers-only"] ? [] : [awake(nodeHost(OURS, vocabulary, false, limits), WAKING)];
for (const name of asked) {
  const host = PEERS[name]!();
  if (typeof host !== "string") hosts.push(awake(host, WAKING));
  else {
    skipped[name] = host;
    process.stderr.write(`Skipped: ${name}: ${host}\n`);
  }
}
for (const one of options.beside) {
  const { name, folder } = /^(?<name>[^=]+)=(?<folder>.+)$/s.exec(one)?.groups ?? {};
  if (
    name === undefined ||
    folder === undefined ||
    name === OURS ||
    name in PEERS ||
    hosts.some((host) => host.name === name)
  )
    throw new RangeError(`--beside takes NAME=DIR with a name that no other engine has, not "${one}"`);
  if (!existsSync(path.join(folder, "bench/maskbench/worker.ts")))
    throw new RangeError(`--beside ${name}: "${folder}" is no checkout of this project`);
  hosts.push(awake(checkoutHost(name, path.resolve(folder), vocabulary, limits), WAKING));
}

const data = openData(options.data);
const seed = number("seed", options.seed);
const names = sampleOf(data.names, number("sample", options.sample ?? String(data.names.length)), seed);
const engines = hosts.map(({ name }) => name);
const run = {
  files: data.names.length,
  schemas: names.length,
  seed,
  engines,
  modes,
  repeat,
  limit,
  memory: limits.memory,
};
const journal = openJournal(`${options.out}.journal`, run);

const jobOf = (name: string): Job => {
  const { schema, instances } = readCase(name, data.read(name));
  const tokenized = instances.map(({ valid, text, reordered }) => ({
    valid,
    tokens: tokenize(text),
    reordered: reordered.map(tokenize),
  }));
  return { name, schema, instances: tokenized, seconds: limit, modes, repeat };
};

/** The same list, which begins with element `first`, counted around. */
function turned<Item>(items: readonly Item[], first: number): readonly Item[] {
  const at = first % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

const began = performance.now();
const left = (): boolean => performance.now() - began < 1000 * number("seconds", options.seconds ?? "1e9");
const warmUp = names.every((name) => engines.every((engine) => journal.has(name, engine)))
  ? 0
  : number("warm-up", options["warm-up"]);
if (warmUp > 0) process.stderr.write(`… warming up: ${warmUp} schemas, an engine ${WARM_UP_SECONDS} s at most\n`);
const warmUpJobs = warmUp === 0 ? [] : sampleOf(data.names, warmUp, seed + 1).map(jobOf);
// One engine after the other, so that none rests in between.
for (const host of hosts) {
  const until = performance.now() + 1000 * WARM_UP_SECONDS;
  for (const job of warmUpJobs) if (left() && performance.now() < until) await host.ask(job);
}
let lastSaid = 0;
for (const [i, name] of names.entries()) {
  if (!left()) break;
  let job: Job | undefined;
  // Each engine comes first equally often: the first of a schema is up to 8 % slower.
  for (const host of turned(hosts, i)) {
    if (journal.has(name, host.name)) continue;
    job ??= jobOf(name);
    const valid = job.instances.map((instance) => instance.valid);
    const answer = await host.ask(job);
    journal.add({ schema: name, engine: host.name, version: host.ready?.version ?? "unknown", valid, answer });
    const verdict = verdictOf(answer, valid);
    const bad = verdict !== "passing" && verdict !== "refused" && verdict !== "order";
    if ((host.name === OURS && bad) || answer.contradictions.length > 0) {
      const why = answer.failure?.message ?? answer.contradictions[0] ?? "";
      process.stderr.write(`  ${host.name}: ${name}: ${verdict} ${why}\n`);
    }
  }
  if (performance.now() - lastSaid < 5000) continue;
  lastSaid = performance.now();
  process.stderr.write(`… ${i + 1} of ${names.length} schemas, ${Math.round((lastSaid - began) / 1000)} s\n`);
}
for (const host of hosts) host.close();

const summary = summarize(
  journal.entries,
  engines.filter((engine) => engine !== OURS),
  limit,
);
const schemas: Record<string, Record<string, object>> = {};
for (const entry of journal.entries) (schemas[entry.schema] ??= {})[entry.engine] = schemaReport(entry);
const finished = names.every((name) => engines.every((engine) => journal.has(name, engine)));
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
};
const clocks = Object.fromEntries(hosts.map(({ name, ready }) => [name, { clock: ready?.clock, call: ready?.call }]));
const report = { summary, machine, run, finished, skipped, clocks, schemas };
writeFileSync(options.out, `${JSON.stringify(report)}\n`);
if (finished) journal.remove();
else process.stderr.write(`Not finished: the same command goes on from ${options.out}.journal\n`);
process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : `${formatSummary(summary)}\n`);

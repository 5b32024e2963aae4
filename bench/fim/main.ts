// `pnpm --silent bench:fim`: the published protocol of filling gaps in code, for a model and CPython as the judge. `--help` says how.

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildTrie, type Trie } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import { openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons, isVersion, whyNoPython } from "../../test/judges/cpython/pythons.js";
import { cutsOf, type Protocol, pythonFiles, readSource, type SourceFile, sampleOf } from "./cuts.js";
import { openJournal } from "./journal.js";
import { bytesOfDocument } from "./memory.js";
import { randomModel, tinyModel } from "./models.js";
import { pythonSubject } from "./python.js";
import type { Policy } from "./subject.js";
import { summarize } from "./summary.js";
import { formatReport } from "./tables.js";
import { type Tools, tryCut, type Way } from "./trial.js";

const USAGE = "usage: pnpm --silent bench:fim --files DIR --out FILE [options]";
const HELP = `${USAGE}

  --files DIR        a folder of .py files, those below it included
  --out FILE         the result: { summary, …, trials }; beside it, while it runs, FILE.journal, from which the same command goes on
  --protocol NAME    boundary: from inside one token to inside another of the same block; span: at most 100 characters (boundary)
  --cuts N           cuts of each file (10)
  --seed S           of the cuts and of what is random (1)
  --sample N         N files, drawn by the seed; all without
  --model NAME       tiny: the model of this repository, greedy; random: logits drawn anew at each step, over 128,256 tokens (tiny)
  --ways A,B         of: unconstrained, constrained, unbudgeted (no budget in the mask), attempts (the published loop);
                     all but attempts without; with "" only whether the middle that stood there is allowed
  --max-tokens N     of a generated middle (100)
  --python VERSION   the language, and the CPython that judges (3.15)
  --policy NAME      what may straddle the middle's end: all, noSwallow, boundaryOnly (all)
  --max-bytes N      files longer than this are left out (200000)
  --warm-up N        cuts of another draw that are tried first and not counted, so that the figures are those of a warm process (10)
  --seconds S        stop after so long; the same command goes on from there
  --json             the summary as JSON on standard output, instead of tables

The summary counts cuts; a share is a count divided by its "cuts". Times are microseconds for a token, milliseconds for a context. How
far it is goes to standard error. CPython is found as ESPALIER_PYTHONS says (test/judges/cpython), or taken from a pyodide.
`;

const WAYS: readonly Way[] = ["unconstrained", "constrained", "unbudgeted", "attempts"];

function refuse(message: string): never {
  process.stderr.write(`bench:fim: ${message}\n${USAGE}\n`);
  process.exit(2);
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: args.filter((argument) => argument !== "--"),
    options: {
      files: { type: "string" },
      out: { type: "string" },
      protocol: { type: "string", default: "boundary" },
      cuts: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      sample: { type: "string" },
      model: { type: "string", default: "tiny" },
      ways: { type: "string", default: "unconstrained,constrained,unbudgeted" },
      "max-tokens": { type: "string", default: "100" },
      python: { type: "string", default: "3.15" },
      policy: { type: "string", default: "all" },
      "max-bytes": { type: "string", default: "200000" },
      "warm-up": { type: "string", default: "10" },
      seconds: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const whole = (name: string, text: string): number => {
    const value = Number(text);
    return Number.isSafeInteger(value) && value >= 0 ? value : refuse(`--${name} takes a whole number, not "${text}"`);
  };
  const one = <Name extends string>(name: string, text: string, of: readonly Name[]): Name =>
    of.find((known) => known === text) ?? refuse(`--${name} is one of ${of.join(", ")}, not "${text}"`);
  const { files, out, python } = values;
  if (files === undefined || out === undefined) return refuse("needs --files DIR and --out FILE");
  if (!isVersion(python)) return refuse(`--python takes a version from 3.9 to 3.15, not "${python}"`);
  return {
    files,
    out,
    python,
    protocol: one<Protocol>("protocol", values.protocol, ["boundary", "span"]),
    cuts: whole("cuts", values.cuts),
    seed: whole("seed", values.seed),
    sample: values.sample === undefined ? Number.POSITIVE_INFINITY : whole("sample", values.sample),
    model: one("model", values.model, ["tiny", "random"]),
    ways: new Set(values.ways === "" ? [] : values.ways.split(",").map((way) => one("ways", way, WAYS))),
    maxTokens: whole("max-tokens", values["max-tokens"]),
    policy: one<Policy>("policy", values.policy, ["all", "noSwallow", "boundaryOnly"]),
    maxBytes: whole("max-bytes", values["max-bytes"]),
    warmUp: whole("warm-up", values["warm-up"]),
    seconds: values.seconds === undefined ? Number.POSITIVE_INFINITY : whole("seconds", values.seconds),
    json: values.json,
  };
}

type Options = NonNullable<ReturnType<typeof optionsOf>>;

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  const { files, out, protocol, cuts, seed, sample, maxTokens, policy, maxBytes, seconds, json } = options;
  const [python] = findPythons([options.python], "all");
  if (python === undefined) return refuse(whyNoPython(options.python));
  const names = sampleOf(pythonFiles(files), sample, seed);
  if (names.length === 0) return refuse(`there are no .py files in ${files}`);
  const oracle = await openOracle(python);
  const subject = pythonSubject(options.python, policy);
  const contender = options.model === "tiny" ? await tinyModel() : randomModel(seed);
  const tries = new WeakMap<Vocabulary, Trie>();
  const trieOf: Tools["trieOf"] = ({ vocabulary }) => {
    const trie = tries.get(vocabulary) ?? buildTrie(vocabulary);
    tries.set(vocabulary, trie);
    return trie;
  };
  const tools: Tools = { subject, oracle, contender, trieOf, ways: options.ways, maxTokens };
  const run = {
    ...{ files, protocol, cuts, seed, model: options.model, ways: [...options.ways], maxTokens, policy, maxBytes },
    python: oracle.exact,
  };
  const journal = openJournal(`${out}.journal`, run);
  await warmUp(names, options, tools);
  const begun = performance.now();
  const spent = (): number => (performance.now() - begun) / 1000;
  const sources: SourceFile[] = [];
  let [done, left] = [0, 0];
  for (const name of names) {
    if (spent() >= seconds) {
      left = names.length - done;
      break;
    }
    const source = await readSource(files, name, maxBytes, oracle);
    done++;
    if (source !== undefined) sources.push(source);
    for (const cut of source === undefined ? [] : await cutsOf(source, protocol, cuts, seed, oracle)) {
      if (!journal.has(cut.file, cut.index)) journal.add(await tryCut(cut, tools));
    }
    process.stderr.write(`${done} of ${names.length} files, ${journal.trials.length} cuts, ${spent().toFixed(0)} s\n`);
  }
  const bytes =
    sources.length === 0 ? null : await bytesOfDocument(sources, () => pythonSubject(options.python, policy));
  const summary = summarize(journal.trials, bytes);
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version };
  writeFileSync(out, `${JSON.stringify({ summary, run: { ...run, left }, machine, trials: journal.trials })}\n`);
  if (left === 0) journal.remove();
  else process.stderr.write(`${left} files are left; the same command goes on\n`);
  process.stdout.write(`${json ? JSON.stringify(summary) : formatReport(protocol, journal.trials, summary)}\n`);
  oracle.close();
  await contender.dispose();
}

/** Tries some cuts that no figure counts. */
async function warmUp(names: readonly string[], options: Options, tools: Tools): Promise<void> {
  let left = options.warmUp;
  for (const name of sampleOf(names, names.length, options.seed + 1)) {
    if (left === 0) return;
    const source = await readSource(options.files, name, options.maxBytes, tools.oracle);
    if (source === undefined) continue;
    const count = Math.min(left, 2);
    for (const cut of await cutsOf(source, options.protocol, count, options.seed + 1, tools.oracle)) {
      await tryCut(cut, tools);
      left--;
    }
  }
}

await main();

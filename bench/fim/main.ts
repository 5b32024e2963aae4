// `pnpm --silent bench:fim`: the published protocol of filling gaps in code, for a model and CPython as the judge. `--help` says how.

import { statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { SyntaxLimitError } from "@espalier/syntax";
import { buildTrie, type Trie } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import { type Oracle, openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons, nameOf, VERSIONS, whyNoPython } from "../../test/judges/cpython/pythons.js";
import { type Cut, cutsOf, pythonFiles, readSource, type SourceFile, sampleOf } from "./cuts.js";
import { openJournal } from "./journal.js";
import { type FileTimes, formatTimes, summarizeTimes, timeFile } from "./membership.js";
import { bytesOfDocument } from "./memory.js";
import { randomModel, tinyModel } from "./models.js";
import { HELP, type Options, optionsOf, refuse } from "./options.js";
import { pythonSubject } from "./python.js";
import { summarize } from "./summary.js";
import { formatReport } from "./tables.js";
import { type Tools, type Trial, tryCut } from "./trial.js";

const VERSION = "3.15";
const MACHINE = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version };

/** How many seconds pass between two words on standard error. */
const SILENCE = 10;

function namesOf({ files, out, sample, seed }: Options): readonly string[] {
  for (const folder of [files, path.dirname(out)]) if (!isFolder(folder)) refuse(`there is no folder ${folder}`);
  const names = sampleOf(pythonFiles(files), sample, seed);
  return names.length === 0 ? refuse(`there are no .py files in ${files}`) : names;
}

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

async function runProtocol(options: Options): Promise<void> {
  const { files, out, protocol, cuts, seed, maxTokens, policy, maxBytes, seconds, json, python: version } = options;
  const [python] = findPythons([version ?? VERSION], "all");
  if (python === undefined) return refuse(whyNoPython(version ?? VERSION));
  const names = namesOf(options);
  const oracle = await openOracle(python);
  const make = () => pythonSubject(python.version, policy);
  const subject = make();
  const contender = options.model === "tiny" ? await tinyModel() : randomModel(seed);
  const tries = new WeakMap<Vocabulary, Trie>();
  const trieOf: Tools["trieOf"] = ({ vocabulary }) => {
    const trie = tries.get(vocabulary) ?? buildTrie(vocabulary);
    tries.set(vocabulary, trie);
    return trie;
  };
  let tools: Tools = { subject, oracle, contender, trieOf, ways: options.ways, maxTokens };
  let languages = 1;
  /** A language holds so many states, and says when there are too many; then the run goes on with another. */
  const tried = async (cut: Cut): Promise<Trial> => {
    try {
      return await tryCut(cut, tools);
    } catch (error) {
      if (!(error instanceof SyntaxLimitError)) throw error;
      process.stderr.write(`${error.message}: done, at ${cut.file}\n`);
      tools = { ...tools, subject: make() };
      languages++;
      return tryCut(cut, tools);
    }
  };
  const run = {
    ...{ files, protocol, cuts, seed, model: options.model, ways: [...options.ways], maxTokens, policy, maxBytes },
    python: oracle.exact,
  };
  const journal = openJournal(`${out}.journal`, run);
  const interrupted = untilInterrupted();
  if (seconds > 0) await warmUp(names, options, tools);
  const begun = performance.now();
  const spent = (): number => (performance.now() - begun) / 1000;
  const sources: SourceFile[] = [];
  let done = 0;
  let said = 0;
  const say = (): void => {
    said = spent();
    process.stderr.write(`${done} of ${names.length} files, ${journal.trials.length} cuts, ${said.toFixed(0)} s\n`);
  };
  const isOver = (): boolean => interrupted() || spent() >= seconds;
  for (const name of names) {
    if (isOver()) break;
    const source = await readSource(files, name, maxBytes, oracle);
    if (source !== undefined) sources.push(source);
    for (const cut of source === undefined ? [] : await cutsOf(source, protocol, cuts, seed, oracle)) {
      if (isOver()) break;
      if (journal.has(cut.file, cut.index)) continue;
      journal.add(await tried(cut));
      if (spent() - said > SILENCE) say();
    }
    if (isOver()) break;
    done++;
    say();
  }
  const left = names.length - done;
  const bytes = sources.length === 0 || interrupted() ? null : await bytesOfDocument(sources, make);
  const summary = summarize(journal.trials, bytes);
  writeFileSync(
    out,
    `${JSON.stringify({ summary, run: { ...run, left, languages }, machine: MACHINE, trials: journal.trials })}\n`,
  );
  if (left === 0) journal.remove();
  else process.stderr.write(`${left} files are left; the same command goes on\n`);
  process.stdout.write(`${json ? JSON.stringify(summary) : formatReport(protocol, journal.trials, summary)}\n`);
  oracle.close();
  await contender.dispose();
}

/** Whether somebody has asked for the end since; the second time it ends at once. */
function untilInterrupted(): () => boolean {
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      interrupted = true;
    });
  }
  return () => interrupted;
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

/** Reads whole files, beside CPython. */
async function runMembership(options: Options): Promise<void> {
  const { files, out, seed, policy, maxBytes, json, python: version } = options;
  // One that runs as it is, where it does not matter which: a pyodide's is slower, which would flatter us.
  const found = findPythons(version === undefined ? VERSIONS : [version], "all");
  const python = found.findLast(({ kind }) => kind === "native") ?? found.at(-1);
  if (python === undefined) return refuse(whyNoPython(version ?? VERSION));
  const names = namesOf(options);
  const oracle = await openOracle(python);
  const subject = pythonSubject(python.version, policy);
  await readSome(sampleOf(pythonFiles(files), options.warmUp, seed + 1), options, oracle, (source) =>
    timeFile(source, subject, oracle),
  );
  const times: FileTimes[] = [];
  // In a language that has not seen them.
  const fresh = pythonSubject(python.version, policy);
  fresh.document("").problem();
  await readSome(names, options, oracle, async (source) => {
    times.push(await timeFile(source, fresh, oracle));
  });
  oracle.close();
  if (!times.some(({ accepted }) => accepted)) return refuse("none of the files is Python to both");
  const summary = summarizeTimes(times);
  const run = { files, seed, maxBytes, python: nameOf(python) };
  writeFileSync(out, `${JSON.stringify({ summary, run, machine: MACHINE, files: times })}\n`);
  process.stdout.write(`${json ? JSON.stringify(summary) : formatTimes(summary, nameOf(python))}\n`);
}

async function readSome(
  names: readonly string[],
  { files, maxBytes }: Options,
  oracle: Oracle,
  use: (source: SourceFile) => Promise<unknown>,
): Promise<void> {
  for (const name of names) {
    const source = await readSource(files, name, maxBytes, oracle);
    if (source !== undefined) await use(source);
  }
}

const options = optionsOf(process.argv.slice(2));
if (options === undefined) process.stdout.write(HELP);
else await (options.membership ? runMembership(options) : runProtocol(options));

// Member accesses of real projects: at random ones, a model with random logits writes a name, and the compiler judges it. The name that stands there is written
// too, to see whether it is masked.

import type { HoleMonitor } from "@espalier/analysis";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import type { Monitor, Question } from "@espalier/monitor";
import { createMasker, type Masker, type Trie } from "@espalier/trie";
import { draws } from "./draws.js";
import { countReason, stateAfter } from "./first-answer.js";
import { type Judge, type MemberSite, sitesOf } from "./judge.js";

/** What happened at the member accesses of one project. */
export interface MemberTally {
  files: number;
  accesses: number;
  asked: number;
  closed: number;
  open: number;
  unknown: number;
  /** Closed sites at which a name was written. */
  judged: number;
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

/** Tokens drawn evenly often begin a comment; then others are drawn, so many times. */
const ATTEMPTS = 10;

/** How the places are judged. */
export interface MemberOptions {
  /** How many closed answers are judged. */
  readonly closed: number;
  /** At one in so many of them the errors of the whole program are counted too; 0 for none. */
  readonly programs: number;
  /** Whether the text after the name follows the hole, or is yet to be written. */
  readonly suffix: boolean;
}

/** Judges random member accesses of `judge`'s project. */
export async function tallyOfMembers(
  judge: Judge,
  monitor: TypescriptMonitor,
  random: () => number,
  trie: Trie,
  options: MemberOptions,
): Promise<MemberTally> {
  const all = sitesOf(judge);
  const texts = new Map(judge.files.map((file) => [file.fileName, file.text]));
  const tally: MemberTally = {
    files: judge.files.length,
    accesses: all.length,
    ...{
      asked: 0,
      closed: 0,
      open: 0,
      unknown: 0,
      judged: 0,
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
  while (tally.closed < options.closed && tally.asked < 3 * options.closed) {
    const site = draw();
    const text = texts.get(site.path)!;
    const [before, after] = [text.slice(0, site.behind), text.slice(site.behind)];
    const suffix = options.suffix ? after.replace(/^\s*[\p{ID_Continue}$#]+/u, "") : "";
    const hole = monitor.open({ path: site.path, prefix: before, suffix });
    const { state, isClosed } = await answered(hole, tally, site, times);
    if (!isClosed) continue;
    judgeWritten(hole, state, site, after, tally);
    const name = writtenBy(hole, state, random, trie);
    if (name === undefined) continue;
    tally.judged++;
    const position = site.behind + name.length - name.trimStart().length;
    if (tally.judged % CONTROL_EVERY === 0) {
      tally.controls++;
      if (judge.errorsAt(site.path, `${before}${name.replace(/\.$/u, "")}Zq${suffix}`, position).member.length > 0)
        tally.controlsReported++;
      else note(tally, `${site.path}: ${JSON.stringify(`${before.slice(-40)}${name}Zq`)} is not reported`);
    }
    if (options.programs > 0 && tally.judged % options.programs === 0) {
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
  return tally;
}

function note(tally: MemberTally, example: string): void {
  if (tally.examples.length < 20) tally.examples.push(example);
}

/** Asks what the site asks, and supplies the answer. */
async function answered(
  hole: HoleMonitor,
  tally: MemberTally,
  site: MemberSite,
  times: number[],
): Promise<{ readonly state: unknown; readonly isClosed: boolean }> {
  const open: readonly Question[] = hole.monitor.asks!(hole.monitor.start);
  const question = open.find(({ key }) => key.endsWith("members"));
  tally.asked++;
  if (question === undefined) {
    countReason(tally.reasons);
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
  countReason(tally.reasons, reason);
  if (site.definite && reason.includes("string index")) tally.byIndex++;
  else if (site.definite) tally.unconstrained++;
  return { state: undefined, isClosed: false };
}

/** Whether the name as written is read. */
function judgeWritten(hole: HoleMonitor, from: unknown, site: MemberSite, after: string, tally: MemberTally): void {
  const written = /^\s*[\p{ID_Continue}$#]+[^\p{ID_Continue}$]?/u.exec(after)?.[0] ?? "";
  if (stateAfter(hole, from, written) !== undefined) return;
  if (site.wrong) tally.maskedWrongNames++;
  else {
    tally.maskedNames++;
    note(tally, `${site.path}: ${JSON.stringify(written)} (${site.name}) is masked`);
  }
}

/** The name, with a dot if nothing else may follow it, as after a namespace where a type is named. */
function withItsDot(monitor: Monitor<unknown>, from: unknown, name: string): string {
  return stateAfter({ monitor }, from, `${name};`) === undefined ? `${name}.` : name;
}

/** The name that tokens drawn evenly from the masks write, without what follows it; `undefined` if none of some attempts writes one. */
function writtenBy(hole: HoleMonitor, from: unknown, random: () => number, trie: Trie): string | undefined {
  const masker = createMasker(trie, hole.monitor);
  let name: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS && name === undefined; attempt++)
    name = attempted(hole, from, random, masker);
  return name;
}

/** The same of one attempt; `undefined` where a comment is begun, or a number after `?`. */
function attempted(
  { monitor }: HoleMonitor,
  from: unknown,
  random: () => number,
  masker: Masker<unknown>,
): string | undefined {
  const { trie } = masker;
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
    if (name !== undefined) return /^\s*\d/.test(name) ? undefined : withItsDot(monitor, from, name);
    if (!/^\s*#?[\p{ID_Continue}$\ufffd]*$/u.test(text)) return undefined;
    for (const byte of spelt) state = monitor.step(state, byte)!;
  }
  return undefined;
}

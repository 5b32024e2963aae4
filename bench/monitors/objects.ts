// Object literals of real projects: at random ones, keys are written as far as the monitor allows them, and the compiler judges them. The object that stands
// there is written too, to see whether it is refused.

import type { HoleMonitor, ObjectKeys } from "@espalier/analysis";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import ts from "typescript";
import { draws } from "./draws.js";
import { countReason, firstAnswer, stateAfter } from "./first-answer.js";
import type { Judge } from "./judge.js";

/** Errors of keys that are unknown, missing or repeated. Where a key is missing, the compiler reports an assignment or an argument. */
const KEY_ERRORS: ReadonlySet<number> = new Set([2353, 2561, 2739, 2740, 2741, 2345, 2322, 1117, 2769]);

/** What happened at the object literals of one project. */
export interface ObjectTally {
  objects: number;
  asked: number;
  closed: number;
  /** Objects of drawn keys that the compiler reports, of those at closed places. */
  wrongObjects: number;
  /** Closed places at which an unknown key was judged, and how often the compiler reported it. */
  controls: number;
  controlsReported: number;
  /** Objects as they stand that the monitor refuses, though the compiler reports nothing; those of them that an assertion follows; and those that it reports too. */
  maskedObjects: number;
  maskedAsserted: number;
  maskedWrongObjects: number;
  reasons: Record<string, number>;
  examples: string[];
}

interface ObjectSite {
  readonly path: string;
  /** After the opening brace, and before the closing one. */
  readonly from: number;
  readonly to: number;
  /** Where the statement begins in which the compiler reports a missing key. */
  readonly errors: number;
  readonly isAsserted: boolean;
}

function objectsOf({ files }: Judge): readonly ObjectSite[] {
  const sites: ObjectSite[] = [];
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node))
        sites.push({
          ...{ path: file.fileName, from: node.getStart(file) + 1, to: node.end - 1 },
          errors: (ts.findAncestor(node, ts.isStatement) ?? node).getStart(file),
          isAsserted: ts.isAssertionExpression(node.parent),
        });
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return sites;
}

/** Judges random object literals of `judge`'s project until `closed` of them are closed. The monitor asks for `objectKeys`. */
export async function tallyOfObjects(
  judge: Judge,
  monitor: TypescriptMonitor,
  closed: number,
  random: () => number,
): Promise<ObjectTally> {
  const all = objectsOf(judge);
  const texts = new Map(judge.files.map((file) => [file.fileName, file.text]));
  const tally: ObjectTally = {
    ...{ objects: all.length, asked: 0, closed: 0, wrongObjects: 0, controls: 0, controlsReported: 0 },
    ...{ maskedObjects: 0, maskedAsserted: 0, maskedWrongObjects: 0, reasons: {}, examples: [] },
  };
  const next = draws(all, random);
  while (tally.closed < closed && tally.asked < 10 * closed) {
    const site = next();
    const text = texts.get(site.path)!;
    const [before, written, suffix] = [text.slice(0, site.from), text.slice(site.from, site.to), text.slice(site.to)];
    tally.asked++;
    const hole = monitor.open({ path: site.path, prefix: before, suffix });
    const found = await answered(hole, tally);
    if (found === undefined) continue;
    tally.closed++;
    const reports = (its: string): boolean =>
      judge
        .errorsWithin(site.path, before + its + suffix, site.errors, site.from + its.length)
        .some((code) => KEY_ERRORS.has(code));
    const note = (what: string): unknown =>
      tally.examples.length < 20 && tally.examples.push(`${site.path}: ${JSON.stringify(before.slice(-60))} ${what}`);
    const state = stateAfter(hole, found.state, written);
    if (state === undefined || !hole.monitor.accepts(state)) {
      if (site.isAsserted) tally.maskedAsserted++;
      else if (reports(written)) tally.maskedWrongObjects++;
      else {
        tally.maskedObjects++;
        note(`${JSON.stringify(written)} is refused`);
      }
    }
    if (site.isAsserted) continue;
    const drawn = draw(hole, found, random);
    if (drawn !== undefined && reports(drawn)) {
      tally.wrongObjects++;
      note(`${drawn} is reported`);
    }
    if (tally.closed % 5 !== 0) continue;
    tally.controls++;
    if (reports(` zqzq: 0 as any,${written}`)) tally.controlsReported++;
  }
  return tally;
}

interface Found {
  readonly state: unknown;
  readonly keys: readonly string[];
}

/** The state once the object's answer is supplied, and all keys that the answer allows; `undefined` where it is not closed. */
async function answered(hole: HoleMonitor, tally: ObjectTally): Promise<Found | undefined> {
  const first = await firstAnswer(hole, "");
  if (first?.answer.kind === "closed") {
    const { question, answer } = first;
    const keys = (answer.value as readonly ObjectKeys[]).flatMap(({ allowed }) => allowed);
    return { state: hole.monitor.supply!(hole.monitor.start, question, answer), keys };
  }
  countReason(tally.reasons, first?.answer.reason);
  return undefined;
}

/** Keys in random order, with values of every type, until the monitor allows the end and a coin says so; `undefined` if it never allows it. */
function draw(hole: HoleMonitor, { state, keys }: Found, random: () => number): string | undefined {
  let text = "";
  let left = [...new Set(keys)];
  for (;;) {
    const end = stateAfter(hole, state, text);
    const mayEnd = end !== undefined && hole.monitor.accepts(end);
    if (mayEnd && (left.length === 0 || random() < 0.3)) return text;
    if (left.length === 0) return undefined;
    const key = left[Math.floor(random() * left.length)]!;
    left = left.filter((each) => each !== key);
    const next = `${text} "${key}": 0 as any,`;
    if (stateAfter(hole, state, next) !== undefined) text = next;
  }
}

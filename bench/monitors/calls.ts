// Calls of real projects: at random ones, arguments are written as far as the monitor allows them, and the compiler judges their number. The arguments
// that stand there are written too, to see whether they are refused.

import type { HoleMonitor } from "@espalier/analysis";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import ts from "typescript";
import { draws } from "./draws.js";
import { countReason, firstAnswer, stateAfter } from "./first-answer.js";
import type { Judge } from "./judge.js";

/** Errors of the number of arguments: too many or too few (2554, 2555, and 2794 where `void` would allow it), or none of the overloads takes as many (2575). */
const COUNT_ERRORS: ReadonlySet<number> = new Set([2554, 2555, 2575, 2794]);

/** Arguments of every type, with commas and brackets that are no arguments' own. */
const ARGUMENTS = [
  "0 as any",
  "[1, 2] as any",
  "((a: any, b: any) => a) as any",
  "`,)` as any",
  "/[,(]/ as any",
  "{ a: 1, b: 2 } as any",
  "/* , ) */ null as any",
  "',' as any",
];
/** So many pieces are written at most. */
const MOST_PIECES = 40;

/** What happened at the calls of one project. */
export interface CallTally {
  calls: number;
  asked: number;
  closed: number;
  /** Arguments as written by pieces whose number the compiler reports, of those at closed calls. */
  wrongCounts: number;
  /** Closed calls at which a number was judged that the answer excludes, and how often the compiler reported it. */
  controls: number;
  controlsReported: number;
  /** Arguments as they stand that the monitor refuses, though the compiler reports nothing. */
  maskedCalls: number;
  maskedWrongCalls: number;
  /** Calls of something that has a signature, and how many of them were left unconstrained. */
  definite: number;
  unconstrained: number;
  reasons: Record<string, number>;
  examples: string[];
}

interface CallSite {
  readonly path: string;
  /** After the opening bracket, and after the closing one. */
  readonly from: number;
  readonly to: number;
  /** Where the compiler's errors of the call begin. */
  readonly name: number;
  readonly definite: boolean;
}

function callsOf({ program, files }: Judge): readonly CallSite[] {
  const checker = program.getTypeChecker();
  const sites: CallSite[] = [];
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && node.arguments !== undefined) {
        const callee = node.expression;
        const type = checker.getTypeAtLocation(callee);
        const isNew = ts.isNewExpression(node) || callee.kind === ts.SyntaxKind.SuperKeyword;
        const kind = isNew ? ts.SignatureKind.Construct : ts.SignatureKind.Call;
        const signatures = checker.getSignaturesOfType(checker.getApparentType(checker.getNonNullableType(type)), kind);
        sites.push({
          path: file.fileName,
          from: node.arguments.pos,
          to: node.end,
          // The compiler reports a wrong number at the name after the last dot of a callee, at `new`, or at an argument.
          name: (ts.isCallExpression(node) && ts.isPropertyAccessExpression(callee) ? callee.name : node).getStart(
            file,
          ),
          definite: signatures.length > 0,
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return sites;
}

/** Judges random calls of `judge`'s project until `closed` of them are closed. */
export async function tallyOfCalls(
  judge: Judge,
  monitor: TypescriptMonitor,
  closed: number,
  random: () => number,
): Promise<CallTally> {
  const all = callsOf(judge);
  const texts = new Map(judge.files.map((file) => [file.fileName, file.text]));
  const tally: CallTally = {
    ...{ calls: all.length, asked: 0, closed: 0, wrongCounts: 0, controls: 0, controlsReported: 0, maskedCalls: 0 },
    ...{ maskedWrongCalls: 0, definite: 0, unconstrained: 0, reasons: {}, examples: [] },
  };
  const next = draws(all, random);
  while (tally.closed < closed && tally.asked < 3 * closed) {
    const site = next();
    const text = texts.get(site.path)!;
    const [before, written, suffix] = [text.slice(0, site.from), text.slice(site.from, site.to), text.slice(site.to)];
    const hole = monitor.open({ path: site.path, prefix: before, suffix });
    tally.asked++;
    if (site.definite) tally.definite++;
    const state = await answered(hole, site, tally);
    if (state === undefined) continue;
    tally.closed++;
    const reports = (its: string): boolean =>
      judge
        .errorsWithin(site.path, before + its + suffix, site.name, site.from + its.length)
        .some((code) => COUNT_ERRORS.has(code));
    const note = (what: string): unknown =>
      tally.examples.length < 20 && tally.examples.push(`${site.path}: ${JSON.stringify(before.slice(-40))} ${what}`);
    if (stateAfter(hole, state, written) === undefined) {
      if (reports(written)) tally.maskedWrongCalls++;
      else {
        tally.maskedCalls++;
        note(`${JSON.stringify(written)} is refused`);
      }
    }
    const drawn = draw(hole, state, random);
    if (reports(drawn)) {
      tally.wrongCounts++;
      note(`${drawn} is reported`);
    }
    const excluded = [0, 1, 2, 3, 4, 5, 6].map(call).filter((its) => stateAfter(hole, state, its) === undefined);
    if (excluded.length === 0 || tally.closed % 5 !== 0) continue;
    tally.controls++;
    const wrong = excluded[Math.floor(random() * excluded.length)]!;
    if (reports(wrong)) tally.controlsReported++;
    else note(`${wrong} is not reported`);
  }
  return tally;
}

const call = (count: number): string => `${Array(count).fill("0 as any").join(", ")})`;

/** The state once the call's answer is supplied; `undefined` where it is not closed. */
async function answered(hole: HoleMonitor, site: CallSite, tally: CallTally): Promise<unknown> {
  const first = await firstAnswer(hole, "signatures");
  if (first?.answer.kind === "closed") return hole.monitor.supply!(hole.monitor.start, first.question, first.answer);
  countReason(tally.reasons, `${site.definite ? "definite: " : ""}${first?.answer.reason ?? "no question"}`);
  if (site.definite) tally.unconstrained++;
  return undefined;
}

/** Arguments and a closing bracket, drawn evenly from the pieces that the monitor allows. */
function draw(hole: HoleMonitor, from: unknown, random: () => number): string {
  let state = from;
  let text = "";
  for (let pieces = 0; pieces < MOST_PIECES; pieces++) {
    const isAfterArgument = text !== "" && !text.endsWith(", ");
    const some = isAfterArgument ? [", ", ")"] : [...ARGUMENTS, ...(random() < 0.5 ? [")"] : [])];
    let allowed = some.filter((piece) => stateAfter(hole, state, piece) !== undefined);
    if (allowed.length === 0) allowed = [")"];
    const piece = allowed[Math.floor(random() * allowed.length)]!;
    text += piece;
    if (piece === ")") return text;
    state = stateAfter(hole, state, piece);
  }
  return `${text.replace(/, $/, "")})`;
}

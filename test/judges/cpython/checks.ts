// What is checked of a language beside CPython, and what is told of a difference:
//
//   membership  a whole text is read exactly when CPython parses it
//   cut         every split of a text into prefix, middle and suffix connects exactly when the whole text is read
//   witness     what our cost leads to, after any walk that the monitor allows, is parsed by CPython
//   stuck       the cost leads somewhere: from n > 0 a byte leads to less, and 0 accepts
//   mask        all ways to compute a mask agree, with each other, with single tokens, and with the texts themselves (masks.ts)
//   failure     nothing throws but a FillError
import type { Monitor } from "@espalier/monitor";
import { finish, walk } from "./finish.js";
import type { Oracle, Verdict } from "./oracle.js";
import type { Random } from "./random.js";
import { bytesOf, connects, fillOf, type Policy, readBytes, type Subject } from "./subject.js";
import { type Cut, joined, type Sourced } from "./texts.js";

export type Check = "membership" | "cut" | "witness" | "stuck" | "mask" | "failure";

export interface Difference {
  readonly check: Check;
  /** A whole text is the middle, with nothing around it. */
  readonly cut: Cut;
  readonly from: string;
  readonly ours: string;
  /** What CPython says, or what else ours is compared with. */
  readonly other: string;
}

/** Counts of what was done. */
export interface Tally {
  /** Texts whose membership was compared, and how many of them CPython accepts. */
  texts: number;
  accepted: number;
  /** Texts of which CPython, for want of memory or depth, says nothing. */
  resource: number;
  cuts: number;
  /** Completions that CPython was asked about. */
  witnesses: number;
  masks: number;
}

export const noTally = (): Tally => ({ texts: 0, accepted: 0, resource: 0, cuts: 0, witnesses: 0, masks: 0 });

export const wholeText = (text: string): Cut => ({ prefix: "", middle: text, suffix: "" });

export const spoken = (verdict: Verdict): string =>
  verdict.kind === "accept"
    ? "accepts"
    : verdict.kind === "reject"
      ? `${verdict.error} (line ${verdict.line})`
      : verdict.error;

const messageOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message} ${error.stack?.split("\n")[1]?.trim() ?? ""}`
    : String(error);

/** What a whole text is to us: accepted, refused somewhere, or a failure. */
export function ownVerdict(
  { language }: Subject,
  text: string,
): { readonly accepts: boolean; readonly said: string } | { readonly failed: string } {
  try {
    const bytes = bytesOf(text);
    const { accepts, read } = readBytes(language, bytes);
    const where = read === bytes.length ? "at its end" : `at byte ${read} of ${bytes.length}`;
    return { accepts, said: accepts ? "accepts" : `refuses ${where}` };
  } catch (error) {
    return { failed: messageOf(error) };
  }
}

/** {@link connects}, and a failure as such. */
export function ownConnection(subject: Subject, cut: Cut): { readonly accepts: boolean } | { readonly failed: string } {
  try {
    return { accepts: connects(subject, cut) };
  } catch (error) {
    return { failed: messageOf(error) };
  }
}

/** Membership of every text, and agreement of the cuts of each. */
export async function checkTexts(
  subject: Subject,
  oracle: Oracle,
  texts: readonly Sourced[],
  cutsOf: (text: string) => readonly Cut[],
  tally: Tally,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const verdicts = await oracle.parse(texts.map(({ text }) => text));
  texts.forEach(({ text, from }, i) => {
    const own = ownVerdict(subject, text);
    const verdict = verdicts[i]!;
    const whole = wholeText(text);
    tally.texts++;
    if (verdict.kind === "accept") tally.accepted++;
    if (verdict.kind === "resource") tally.resource++;
    if ("failed" in own) {
      found.push({ check: "failure", cut: whole, from, ours: own.failed, other: spoken(verdict) });
      return;
    }
    if (verdict.kind !== "resource" && own.accepts !== (verdict.kind === "accept")) {
      found.push({ check: "membership", cut: whole, from, ours: own.said, other: spoken(verdict) });
    }
    for (const cut of cutsOf(text)) {
      tally.cuts++;
      const connection = ownConnection(subject, cut);
      if ("failed" in connection) found.push({ check: "failure", cut, from, ours: connection.failed, other: own.said });
      else if (connection.accepts !== own.accepts) {
        const ours = connection.accepts ? "the cut connects" : "the cut does not connect";
        found.push({ check: "cut", cut, from, ours, other: `the language ${own.said}; CPython: ${spoken(verdict)}` });
      }
    }
  });
  return found;
}

/** How far a walk goes beyond what stands in the middle. */
const MOST_STEPS = 12;

interface Completed {
  readonly cut: Cut;
  readonly from: string;
}

/** Completions of random walks from inside the middles of cuts. Cuts that do not connect at all are passed over. */
export async function checkWitnesses(
  subject: Subject,
  oracle: Oracle,
  cuts: readonly (readonly [cut: Cut, from: string])[],
  random: Random,
  tally: Tally,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const completed: Completed[] = [];
  for (const [cut, from] of cuts) {
    try {
      const policy = random.pick<Policy>(["all", "all", "noSwallow", "boundaryOnly"]);
      const monitor = fillOf(subject, cut, policy);
      if ("refused" in monitor) continue;
      const done = completion(monitor, cut, random);
      if (done === undefined) continue;
      const source = `${from}, a walk and its completion (${policy})`;
      if (done.stuck !== undefined) {
        found.push({
          check: "stuck",
          cut: done.cut,
          from: source,
          ours: done.stuck,
          other: "cost is to lead to a completion",
        });
      } else completed.push({ cut: done.cut, from: source });
    } catch (error) {
      found.push({ check: "failure", cut, from, ours: messageOf(error), other: "a walk and its completion" });
    }
  }
  const verdicts = await oracle.parse(completed.map(({ cut }) => joined(cut)));
  completed.forEach(({ cut, from }, i) => {
    const verdict = verdicts[i]!;
    tally.witnesses++;
    if (verdict.kind === "resource") tally.resource++;
    if (verdict.kind !== "reject") return;
    found.push({ check: "witness", cut, from, ours: "a completion that connects", other: spoken(verdict) });
  });
  return found;
}

/** The cut with a middle that a random walk and then the cost have written; undefined when nothing connects. */
function completion(
  monitor: Monitor<number>,
  { prefix, middle, suffix }: Cut,
  random: Random,
): { readonly cut: Cut; readonly stuck?: string } | undefined {
  const given = bytesOf(middle).subarray(0, random.below(bytesOf(middle).length + 1));
  const start = readBytes(monitor, given);
  const walked = walk(monitor, start.state, random.below(MOST_STEPS), random);
  const finished = finish(monitor, walked.state, random);
  const before = [...given.subarray(0, start.read), ...walked.bytes];
  // A quotient without middles is its start and nothing else.
  if (finished.kind === "stuck" && before.length === 0 && finished.bytes.length === 0 && isEmpty(monitor))
    return undefined;
  if (finished.kind === "stuck") {
    const hopeless = monitor.cost?.(monitor.start) === Number.POSITIVE_INFINITY;
    const stuck = hopeless ? "nothing connects, by its cost at the start, which is live" : finished.why;
    return { cut: { prefix, middle: textOf(before), suffix }, stuck };
  }
  return { cut: { prefix, middle: textOf([...before, ...finished.bytes]), suffix } };
}

function isEmpty(monitor: Monitor<number>): boolean {
  if (monitor.accepts(monitor.start)) return false;
  for (let byte = 0; byte < 256; byte++) if (monitor.step(monitor.start, byte) !== undefined) return false;
  return true;
}

const textOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString("utf8");

// A difference made small: the same kind of difference, the same side accepting, and the same error from CPython, so that one cause does not
// turn into another on the way.
import { type Check, type Difference, ownConnection, ownVerdict, spoken, wholeText } from "./checks.js";
import { finish } from "./finish.js";
import { minimise } from "./minimise.js";
import type { Oracle, Verdict } from "./oracle.js";
import { randomFrom } from "./random.js";
import { bytesOf, fillOf, readBytes, type Subject } from "./subject.js";
import { type Cut, joined } from "./texts.js";

/** CPython's error without what depends on the text: names, numbers, quoted characters. */
export const kindOfError = (error: string): string => error.replace(/'[^']*'|"[^"]*"|\(.*?\)|\d+/g, "…");

/** How a text or a cut differs. */
export interface Observation {
  readonly check: "membership" | "cut";
  /** What we do; of a cut, whether it connects. CPython, or the whole text, is otherwise. */
  readonly ours: "accepts" | "refuses";
  /** Of a whole text, CPython's error; undefined where it accepts. */
  readonly error: string | undefined;
}

/** How a whole text differs from what CPython says of it. */
function ofText(subject: Subject, text: string, verdict: Verdict): Observation | undefined {
  const own = ownVerdict(subject, text);
  if (!("accepts" in own) || verdict.kind === "resource" || own.accepts === (verdict.kind === "accept"))
    return undefined;
  const error = verdict.kind === "accept" ? undefined : verdict.error;
  return { check: "membership", ours: own.accepts ? "accepts" : "refuses", error };
}

/** How a cut differs from the whole. */
function ofCut(subject: Subject, cut: Cut): Observation | undefined {
  const own = ownVerdict(subject, joined(cut));
  const connection = ownConnection(subject, cut);
  if (!("accepts" in own && "accepts" in connection) || own.accepts === connection.accepts) return undefined;
  return { check: "cut", ours: connection.accepts ? "accepts" : "refuses", error: undefined };
}

/** How a cut differs by a check; undefined where it does not, or the check is of another kind. */
export async function observed(
  subject: Subject,
  oracle: Oracle,
  check: Check,
  cut: Cut,
): Promise<Observation | undefined> {
  if (check === "cut") return ofCut(subject, cut);
  if (check !== "membership") return undefined;
  const [verdict] = await oracle.parse([joined(cut)]);
  return ofText(subject, joined(cut), verdict!);
}

const same = (one: Observation | undefined, other: Observation | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.ours === other.ours &&
  kindOfError(one.error ?? "") === kindOfError(other.error ?? "");

/**
 * The smallest form of a difference that can be found. A completion that CPython rejects becomes a difference in membership, or of a cut,
 * whichever it is.
 */
export async function reduce(subject: Subject, oracle: Oracle, difference: Difference): Promise<Difference> {
  const { check, cut } = difference;
  switch (check) {
    case "witness": {
      const text = wholeText(joined(cut));
      if ((await observed(subject, oracle, "membership", text)) !== undefined)
        return reduce(subject, oracle, { ...difference, check: "membership", cut: text });
      if ((await observed(subject, oracle, "cut", cut)) !== undefined)
        return reduce(subject, oracle, { ...difference, check: "cut" });
      return difference;
    }
    case "membership": {
      const first = await observed(subject, oracle, check, cut);
      if (first === undefined) return difference;
      const smallest = await minimise(cut, async (candidates) => {
        const verdicts = await oracle.parse(candidates.map(joined));
        return candidates.findIndex((each, i) => same(ofText(subject, joined(each), verdicts[i]!), first));
      });
      const { said, parsed } = await told(subject, oracle, smallest);
      return { ...difference, cut: smallest, ours: said, other: parsed };
    }
    case "cut": {
      const first = ofCut(subject, cut);
      if (first === undefined) return difference;
      const smallest = await smallestWith(cut, (each) => same(ofCut(subject, each), first));
      const { said, parsed } = await told(subject, oracle, smallest);
      return { ...difference, cut: smallest, other: `the language ${said}; CPython: ${parsed}` };
    }
    case "failure": {
      const kind = kindOfError(difference.ours);
      const fails = (candidate: Cut): boolean => failureOf(subject, candidate) === kind;
      return fails(cut) ? { ...difference, cut: await smallestWith(cut, fails) } : difference;
    }
    case "stuck": {
      const hopeless = isHopeless(subject, cut);
      const stuck = (each: Cut): boolean => isHopeless(subject, each) === hopeless && isStuck(subject, each);
      return { ...difference, cut: await smallestWith(cut, stuck) };
    }
    case "mask":
      return difference;
  }
}

const smallestWith = (cut: Cut, differs: (cut: Cut) => boolean): Promise<Cut> =>
  minimise(cut, async (candidates) => candidates.findIndex(differs));

/** What both sides say of a text. */
async function told(
  subject: Subject,
  oracle: Oracle,
  cut: Cut,
): Promise<{ readonly said: string; readonly parsed: string }> {
  const own = ownVerdict(subject, joined(cut));
  const [verdict] = await oracle.parse([joined(cut)]);
  return { said: "said" in own ? own.said : own.failed, parsed: spoken(verdict!) };
}

function failureOf(subject: Subject, cut: Cut): string {
  const own = cut.prefix === "" && cut.suffix === "" ? ownVerdict(subject, cut.middle) : ownConnection(subject, cut);
  return "failed" in own ? kindOfError(own.failed) : "";
}

/** Whether the gap is live, and its cost says that nothing connects. */
function isHopeless(subject: Subject, cut: Cut): boolean {
  try {
    const monitor = fillOf(subject, cut);
    return !("refused" in monitor) && monitor.cost?.(monitor.start) === Number.POSITIVE_INFINITY;
  } catch {
    return false;
  }
}

function isStuck(subject: Subject, cut: Cut): boolean {
  try {
    const monitor = fillOf(subject, cut);
    if ("refused" in monitor) return false;
    const middle = bytesOf(cut.middle);
    const { read, state } = readBytes(monitor, middle);
    // At its start a quotient may be empty, which is no fault.
    return read === middle.length && read > 0 && finish(monitor, state, randomFrom(1)).kind === "stuck";
  } catch {
    return false;
  }
}

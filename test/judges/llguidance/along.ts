// Our masks and llguidance's along many texts of one grammar, with a verdict for each difference.
import type { Symbols } from "@espalier/laws";
import type { Trie } from "@espalier/trie";
import { type Difference, differences, judge, type Subject, show, tokensOf, type Verdict } from "./compare.js";
import type { Judge } from "./worker.js";

/** What was compared. */
export interface Compared {
  /** Masks compared. */
  positions: number;
  /** Texts along which every mask was the same. */
  alike: number;
}

function stateAfter({ language }: Subject, text: Symbols): number {
  return text.reduce((state, symbol) => language.step(state, symbol)!, language.start);
}

/** Differences that ask the same of our side: the same text before, and the same state after. */
function sameQuestion(subject: Subject, { before, token, only }: Difference): string {
  if (token === "end") return `${before} ends, ${only}`;
  if (only === "ours") return `${before} to ${subject.masker.push(stateAfter(subject, before), token)}`;
  return `${before} by ${subject.masker.trie.vocabulary.bytes(token) === undefined ? "any control token" : token}`;
}

/** The text that a difference is about, as byte classes of the language: texts alike in this are alike. */
function classes({ language, masker }: Subject, { before, token }: Difference): string {
  const own = token === "end" ? [] : (masker.trie.vocabulary.bytes(token) ?? [-1]);
  return [...before, ...own].map((symbol) => language.table.classOf[symbol] ?? symbol).join();
}

/** Every beginning of a list joined by commas, itself included. */
const beginnings = (list: string): string[] =>
  list.split(",").map((_, index, parts) => parts.slice(0, index + 1).join());

function shortestFirst(list: readonly Difference[], { vocabulary }: Trie): Difference[] {
  const length = ({ token }: Difference): number => (token === "end" ? 0 : (vocabulary.bytes(token) ?? []).length);
  return [...list].sort((a, b) => length(a) - length(b));
}

/** Every difference along the texts, one for each question, with its verdict; a message where llguidance refuses the grammar. */
export async function compareAlong(
  subject: Subject,
  texts: readonly Symbols[],
  by: Judge,
  counts: Compared,
): Promise<readonly (readonly [Difference, Verdict])[] | string> {
  const traced = await by.trace(
    subject.grammar,
    texts.map((text) => tokensOf(subject, text)),
  );
  if (typeof traced === "string") return traced;
  const asked = new Set<string>();
  const deadEnds = new Set<string>();
  const verdicts: [Difference, Verdict][] = [];
  for (const [index, text] of texts.entries()) {
    const along = differences(subject, text, traced[index]!);
    counts.positions += along.positions;
    if (along.found.length === 0) counts.alike += 1;
    for (const difference of shortestFirst(along.found, subject.masker.trie)) {
      const question = sameQuestion(subject, difference);
      if (asked.has(question)) continue;
      asked.add(question);
      // What goes on from a dead end is one too.
      const about = classes(subject, difference);
      if (difference.only === "theirs" && beginnings(about).some((text) => deadEnds.has(text))) continue;
      const verdict = await judge(subject, difference, by);
      if (verdict.kind === "dead-end") deadEnds.add(about);
      verdicts.push([difference, verdict]);
    }
  }
  return verdicts;
}

/** A difference on one line. */
export function lineOf({ before, token, only }: Difference, verdict: Verdict, { vocabulary }: Trie): string {
  const what = token === "end" ? "its end" : `token ${token} ${show(vocabulary.bytes(token) ?? [])}`;
  const why = "why" in verdict ? verdict.why : "witness" in verdict ? show(verdict.witness) : "";
  return `after ${show(before)} only ${only}: ${what} (${verdict.kind}: ${why})`;
}

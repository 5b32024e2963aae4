// Holes of a repository as the published data set has them, drawn by a seed, and the names that each needs and cannot see.

import { type Hole, lineHole, type RepositoryIndex, wordsOf } from "@espalier/context";
import { createRandom } from "@espalier/decode";

/** A hole with the names of its hidden text that stand neither before nor after it in the file. */
export interface NeedyHole extends Hole {
  readonly hidden: string;
  readonly needed: readonly string[];
}

/** What was drawn. */
export interface DrawnHoles {
  readonly drawn: number;
  /** Those with a name, of the drawn. */
  readonly withNames: number;
  readonly needy: readonly NeedyHole[];
}

/** Draws lines of all files until `count` holes were drawn: the second half of a line, blank lines and comments left out. */
export function drawHoles(index: RepositoryIndex, count: number, seed: number): DrawnHoles {
  const random = createRandom(seed);
  const files = index.paths().flatMap((path) => {
    const file = index.file(path)!;
    return file.facts.identifiers.length === 0 ? [] : [file];
  });
  const lines = files.map(({ text }) => text.split("\n").length);
  const total = lines.reduce((sum, number) => sum + number, 0);
  const needy: NeedyHole[] = [];
  let [drawn, withNames] = [0, 0];
  for (let tries = 0; drawn < count && tries < 20 * count && total > 0; tries++) {
    let line = Math.floor(random.next() * total);
    let at = 0;
    while (line >= lines[at]!) line -= lines[at++]!;
    const { path, text, facts } = files[at]!;
    const hole = lineHole(path, text, line);
    if (hole?.hidden === undefined) continue;
    const from = hole.prefix.length;
    const to = from + hole.hidden.length;
    if (touches(facts.comments, from, to)) continue;
    drawn++;
    const names = new Set<string>();
    for (const spans of [facts.identifiers, facts.types])
      for (let span = 0; span < spans.length; span += 2)
        if (spans[span]! >= from && spans[span + 1]! <= to) names.add(text.slice(spans[span], spans[span + 1]));
    if (names.size > 0) withNames++;
    const seen = new Set([...wordsOf(hole.prefix), ...wordsOf(hole.suffix)]);
    const needed = [...names].filter((name) => !seen.has(name));
    if (needed.length > 0) needy.push({ ...hole, hidden: hole.hidden, needed });
  }
  return { drawn, withNames, needy };
}

function touches(spans: Int32Array, from: number, to: number): boolean {
  for (let at = 0; at < spans.length; at += 2) if (spans[at]! < to && spans[at + 1]! > from) return true;
  return false;
}

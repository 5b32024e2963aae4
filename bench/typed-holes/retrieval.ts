// What is retrieved for the applications' holes, how long it is, and how long it takes after an edit in a project of many files.

import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { askHole } from "@espalier/typed-holes";
import type { Application } from "./applications.js";

/** What is measured of one application. Times are milliseconds of processor time, the least and the median of the edits. */
export interface Retrieval {
  readonly application: string;
  readonly needed: number;
  readonly found: number;
  readonly others: number;
  readonly characters: number;
  readonly exhaustive: number;
  readonly first: number;
  readonly least: number;
  readonly median: number;
  /** Milliseconds by the clock, which are those of an idle machine only where it is idle. */
  readonly wallMedian: number;
  readonly wallMost: number;
}

export async function retrievalOf(
  { holes }: TypescriptMonitor,
  application: Application,
  { edits, exhaustive }: { readonly edits: number; readonly exhaustive: (application: Application) => number },
): Promise<Retrieval> {
  const { name, place, needed } = application;
  const ask = async (comment: string) => {
    const start = process.cpuUsage();
    const began = performance.now();
    const known = await askHole(holes, { ...place, before: `${place.before.trimEnd()} /* ${comment} */ ` });
    const { user, system } = process.cpuUsage(start);
    return { known, ms: (user + system) / 1000, wall: performance.now() - began };
  };
  const { known, ms: first } = await ask("");
  const asked = [];
  for (let edit = 0; edit < edits; edit++) asked.push(await ask(`edit ${edit}`));
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  const walls = asked.map(({ wall }) => wall).sort((a, b) => a - b);
  const names = known.headers.headers.map((each) => each.name);
  return {
    application: name,
    needed: needed.length,
    found: needed.filter((each) => names.includes(each)).length,
    others: names.filter((each) => !needed.includes(each)).length,
    characters: known.types.text.length + known.headers.text.length,
    exhaustive: exhaustive(application),
    first,
    least: times[0]!,
    median: times[times.length >> 1]!,
    wallMedian: walls[walls.length >> 1]!,
    wallMost: walls.at(-1)!,
  };
}

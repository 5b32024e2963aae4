// What is retrieved for the applications' holes, how long it is, and how long it takes after an edit in a project of many files.

import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { askHole } from "@espalier/typed-holes";
import ts from "typescript";
import { type Application, exhaustiveCharacters } from "./applications.js";

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
}

export async function retrievalOf(
  { holes }: TypescriptMonitor,
  application: Application,
  edits: number,
): Promise<Retrieval> {
  const { name, place, needed } = application;
  const ask = async (comment: string) => {
    const start = process.cpuUsage();
    const known = await askHole(holes, { ...place, before: place.before.replace("\n//", `\n// ${comment}`) });
    const { user, system } = process.cpuUsage(start);
    return { known, ms: (user + system) / 1000 };
  };
  const { known, ms: first } = await ask("");
  const times: number[] = [];
  for (let edit = 0; edit < edits; edit++) times.push((await ask(`edit ${edit}`)).ms);
  times.sort((a, b) => a - b);
  const names = known.headers.headers.map((each) => each.name);
  return {
    application: name,
    needed: needed.length,
    found: needed.filter((each) => names.includes(each)).length,
    others: names.filter((each) => !needed.includes(each)).length,
    characters: known.types.text.length + known.headers.text.length,
    exhaustive: exhaustiveCharacters(ts, application),
    first,
    least: times[0]!,
    median: times[times.length >> 1]!,
  };
}

// What has been measured so far, a line of JSON for each schema and engine, so that a run that was cut off goes on where it
// stopped: the first line says what the run is of, and a journal of another run is not continued.

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Answer, Pass } from "./protocol.js";

/** An answer, and whose and about what. */
export interface Entry {
  readonly schema: string;
  readonly engine: string;
  readonly version: string;
  /** Whether each instance is valid. */
  readonly valid: readonly boolean[];
  readonly answer: Answer;
}

export interface Journal {
  readonly entries: readonly Entry[];
  has(schema: string, engine: string): boolean;
  add(entry: Entry): void;
  /** Done: nothing is left to go on with. */
  remove(): void;
}

/** The journal at `file`, begun anew unless it is of this same `run`. */
export function openJournal(file: string, run: object): Journal {
  const head = JSON.stringify(run);
  const [first, ...lines] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const entries = first === head ? lines.flatMap(readLine) : [];
  writeFileSync(file, [head, ...entries.map(toLine), ""].join("\n"));
  const known = new Set(entries.map(keyOf));
  return {
    entries,
    has: (schema, engine) => known.has(keyOf({ schema, engine })),
    add(entry) {
      entries.push(entry);
      known.add(keyOf(entry));
      appendFileSync(file, `${toLine(entry)}\n`);
    },
    remove: () => rmSync(file),
  };
}

const keyOf = ({ schema, engine }: Pick<Entry, "schema" | "engine">): string => `${engine} ${schema}`;

function toLine(entry: Entry): string {
  const passes = entry.answer.passes.map(({ times, ...pass }) => ({
    ...pass,
    times: Buffer.from(times.buffer, times.byteOffset, times.byteLength).toString("base64"),
  }));
  return JSON.stringify({ ...entry, answer: { ...entry.answer, passes } });
}

/** A line that was cut off in the middle counts for nothing. */
function readLine(line: string): readonly Entry[] {
  let entry: Entry & { readonly answer: { readonly passes: readonly (Pass & { readonly times: unknown })[] } };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return [];
  }
  const passes = entry.answer.passes.map((pass) => {
    const bytes = Buffer.from(String(pass.times), "base64");
    return {
      ...pass,
      times: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
    };
  });
  return [{ ...entry, answer: { ...entry.answer, passes } }];
}

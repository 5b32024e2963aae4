// The errors that a filling causes: those of the file with it, less those that the file has whatever stands there.

import type { ProgramPlace } from "@espalier/analysis";
import type { HoleServer, StaticError } from "./hole-server.js";

/** An error that a filling causes; offsets are those of the filling, and beyond its ends for errors elsewhere in the file. */
export type FillingError = StaticError;

/** The errors of a file that do not come from what stands at a place; offsets of `before + after`. */
export async function errorsBefore(server: HoleServer, at: ProgramPlace): Promise<readonly StaticError[]> {
  if (server.getErrorsBefore !== undefined) return server.getErrorsBefore(at);
  const { path, before, after } = at;
  const from = before.lastIndexOf("\n") + 1;
  const end = after.indexOf("\n");
  const to = before.length + (end < 0 ? after.length : end);
  const errors = await server.getStaticErrors(path, before + after);
  // An error of the line before may reach to where this one begins.
  return errors.filter((error) => (error.from < from && error.to <= from) || error.from > to);
}

/** The errors of a file with a filling, less those before it. Warnings are no errors. */
export async function errorsOfFilling(
  server: HoleServer,
  { path, before, after }: ProgramPlace,
  filling: string,
  known: readonly StaticError[],
): Promise<readonly FillingError[]> {
  const moved = known.map((error) => keyOf(error, error.from < before.length ? 0 : filling.length));
  const counts = new Map<string, number>();
  for (const key of moved) counts.set(key, (counts.get(key) ?? 0) + 1);
  const own: FillingError[] = [];
  for (const error of await server.getStaticErrors(path, before + filling + after)) {
    if (error.severity !== "error") continue;
    const key = keyOf(error, 0);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    if (left <= 0) own.push({ ...error, from: error.from - before.length, to: error.to - before.length });
  }
  return own.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

function keyOf({ message, code, from }: StaticError, shift: number): string {
  return `${from + shift}\0${code ?? ""}\0${message}`;
}

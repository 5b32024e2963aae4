// The errors that a filling causes: those of the file with the filling, without those that the file has regardless of it.

import type { ProgramPlace } from "@espalier/analysis";
import type { HoleServer, StaticError } from "./hole-server.js";

/** An error that a filling causes. Offsets are relative to the filling; an error elsewhere in the file has offsets outside of it. */
export type FillingError = StaticError;

/** The errors of a file that do not depend on the filling, with offsets in `before + after`. */
export async function errorsBefore(server: HoleServer, at: ProgramPlace): Promise<readonly StaticError[]> {
  if (server.getErrorsBefore !== undefined) return server.getErrorsBefore(at);
  const { path, before, after } = at;
  const from = before.lastIndexOf("\n") + 1;
  const end = after.indexOf("\n");
  const to = before.length + (end < 0 ? after.length : end);
  const errors = await server.getStaticErrors(path, before + after);
  // An error on the line before may end exactly where this line begins.
  return errors.filter((error) => (error.from < from && error.to <= from) || error.from > to);
}

/** The errors of a file with a filling, without those that it has regardless. Warnings do not count. */
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
